"""The organiser's tools: each by the service that the organiser's page uses, with its refusals."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest

from games.api.access import signed_in_caller
from games.api.seats import InvitedOut, InviteIn
from tournaments.api.access import (
    TournamentNotVisibleError,
    ruled_tournament_seen,
    tournament_seen,
)
from tournaments.api.organiser_schemas import (
    ExtensionIn,
    NotesIn,
    NoticeIn,
    PauseIn,
    ReasonIn,
    RemovalIn,
    ReplacementIn,
    SeedingIn,
    SeriesIn,
    TalkIn,
)
from tournaments.api.routing import ORGANISE, router
from tournaments.api.schemas import EntryOut, TournamentOut
from tournaments.api.shapes import entry_out, tournament_out
from tournaments.models import Entry, PastResults
from tournaments.services import (
    entries,
    invitations,
    organiser,
    pauses,
    rounds,
    series,
    substitutes,
    terms,
)
from tournaments.services.table_talk import allow_talk
from tournaments.views.tournament_access import SeenTournament


def _as_it_stands(request: HttpRequest, code: str) -> TournamentOut:
    return tournament_out(tournament_seen(request, code))


def _entry(seen: SeenTournament, number: int) -> Entry:
    row = seen.state.rows.get(number)
    if row is None:
        raise TournamentNotVisibleError("no-entry")
    return row


@router.act("POST", "/tournaments/{code}/open", "Open registration", ORGANISE, TournamentOut)
def open_entries(request: HttpRequest, code: str) -> TournamentOut:
    """The draft is shown, and can be entered."""
    seen = ruled_tournament_seen(request, code)
    terms.start_entries(tournament=seen.tournament, by=signed_in_caller(request))
    return _as_it_stands(request, code)


@router.act("POST", "/tournaments/{code}/start", "Start a tournament", ORGANISE, TournamentOut)
def start_tournament(request: HttpRequest, code: str) -> TournamentOut:
    """Registration closes, and the first tables are paired."""
    seen = ruled_tournament_seen(request, code)
    rounds.start_tournament(tournament=seen.tournament, by=signed_in_caller(request))
    return _as_it_stands(request, code)


@router.act(
    "POST", "/tournaments/{code}/invitations", "Invite to a tournament", ORGANISE, list[InvitedOut]
)
def invite_to_tournament(request: HttpRequest, code: str, payload: InviteIn) -> list[InvitedOut]:
    """By mail, before the start. An address that was invited before gets no second mail."""
    seen = ruled_tournament_seen(request, code)
    letters = invitations.invite_entries(
        tournament=seen.tournament, by=signed_in_caller(request), addresses=payload.addresses
    )
    mailed = {row.address.lower() for row in letters}
    asked = dict.fromkeys(one.strip() for one in payload.addresses if one.strip())
    return [InvitedOut(address=one, mailed=one.lower() in mailed) for one in asked]


@router.act("PUT", "/tournaments/{code}/seeding", "Seed by hand", ORGANISE, TournamentOut)
def seed_tournament(request: HttpRequest, code: str, payload: SeedingIn) -> TournamentOut:
    """Before the start. The seeding is by hand from then on."""
    seen = ruled_tournament_seen(request, code)
    organiser.set_seeding(
        tournament=seen.tournament, order=payload.entries, by=signed_in_caller(request)
    )
    return _as_it_stands(request, code)


@router.act("POST", "/tournaments/{code}/pause", "Pause a tournament", ORGANISE, TournamentOut)
def pause_tournament(request: HttpRequest, code: str, payload: PauseIn) -> TournamentOut:
    """No new rounds, and no round runs out of time. Matches go on, unless you stop their clocks."""
    seen = ruled_tournament_seen(request, code)
    pauses.pause_tournament(
        tournament=seen.tournament,
        by=signed_in_caller(request),
        reason=payload.reason,
        rest=timedelta(days=payload.clocks_rest_days) if payload.clocks_rest_days else None,
    )
    return _as_it_stands(request, code)


@router.act("POST", "/tournaments/{code}/resume", "Resume a tournament", ORGANISE, TournamentOut)
def resume_tournament(request: HttpRequest, code: str, payload: ReasonIn) -> TournamentOut:
    """Open rounds get as much more time as the pause was long."""
    seen = ruled_tournament_seen(request, code)
    pauses.resume_tournament(
        tournament=seen.tournament, by=signed_in_caller(request), reason=payload.reason
    )
    return _as_it_stands(request, code)


@router.act(
    "POST",
    "/tournaments/{code}/rounds/{number}/extension",
    "Give a round more time",
    ORGANISE,
    TournamentOut,
)
def extend_round(
    request: HttpRequest, code: str, number: int, payload: ExtensionIn
) -> TournamentOut:
    """All its open matches may go on for this many more days."""
    seen = ruled_tournament_seen(request, code)
    if number not in {one.row.number for one in seen.rounds}:
        raise TournamentNotVisibleError("no-round")
    organiser.extend_round(
        tournament=seen.tournament,
        number=number,
        extension=timedelta(days=payload.days),
        by=signed_in_caller(request),
        reason=payload.reason,
    )
    return _as_it_stands(request, code)


@router.act(
    "POST",
    "/tournaments/{code}/entries/{entry}/remove",
    "Remove somebody from a tournament",
    ORGANISE,
    EntryOut,
)
def remove_entry(request: HttpRequest, code: str, entry: int, payload: RemovalIn) -> EntryOut:
    """They can’t enter again, bots take over their seats, and they come after all who stayed."""
    seen = ruled_tournament_seen(request, code)
    row = entries.remove_entry(
        entry=_entry(seen, entry),
        by=signed_in_caller(request),
        reason=payload.reason,
        results=PastResults(payload.results),
    )
    return entry_out(row)


@router.act(
    "POST",
    "/tournaments/{code}/entries/{entry}/replace",
    "Replace somebody in a tournament",
    ORGANISE,
    EntryOut,
)
def replace_entry(request: HttpRequest, code: str, entry: int, payload: ReplacementIn) -> EntryOut:
    """Another member takes the place over, with its results and running matches."""
    seen = ruled_tournament_seen(request, code)
    row = substitutes.substitute_entry(
        entry=_entry(seen, entry),
        member=substitutes.member_named(payload.member),
        by=signed_in_caller(request),
        reason=payload.reason,
    )
    return entry_out(row)


@router.act(
    "POST",
    "/tournaments/{code}/notice",
    "Write to everybody in a tournament",
    ORGANISE,
    TournamentOut,
)
def send_notice(request: HttpRequest, code: str, payload: NoticeIn) -> TournamentOut:
    """By mail, to all who play or wait; it also stands in the tournament’s log."""
    seen = ruled_tournament_seen(request, code)
    organiser.send_notice(
        tournament=seen.tournament, by=signed_in_caller(request), text=payload.text
    )
    return _as_it_stands(request, code)


@router.act("PUT", "/tournaments/{code}/notes", "Keep notes", ORGANISE, TournamentOut)
def keep_notes(request: HttpRequest, code: str, payload: NotesIn) -> TournamentOut:
    """Seen on the organiser’s page by those who run it."""
    seen = ruled_tournament_seen(request, code)
    organiser.keep_notes(
        tournament=seen.tournament, by=signed_in_caller(request), text=payload.notes
    )
    return _as_it_stands(request, code)


@router.act("POST", "/tournaments/{code}/again", "The same again", ORGANISE, TournamentOut)
def repeat_tournament(request: HttpRequest, code: str) -> TournamentOut:
    """A new draft by the same terms, without its times; returns the draft."""
    seen = ruled_tournament_seen(request, code)
    made = series.repeat_tournament(tournament=seen.tournament, by=signed_in_caller(request))
    return _as_it_stands(request, made.code)


@router.act("POST", "/tournaments/{code}/series", "Begin a series", ORGANISE, TournamentOut)
def begin_series(request: HttpRequest, code: str, payload: SeriesIn) -> TournamentOut:
    """The tournament becomes the first season; the next one follows by itself."""
    seen = ruled_tournament_seen(request, code)
    series.create_series(
        tournament=seen.tournament, by=signed_in_caller(request), name=payload.name
    )
    return _as_it_stands(request, code)


@router.act(
    "PUT", "/tournaments/{code}/talk", "Allow talk at the tables, or don’t", ORGANISE, TournamentOut
)
def allow_table_talk(request: HttpRequest, code: str, payload: TalkIn) -> TournamentOut:
    """At tables that are there and at those to come."""
    seen = ruled_tournament_seen(request, code)
    allow_talk(tournament=seen.tournament, by=signed_in_caller(request), is_allowed=payload.allowed)
    return _as_it_stands(request, code)


@router.act(
    "POST", "/tournaments/{code}/wind-up", "Let an endless tournament end", ORGANISE, TournamentOut
)
def wind_up_tournament(request: HttpRequest, code: str, payload: ReasonIn) -> TournamentOut:
    """A league or ladder without end finishes after the matches already paired."""
    seen = ruled_tournament_seen(request, code)
    organiser.wind_up_tournament(
        tournament=seen.tournament, by=signed_in_caller(request), reason=payload.reason
    )
    return _as_it_stands(request, code)


@router.act("POST", "/tournaments/{code}/cancel", "Call a tournament off", ORGANISE, TournamentOut)
def cancel_tournament(request: HttpRequest, code: str, payload: ReasonIn) -> TournamentOut:
    """For good. Running matches play on, but count no more."""
    seen = ruled_tournament_seen(request, code)
    organiser.cancel_tournament(
        tournament=seen.tournament, by=signed_in_caller(request), reason=payload.reason
    )
    return _as_it_stands(request, code)
