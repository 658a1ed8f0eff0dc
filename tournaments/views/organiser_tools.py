"""The organiser's tools: each with a reason, each written to the tournament's log."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from games.common import clock
from games.views.post_only_pages import posted_from
from games.views.request_helpers import in_member_zone, signed_in
from tournaments.models import Entry, Official, Pairing, PastResults, Tournament
from tournaments.presentation.terms import seats_in_words
from tournaments.selectors.access import Power
from tournaments.selectors.rounds import RoundLine, TableLine
from tournaments.services import (
    entries,
    invitations,
    officials,
    organiser,
    pauses,
    result_rulings,
    round_review,
    rounds,
    series,
    substitutes,
    terms,
)
from tournaments.services.table_talk import allow_talk
from tournaments.views.tournament_access import SeenTournament, refusals_told, ruled_tournament

LONGEST_NUMBER = 10
EXTENSIONS = (1, 2, 3, 5, 7, 14)


@require_safe
@login_required
@in_member_zone
def manage(request: HttpRequest, code: str) -> HttpResponse:
    """All tools that can be used as things stand."""
    seen = ruled_tournament(request, code)
    row = seen.tournament
    state = seen.state
    rows = list(state.rows.values())
    here = [one for one in rows if one.status == Entry.Status.ENTERED]
    context = {
        "tournament": row,
        "rounds": seen.rounds,
        "is_organiser": True,
        "may_organise": seen.power is not None and seen.power >= Power.ORGANISE,
        "is_owner": seen.power == Power.OWN,
        "officials": seen.officials,
        "review": _review(seen),
        "roles": Official.Role.choices,
        "entered": sorted(here, key=lambda one: (one.seeding is None, one.seeding or 0, one.pk)),
        "others": [one for one in rows if one.status != Entry.Status.ENTERED],
        "open_tables": _tables(seen, is_open=True),
        "closed_tables": _tables(seen, is_open=False),
        "open_rounds": [one for one in seen.rounds if one.open_count],
        "extensions": EXTENSIONS,
        "is_unstarted": seen.power != Power.RULE
        and row.status in {Tournament.Status.DRAFT, Tournament.Status.ENTRIES},
        "may_wind_up": seen.power != Power.RULE and organiser.may_wind_up(row),
        "seats": seats_in_words(state.setup, max(len(here), row.least_entries)),
        "past_results": PastResults.choices,
        "embed_link": settings.SITE_URL + reverse("tournament-embed", args=[row.code]),
        "link": settings.SITE_URL + reverse("tournament", args=[row.code]),
        "now": clock.now(),
    }
    return render(request, "tournaments/manage.html", context)


def _review(seen: SeenTournament) -> list[list[tuple[int, int, str]]]:
    """The tables of the round that waits: entry, table and name of each; tables for one last."""
    waiting = round_review.proposal_of(seen.tournament)
    return [
        [(entry, 0 if len(table) == 1 else number, seen.state.names[entry]) for entry in table]
        for number, table in enumerate(waiting.tables if waiting else [], start=1)
    ]


def _tables(seen: SeenTournament, *, is_open: bool) -> list[tuple[RoundLine, TableLine]]:
    return [
        (one, table)
        for one in seen.rounds
        for table in one.tables
        if table.is_open is is_open and not table.is_bye
    ]


@posted_from("tournament-manage", "code")
@login_required
@refusals_told
def again(request: HttpRequest, code: str) -> HttpResponse:
    """A new draft by the same terms."""
    seen = ruled_tournament(request, code)
    made = series.repeat_tournament(tournament=seen.tournament, by=signed_in(request))
    messages.success(request, gettext("Draft saved. Check it, then open registration."))
    return redirect("tournament-change", code=made.code)


@posted_from("tournament-manage", "code")
@login_required
@refusals_told
def act(request: HttpRequest, code: str, action: str) -> HttpResponse:
    """Use one of the tools. What is refused is said on the same page, and nothing has changed."""
    seen = ruled_tournament(request, code)
    if action not in ACTIONS:
        raise Http404
    told = ACTIONS[action](request, seen)
    messages.success(request, told)
    return redirect("tournament-manage", code=seen.tournament.code)


def _text(request: HttpRequest, name: str) -> str:
    """A field as written; no database of ours holds a NUL."""
    return request.POST.get(name, "").replace("\x00", "")


def _reason(request: HttpRequest) -> str:
    return _text(request, "reason")


def _number(request: HttpRequest, name: str) -> int:
    """A whole number that a form brings. Raises Http404: no form of ours sends anything else."""
    word = request.POST.get(name, "")
    if not (word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER):
        raise Http404
    return int(word)


def _choice(request: HttpRequest, name: str) -> bool:
    """A box that a form brings: `off` always, and after it `on` where it is ticked, so that a
    form without it chooses nothing. Raises Http404: no form of ours sends anything else."""
    word = request.POST.get(name, "")
    if word not in {"on", "off"}:
        raise Http404
    return word == "on"


def _entry(request: HttpRequest, seen: SeenTournament) -> Entry:
    row = seen.state.rows.get(_number(request, "entry"))
    if row is None:
        raise Http404
    return row


def _pairing(request: HttpRequest, seen: SeenTournament) -> Pairing:
    wanted = _number(request, "pairing")
    found = next((one for one in seen.state.pairings if one.pk == wanted), None)
    if found is None:
        raise Http404
    return found


def _extension(request: HttpRequest) -> timedelta:
    return timedelta(days=_number(request, "days"))


def _open(request: HttpRequest, seen: SeenTournament) -> str:
    terms.start_entries(tournament=seen.tournament, by=signed_in(request))
    return gettext("Registration is open.")


def _start(request: HttpRequest, seen: SeenTournament) -> str:
    rounds.start_tournament(tournament=seen.tournament, by=signed_in(request))
    return gettext("It has started: the first tables are set, and everyone gets a mail.")


def _invite(request: HttpRequest, seen: SeenTournament) -> str:
    words = re.split(r"[\s,;<>]+", request.POST.get("addresses", "")[:4000].replace("\x00", ""))
    letters = invitations.invite_entries(
        tournament=seen.tournament,
        by=signed_in(request),
        addresses=[word for word in words if word],
    )
    sent = ngettext(
        "%(count)d invitation is on its way.",
        "%(count)d invitations are on their way.",
        len(letters),
    ) % {"count": len(letters)}
    written_to = {row.address.lower() for row in letters}
    unmailed = [word for word in dict.fromkeys(words) if word and word.lower() not in written_to]
    if not unmailed:
        return sent
    return (
        sent + " " + gettext("No mail went to %(addresses)s.") % {"addresses": ", ".join(unmailed)}
    )


def _seed(request: HttpRequest, seen: SeenTournament) -> str:
    """The numbers beside the entries, the smallest first; an entry without one comes last."""
    given = []
    for row in seen.state.rows.values():
        word = request.POST.get(f"seeding-{row.pk}", "").strip()
        if word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER:
            given.append((int(word), row.pk))
    order = [pk for _number, pk in sorted(given)]
    organiser.set_seeding(tournament=seen.tournament, order=order, by=signed_in(request))
    return gettext("The seeding is saved.")


def _pause(request: HttpRequest, seen: SeenTournament) -> str:
    is_rest = request.POST.get("clocks") == "rest"
    pauses.pause_tournament(
        tournament=seen.tournament,
        by=signed_in(request),
        reason=_reason(request),
        rest=_extension(request) if is_rest else None,
    )
    if is_rest:
        return gettext("Paused, and the clocks of all matches stand still.")
    return gettext("Paused: no new rounds, and no round runs out of time. Matches go on.")


def _resume(request: HttpRequest, seen: SeenTournament) -> str:
    pauses.resume_tournament(
        tournament=seen.tournament, by=signed_in(request), reason=_reason(request)
    )
    return gettext("Resumed: open rounds have been extended by the length of the pause.")


def _extend_round(request: HttpRequest, seen: SeenTournament) -> str:
    organiser.extend_round(
        tournament=seen.tournament,
        number=_number(request, "round"),
        extension=_extension(request),
        by=signed_in(request),
        reason=_reason(request),
    )
    return gettext("The round has more time.")


def _extend_match(request: HttpRequest, seen: SeenTournament) -> str:
    organiser.extend_pairing(
        pairing=_pairing(request, seen),
        extension=_extension(request),
        by=signed_in(request),
        reason=_reason(request),
    )
    return gettext("The match has more time.")


def _replace(request: HttpRequest, seen: SeenTournament) -> str:
    substitutes.substitute_entry(
        entry=_entry(request, seen),
        member=substitutes.member_named(request.POST.get("member", "")),
        by=signed_in(request),
        reason=_reason(request),
    )
    return gettext("Replaced; both players have been told.")


def _remove(request: HttpRequest, seen: SeenTournament) -> str:
    chosen = request.POST.get("results", PastResults.KEEP)
    if chosen not in PastResults:
        raise Http404
    entries.remove_entry(
        entry=_entry(request, seen),
        by=signed_in(request),
        reason=_reason(request),
        results=PastResults(chosen),
    )
    return gettext("The player is removed.")


def _forfeit(request: HttpRequest, seen: SeenTournament) -> str:
    result_rulings.forfeit_pairing(
        pairing=_pairing(request, seen),
        entry=_entry(request, seen),
        by=signed_in(request),
        reason=_reason(request),
    )
    return gettext("The forfeit is awarded.")


def _correct(request: HttpRequest, seen: SeenTournament) -> str:
    pairing = _pairing(request, seen)
    places = {
        seat.entry_id: _number(request, f"place-{seat.entry_id}") for seat in pairing.seats.all()
    }
    result_rulings.correct_result(
        pairing=pairing,
        places=places,
        by=signed_in(request),
        reason=_reason(request),
        is_forced="forced" in request.POST,
    )
    return gettext(
        "The result is corrected, and the standings with it. The ratings follow in a few minutes."
    )


def _annul(request: HttpRequest, seen: SeenTournament) -> str:
    result_rulings.annul_pairing(
        pairing=_pairing(request, seen), by=signed_in(request), reason=_reason(request)
    )
    return gettext("The match is annulled. The ratings follow in a few minutes.")


def _notice(request: HttpRequest, seen: SeenTournament) -> str:
    organiser.send_notice(
        tournament=seen.tournament, by=signed_in(request), text=_text(request, "text")
    )
    return gettext("Your message goes to everyone by mail.")


def _series(request: HttpRequest, seen: SeenTournament) -> str:
    series.create_series(
        tournament=seen.tournament,
        by=signed_in(request),
        name=request.POST.get("name", "")[:60].replace("\x00", ""),
    )
    return gettext("This is the first season of a series: the next one follows by itself.")


def _wind_up(request: HttpRequest, seen: SeenTournament) -> str:
    organiser.wind_up_tournament(
        tournament=seen.tournament, by=signed_in(request), reason=_reason(request)
    )
    return gettext("It ends after the current matches.")


def _cancel(request: HttpRequest, seen: SeenTournament) -> str:
    organiser.cancel_tournament(
        tournament=seen.tournament, by=signed_in(request), reason=_reason(request)
    )
    return gettext("The tournament is called off, and everyone has been told.")


def _talk(request: HttpRequest, seen: SeenTournament) -> str:
    is_allowed = _choice(request, "allowed")
    allow_talk(tournament=seen.tournament, by=signed_in(request), is_allowed=is_allowed)
    if is_allowed:
        return gettext("Players can talk at their tables.")
    return gettext("There is no talk at the tables any more.")


def _appoint(request: HttpRequest, seen: SeenTournament) -> str:
    role = request.POST.get("role", "")
    if role not in Official.Role:
        raise Http404
    row = officials.invite_official(
        tournament=seen.tournament,
        by=signed_in(request),
        whom=request.POST.get("whom", ""),
        role=Official.Role(role),
    )
    return gettext("%(name)s is asked to help.") % {"name": row.invited_as}


def _dismiss(request: HttpRequest, seen: SeenTournament) -> str:
    row = seen.tournament.officials.filter(pk=_number(request, "official")).first()
    if row is None:
        raise Http404
    officials.dismiss_official(official=row, by=signed_in(request))
    return gettext("%(name)s doesn’t help run it any more.") % {"name": row.shown_name}


def _swap(request: HttpRequest, seen: SeenTournament) -> str:
    round_review.swap_entries(
        tournament=seen.tournament,
        one=_number(request, "one"),
        other=_number(request, "other"),
        by=signed_in(request),
        reason=_reason(request),
    )
    return gettext("Swapped. The log gives your reason.")


def _pair(request: HttpRequest, seen: SeenTournament) -> str:
    """A table's number beside each player; who has none sits out."""
    waiting = round_review.proposal_of(seen.tournament)
    tables: dict[int, list[int]] = {}
    for entry in (one for table in (waiting.tables if waiting else []) for one in table):
        word = request.POST.get(f"table-{entry}", "").strip()
        is_number = word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER
        tables.setdefault(int(word) if is_number else -entry, []).append(entry)
    order = sorted(tables, key=lambda number: (number < 0, number))
    round_review.set_tables(
        tournament=seen.tournament,
        tables=[tables[number] for number in order],
        by=signed_in(request),
        reason=_reason(request),
    )
    return gettext("The tables are set. The log gives your reason.")


def _begin(request: HttpRequest, seen: SeenTournament) -> str:
    round_review.begin_round(tournament=seen.tournament, by=signed_in(request))
    return gettext("The round begins within a minute.")


def _note(request: HttpRequest, seen: SeenTournament) -> str:
    organiser.keep_notes(
        tournament=seen.tournament, by=signed_in(request), text=_text(request, "notes")
    )
    return gettext("Your notes are saved.")


ACTIONS: dict[str, Callable[[HttpRequest, SeenTournament], str]] = {
    "open": _open,
    "start": _start,
    "invite": _invite,
    "seed": _seed,
    "pause": _pause,
    "resume": _resume,
    "extend-round": _extend_round,
    "extend-match": _extend_match,
    "replace": _replace,
    "remove": _remove,
    "forfeit": _forfeit,
    "correct": _correct,
    "annul": _annul,
    "notice": _notice,
    "series": _series,
    "wind-up": _wind_up,
    "cancel": _cancel,
    "talk": _talk,
    "appoint": _appoint,
    "swap": _swap,
    "pair": _pair,
    "begin": _begin,
    "note": _note,
    "dismiss": _dismiss,
}
"""Every tool by the word in its address."""
