"""The organiser's tools: each with a reason, each written to the tournament's log."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext

from games.views.post_only_pages import posted_from
from tournaments.models import Official, PastResults
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
from tournaments.views.organiser_posts import OrganiserPost
from tournaments.views.tournament_access import refusals_told, ruled_tournament


@posted_from("tournament-manage", "code")
@login_required
@refusals_told
def act(request: HttpRequest, code: str, action: str) -> HttpResponse:
    """Use one of the tools. What is refused is said on the same page, and nothing has changed."""
    seen = ruled_tournament(request, code)
    if action not in ACTIONS:
        raise Http404
    told = ACTIONS[action](OrganiserPost(request, seen))
    messages.success(request, told)
    return redirect("tournament-manage", code=seen.tournament.code)


def _open(post: OrganiserPost) -> str:
    terms.start_entries(tournament=post.tournament, by=post.by)
    return gettext("Registration is open.")


def _start(post: OrganiserPost) -> str:
    rounds.start_tournament(tournament=post.tournament, by=post.by)
    return gettext("It has started: the first tables are set, and everyone gets a mail.")


def _invite(post: OrganiserPost) -> str:
    words = re.split(r"[\s,;<>]+", post.text("addresses")[:4000])
    letters = invitations.invite_entries(
        tournament=post.tournament,
        by=post.by,
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


def _seed(post: OrganiserPost) -> str:
    """The numbers beside the entries, the smallest first; an entry without one comes last."""
    given = []
    for row in post.seen.state.rows.values():
        number = post.number_or_none(f"seeding-{row.pk}")
        if number is not None:
            given.append((number, row.pk))
    order = [pk for _number, pk in sorted(given)]
    organiser.set_seeding(tournament=post.tournament, order=order, by=post.by)
    return gettext("The seeding is saved.")


def _pause(post: OrganiserPost) -> str:
    is_rest = post.text("clocks") == "rest"
    pauses.pause_tournament(
        tournament=post.tournament,
        by=post.by,
        reason=post.reason,
        rest=post.extension if is_rest else None,
    )
    if is_rest:
        return gettext("Paused, and the clocks of all matches stand still.")
    return gettext("Paused: no new rounds, and no round runs out of time. Matches go on.")


def _resume(post: OrganiserPost) -> str:
    pauses.resume_tournament(tournament=post.tournament, by=post.by, reason=post.reason)
    return gettext("Resumed: open rounds have been extended by the length of the pause.")


def _extend_round(post: OrganiserPost) -> str:
    organiser.extend_round(
        tournament=post.tournament,
        number=post.number("round"),
        extension=post.extension,
        by=post.by,
        reason=post.reason,
    )
    return gettext("The round has more time.")


def _extend_match(post: OrganiserPost) -> str:
    organiser.extend_pairing(
        pairing=post.pairing,
        extension=post.extension,
        by=post.by,
        reason=post.reason,
    )
    return gettext("The match has more time.")


def _replace(post: OrganiserPost) -> str:
    substitutes.substitute_entry(
        entry=post.entry,
        member=substitutes.member_named(post.text("member")),
        by=post.by,
        reason=post.reason,
    )
    return gettext("Replaced; both players have been told.")


def _remove(post: OrganiserPost) -> str:
    chosen = post.text("results") or PastResults.KEEP
    if chosen not in PastResults:
        raise Http404
    entries.remove_entry(
        entry=post.entry,
        by=post.by,
        reason=post.reason,
        results=PastResults(chosen),
    )
    return gettext("The player is removed.")


def _forfeit(post: OrganiserPost) -> str:
    result_rulings.forfeit_pairing(
        pairing=post.pairing,
        entry=post.entry,
        by=post.by,
        reason=post.reason,
    )
    return gettext("The forfeit is awarded.")


def _correct(post: OrganiserPost) -> str:
    pairing = post.pairing
    places = {seat.entry_id: post.number(f"place-{seat.entry_id}") for seat in pairing.seats.all()}
    result_rulings.correct_result(
        pairing=pairing,
        places=places,
        by=post.by,
        reason=post.reason,
        is_forced="forced" in post.fields,
    )
    return gettext(
        "The result is corrected, and the standings with it. The ratings follow in a few minutes."
    )


def _annul(post: OrganiserPost) -> str:
    result_rulings.annul_pairing(pairing=post.pairing, by=post.by, reason=post.reason)
    return gettext("The match is annulled. The ratings follow in a few minutes.")


def _notice(post: OrganiserPost) -> str:
    organiser.send_notice(tournament=post.tournament, by=post.by, text=post.text("text"))
    return gettext("Your message goes to everyone by mail.")


def _series(post: OrganiserPost) -> str:
    series.create_series(
        tournament=post.tournament,
        by=post.by,
        name=post.text("name")[:60],
    )
    return gettext("This is the first season of a series: the next one follows by itself.")


def _wind_up(post: OrganiserPost) -> str:
    organiser.wind_up_tournament(tournament=post.tournament, by=post.by, reason=post.reason)
    return gettext("It ends after the current matches.")


def _cancel(post: OrganiserPost) -> str:
    organiser.cancel_tournament(tournament=post.tournament, by=post.by, reason=post.reason)
    return gettext("The tournament is called off, and everyone has been told.")


def _talk(post: OrganiserPost) -> str:
    is_allowed = post.choice("allowed")
    allow_talk(tournament=post.tournament, by=post.by, is_allowed=is_allowed)
    if is_allowed:
        return gettext("Players can talk at their tables.")
    return gettext("There is no talk at the tables any more.")


def _appoint(post: OrganiserPost) -> str:
    role = post.text("role")
    if role not in Official.Role:
        raise Http404
    row = officials.invite_official(
        tournament=post.tournament,
        by=post.by,
        whom=post.text("whom"),
        role=Official.Role(role),
    )
    return gettext("%(name)s is asked to help.") % {"name": row.invited_as}


def _dismiss(post: OrganiserPost) -> str:
    row = post.tournament.officials.filter(pk=post.number("official")).first()
    if row is None:
        raise Http404
    officials.dismiss_official(official=row, by=post.by)
    return gettext("%(name)s doesn’t help run it any more.") % {"name": row.shown_name}


def _swap(post: OrganiserPost) -> str:
    round_review.swap_entries(
        tournament=post.tournament,
        one=post.number("one"),
        other=post.number("other"),
        by=post.by,
        reason=post.reason,
    )
    return gettext("Swapped. The log gives your reason.")


def _pair(post: OrganiserPost) -> str:
    """A table's number beside each player; who has none sits out."""
    waiting = round_review.proposal_of(post.tournament)
    tables: dict[int, list[int]] = {}
    for entry in (one for table in (waiting.tables if waiting else []) for one in table):
        number = post.number_or_none(f"table-{entry}")
        tables.setdefault(-entry if number is None else number, []).append(entry)
    order = sorted(tables, key=lambda number: (number < 0, number))
    round_review.set_tables(
        tournament=post.tournament,
        tables=[tables[number] for number in order],
        by=post.by,
        reason=post.reason,
    )
    return gettext("The tables are set. The log gives your reason.")


def _begin(post: OrganiserPost) -> str:
    round_review.begin_round(tournament=post.tournament, by=post.by)
    return gettext("The round begins within a minute.")


def _note(post: OrganiserPost) -> str:
    organiser.keep_notes(tournament=post.tournament, by=post.by, text=post.text("notes"))
    return gettext("Your notes are saved.")


ACTIONS: dict[str, Callable[[OrganiserPost], str]] = {
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
