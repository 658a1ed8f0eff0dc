"""A game in figures: how its matches go, what wins, luck against skill, and what stands out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from games.models import Member
from games.views.request_helpers import in_member_zone
from tournaments.figures.chronicles import ALL_TIME, GAP_STEP, WIDEST_GAP, Chronicle, Marks
from tournaments.figures.tables import UNIT
from tournaments.figures.tallies import Mark
from tournaments.pictures.figure_plots import LuckPoint, binned, luck_plot
from tournaments.pictures.plots import bars
from tournaments.presentation import figures as words
from tournaments.selectors.figures import named, stories
from tournaments.selectors.rating_pools import PoolName, pool_names
from tournaments.views.figure_rows import (
    Finder,
    RecordRow,
    match_url,
    moment,
    seat_table,
    trait_tables,
)
from tournaments.views.ratings import pool_named

SHOWN_MARKS = 3
COMMON = 200
"""A trait in fewer than one match of so many isn't searched for: it would take long to find."""

FEWEST_PAIRS = 20


class Bin(NamedTuple):
    """Matches that lasted so long."""

    label: str
    matches: int
    url: str


class Histogram(NamedTuple):
    """How often something was how much, drawn and as rows."""

    title: str
    kind: str
    picture: SafeString
    rows: Sequence[Bin]


class LuckRow(NamedTuple):
    """Pairs whose ratings lay so far apart, and how often the higher one was ahead."""

    label: str
    pairs: int
    share: float
    expected: float


class GameLuck(NamedTuple):
    """How much the better rating tells in one game."""

    pool: PoolName
    pairs: int
    share: float
    expected: float
    is_own: bool


class RecordGroup(NamedTuple):
    """What stood out in one respect."""

    title: str
    rows: Sequence[RecordRow]


class RecordPeriod(NamedTuple):
    """What stood out in one while; of all time, the title is empty."""

    title: str
    groups: Sequence[RecordGroup]


@require_safe
@in_member_zone
def pool_figures(request: HttpRequest, pool: str) -> HttpResponse:
    """What all finished matches of a pool add up to; read from one row a pool."""
    name = pool_named(pool)
    known = {key: story.chronicle for key, story in stories().items()}
    chronicle, find = known.get(pool, Chronicle()), Finder(name)
    fewest = chronicle.matches // COMMON + 1
    luck = _luck_rows(chronicle)
    context = {
        "pool": name,
        "pools": pool_names().values(),
        "chronicle": chronicle,
        "tables": [
            table
            for table in (
                *trait_tables(chronicle.traits, find, fewest),
                seat_table(chronicle.seats, find),
            )
            if table.rows
        ],
        "lengths": _lengths(chronicle, find),
        "luck": luck,
        "luck_picture": _luck_picture(chronicle, name),
        "games": _game_lucks(known, name),
        "seasons": [
            (words.season_name(key), count, find.between(*words.season_days(key)))
            for key, count in sorted(chronicle.seasons.items(), reverse=True)
        ],
        "periods": _periods(chronicle, find),
        "all_url": find(),
    }
    return render(request, "tournaments/figures/pool.html", context)


def _lengths(chronicle: Chronicle, find: Finder) -> list[Histogram]:
    days = binned({int(key): count for key, count in chronicle.days.items()})
    rounds = binned({int(key): count for key, count in chronicle.rounds.items()})
    found = []
    if days:
        width = days[1][0] - days[0][0] if len(days) > 1 else 1
        rows = [
            Bin(_span(start, width), count, find(least_days=start, most_days=start + width - 1))
            for start, count in days
            if count
        ]
        title = gettext("How many days a match takes")
        found.append(Histogram(title, gettext("Days"), _drawn(days, title), rows))
    if len(rounds) > 1:
        width = rounds[1][0] - rounds[0][0]
        rows = [Bin(_span(start, width), count, "") for start, count in rounds if count]
        title = gettext("How many rounds or turns it takes")
        found.append(Histogram(title, gettext("Rounds"), _drawn(rounds, title), rows))
    return found


def _drawn(bins: Sequence[tuple[int, int]], label: str) -> SafeString:
    return mark_safe(bars(bins, label))  # noqa: S308  drawn from numbers, words escaped


def _span(start: int, width: int) -> str:
    return str(start) if width == 1 else f"{start}–{start + width - 1}"


def _luck_rows(chronicle: Chronicle) -> list[LuckRow]:
    found = []
    for key, luck in sorted(chronicle.luck.items(), key=lambda item: int(item[0])):
        gap = int(key)
        label = f"{gap}–{gap + GAP_STEP - 1}"
        if gap >= WIDEST_GAP:
            label = gettext("%(rating)d and above") % {"rating": gap}
        whole = luck.pairs * UNIT
        found.append(LuckRow(label, luck.pairs, luck.score / whole, luck.expected / whole))
    return found


def _luck_picture(chronicle: Chronicle, pool: PoolName) -> SafeString:
    points = [
        LuckPoint(int(key), luck.score / luck.pairs / UNIT, luck.expected / luck.pairs / UNIT)
        for key, luck in sorted(chronicle.luck.items(), key=lambda item: int(item[0]))
        if luck.pairs >= FEWEST_PAIRS
    ]
    label = gettext("How often the higher rating finishes ahead in %(pool)s") % {"pool": str(pool)}
    return mark_safe(luck_plot(points, label, GAP_STEP))  # noqa: S308  words escaped


def _game_lucks(known: Mapping[str, Chronicle], own: PoolName) -> list[GameLuck]:
    """Every pool with enough pairs, the one that luck rules least first."""
    found = []
    for key, name in pool_names().items():
        lucks = known[key].luck.values() if key in known else ()
        pairs = sum(one.pairs for one in lucks)
        if pairs >= FEWEST_PAIRS:
            share = sum(one.score for one in lucks) / pairs / UNIT
            expected = sum(one.expected for one in lucks) / pairs / UNIT
            found.append(GameLuck(name, pairs, share, expected, name == own))
    return sorted(found, key=lambda one: -one.share)


def _periods(chronicle: Chronicle, find: Finder) -> list[RecordPeriod]:
    """Records of all time and of the latest seasons, as far as people may be named."""
    ids = {
        pk
        for marks in chronicle.marks.values()
        for one in (*marks.streaks, *marks.upsets, *marks.scores, *marks.leads)
        for pk in (one.member, one.other)
        if pk
    }
    people = named(ids, listed=True)
    return [
        RecordPeriod(
            words.season_name(period) if period != ALL_TIME else "",
            _groups(chronicle.marks[period], people, find),
        )
        for period in (ALL_TIME, *sorted({*chronicle.marks} - {ALL_TIME}, reverse=True))
        if period in chronicle.marks
    ]


def _groups(marks: Marks, people: Mapping[int, Member], find: Finder) -> list[RecordGroup]:
    groups = (
        (gettext("Wins in a row"), marks.streaks, 1),
        (gettext("Upsets, by how many points of rating"), marks.upsets, 1000),
        (gettext("Highest score"), marks.scores, 1),
        (gettext("Largest winning margin"), marks.leads, 1),
    )
    found = [
        RecordGroup(title, _of_people(ones, unit, people, find)) for title, ones, unit in groups
    ]
    quickest = [
        RecordRow("", _days(one.value), None, moment(one.at), match_url(one.code))
        for one in marks.quickest
        if one.code
    ]
    found.append(RecordGroup(gettext("Quickest matches"), quickest[:SHOWN_MARKS]))
    return [one for one in found if one.rows]


def _days(days: int) -> str:
    if not days:
        return gettext("under a day")
    return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}


def _of_people(
    marks: Sequence[Mark], unit: int, people: Mapping[int, Member], find: Finder
) -> list[RecordRow]:
    found = []
    for one in marks:
        if one.member not in people or (one.other and one.other not in people):
            continue
        member, since, url = people[one.member], None, match_url(one.code)
        if one.since:
            since = moment(one.since)
            whose = Finder(find.pool, member)
            url = whose.between(since.date(), moment(one.at).date())
        value = str(round(one.value / unit))
        until, other = moment(one.at), people.get(one.other)
        found.append(RecordRow("", value, since, until, url, member, other))
    return found[:SHOWN_MARKS]
