"""The organiser's desk: the page of all tools, and a new draft by the same terms."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.common import clock
from games.views.post_only_pages import posted_from
from games.views.request_helpers import in_member_zone, signed_in
from tournaments.models import Entry, Official, PastResults, Tournament
from tournaments.presentation.terms import seats_in_words
from tournaments.selectors.access import Power
from tournaments.selectors.rounds import RoundLine, TableLine
from tournaments.services import organiser, round_review, series
from tournaments.views.tournament_access import SeenTournament, refusals_told, ruled_tournament

EXTENSIONS = (1, 2, 3, 5, 7, 14)
"""The days that can be added to a match or a round."""


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
