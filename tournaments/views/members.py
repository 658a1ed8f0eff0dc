"""What everybody may know of a member: ratings, record, pace, reliability; and two compared."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

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
from tournaments.pictures.plots import Dot, history_plot, score_steps
from tournaments.presentation.ratings import history_label
from tournaments.rating.forecasts import chance
from tournaments.selectors import member_records
from tournaments.selectors import ratings as reads
from tournaments.selectors.achievements import achievements
from tournaments.views.ratings import page_in, pool_named

STEPS_ON_A_PAGE = 20
MEETINGS_SHOWN = 50


@require_safe
@in_member_zone
def member_page(request: HttpRequest, member: int) -> HttpResponse:
    """A member's record."""
    viewer = member_of(request)
    row = _shown_member(member, viewer)
    now, course = clock.now(), member_records.conduct(row)
    context = {
        "person": row,
        "is_own": viewer == row,
        "standings": reads.standings_of(row, now),
        "records": member_records.game_records(row),
        "opponents": member_records.opponents(row),
        "pace": member_records.pace(course),
        "reliability": member_records.reliability(row),
        "achievements": achievements(row, course),
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
    if standing is None:
        raise Http404
    found = reads.steps(row, pool, limit=STEPS_ON_A_PAGE + 1, offset=(page - 1) * STEPS_ON_A_PAGE)
    points = reads.history(row, pool)
    viewer = member_of(request)
    context = {
        "person": row,
        "pool": name,
        "standing": standing,
        "plot": _plot(row, standing, points),
        "points": points,
        "steps": found[:STEPS_ON_A_PAGE],
        "visible": _visible([one.change.rated_match.match for one in found], viewer),
        "performance": reads.performance_of(
            one.change.exchanges for one in found[:STEPS_ON_A_PAGE]
        ),
        "refunds": reads.refunds(row, pool),
        "page": page,
        "has_more": len(found) > STEPS_ON_A_PAGE,
    }
    return render(request, "tournaments/ratings/history.html", context)


@require_safe
@in_member_zone
def head_to_head(request: HttpRequest, member: int, other: int) -> HttpResponse:
    """Two members: every match in which they met."""
    one, two = _shown_member(member), _shown_member(other)
    if one == two:
        return redirect("member", member=one.pk)
    met = member_records.meetings(one, two)
    latest = list(reversed(met[-MEETINGS_SHOWN:]))
    label = gettext(
        "Matches of %(one)s and %(other)s in order: up when %(one)s finished ahead, "
        "down when %(other)s did."
    ) % {"one": one.name, "other": two.name}
    context = {
        "one": one,
        "two": two,
        "meetings": latest,
        "count": len(met),
        "ahead": sum(meeting.score == 1 for meeting in met),
        "level": sum(meeting.score not in (0, 1) for meeting in met),
        "behind": sum(meeting.score == 0 for meeting in met),
        "pools": _by_pool(one, two, met),
        "visible": _visible([meeting.one.match for meeting in latest], member_of(request)),
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
    member: Member, standing: reads.PoolStanding, points: Sequence[reads.Point]
) -> SafeString:
    if len(points) < 2:
        return SafeString("")
    values = [round(point.points) for point in points]
    label = history_label(
        str(standing.pool),
        member.name,
        values[0],
        values[-1],
        max(values),
        standing.rating.matches,
    )
    dots = [Dot(point.at, point.points, point.uncertainty) for point in points]
    return mark_safe(history_plot(dots, label, _day))  # noqa: S308  numbers, words escaped


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


def _by_pool(
    one: Member, two: Member, met: Sequence[member_records.Meeting]
) -> list[tuple[str, int, float, float | None]]:
    """Each pool's matches, mean score, and what the ratings of today make one expect."""
    now = clock.now()
    standings = [
        {standing.pool.key: standing for standing in reads.standings_of(person, now)}
        for person in (one, two)
    ]
    rows = []
    for key in dict.fromkeys(meeting.one.pool for meeting in met):
        scores = [meeting.score for meeting in met if meeting.one.pool == key]
        expected = None
        if all(key in one for one in standings):
            ours, theirs = (one[key].strength for one in standings)
            if ours is not None and theirs is not None:
                expected = chance(ours, theirs, reads.pool_factor(key))
        rows.append((str(pool_named(key)), len(scores), sum(scores) / len(scores), expected))
    return rows
