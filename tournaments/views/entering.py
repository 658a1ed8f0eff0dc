"""What a player does with a tournament: enter, check in, withdraw, take a place over."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from games.views.post_only_pages import posted_from
from games.views.request_helpers import signed_in
from tournaments.models import Entry
from tournaments.services import byes, entries, invitations, officials, substitutes
from tournaments.views.tournament_access import (
    SeenTournament,
    refusals_told,
    seen_tournament,
    token_in,
)


@posted_from("tournament", "code")
@login_required
@refusals_told
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Take a place, or one on the waiting list."""
    seen = seen_tournament(request, code)
    entry = entries.make_entry(
        tournament=seen.tournament,
        member=signed_in(request),
        contribution=request.POST.get("contribution", ""),
        token=token_in(request),
    )
    if entry.status == Entry.Status.WAITING:
        messages.info(
            request, gettext("You’re on the waiting list. We’ll mail you if a place becomes free.")
        )
    else:
        messages.success(request, gettext("You’re in. We’ll mail you when it starts."))
    return redirect("tournament", code=seen.tournament.code)


@posted_from("tournament", "code")
@login_required
@refusals_told
def check_in(request: HttpRequest, code: str) -> HttpResponse:
    """Confirm that one will play."""
    seen = seen_tournament(request, code)
    entries.check_in(entry=_own(seen))
    messages.success(request, gettext("Thanks: your place is confirmed."))
    return redirect("tournament", code=seen.tournament.code)


@posted_from("tournament", "code")
@login_required
@refusals_told
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Leave, with one's open matches played on or given up."""
    seen = seen_tournament(request, code)
    entries.withdraw_entry(entry=_own(seen), plays_on=request.POST.get("open_matches") != "leave")
    messages.success(request, gettext("You’ve withdrawn."))
    return redirect("tournament", code=seen.tournament.code)


@posted_from("tournament", "code")
@login_required
@refusals_told
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Say no to an invitation."""
    seen = seen_tournament(request, code)
    invitations.decline_invitation(entry=_own(seen))
    messages.success(request, gettext("You’ve declined. You won’t be asked again."))
    return redirect("tournaments")


@posted_from("tournament", "code")
@login_required
@refusals_told
def take_over(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Somebody on the waiting list takes a place that was left."""
    seen = seen_tournament(request, code)
    entry = seen.state.rows.get(number)
    if entry is None:
        raise Http404
    substitutes.substitute_entry(entry=entry, member=signed_in(request))
    messages.success(request, gettext("The place is yours, along with its results."))
    return redirect("tournament", code=seen.tournament.code)


@posted_from("tournament", "code")
@login_required
@refusals_told
def sit_out(request: HttpRequest, code: str) -> HttpResponse:
    """Ask to sit a round out, or play it after all."""
    seen = seen_tournament(request, code)
    word = request.POST.get("round", "")
    if not (word.isascii() and word.isdigit() and len(word) < 4):
        raise Http404
    if request.POST.get("choice") == "play":
        byes.drop_bye(entry=_own(seen), number=int(word))
        messages.success(request, gettext("You play round %(number)s.") % {"number": word})
    else:
        byes.ask_bye(entry=_own(seen), number=int(word))
        said = gettext("You sit out round %(number)s.")
        messages.success(request, said % {"number": word})
    return redirect("tournament", code=seen.tournament.code)


@posted_from("tournament", "code")
@login_required
@refusals_told
def answer_office(request: HttpRequest, code: str, answer: str) -> HttpResponse:
    """Say yes to running it with others, or no; also later, to step down."""
    row = seen_tournament(request, code).tournament
    if answer not in {"accept", "leave"}:
        raise Http404
    if answer == "accept":
        officials.accept_office(tournament=row, member=signed_in(request))
        messages.success(request, gettext("Thanks: you help run this tournament now."))
        return redirect("tournament", code=row.code)
    officials.leave_office(tournament=row, member=signed_in(request))
    messages.success(request, gettext("All right: you don’t help run this tournament."))
    return redirect("tournaments")


def _own(seen: SeenTournament) -> Entry:
    if seen.entry is None:
        raise Http404
    return seen.entry
