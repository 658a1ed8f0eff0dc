"""Figures as they were counted: of players, of pools, and of two players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from games.models import Member
from tournaments.figures.careers import Career, RatingCourse
from tournaments.figures.chronicles import Chronicle
from tournaments.models import MemberFigures, PoolFigures, Rivalry
from tournaments.selectors.rating_pools import PoolName, pool_names

SHOWN_OPPONENTS = 10
FEWEST_AGAINST, MOST_COMPARED = 3, 100
BIN = 10


@dataclass(frozen=True, slots=True)
class GameFigures:
    """A member's figures in one pool; the course is there where it was asked for."""

    pool: PoolName
    career: Career
    course: RatingCourse


def careers_of(member: Member) -> list[GameFigures]:
    """The member's figures in every pool, in the order in which the site offers the games."""
    rows = MemberFigures.objects.filter(member=member).values_list("pool", "figures")
    found = {pool: msgspec.json.decode(figures, type=Career) for pool, figures in rows}
    return [
        GameFigures(name, found[key], RatingCourse())
        for key, name in pool_names().items()
        if key in found
    ]


def career_of(member: Member, pool: PoolName) -> GameFigures | None:
    """The member's figures in one pool, with the way of the rating; None without any."""
    row = MemberFigures.objects.filter(member=member, pool=pool.key).first()
    if row is None:
        return None
    return GameFigures(
        pool,
        msgspec.json.decode(row.figures, type=Career),
        msgspec.json.decode(row.course, type=RatingCourse),
    )


@dataclass(frozen=True, slots=True)
class PoolStory:
    """A pool's figures, and how many settled ratings begin with each ten points."""

    chronicle: Chronicle
    spread: Mapping[int, int]

    def percentile(self, shown: int) -> int | None:
        """Of a hundred settled players, how many stand below; None where there are too few."""
        others = sum(self.spread.values()) - 1
        if others < 1:
            return None
        own = shown // BIN * BIN
        below = sum(count for start, count in self.spread.items() if start < own)
        level = max(0, self.spread.get(own, 0) - 1)
        return min(100, round(100 * (below + level / 2) / others))


def story_of(pool: str) -> PoolStory:
    """What was counted of a pool; nothing in it before a match was."""
    row = PoolFigures.objects.filter(pool=pool).first()
    return _story(row) if row is not None else PoolStory(Chronicle(), {})


def stories() -> dict[str, PoolStory]:
    """What was counted of every pool, in one query."""
    return {row.pool: _story(row) for row in PoolFigures.objects.filter(pool__in=pool_names())}


def _story(row: PoolFigures) -> PoolStory:
    return PoolStory(
        msgspec.json.decode(row.figures, type=Chronicle),
        msgspec.json.decode(row.spread, type=dict[int, int]),
    )


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom the member met. `share` is the score as a percentage."""

    member: Member
    matches: int
    share: int


@dataclass(frozen=True, slots=True)
class Opponents:
    """Who was met most, and against whom the member did best and worst."""

    most: tuple[Opponent, ...]
    best: Opponent | None
    worst: Opponent | None


def opponents(member: Member) -> Opponents:
    """Whom the member met most; of those met often, three times at least, the best and worst."""
    rows = Rivalry.objects.filter(member=member, opponent__is_active=True)
    most = rows.select_related("opponent").order_by("-matches", "opponent_id")[:MOST_COMPARED]
    found = [_opponent(row) for row in most]
    often = [one for one in found if one.matches >= FEWEST_AGAINST]
    return Opponents(
        tuple(found[:SHOWN_OPPONENTS]),
        max(often, key=lambda one: one.share, default=None),
        min(often, key=lambda one: one.share, default=None),
    )


def _opponent(row: Rivalry) -> Opponent:
    return Opponent(row.opponent, row.matches, round(row.share / 10))


def results_between(one: Member, two: Member) -> dict[str, tuple[int, int, int]]:
    """By pool: how often the first finished ahead of the second, level and behind."""
    row = Rivalry.objects.filter(member=one, opponent=two).first()
    return row.results if row is not None else {}


def named(ids: Iterable[int], *, listed: bool = False) -> dict[int, Member]:
    """Those of these members who may be named: nobody whose account is closed, and with `listed`
    nobody who stays off the boards."""
    rows = Member.objects.filter(pk__in=set(ids), is_active=True)
    return {row.pk: row for row in (rows.filter(is_listed=True) if listed else rows)}
