"""Rating one match: the rows that its players' pool needs, and the rows that come of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from django.db.models import F

from games.models import Match
from tournaments.models import RatedMatch, Rating, RatingChange, RatingPool
from tournaments.rating import elo
from tournaments.rating.pools import RECENT_MATCHES, REPEAT_DAYS, MatchToRate, Pool
from tournaments.services.rating_results import PlayerResult, RatedPlayer, rated_players


class RatingFigures(NamedTuple):
    """The fields of a Rating row that its matches give."""

    thousandths: int
    uncertainty: int
    matches: int
    opponents: int
    recent_opponents: int
    from_provisional: int
    peak_thousandths: int | None
    rated_at: datetime | None


KEPT = (
    *("rated_match_id", "finished_at", "member_id", "seat", "place", "table_size", "has_left"),
    *("before", "after", "uncertainty", "upset"),
)
"""The fields of a RatingChange row that its match gives, but for its pool and the exchanges."""
Kept = tuple[int, object, int, int, int, int, bool, int, int, int, int | None]
"""Their values: plain, for a replay compares millions of them with what is stored."""


def rate_match(
    match: Match, finished_at: datetime, pool: RatingPool, results: Sequence[PlayerResult]
) -> RatedMatch:
    """Rate a finished match; the caller holds the pool's lock and rates no match twice.

    Ratings are those that all matches of the pool, played through `pools.Pool` in the order of
    their `RatedMatch` rows, give to the last digit.
    """
    row = RatedMatch(
        match=match,
        pool=pool.key,
        finished_at=finished_at,
        results=msgspec.to_builtins([one.rated for one in results]),
    )
    rows = {one.member_id: one for one in _ratings(pool.key, [one.member for one in results])}
    table = _pool_of(pool, [one.member for one in results], rows, finished_at)
    changes = table.play(pure_match(row))
    row.is_counted = bool(changes)
    row.save()
    if changes:
        RatingChange.objects.bulk_create(
            RatingChange(
                pool=pool.key,
                exchanges=changes[kept[2]].figures,
                **dict[str, Any](zip(KEPT, kept, strict=True)),
            )
            for kept in changes_kept(row.pk, finished_at, [one.rated for one in results], changes)
        )
        _write(pool.key, rows, table, row)
        if (pool.owed, pool.elders) != (table.owed, table.elders):
            pool.owed, pool.elders = table.owed, table.elders
            pool.save(update_fields=["owed", "elders"])
    return row


def pure_match(row: RatedMatch) -> MatchToRate:
    """The match as the arithmetic knows it."""
    return match_to_rate(rated_players(row.results), row.finished_at)


def match_to_rate(results: Sequence[RatedPlayer], finished_at: datetime) -> MatchToRate:
    """The match with these results, as the arithmetic knows it."""
    return MatchToRate(
        tuple([one.member for one in results]),
        tuple([one.place for one in results]),
        frozenset([one.member for one in results if one.left]),
        seconds(finished_at),
    )


def seconds(moment: datetime) -> int:
    """The moment in whole seconds, as pools count them."""
    return int(moment.timestamp())


def changes_kept(
    match: int,
    finished_at: object,
    results: Sequence[RatedPlayer],
    changes: Mapping[int, elo.Change],
) -> list[Kept]:
    """What is kept of the changes of a match, by the id of its RatedMatch; as the results stand."""
    size = len(results)
    settled = {member for member, one in changes.items() if not one.before.is_provisional}
    kept: list[Kept] = []
    for one in results:
        change, upset = changes[one.member], None
        old = change.before.thousandths
        for opponent, rating, score, _, _, _ in change.figures:
            if score == 1 and opponent in settled and (upset is None or rating - old > upset):
                upset = rating - old
        after = old + change.thousandths
        kept.append(
            (match, finished_at, one.member, one.seat, one.place, size, one.left,
             old, after, change.uncertainty, upset)
        )  # fmt: skip
    return kept


def rating_values(
    rating: elo.EloRating, peak: int | None, recent_opponents: int, rated_at: datetime
) -> RatingFigures:
    """The fields of a Rating row; the peak counts from when the rating is settled."""
    if not rating.is_provisional:
        peak = max(rating.thousandths, peak if peak is not None else rating.thousandths)
    return RatingFigures(
        rating.thousandths,
        rating.uncertainty,
        rating.matches,
        rating.opponents,
        recent_opponents,
        rating.from_provisional,
        peak,
        rated_at,
    )


def pure_rating(row: Rating) -> elo.EloRating:
    """The rating as the arithmetic knows it."""
    return elo.EloRating(
        row.thousandths, row.uncertainty, row.matches, row.opponents, row.from_provisional
    )


def _ratings(pool: str, members: Sequence[int]) -> list[Rating]:
    return list(Rating.objects.filter(pool=pool, member__in=members))


def _pool_of(
    pool: RatingPool, members: Sequence[int], rows: Mapping[int, Rating], at: datetime
) -> Pool:
    """The pool as far as a match between these members at that time needs it."""
    table = Pool(
        {member: pure_rating(row) for member, row in rows.items()},
        owed=pool.owed,
        elders=pool.elders,
    )
    for member, row in rows.items():
        if row.rated_at is not None:
            table.played_at[member] = seconds(row.rated_at)
    since = at - timedelta(days=REPEAT_DAYS, seconds=1)
    for one, other, finished_at in _meetings(pool.key, members):
        table.met.setdefault(one, {one}).add(other)
        table.met.setdefault(other, {other}).add(one)
        if finished_at > since:
            table.meetings.setdefault((one, other), []).append(seconds(finished_at))
    for times in table.meetings.values():
        times.sort()
    for member in rows:
        table.recent[member] = _recent(pool.key, member)
    return table


def _meetings(pool: str, members: Sequence[int]) -> list[tuple[int, int, datetime]]:
    """Every counted match of every two of these, the lower id first."""
    return list(
        RatingChange.objects.filter(
            pool=pool,
            member__in=members,
            rated_match__changes__member__in=members,
            rated_match__changes__member__gt=F("member"),
        )
        .values_list("member_id", "rated_match__changes__member_id", "finished_at")
        .order_by()
    )


def _recent(pool: str, member: int) -> deque[frozenset[int]]:
    """Who sat at the tables of the member's last matches, oldest first."""
    rows = RatingChange.objects.filter(pool=pool, member=member).order_by("-rated_match")
    tables = rows.values_list("rated_match__results", flat=True)[:RECENT_MATCHES]
    return deque(
        (frozenset(one.member for one in rated_players(results)) for results in reversed(tables)),
        maxlen=RECENT_MATCHES,
    )


def _write(pool: str, rows: Mapping[int, Rating], table: Pool, row: RatedMatch) -> None:
    new = []
    for member in pure_match(row).players:
        old = rows.get(member)
        rated_at = row.finished_at
        if old is not None and old.rated_at is not None:
            rated_at = max(rated_at, old.rated_at)
        values = rating_values(
            table.rating(member),
            old.peak_thousandths if old is not None else None,
            table.recent_opponents(member),
            rated_at,
        )
        new.append(Rating(member_id=member, pool=pool, **values._asdict()))
    Rating.objects.bulk_create(
        new,
        update_conflicts=True,
        unique_fields=["member", "pool"],
        update_fields=list(RatingFigures._fields),
    )
