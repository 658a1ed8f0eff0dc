"""Playing a pool's matches again: the proof that its ratings follow from them, and the cure."""

from __future__ import annotations

import gc
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import ExpressionWrapper, F, TextField
from django.db.models.functions import Cast

from tournaments.models import RatedMatch, Rating, RatingChange, RatingPool, RatingRefund
from tournaments.rating import elo
from tournaments.rating.pools import Pool
from tournaments.services.counting_figures import mark_stale
from tournaments.services.rating_results import RatedPlayer
from tournaments.services.ratings import (
    KEPT,
    Kept,
    RatingFigures,
    changes_kept,
    match_to_rate,
    rating_values,
)
from tournaments.services.settling_locks import lock_pool

CHUNK = 2000
EVER = datetime.min.replace(tzinfo=UTC)
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


class _MatchKept(msgspec.Struct, frozen=True, gc=False):
    """What a RatedMatch row says, read without the model: there are a hundred thousand."""

    pk: int
    finished_at: datetime
    moment: str
    results: list[RatedPlayer]
    is_counted: bool
    struck_at: datetime | None


@dataclass(slots=True)
class _Replay:
    """A pool while it is played again, chunk by chunk, and the rows that have to be rewritten."""

    pool: str
    table: Pool = field(default_factory=Pool)
    rated_at: dict[int, datetime] = field(default_factory=dict)
    peaks: dict[int, int] = field(default_factory=dict)
    last: int = 0
    matches: int = 0
    wrong: list[tuple[Any, ...]] = field(default_factory=list)
    """Rows to be stored: KEPT, and the exchanges."""
    stale: list[int] = field(default_factory=list)
    uncounted: list[RatedMatch] = field(default_factory=list)

    def go_on(self, advance: Advance = lambda _count: None, *, is_compared: bool = True) -> None:
        """Play what was rated since; compare each change with the one that is stored."""
        refunds = self._refunds()
        with uncollected():
            while rows := self._chunk():
                wanted: list[Kept] = []
                figures: list[Sequence[elo.Figures]] = []
                for row in rows:
                    if changes := self._play(row):
                        wanted += changes_kept(row.pk, row.moment, row.results, changes)
                        figures += [changes[one.member].figures for one in row.results]
                    for refund in refunds.get(row.pk, ()):
                        self._refund(refund)
                if is_compared:
                    self._compare(rows, wanted, figures)
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
            moment=_text("finished_at"), text=_raw("results"), counted=_raw("is_counted")
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

    def _play(self, row: _MatchKept) -> Mapping[int, elo.Change]:
        match = match_to_rate(row.results, row.finished_at)
        is_void = row.struck_at is not None or len(match.players) < 2
        changes = {} if is_void else self.table.play(match)
        if row.struck_at is None and row.is_counted != bool(changes):
            self.uncounted.append(RatedMatch(pk=row.pk, is_counted=bool(changes)))
        self._follow(changes, row.finished_at)
        return changes

    def _compare(
        self,
        rows: Sequence[_MatchKept],
        wanted: Sequence[Kept],
        figures: Sequence[Sequence[elo.Figures]],
    ) -> None:
        """Note what is stored otherwise: as a rule nothing, so all is first compared at once."""
        stored = list(self._stored(rows[0].pk, rows[-1].pk))
        if [one[2:] for one in stored] == wanted and _say([one[1] for one in stored], figures):
            return
        known = {(one[2], one[4]): one for one in stored}
        ended = {row.pk: row.finished_at for row in rows}
        for kept, exchanges in zip(wanted, figures, strict=True):
            match, _, member, *more = kept
            old = known.pop((match, member), None)
            if old is None or old[2:] != kept or not _say([old[1]], [exchanges]):
                self.wrong.append((match, ended[match], member, *more, exchanges))
        self.stale += [pk for pk, *_ in known.values()]

    def _stored(self, first: int, last: int) -> Iterable[tuple[Any, ...]]:
        """The changes stored of these matches, in their order: id, exchanges, and KEPT."""
        rows = RatingChange.objects.filter(
            pool=self.pool, rated_match__gte=first, rated_match__lte=last
        )
        rows = rows.order_by("rated_match", "seat").annotate(
            moment=_text("finished_at"), left=_raw("has_left"), text=_raw("exchanges")
        )
        raw = {"finished_at": "moment", "has_left": "left"}
        return rows.values_list("pk", "text", *[raw.get(name, name) for name in KEPT])

    def _refund(self, refund: RatingRefund) -> None:
        self.table.refund(refund.member_id, refund.thousandths)
        member = refund.member_id
        self._follow([member], self.rated_at.get(member, refund.at))

    def _follow(self, members: Iterable[int], at: datetime) -> None:
        ratings, rated_at, peaks = self.table.ratings, self.rated_at, self.peaks
        for member in members:
            if at > rated_at.get(member, EVER):
                rated_at[member] = at
            rating = ratings[member]
            if rating.thousandths > peaks.get(member, -math.inf) and not rating.is_provisional:
                peaks[member] = rating.thousandths


def _raw(column: str) -> ExpressionWrapper[F]:
    """The column as the driver gives it: Django's own reading takes longer than the replay."""
    return ExpressionWrapper(F(column), output_field=TextField())


def _text(column: str) -> Cast:
    """A time as the database writes it: SQLite's driver reads times, too."""
    return Cast(column, TextField())


def _say(texts: Sequence[str], figures: Sequence[Sequence[elo.Figures]]) -> bool:
    """Whether the stored exchanges are these, to the last digit."""
    try:
        return _read_exchanges(f"[{','.join(texts)}]") == figures
    except msgspec.ValidationError:
        return False


@contextmanager
def uncollected() -> Iterator[None]:
    """Within the block Python looks for no cycles: a replay makes none, and going through all that
    it keeps, again and again, would take up to a third of its time."""
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


def _store(key: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Write these changes, over what stands there. Saving models would take twice as long, and
    one ruling on an old match changes all that came after it."""
    names = ("pool", *KEPT, "exchanges")
    columns = [connection.ops.quote_name(name) for name in names]
    moments = RatingChange._meta.get_field("finished_at")
    moment = cache(partial(moments.get_db_prep_save, connection=connection))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {RatingChange._meta.db_table} ({', '.join(columns)}) "  # noqa: S608
            f"VALUES ({', '.join(['%s'] * len(columns))}) "
            "ON CONFLICT (rated_match_id, member_id) DO UPDATE SET "
            + ", ".join(f"{one} = excluded.{one}" for one in columns),
            [
                (key, match, moment(at), *more, msgspec.json.encode(exchanges).decode())
                for match, at, *more, exchanges in rows
            ],
        )


def _write(key: str, replay: _Replay, wrong: Mapping[int, RatingFigures | None]) -> None:
    if replay.wrong or replay.stale:
        mark_stale(key)
    RatingChange.objects.filter(pk__in=replay.stale).delete()
    _store(key, replay.wrong)
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
