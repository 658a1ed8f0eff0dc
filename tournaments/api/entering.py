"""What an entrant does: enter, check in, leave, say no to an invitation, take a place over."""

from __future__ import annotations

from django.http import HttpRequest
from ninja.responses import Status

from games.api.access import signed_in_caller
from tournaments.api.access import TournamentNotVisibleError, tournament_seen
from tournaments.api.routing import ORGANISE, router
from tournaments.api.schemas import EnterIn, EntryOut, LeaveIn
from tournaments.api.shapes import entry_out
from tournaments.models import Entry
from tournaments.services import byes, entries, invitations, substitutes


def _own(request: HttpRequest, code: str) -> Entry:
    """The caller's entry. Raises TournamentNotVisibleError where there is none."""
    seen = tournament_seen(request, code)
    if seen.entry is None:
        raise TournamentNotVisibleError("no-entry")
    return seen.entry


@router.act("POST", "/tournaments/{code}/byes/{number}", "Sit out a round", ORGANISE, EntryOut)
def ask_bye(request: HttpRequest, code: str, number: int) -> EntryOut:
    """For half a win, or on a ladder keeping your rung, where the tournament allows it; before the
    round is dealt."""
    return entry_out(byes.ask_bye(entry=_own(request, code), number=number))


@router.act(
    "DELETE", "/tournaments/{code}/byes/{number}", "Play a round after all", ORGANISE, EntryOut
)
def drop_bye(request: HttpRequest, code: str, number: int) -> EntryOut:
    """Before the round begins."""
    return entry_out(byes.drop_bye(entry=_own(request, code), number=number))


@router.act("POST", "/tournaments/{code}/enter", "Enter a tournament", ORGANISE, EntryOut)
def enter_tournament(request: HttpRequest, code: str, payload: EnterIn) -> EntryOut:
    """Takes a place, or with `status` `waiting` one on the waiting list where all are taken."""
    member = signed_in_caller(request)
    seen = tournament_seen(request, code, payload.token)
    row = entries.make_entry(
        tournament=seen.tournament,
        member=member,
        contribution=payload.contribution,
        token=payload.token,
    )
    return entry_out(row)


@router.act("POST", "/tournaments/{code}/check-in", "Check in", ORGANISE, EntryOut)
def check_in(request: HttpRequest, code: str) -> EntryOut:
    """Confirms that you will play, where the tournament asks for it shortly before its start."""
    signed_in_caller(request)
    return entry_out(entries.check_in(entry=_own(request, code)))


@router.act("POST", "/tournaments/{code}/leave", "Leave a tournament", ORGANISE, EntryOut)
def leave_tournament(request: HttpRequest, code: str, payload: LeaveIn) -> EntryOut:
    """Before the start the place goes to the next on the waiting list; after it nothing more is
    paired with you, and there is no way back."""
    signed_in_caller(request)
    row = _own(request, code)
    return entry_out(entries.withdraw_entry(entry=row, plays_on=payload.open_matches == "play"))


@router.act("POST", "/tournaments/{code}/decline", "Say no to an invitation", ORGANISE, None, 204)
def decline_invitation(request: HttpRequest, code: str) -> Status[None]:
    """You aren’t asked again. Changes nothing for those who have entered."""
    signed_in_caller(request)
    invitations.decline_invitation(entry=_own(request, code))
    return Status(204, None)


@router.act(
    "POST",
    "/tournaments/{code}/entries/{entry}/take",
    "Take over a place that was left",
    ORGANISE,
    EntryOut,
)
def take_place(request: HttpRequest, code: str, entry: int) -> EntryOut:
    """With its results and running matches; for those on the waiting list."""
    member = signed_in_caller(request)
    row = tournament_seen(request, code).state.rows.get(entry)
    if row is None:
        raise TournamentNotVisibleError("no-entry")
    return entry_out(substitutes.substitute_entry(entry=row, member=member))
