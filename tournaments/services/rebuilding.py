"""Playing a pool's matches again: the proof that its ratings follow from them, and the cure."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from operator import itemgetter
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Case, F, IntegerField, TextField, When
from django.db.models.functions import Cast

from tournaments.models import RatedMatch, Rating, RatingChange, RatingPool, RatingRefund
from tournaments.rating import elo
from tournaments.rating.pools import Pool
from tournaments.services.counting_figures import mark_stale
from tournaments.services.rating_results import RatedPlayer
from tournaments.services.ratings import (
    ChangeKept,
    RatingFigures,
    changes_kept,
    match_to_rate,
    rating_values,
)
from tournaments.services.settling_locks import lock_pool

CHUNK = 2000
EVER = datetime.min.replace(tzinfo=UTC)
CHANGE_FIELDS = ChangeKept._fields
PLAIN = tuple(name for name in CHANGE_FIELDS if name not in {"pool", "exchanges", "finished_at"})
plain = itemgetter(*map(CHANGE_FIELDS.index, PLAIN))
Advance = Callable[[int], object]


class _ChangeStored(NamedTuple):
    """What a RatingChange row says of one match: `plain` are its PLAIN fields."""

    pk: int
    plain: tuple[object, ...]
    is_at_the_end: bool
    exchanges: str

    def says(self, kept: ChangeKept) -> bool:
        """Whether it is what the match gives, to the last digit."""
        if self.plain != plain(kept) or not self.is_at_the_end:
            return False
        return bool(_read_exchanges(self.exchanges) == kept.exchanges)


_read_exchanges = msgspec.json.Decoder().decode
_read_results = msgspec.json.Decoder(list[RatedPlayer]).decode


class _MatchKept(NamedTuple):
    """What a RatedMatch row says, read without the model: there are a hundred thousand."""

    pk: int
    finished_at: datetime
    results: list[RatedPlayer]
    is_counted: bool
    struck_at: datetime | None


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

    def go_on(self, advance: Advance) -> None:
        """Play what was rated since; compare each change with the one that is stored."""
        refunds = self._refunds()
        while rows := self._chunk():
            stored = self._stored(rows)
            for row in rows:
                self._play(row, stored.get(row.pk, {}))
                for refund in refunds.get(row.pk, ()):
                    self._refund(refund)
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
        rows = rows.annotate(text=Cast("results", TextField()))
        return [
            _MatchKept(pk, finished_at, _read_results(text), is_counted, struck_at)
            for pk, finished_at, text, is_counted, struck_at in rows.values_list(
                "pk", "finished_at", "text", "is_counted", "struck_at"
            )[:CHUNK]
        ]

    def _refunds(self) -> Mapping[int, Sequence[RatingRefund]]:
        found = defaultdict(list)
        for row in RatingRefund.objects.filter(pool=self.pool).order_by("pk"):
            found[row.after_id].append(row)
        return found

    def _stored(self, rows: Sequence[_MatchKept]) -> Mapping[int, Mapping[int, _ChangeStored]]:
        """What is stored for these matches, by match and member.

        Asked for as whole numbers and text: converting moments, truths and JSON would take longer
        than all the arithmetic.
        """
        found: dict[int, dict[int, _ChangeStored]] = defaultdict(dict)
        changes = RatingChange.objects.filter(
            pool=self.pool, rated_match__gte=rows[0].pk, rated_match__lte=rows[-1].pk
        )
        is_at_the_end = Case(
            When(finished_at=F("rated_match__finished_at"), then=1), default=0,
            output_field=IntegerField(),
        )  # fmt: skip
        changes = changes.order_by().annotate(
            text=Cast("exchanges", TextField()),
            left=Cast("has_left", IntegerField()),
            at_the_end=is_at_the_end,
        )
        fields = ["left" if name == "has_left" else name for name in PLAIN]
        for match, member, pk, at_the_end, text, *figures in changes.values_list(
            "rated_match_id", "member_id", "pk", "at_the_end", "text", *fields
        ):
            found[match][member] = _ChangeStored(pk, tuple(figures), at_the_end, text)
        return found

    def _play(self, row: _MatchKept, stored: Mapping[int, _ChangeStored]) -> None:
        match, ratings = match_to_rate(row.results, row.finished_at), self.table.ratings
        before = {member: ratings.get(member, elo.NEWCOMER) for member in match.players}
        is_void = row.struck_at is not None or len(match.players) < 2
        changes = {} if is_void else self.table.play(match)
        if row.struck_at is None and row.is_counted != bool(changes):
            self.uncounted.append(RatedMatch(pk=row.pk, is_counted=bool(changes)))
        wanted: Mapping[int, ChangeKept] = {}
        if changes:
            wanted = changes_kept(self.pool, row.finished_at, row.results, before, changes)
        for member, kept in wanted.items():
            old = stored.get(member)
            if old is None or not old.says(kept):
                pk = None if old is None else old.pk
                self.wrong.append(
                    RatingChange(pk=pk, rated_match_id=row.pk, member_id=member, **kept._asdict())
                )
            self._follow(member, row.finished_at)
        self.stale += [old.pk for member, old in stored.items() if member not in wanted]

    def _refund(self, refund: RatingRefund) -> None:
        self.table.refund(refund.member_id, refund.thousandths)
        self._follow(refund.member_id, self.rated_at.get(refund.member_id, refund.at))

    def _follow(self, member: int, at: datetime) -> None:
        if at > self.rated_at.get(member, EVER):
            self.rated_at[member] = at
        rating = self.table.rating(member)
        if not rating.is_provisional and rating.thousandths > self.peaks.get(member, -math.inf):
            self.peaks[member] = rating.thousandths


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
    replay.go_on(lambda _count: None)
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
    RatingChange.objects.bulk_update(
        [one for one in replay.wrong if one.pk is not None], CHANGE_FIELDS, batch_size=500
    )
    RatingChange.objects.bulk_create(
        [one for one in replay.wrong if one.pk is None], batch_size=1000
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
