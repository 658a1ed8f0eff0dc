"""Leaderboards: who stands highest in a pool, or has gained most in a while."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from django.core.cache import cache
from django.db.models import Count, F, Q, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from games.models import Member
from tournaments.models import RatedMatch, Rating, RatingChange
from tournaments.models.ratings import BOARD_OPPONENTS
from tournaments.rating.elo import PROVISIONAL_MATCHES, PROVISIONAL_OPPONENTS
from tournaments.selectors.figures import story_of
from tournaments.selectors.ratings import PoolStanding, performances, standing_of

ACTIVE = timedelta(days=60)
ROWS = 25
MOST_PAGES = 10_000
SPARK_MATCHES = 30
BIN = 50
KEPT_LINES = 40 * ROWS
KEPT_SECONDS = 600
"""A board by gain is kept so long at most: rulings may change it meanwhile, and days pass."""


class Period(StrEnum):
    """Over which time a board looks."""

    ALL = "all"
    YEAR = "year"
    DAYS = "90-days"


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """A board as it is asked for.

    The board of all time goes by rating; every other one, and one for a table size, by what was
    gained. `met` leaves only those who have played against this member.
    """

    pool: str
    period: Period = Period.ALL
    country: str = ""
    table_size: int | None = None
    met: Member | None = None
    page: int = 1

    @property
    def is_by_gain(self) -> bool:
        """Whether rows stand in the order of what was gained."""
        return self.period is not Period.ALL or self.table_size is not None

    def since(self, now: datetime) -> datetime | None:
        """From when on matches count; None for all of them."""
        if self.period is Period.YEAR:
            return now.replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0)
        return now - timedelta(days=90) if self.period is Period.DAYS else None


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A line of a board. The figures over a time are None on the board of all time."""

    rank: int
    member: Member
    standing: PoolStanding
    matches: int
    gain: float | None = None
    performance: int | None = None
    recent: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board, and where the one who looks stands on the board of all time."""

    rows: list[LeaderboardRow]
    has_more: bool
    own_rank: int | None


SETTLED = Q(
    matches__gte=PROVISIONAL_MATCHES,
    opponents__gte=PROVISIONAL_OPPONENTS,
    recent_opponents__gte=BOARD_OPPONENTS,
)
"""A rating that may stand on a board. The index `rating_board` has the same condition."""


def board(wanted: LeaderboardQuery, now: datetime, member: Member | None = None) -> Board:
    """A page of the board, in a constant number of queries."""
    first = (wanted.page - 1) * ROWS
    in_order = _by_gain if wanted.is_by_gain else _by_rating
    rows = in_order(wanted, now, first)
    shown = _with_recent(wanted.pool, rows[:ROWS])
    return Board(shown, len(rows) > ROWS, _own_rank(wanted, now, member))


def _listed(wanted: LeaderboardQuery, now: datetime) -> QuerySet[Rating]:
    rows = Rating.objects.filter(
        SETTLED,
        pool=wanted.pool,
        rated_at__gte=now - ACTIVE,
        member__is_listed=True,
        member__is_active=True,
    )
    if wanted.country:
        rows = rows.filter(member__country=wanted.country)
    if wanted.met is not None:
        rows = rows.filter(member__in=_met(wanted.pool, wanted.met))
    return rows


def on_the_way(wanted: LeaderboardQuery, now: datetime) -> list[LeaderboardRow]:
    """Ratings that do not stand on the board yet, the most settled first; numbered from 1.

    Asked for where a board is short: in a pool with many settled players nobody looks for them.
    """
    rows = (
        Rating.objects.filter(
            ~SETTLED,
            pool=wanted.pool,
            rated_at__gte=now - ACTIVE,
            member__is_listed=True,
            member__is_active=True,
        )
        .select_related("member")
        .order_by("-matches", "-thousandths", "member_id")[:ROWS]
    )
    return [
        LeaderboardRow(rank, row.member, standing_of(row, now), row.matches)
        for rank, row in enumerate(rows, 1)
    ]


def _met(pool: str, member: Member) -> QuerySet[RatingChange, int]:
    """The members who were at a rated table with this one, who is of them."""
    return RatingChange.objects.filter(pool=pool, rated_match__changes__member=member).values_list(
        "member_id", flat=True
    )


def by_rating(wanted: LeaderboardQuery, now: datetime) -> QuerySet[Rating]:
    """The ratings on the board of all time, the highest first: a walk along its index."""
    return _listed(wanted, now).select_related("member").order_by("-thousandths", "member_id")


def _by_rating(wanted: LeaderboardQuery, now: datetime, first: int) -> list[LeaderboardRow]:
    rows = by_rating(wanted, now)
    return [
        LeaderboardRow(rank, row.member, standing_of(row, now), row.matches)
        for rank, row in enumerate(rows[first : first + ROWS + 1], first + 1)
    ]


Gain = tuple[int, int, int]
"""A member, what they have gained in thousandths, and in how many matches."""


def _gains(wanted: LeaderboardQuery, now: datetime, first: int) -> list[Gain]:
    """The lines from there on, and one more. Adding up all matches of a year takes the database
    most of a second: it does so once for everybody, and anew when another match has been rated.
    """
    if first + ROWS >= KEPT_LINES:
        return list(_gain_rows(wanted, now)[first : first + ROWS + 1])
    rated = RatedMatch.objects.filter(pool=wanted.pool).order_by("-pk")
    newest = rated.values_list("match__code", flat=True).first()
    met = wanted.met.pk if wanted.met is not None else 0
    asked = (wanted.pool, wanted.period, wanted.country, wanted.table_size, met, newest)
    key = "gains:" + ":".join(map(str, asked))
    kept: list[Gain] | None = cache.get(key)
    if kept is None:
        kept = list(_gain_rows(wanted, now)[:KEPT_LINES])
        cache.set(key, kept, KEPT_SECONDS)
    return kept[first : first + ROWS + 1]


def _gain_rows(wanted: LeaderboardQuery, now: datetime) -> QuerySet[RatingChange, Gain]:
    since = wanted.since(now)
    changes = RatingChange.objects.filter(
        pool=wanted.pool, member__in=_listed(wanted, now).values("member")
    )
    if since is not None:
        changes = changes.filter(finished_at__gte=since)
    if wanted.table_size is not None:
        changes = changes.filter(table_size=wanted.table_size)
    totals = changes.order_by().values_list("member_id")
    return totals.annotate(gain=Sum(F("after") - F("before")), played=Count("id")).order_by(
        "-gain", "member_id"
    )


def _by_gain(wanted: LeaderboardQuery, now: datetime, first: int) -> list[LeaderboardRow]:
    gains = _gains(wanted, now, first)
    members = [member for member, _gain, _played in gains]
    # Who has left the board since it was added up is not on it.
    rows = _listed(wanted, now).filter(member__in=members).select_related("member")
    ratings = {row.member_id: row for row in rows}
    performed = performances(wanted.pool, members, wanted.since(now), wanted.table_size)
    return [
        LeaderboardRow(
            rank,
            ratings[member].member,
            standing_of(ratings[member], now),
            played,
            gain / 1000,
            performed.get(member),
        )
        for rank, (member, gain, played) in enumerate(gains, first + 1)
        if member in ratings
    ]


def _with_recent(pool: str, rows: list[LeaderboardRow]) -> list[LeaderboardRow]:
    """The same with the last ratings of each, for the little curve."""
    last = Window(RowNumber(), partition_by="member", order_by=F("rated_match").desc())
    changes = (
        RatingChange.objects.filter(pool=pool, member__in=[row.member.pk for row in rows])
        .annotate(age=last)
        .filter(age__lte=SPARK_MATCHES)
        .order_by("rated_match")
    )
    found = defaultdict(list)
    for member, after in changes.values_list("member_id", "after"):
        found[member].append(after / 1000)
    return [replace(row, recent=tuple(found[row.member.pk])) for row in rows]


def _own_rank(wanted: LeaderboardQuery, now: datetime, member: Member | None) -> int | None:
    """Where the member stands by rating among those whom the board names; None if not on it."""
    if member is None or wanted.is_by_gain:
        return None
    rows = _listed(wanted, now)
    own = rows.filter(member=member).first()
    if own is None:
        return None
    above = Q(thousandths__gt=own.thousandths) | Q(
        thousandths=own.thousandths, member_id__lt=member.pk
    )
    return rows.filter(above).count() + 1


def distribution(pool: str) -> list[tuple[int, int]]:
    """How many settled ratings lie in each 50 points, from the lowest bin to the highest."""
    counts: dict[int, int] = defaultdict(int)
    for start, count in story_of(pool).spread.items():
        counts[start // BIN] += count
    if not counts:
        return []
    bins = range(min(counts), max(counts) + 1)
    return [(number * BIN, counts.get(number, 0)) for number in bins]
