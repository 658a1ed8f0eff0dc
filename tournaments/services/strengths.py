"""Strengths of a pool's players: moved at once by each rated match, weighed all anew by night.

A rating is what people see and play for; strengths foretell. What they rest on, the spread of
skills and how fast these change, is learned from the pool's own matches.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec
import numpy as np
from django.db import connection, transaction
from django.db.models import F, Q

from games.common import clock
from tournaments.models import RatedMatch, Rating, RatingPool
from tournaments.rating.parameter_fitting import TableOf, Weighed, weigh
from tournaments.rating.pools import DAY
from tournaments.rating.strengths import DIALS, Beliefs, Settings, Table, Ties
from tournaments.services.ratings import pure_match, seconds
from tournaments.services.settling_locks import lock_pool

MOST_WEIGHED = 10_000
"""Matches, the newest: more would hold up the tasks of its lane."""
KEEPS = timedelta(hours=20)
STORED_AT_ONCE = 1000
STORE = (
    "UPDATE tournaments_rating SET strength = %s, strength_deviation = %s"
    " WHERE pool = %s AND member_id = %s"
)


class PoolSetting(msgspec.Struct, frozen=True):
    """What was learned of a pool, as its row keeps it."""

    z: tuple[float, ...] = (0.0,) * len(DIALS)
    pace: float = 1.0
    pool: float = 0.0
    factor: float = 1.0
    ties: float = 0.0


def setting_of(pool: RatingPool) -> PoolSetting:
    """What was learned of the pool; what is likely of any where nothing was."""
    if pool.setting is None:
        return PoolSetting()
    setting = msgspec.convert(pool.setting, PoolSetting)
    return setting if len(setting.z) == len(DIALS) else PoolSetting()


def rows_before(pool: str, members: Sequence[int]) -> dict[int, Rating]:
    """The ratings of a table's members as they stand before its match is rated."""
    return {row.member_id: row for row in Rating.objects.filter(pool=pool, member__in=members)}


def learn(pool: RatingPool, row: RatedMatch, before: dict[int, Rating]) -> None:
    """Move the strengths of those who played the match; the pool is locked."""
    if not row.is_counted:
        return
    match = pure_match(row)
    setting = setting_of(pool)
    beliefs = Beliefs(Settings(np.array(setting.z)[:, None]), setting.pace)
    beliefs.pool[:] = setting.pool
    beliefs.ties = Ties(setting.ties, 1.0)
    for number, member in enumerate(match.players):
        known = before.get(member)
        if known is not None and known.strength is not None and known.rated_at is not None:
            beliefs.mean[number] = known.strength
            beliefs.variance[number] = (known.strength_deviation or 1.0) ** 2
            beliefs.matches[number] = max(known.matches, 1)
            beliefs.last[number] = seconds(known.rated_at) / DAY
    table = TableOf()(match)
    beliefs.take(table, beliefs.seated(table))
    _store(pool.key, match.players, beliefs)


def _store(pool: str, members: Sequence[int], beliefs: Beliefs) -> None:
    """Keep everybody's strength; a short statement for each, prepared once, under the lock."""
    rows = [
        (float(beliefs.mean[number, 0]), math.sqrt(beliefs.variance[number, 0]), pool, member)
        for number, member in enumerate(members)
    ]
    with connection.cursor() as cursor:
        for first in range(0, len(rows), STORED_AT_ONCE):
            cursor.executemany(STORE, rows[first : first + STORED_AT_ONCE])


def weigh_next(now: datetime | None = None) -> str | None:
    """Weigh the pool that was weighed longest ago, unless that was today; its key, or None."""
    old = (now or clock.now()) - KEEPS
    due = RatingPool.objects.filter(Q(weighed_at=None) | Q(weighed_at__lt=old))
    pool = due.order_by(F("weighed_at").asc(nulls_first=True), "key").first()
    if pool is None:
        return None
    weigh_pool(pool.key)
    return pool.key


def weigh_pool(key: str) -> None:
    """Learn the pool's setting from its matches, and every strength from all of them at once.

    Matches are weighed without the lock; those rated meanwhile are taken in under it.
    """
    pool = RatingPool.objects.get(key=key)
    counted = RatedMatch.objects.filter(pool=key, is_counted=True, struck_at=None)
    rows = list(reversed(counted.order_by("-pk")[:MOST_WEIGHED]))
    table_of = TableOf()
    tables = _tables(rows, table_of)
    weighed = weigh(tables, np.array(setting_of(pool).z)[:, None]) if tables else None
    with transaction.atomic():
        pool = lock_pool(key)
        if weighed is not None:
            for table in _tables(counted.filter(pk__gt=rows[-1].pk).order_by("pk"), table_of):
                weighed.beliefs.take(table, weighed.beliefs.seated(table))
            _store(key, list(table_of.numbers), weighed.beliefs)
            pool.setting = msgspec.to_builtins(_setting(weighed))
        pool.weighed_at = clock.now()
        pool.save(update_fields=["setting", "weighed_at"])


def _tables(rows: Iterable[RatedMatch], table_of: TableOf) -> list[Table]:
    return [table_of(pure_match(row)) for row in rows]


def _setting(weighed: Weighed) -> PoolSetting:
    return PoolSetting(
        tuple(round(float(figure), 4) for figure in weighed.z),
        weighed.beliefs.pace,
        float(weighed.beliefs.pool[0]),
        weighed.factor,
        weighed.beliefs.ties.share,
    )
