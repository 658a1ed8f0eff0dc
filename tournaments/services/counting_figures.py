"""Figures follow finished matches: counted once each, in the order in which they were settled.

Within a pool a match's rows are written under the pool's lock, so their ids are in order and
whoever sees one sees all before it. One row is the lock under which they are counted.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
from django.db import connection, transaction
from django.db.models import Count, F

from tournaments.figures.careers import Career, RatingCourse
from tournaments.figures.chronicles import Chronicle
from tournaments.figures.tables import PlayedTable
from tournaments.models import MemberFigures, PlayedMatch, PoolFigures, Rating
from tournaments.rating.elo import PROVISIONAL_MATCHES, PROVISIONAL_OPPONENTS
from tournaments.rating.forecasts import SkillStrength
from tournaments.selectors.rating_pools import pool_names
from tournaments.services.played_tables import tables_of
from tournaments.services.rivalries import add_meetings, recount_meetings, retract_meetings

logger = logging.getLogger(__name__)

CHUNK = 500
MOST_CHUNKS = 40
LOCK = "*"
BIN = 10_000


@dataclass(slots=True)
class Counted:
    """What counting a pool anew has found: its matches, and players whose figures were others."""

    pool: str
    matches: int = 0
    wrong: int = 0


@dataclass(slots=True)
class _Books:
    """A pool's figures while matches are counted."""

    pool: str
    chronicle: Chronicle = field(default_factory=Chronicle)
    careers: dict[int, Career] = field(default_factory=dict)
    courses: dict[int, RatingCourse] = field(default_factory=dict)

    def open_for(self, members: Iterable[int]) -> None:
        """Read the careers of these as they are stored."""
        missing = set(members) - set(self.careers)
        for row in MemberFigures.objects.filter(pool=self.pool, member__in=missing):
            self.careers[row.member_id] = msgspec.json.decode(row.figures, type=Career)
            self.courses[row.member_id] = msgspec.json.decode(row.course, type=RatingCourse)

    def take(self, table: PlayedTable) -> None:
        """Count one more match."""
        for seat in table.seats:
            self.careers.setdefault(seat.member, Career()).take(table, seat)
            course = self.courses.setdefault(seat.member, RatingCourse())
            if seat.rated is not None:
                course.take(table.at, seat.rated)
        self.chronicle.take(table, self.careers)

    def rows(self, members: Iterable[int]) -> list[MemberFigures]:
        """These members' rows, not yet stored."""
        return [
            MemberFigures(
                member_id=member,
                pool=self.pool,
                figures=_written(self.careers[member]),
                course=_written(self.courses[member]),
            )
            for member in members
        ]


def _written(figures: msgspec.Struct) -> str:
    return msgspec.json.encode(figures).decode()


def count_due(chunks: int = MOST_CHUNKS, *, waits: bool = True) -> int:
    """Count settled matches that aren't yet, so many chunks of each pool; returns how many rows.

    Pools that a ruling changed are counted anew. Without `waits` that is left to others, and so is
    everything while somebody else counts. What fails in one pool holds up no other.
    """
    done = 0
    for pool in pool_names():
        try:
            done += _count_pool(pool, chunks, waits=waits)
        except Exception:
            logger.exception("figures cannot be counted", extra={"pool": pool})
    return done


def _count_pool(pool: str, chunks: int, *, waits: bool) -> int:
    row = PoolFigures.objects.filter(pool=pool).only("is_stale").first()
    if row is not None and row.is_stale and waits:
        recount_pool(pool)
    done = 0
    for _chunk in range(chunks):
        counted = _count_next(pool, waits=waits)
        if not counted:
            break
        done += counted
    return done


def _count_next(pool: str, *, waits: bool) -> int:
    """Count the next matches of the pool; 0 if there are none, or while somebody else counts."""
    start = PoolFigures.objects.filter(pool=pool).values_list("counted", flat=True).first() or 0
    if not PlayedMatch.objects.filter(pool=pool, pk__gt=start).exists():
        return 0
    with transaction.atomic():
        row = _held(pool) if waits else _held_if_free(pool)
        played = _played(pool, row.counted) if row is not None else []
        if row is None or not played:
            return 0
        tables = tables_of(played)
        books = _Books(pool, msgspec.json.decode(row.figures, type=Chronicle))
        members = sorted({seat.member for table in tables for seat in table.seats})
        books.open_for(members)
        for table in tables:
            books.take(table)
        add_meetings(pool, tables)
        _note_strengths(books, members)
        _store(books, members)
        _close(row, books, played)
    return len(played)


def recount_pool(pool: str, *, is_check: bool = False) -> Counted:
    """Count all of a pool's matches anew; with `is_check` nothing is stored.

    Who met whom is not touched: `services.rivalries` keeps that.
    """
    with transaction.atomic():
        row = _held(pool)
        books, found, last = _Books(pool), Counted(pool), 0
        until = row.counted
        while played := _played(pool, last, until):
            tables = tables_of(played)
            for table in tables:
                books.take(table)
            found.matches += len(tables)
            last = played[-1].pk
        found.wrong = _compare(books)
        if not is_check:
            gone = MemberFigures.objects.filter(pool=pool).exclude(member__in=books.careers)
            gone.delete()
            _store(books, sorted(books.careers))
            row.is_stale = False
            _close(row, books, ())
        else:
            transaction.set_rollback(True)
    return found


def _compare(books: _Books) -> int:
    """How many careers are stored otherwise; strengths on the way are kept as they were noted."""
    stored = MemberFigures.objects.filter(pool=books.pool)
    wrong, seen = 0, set()
    for row in stored.iterator(chunk_size=500):
        seen.add(row.member_id)
        if row.member_id not in books.careers:
            wrong += 1
            continue
        course = books.courses[row.member_id]
        course.carry_over(msgspec.json.decode(row.course, type=RatingCourse))
        same = row.figures == _written(books.careers[row.member_id])
        wrong += not (same and row.course == _written(course))
    return wrong + len(set(books.careers) - seen)


def _held(pool: str) -> PoolFigures:
    """The pool's row, while nobody else counts: waits for who does."""
    PoolFigures.objects.get_or_create(pool=LOCK)
    PoolFigures.objects.select_for_update().get(pool=LOCK)
    return PoolFigures.objects.get_or_create(pool=pool)[0]


def _held_if_free(pool: str) -> PoolFigures | None:
    """The same; None while somebody else counts, where the database can tell."""
    PoolFigures.objects.get_or_create(pool=LOCK)
    skips = connection.features.has_select_for_update_skip_locked
    if not PoolFigures.objects.select_for_update(skip_locked=skips).filter(pool=LOCK).first():
        return None
    return PoolFigures.objects.get_or_create(pool=pool)[0]


def _played(pool: str, after: int, until: int | None = None) -> list[PlayedMatch]:
    """The rows of the next matches, whole ones only: a match's rows were written at once."""
    rows = PlayedMatch.objects.filter(pool=pool, pk__gt=after)
    if until is not None:
        rows = rows.filter(pk__lte=until)
    found = list(rows.select_related("match").defer("match__state").order_by("pk")[: CHUNK + 1])
    if len(found) > CHUNK:
        cut = found[CHUNK].match_id
        found = [row for row in found if row.match_id != cut]
    return found


def _note_strengths(books: _Books, members: Sequence[int]) -> None:
    rows = Rating.objects.filter(pool=books.pool, member__in=members)
    for member, mean, deviation in rows.values_list("member", "strength", "strength_deviation"):
        if mean is None:
            continue
        strength = SkillStrength(mean, deviation or 1.0)
        books.courses[member].note(strength.shown, strength.band)


def _store(books: _Books, members: Sequence[int]) -> None:
    MemberFigures.objects.bulk_create(
        books.rows(members),
        update_conflicts=True,
        unique_fields=["member", "pool"],
        update_fields=["figures", "course"],
        batch_size=200,
    )


def _close(row: PoolFigures, books: _Books, played: Sequence[PlayedMatch]) -> None:
    row.figures = _written(books.chronicle)
    row.spread = msgspec.json.encode(spread_of(books.pool)).decode()
    if played:
        row.counted = played[-1].pk
    row.save()


def spread_of(pool: str) -> dict[str, int]:
    """How many settled ratings of the pool begin with each ten points."""
    rows = (
        Rating.objects.filter(
            pool=pool, matches__gte=PROVISIONAL_MATCHES, opponents__gte=PROVISIONAL_OPPONENTS
        )
        .annotate(bin=F("thousandths") / BIN)
        .order_by("bin")
        .values_list("bin")
        .annotate(count=Count("id"))
    )
    return {str(number * BIN // 1000): count for number, count in rows}


def mark_stale(pool: str) -> None:
    """Have the pool's figures counted anew before long: what is in them has changed."""
    PoolFigures.objects.filter(pool=pool).update(is_stale=True)


def forget_match(match: int) -> None:
    """Take a match out before it is shown no longer: who met whom at once, the rest before long."""
    played = list(PlayedMatch.objects.filter(match=match, is_shown=True))
    if not played:
        return
    pool = played[0].pool
    with transaction.atomic():
        if _held(pool).counted >= played[-1].pk:
            retract_meetings(pool, played)
            mark_stale(pool)


def recount_rivalries(*, is_check: bool = False) -> int:
    """Count anew who met whom; returns how many pairs were stored otherwise."""
    with transaction.atomic():
        _held(LOCK)
        rows = PoolFigures.objects.exclude(pool=LOCK).values_list("pool", "counted")
        return recount_meetings(dict(rows), is_check=is_check)


def pools_counted() -> list[str]:
    """The pools that have figures."""
    rows = PoolFigures.objects.exclude(pool=LOCK).order_by("pool")
    return list(rows.values_list("pool", flat=True))
