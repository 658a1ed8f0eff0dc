"""What everybody may know of a member: ratings, record, pace, reliability; and two compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.common import clock
from games.models import Match, Member
from games.selectors.people import beside_own_view, own_view
from games.views.notes import note_form
from games.views.request_helpers import in_member_zone, member_of
from tournaments.figures.careers import CoursePoint
from tournaments.pictures.plots import Dot, history_plot, score_steps
from tournaments.presentation.ratings import history_label
from tournaments.rating.forecasts import chance
from tournaments.selectors import member_records
from tournaments.selectors import ratings as reads
from tournaments.selectors.achievements import achievements
from tournaments.selectors.figures import (
    GameFigures,
    career_of,
    careers_of,
    named,
    opponents,
    results_between,
    story_of,
)
from tournaments.selectors.rating_pools import PoolName
from tournaments.views.figure_rows import (
    Finder,
    career_records,
    field_table,
    moment,
    season_rows,
    seat_table,
    size_table,
    trait_tables,
    upset_rows,
)
from tournaments.views.ratings import page_in, pool_named

STEPS_ON_A_PAGE = 20
MEETINGS_SHOWN = 50
SHOWN_COURSE = 24


@require_safe
@in_member_zone
def member_page(request: HttpRequest, member: int) -> HttpResponse:
    """A member's record."""
    viewer = member_of(request)
    row = _shown_member(member, viewer)
    figures = careers_of(row)
    context = {
        "person": row,
        "is_own": viewer == row,
        "standings": reads.standings_of(row, clock.now()),
        "figures": figures,
        "opponents": opponents(row),
        "pace": member_records.pace(row),
        "reliability": member_records.reliability(row),
        "achievements": achievements(row, [one.career for one in figures]),
        **_own_view(viewer, row),
    }
    return render(request, "tournaments/ratings/member.html", context)


def _own_view(viewer: Member | None, person: Member) -> dict[str, object]:
    """What the viewer keeps about the person, and the forms for it."""
    if viewer is None or viewer == person:
        return {}
    kept = own_view(person)
    address = reverse("member-note", kwargs={"member": person.pk})
    return {
        "towards": kept.stances,
        "notes": {"are_there": bool(kept.note)},
        "note_form": note_form(address, kept.note),
    }


@require_safe
@in_member_zone
def rating_history(request: HttpRequest, member: str, pool: str) -> HttpResponse:
    """Every step of one rating, with its sum, and the curve."""
    row, name, page = _shown_member(int(member[:18])), pool_named(pool), page_in(request)
    standing = next((one for one in reads.standings_of(row, clock.now()) if one.pool == name), None)
    figures = career_of(row, name)
    if standing is None and figures is None:
        raise Http404
    found = reads.steps(row, pool, limit=STEPS_ON_A_PAGE + 1, offset=(page - 1) * STEPS_ON_A_PAGE)
    context = {
        "person": row,
        "pool": name,
        "standing": standing,
        "steps": found[:STEPS_ON_A_PAGE],
        "visible": _visible([one.change.rated_match.match for one in found], member_of(request)),
        "performance": reads.performance_of(
            one.change.exchanges for one in found[:STEPS_ON_A_PAGE]
        ),
        "refunds": reads.refunds(row, pool),
        "page": page,
        "has_more": len(found) > STEPS_ON_A_PAGE,
        **(_figures(row, standing, figures) if figures is not None and page == 1 else {}),
    }
    return render(request, "tournaments/ratings/history.html", context)


def _figures(
    member: Member, standing: reads.PoolStanding | None, figures: GameFigures
) -> dict[str, object]:
    """What the player's matches in the pool add up to, with the addresses behind each figure."""
    career, find = figures.career, Finder(figures.pool, member)
    settled = standing is not None and not standing.is_provisional
    ahead_of = (
        story_of(figures.pool.key).percentile(standing.shown)
        if standing is not None and settled
        else None
    )
    return {
        "figures": figures,
        "percentile": ahead_of,
        "plot": _plot(member, standing, figures.course.shown) if standing is not None else "",
        "course": figures.course.shown[-SHOWN_COURSE:],
        "tables": [
            table
            for table in (
                field_table(career, find),
                size_table(career, find),
                seat_table(career.seats, find),
                *trait_tables(career.traits, find),
            )
            if table.rows
        ],
        "seasons": season_rows(career, find),
        "records": career_records(career, find),
        "upsets": upset_rows(career.upsets, named(mark.other for mark in career.upsets)),
        "all_url": find(),
    }


@require_safe
@in_member_zone
def head_to_head(request: HttpRequest, member: int, other: int) -> HttpResponse:
    """Two members: every match in which they met."""
    one, two = _shown_member(member), _shown_member(other)
    if one == two:
        return redirect("member", member=one.pk)
    met = member_records.meetings(one, two, MEETINGS_SHOWN)
    results = results_between(one, two)
    ahead, level, behind = map(sum, zip(*results.values(), strict=True)) if results else (0, 0, 0)
    label = gettext(
        "The latest matches of %(one)s and %(other)s in order: up when %(one)s finished ahead, "
        "down when %(other)s did."
    ) % {"one": one.name, "other": two.name}
    context = {
        "one": one,
        "two": two,
        "meetings": met[::-1],
        "count": ahead + level + behind,
        "ahead": ahead,
        "level": level,
        "behind": behind,
        "pools": _by_pool(one, two, results),
        "visible": _visible([meeting.one.match for meeting in met], member_of(request)),
        "picture": mark_safe(score_steps([meeting.score for meeting in met], label)),  # noqa: S308
    }
    return render(request, "tournaments/ratings/head_to_head.html", context)


def _shown_member(pk: int, viewer: Member | None = None) -> Member:
    """The member, with what a viewer keeps about them.

    Raises Http404 for nobody, and for one whose account is closed.
    """
    rows = Member.objects.select_related("reliability")
    if viewer is not None:
        rows = beside_own_view(rows, viewer)
    # larger ids than the database holds are nobody's
    return get_object_or_404(rows, pk=min(pk, 2**62), is_active=True)


def _plot(
    member: Member, standing: reads.PoolStanding, points: Sequence[CoursePoint]
) -> SafeString:
    if len(points) < 2:
        return SafeString("")
    values = [point.rating for point in points]
    label = history_label(
        str(standing.pool),
        member.name,
        values[0],
        values[-1],
        max(values),
        standing.rating.matches,
    )
    dots = [Dot(moment(point.at), point.rating, point.off) for point in points]
    strengths = [
        Dot(moment(point.at), point.strength, point.band or 0)
        for point in points
        if point.strength is not None
    ]
    return mark_safe(history_plot(dots, label, _day, strengths))  # noqa: S308  numbers alone


def _day(at: datetime) -> str:
    return date_format(timezone.localtime(at), gettext("j M Y"))


def _visible(matches: Sequence[Match], viewer: Member | None) -> set[int]:
    """Which of these matches the one who looks may open."""
    private = [match.pk for match in matches if not match.is_public]
    own = (
        set(viewer.plays.filter(match__in=private).values_list("match_id", flat=True))
        if viewer is not None and private
        else set()
    )
    return {match.pk for match in matches if match.is_public} | own


class MetIn(NamedTuple):
    """How two did against each other in a pool, and what the first may expect of the next time."""

    pool: PoolName
    matches: int
    score: float
    expected: float | None
    url: str


def _by_pool(one: Member, two: Member, results: Mapping[str, tuple[int, int, int]]) -> list[MetIn]:
    """Each pool's matches, mean score, and what today's strengths make one expect."""
    now = clock.now()
    standings = [
        {standing.pool.key: standing for standing in reads.standings_of(person, now)}
        for person in (one, two)
    ]
    rows = []
    for key, (ahead, level, behind) in results.items():
        matches = ahead + level + behind
        expected = None
        if all(key in one for one in standings):
            ours, theirs = (one[key].strength for one in standings)
            if ours is not None and theirs is not None:
                expected = chance(ours, theirs, reads.pool_factor(key))
        pool = pool_named(key)
        url = Finder(pool, one)(opponent=two.name)
        rows.append(MetIn(pool, matches, (ahead + level / 2) / matches, expected, url))
    return rows
