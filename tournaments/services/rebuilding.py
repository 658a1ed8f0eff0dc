"""Playing a pool's matches again: the proof that its ratings follow from them, and the cure."""

from __future__ import annotations

import gc
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from django.db import transaction
from django.db.models import ExpressionWrapper, F, TextField

from tournaments.models import RatedMatch, Rating, RatingChange, RatingPool, RatingRefund
from tournaments.rating import elo
from tournaments.rating.pools import Pool
from tournaments.services.counting_figures import mark_stale
from tournaments.services.rating_results import RatedPlayer
from tournaments.services.ratings import (
    ChangeKept,
    RatingFigures,
    change_row,
    changes_kept,
    match_to_rate,
    rating_values,
)
from tournaments.services.settling_locks import lock_pool

CHUNK = 2000
EVER = datetime.min.replace(tzinfo=UTC)
CHANGE_FIELDS = ("pool", "finished_at", "exchanges", *ChangeKept._fields[1:])
Advance = Callable[[int], object]

_read_results = msgspec.json.Decoder(list[RatedPlayer]).decode
_read_exchanges = msgspec.json.Decoder(list[list[elo.Figures]]).decode


@dataclass(slots=True)
class Rebuilt:
    """What replaying a pool has found; `changes` and `ratings` count rows that were otherwise."""

    pool: str
    matches: int = 0
    changes: int = 0
    ratings: int = 0

    @property
    def is_equal(self) -> bool:
        """Whether everything stored was what the matches give, to the last digit."""
        return not self.changes and not self.ratings


class _MatchKept(NamedTuple):
    """What a RatedMatch row says, read without the model: there are a hundred thousand."""

    pk: int
    finished_at: datetime
    moment: str
    results: list[RatedPlayer]
    is_counted: bool
    struck_at: datetime | None


class _ChangeWanted(NamedTuple):
    """What a RatingChange row is to say."""

    match: _MatchKept
    kept: ChangeKept
    change: elo.Change


@dataclass(slots=True)
class _Replay:
    """A pool while it is played again, chunk by chunk, and the rows that have to be rewritten."""

    pool: str
    table: Pool = field(default_factory=Pool)
    rated_at: dict[int, datetime] = field(default_factory=dict)
    peaks: dict[int, int] = field(default_factory=dict)
    last: int = 0
    matches: int = 0
    wrong: list[RatingChange] = field(default_factory=list)
    stale: list[int] = field(default_factory=list)
    uncounted: list[RatedMatch] = field(default_factory=list)

    def go_on(self, advance: Advance = lambda _count: None, *, is_compared: bool = True) -> None:
        """Play what was rated since; compare each change with the one that is stored."""
        refunds = self._refunds()
        with _uncollected():
            while rows := self._chunk():
                wanted: list[_ChangeWanted] = []
                for row in rows:
                    wanted += self._play(row)
                    for refund in refunds.get(row.pk, ()):
                        self._refund(refund)
                if is_compared:
                    self._compare(wanted, rows[0].pk, rows[-1].pk)
                self.last = rows[-1].pk
                self.matches += len(rows)
                advance(len(rows))

    def values(self) -> dict[int, RatingFigures]:
        """The fields of every member's Rating row."""
        return {
            member: rating_values(
                rating,
                self.peaks.get(member),
                self.table.recent_opponents(member),
                self.rated_at[member],
            )
            for member, rating in self.table.ratings.items()
        }

    def _chunk(self) -> list[_MatchKept]:
        rows = RatedMatch.objects.filter(pool=self.pool, pk__gt=self.last).order_by("pk")
        rows = rows.annotate(
            moment=_raw("finished_at"), text=_raw("results"), counted=_raw("is_counted")
        )
        return [
            _MatchKept(pk, finished_at, moment, _read_results(text), counted, struck_at)
            for pk, finished_at, moment, text, counted, struck_at in rows.values_list(
                "pk", "finished_at", "moment", "text", "counted", "struck_at"
            )[:CHUNK]
        ]

    def _refunds(self) -> Mapping[int, Sequence[RatingRefund]]:
        found = defaultdict(list)
        for row in RatingRefund.objects.filter(pool=self.pool).order_by("pk"):
            found[row.after_id].append(row)
        return found

    def _play(self, row: _MatchKept) -> Iterable[_ChangeWanted]:
        match = match_to_rate(row.results, row.finished_at)
        is_void = row.struck_at is not None or len(match.players) < 2
        changes = {} if is_void else self.table.play(match)
        if row.struck_at is None and row.is_counted != bool(changes):
            self.uncounted.append(RatedMatch(pk=row.pk, is_counted=bool(changes)))
        if not changes:
            return ()
        for member in changes:
            self._follow(member, row.finished_at)
        return [
            _ChangeWanted(row, kept, changes[kept.member_id])
            for kept in changes_kept(row.results, changes)
        ]

    def _compare(self, wanted: Sequence[_ChangeWanted], first: int, last: int) -> None:
        """Note what is stored otherwise: as a rule nothing, so all is first compared at once."""
        stored = list(self._stored(first, last))
        plain = [(match.pk, match.moment, *kept) for match, kept, _ in wanted]
        figures = [change.figures for _, _, change in wanted]
        if [row[2:] for row in stored] == plain and _say([row[1] for row in stored], figures):
            return
        known = {(row[2], row[4]): row for row in stored}
        for (match, kept, change), says in zip(wanted, plain, strict=True):
            old = known.pop((match.pk, kept.member_id), None)
            if old is None or old[2:] != says or not _say([old[1]], [change.figures]):
                self.wrong.append(change_row(self.pool, match.pk, match.finished_at, kept, change))
        self.stale += [pk for pk, *_ in known.values()]

    def _stored(self, first: int, last: int) -> Iterable[tuple[Any, ...]]:
        """The changes stored of these matches, in their order: id, exchanges, match, moment, and
        the fields of ChangeKept."""
        rows = RatingChange.objects.filter(
            pool=self.pool, rated_match__gte=first, rated_match__lte=last
        )
        rows = rows.order_by("rated_match", "seat").annotate(
            moment=_raw("finished_at"), left=_raw("has_left"), text=_raw("exchanges")
        )
        fields = ["left" if name == "has_left" else name for name in ChangeKept._fields]
        return rows.values_list("pk", "text", "rated_match_id", "moment", *fields)

    def _refund(self, refund: RatingRefund) -> None:
        self.table.refund(refund.member_id, refund.thousandths)
        self._follow(refund.member_id, self.rated_at.get(refund.member_id, refund.at))

    def _follow(self, member: int, at: datetime) -> None:
        if at > self.rated_at.get(member, EVER):
            self.rated_at[member] = at
        rating = self.table.ratings[member]
        if not rating.is_provisional and rating.thousandths > self.peaks.get(member, -math.inf):
            self.peaks[member] = rating.thousandths


def _raw(column: str) -> ExpressionWrapper[F]:
    """The column as the driver gives it: Django's own reading takes longer than the replay."""
    return ExpressionWrapper(F(column), output_field=TextField())


def _say(texts: Sequence[str], figures: Sequence[Sequence[elo.Figures]]) -> bool:
    """Whether the stored exchanges are these, to the last digit."""
    try:
        return _read_exchanges(f"[{','.join(texts)}]") == figures
    except msgspec.ValidationError:
        return False


@contextmanager
def _uncollected() -> Iterator[None]:
    """Python's collector of cycles goes through all that is kept again and again, for a third of
    the time, and a replay makes no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def rebuild_pool(
    key: str, *, is_check: bool = False, advance: Advance = lambda _count: None
) -> Rebuilt:
    """Play all matches of the pool again in their order, and store what comes out otherwise.

    With `is_check` nothing is written. The bulk is played without the pool's lock, what was rated
    meanwhile and the writing under it: play goes on all the time.
    """
    replay = _Replay(key)
    replay.go_on(advance)
    with transaction.atomic():
        pool = lock_pool(key)
        replay.go_on(advance)
        wrong = _wrong_ratings(key, replay.values())
        is_level = (pool.owed, pool.elders) == (replay.table.owed, replay.table.elders)
        if not is_check:
            _write(key, replay, wrong)
    found = len(replay.wrong) + len(replay.stale) + len(replay.uncounted)
    return Rebuilt(key, replay.matches, found, len(wrong) + (not is_level))


def rebuild_revised() -> int:
    """Play again the pools in which a match was ruled otherwise; returns how many.

    A ruling that comes in meanwhile is left for the next time, and so never lost.
    """
    seen: dict[str, dict[int, datetime]] = defaultdict(dict)
    for row in RatedMatch.objects.exclude(revised_at=None).order_by("pk"):
        if row.revised_at is not None:
            seen[row.pool][row.pk] = row.revised_at
    for pool, rows in seen.items():
        rebuild_pool(pool)
        for pk, at in rows.items():
            RatedMatch.objects.filter(pk=pk, revised_at=at).update(revised_at=None)
    return len(seen)


def pool_ratings(key: str) -> dict[int, elo.EloRating]:
    """What the pool's matches give, from their beginning, without looking at what is stored."""
    replay = _Replay(key)
    replay.go_on(is_compared=False)
    return dict(replay.table.ratings)


def pools_rated() -> Iterator[tuple[str, int]]:
    """Every pool in which something was rated, with the number of its matches."""
    keys = RatedMatch.objects.order_by().values_list("pool", flat=True).distinct()
    for key in sorted(keys):
        yield key, RatedMatch.objects.filter(pool=key).count()


def _wrong_ratings(
    key: str, values: Mapping[int, RatingFigures]
) -> dict[int, RatingFigures | None]:
    """Members whose stored rating is not this one; None for who should have none."""
    stored = {
        member: RatingFigures(*figures)
        for member, *figures in Rating.objects.filter(pool=key).values_list(
            "member_id", *RatingFigures._fields
        )
    }
    wrong: dict[int, RatingFigures | None] = {
        member: wanted for member, wanted in values.items() if stored.get(member) != wanted
    }
    return wrong | {member: None for member in stored if member not in values}


def _write(key: str, replay: _Replay, wrong: Mapping[int, RatingFigures | None]) -> None:
    if replay.wrong or replay.stale:
        mark_stale(key)
    RatingChange.objects.filter(pk__in=replay.stale).delete()
    RatingChange.objects.bulk_create(
        replay.wrong,
        update_conflicts=True,
        unique_fields=["rated_match", "member"],
        update_fields=CHANGE_FIELDS,
        batch_size=1000,
    )
    table = replay.table
    RatingPool.objects.filter(key=key).update(owed=table.owed, elders=table.elders)
    RatedMatch.objects.bulk_update(replay.uncounted, ["is_counted"], batch_size=1000)
    gone = [member for member, wanted in wrong.items() if wanted is None]
    Rating.objects.filter(pool=key, member__in=gone).delete()
    Rating.objects.bulk_create(
        [
            Rating(member_id=member, pool=key, **wanted._asdict())
            for member, wanted in wrong.items()
            if wanted is not None
        ],
        update_conflicts=True,
        unique_fields=["member", "pool"],
        update_fields=list(RatingFigures._fields),
        batch_size=1000,
    )
