"""Ratings of one member: where they stand, and every step on the way there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from games.models import Match, Member
from games.selectors.endings import RatingNews
from tournaments.models import Rating, RatingChange, RatingPool, RatingRefund
from tournaments.rating import elo
from tournaments.rating.forecasts import SkillStrength
from tournaments.selectors.rating_pools import PoolName, pool_names

DAY = 86_400


@dataclass(frozen=True, slots=True)
class PoolStanding:
    """A rating as it stands at a moment: the uncertainty has grown while nothing was played."""

    pool: PoolName
    rating: elo.EloRating
    peak: int | None
    rated_at: datetime | None
    strength: SkillStrength | None = None

    @property
    def shown(self) -> int:
        """Whole points, never below the floor."""
        return self.rating.shown

    @property
    def peak_shown(self) -> int | None:
        """The highest settled rating, as shown."""
        return None if self.peak is None else max(elo.FLOOR_SHOWN, round(self.peak / 1000))

    @property
    def uncertainty(self) -> int:
        """One standard deviation in whole points."""
        return round(self.rating.uncertainty / 1000)

    @property
    def is_provisional(self) -> bool:
        """Whether a question mark stands behind it."""
        return self.rating.is_provisional


@dataclass(frozen=True, slots=True)
class ExchangeLine:
    """What passed between the member and one opponent in one match."""

    opponent: Member
    rating: int
    score: float
    expected: float
    step: float
    points: float


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What one match did to the rating, with its sum."""

    change: RatingChange
    exchanges: tuple[ExchangeLine, ...]
    levelling: float
    """What keeps the scale where it is: the part of the change that no opponent brought."""

    @property
    def points(self) -> float:
        """The change in points."""
        return (self.change.after - self.change.before) / 1000

    @property
    def after(self) -> int:
        """The rating after it, as shown."""
        return max(elo.FLOOR_SHOWN, round(self.change.after / 1000))


def standing_of(row: Rating, now: datetime) -> PoolStanding:
    """The rating of this row at a moment."""
    rating = elo.EloRating(row.thousandths, row.uncertainty, row.matches, row.opponents)
    if row.rated_at is not None:
        rating = rating.rested((now - row.rated_at).total_seconds() / DAY)
    strength = None
    if row.strength is not None and row.strength_deviation is not None:
        strength = SkillStrength(row.strength, row.strength_deviation)
    name = pool_names()[row.pool]
    return PoolStanding(name, rating, row.peak_thousandths, row.rated_at, strength)


def standings_of(member: Member, now: datetime) -> list[PoolStanding]:
    """The member's ratings, in the order in which the site offers the games."""
    rows = {row.pool: row for row in Rating.objects.filter(member=member)}
    return [standing_of(rows[key], now) for key in pool_names() if key in rows]


def steps(member: Member, pool: str, *, limit: int, offset: int = 0) -> list[RatingStep]:
    """What each match did, the newest first, with the opponents' names."""
    rows = list(
        RatingChange.objects.filter(member=member, pool=pool)
        .select_related("rated_match__match")
        .defer("rated_match__match__state")
        .order_by("-rated_match")[offset : offset + limit]
    )
    people = Member.objects.in_bulk(
        {part.opponent for row in rows for part in elo.exchanges_read(row.exchanges)}
    )
    return [RatingStep(row, tuple(_lines(row.exchanges, people)), _levelling(row)) for row in rows]


def _levelling(row: RatingChange) -> float:
    exchanged = sum(part.thousandths for part in elo.exchanges_read(row.exchanges))
    return (row.after - row.before - exchanged) / 1000


def _lines(exchanges: object, people: dict[int, Member]) -> Iterable[ExchangeLine]:
    for one in elo.exchanges_read(exchanges):
        if one.opponent in people:
            yield ExchangeLine(
                people[one.opponent],
                max(elo.FLOOR_SHOWN, round(one.rating / 1000)),
                one.score,
                one.expected,
                one.step,
                one.thousandths / 1000,
            )


def changes_of(match: Match) -> dict[int, RatingNews]:
    """What the match did to each rated member's rating, in points as shown; empty if nothing."""
    rows = RatingChange.objects.filter(
        rated_match__match=match, rated_match__is_counted=True, rated_match__struck_at=None
    )
    return {
        member: RatingNews(_shown(before), _shown(after))
        for member, before, after in rows.values_list("member_id", "before", "after")
    }


def _shown(thousandths: int) -> int:
    return max(elo.FLOOR_SHOWN, round(thousandths / 1000))


def refunds(member: Member, pool: str) -> list[RatingRefund]:
    """What the member got back for matches that were struck out."""
    rows = RatingRefund.objects.filter(member=member, pool=pool).select_related("struck__match")
    return list(rows.order_by("-at"))


def performance_of(exchanges: Iterable[object]) -> int | None:
    """The performance over these matches' exchanges; None where nobody was met."""
    parts = [part for match in exchanges for part in elo.exchanges_read(match)]
    score = sum(part.score for part in parts)
    return elo.performance([part.rating / 1000 for part in parts], score)


def performances(
    pool: str, members: Collection[int], since: datetime | None, table_size: int | None = None
) -> dict[int, int]:
    """Each of these members' performance in the pool since then, in one query."""
    rows = RatingChange.objects.filter(pool=pool, member__in=members)
    if since is not None:
        rows = rows.filter(finished_at__gte=since)
    if table_size is not None:
        rows = rows.filter(table_size=table_size)
    return _performances(rows.values_list("member_id", "exchanges"))


def _performances(rows: Iterable[tuple[int, object]]) -> dict[int, int]:
    found = defaultdict(list)
    for member, exchanges in rows:
        found[member].append(exchanges)
    reckoned = {member: performance_of(exchanges) for member, exchanges in found.items()}
    return {member: points for member, points in reckoned.items() if points is not None}


def pool_factor(pool: str) -> float:
    """What the pool's results have shown differences of strength to be worth; 1 as they stand."""
    setting = RatingPool.objects.filter(key=pool).values_list("setting", flat=True).first()
    return float(setting["factor"]) if setting else 1.0
