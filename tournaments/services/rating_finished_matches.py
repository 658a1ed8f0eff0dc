"""Settling: what follows from finished matches is reckoned once, in the order in which they ended.

`Match.settled_at` says what is done. A match is rated under the lock of its pool, and which one is
next is asked under that lock: any number of workers keep the order.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.common import clock
from games.models import Match
from tournaments.models import PlayedMatch, RatedMatch, RatingPool
from tournaments.selectors.rating_pools import pool_names, pool_of
from tournaments.services.counting_figures import count_due
from tournaments.services.rating_results import paces_of, rated_results, results_of
from tournaments.services.rating_revisions import as_ruled
from tournaments.services.ratings import rate_match
from tournaments.services.reliability import record_match
from tournaments.services.settling_locks import lock_pool
from tournaments.services.strengths import learn, rows_before

logger = logging.getLogger(__name__)

CHUNK = 200
COUNTED_AT_ONCE = 3
"""Chunks of figures; what is left over has a task of its own."""


def settle_due(limit: int = CHUNK) -> int:
    """Settle up to `limit` finished matches, the earliest first; returns how many were.

    A match that cannot be settled stands back for the others and is tried again next time.
    """
    failed: set[int] = set()
    done = 0
    while done < limit:
        match = _waiting(failed).first()
        if match is None:
            break
        try:
            settled = _settle_next(match, failed)
        except Exception:
            logger.exception("a match cannot be settled", extra={"match": match.code})
            failed.add(match.pk)
        else:
            done += settled
    count_due(COUNTED_AT_ONCE, waits=False)
    return done


def _waiting(failed: Collection[int]) -> QuerySet[Match]:
    rows = Match.objects.filter(status=Match.Status.FINISHED, settled_at=None)
    return rows.exclude(finished_at=None).exclude(pk__in=failed).order_by("finished_at", "id")


def _settle_next(candidate: Match, failed: Collection[int]) -> int:
    """Settle the earliest match of the candidate's pool; 0 where another worker did it."""
    key = pool_of(candidate.game, candidate.options)
    with transaction.atomic():
        pool = lock_pool(key)
        waiting = _waiting(failed).filter(game=candidate.game)
        if edition := pool_names()[key].edition:
            waiting = waiting.filter(options__edition=edition)
        match = waiting.first()
        if match is None or match.finished_at is None:
            return 0
        _settle(match, match.finished_at, pool)
    return 1


def _settle(match: Match, finished_at: datetime, pool: RatingPool) -> None:
    results = results_of(match)
    rated = as_ruled(match, rated_results(match, results))
    if len(results) > 1 and not PlayedMatch.objects.filter(match=match).exists():
        record_match(match, finished_at, pool.key, results, paces_of(match), is_rated=bool(rated))
    if rated and not RatedMatch.objects.filter(match=match).exists():
        before = rows_before(pool.key, [one.member for one in rated])
        learn(pool, rate_match(match, finished_at, pool, rated), before)
    Match.objects.filter(pk=match.pk).update(settled_at=clock.now())
