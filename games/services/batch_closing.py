"""Closing what a sweep has leased: all in one transaction, or each match in its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F

from games.common import clock
from games.models import Match
from games.services.leases import DATABASE_AWAY, LEASE, excuse_lease, held
from games.services.match_failures import record_match_failure
from games.services.phases import advance_play
from games.services.running_matches import RunningMatch, StalePlayError, load_plays, save_plays

logger = logging.getLogger(__name__)

PAUSE_AFTER_TROUBLE = timedelta(seconds=5)
"""A match at which the database balked while it answers for others: next, without counting."""


@dataclass(slots=True)
class _Chunk:
    """What has become of the matches of one transaction."""

    tried: list[int] = field(default_factory=list)
    ready: list[RunningMatch] = field(default_factory=list)
    failed: list[tuple[int, Exception]] = field(default_factory=list)


def close_leased(match_ids: Sequence[int], *, until: datetime, stop_at: float) -> int:
    """Close what is due of the matches that are leased until then; returns how many were handled.

    All leases are over afterwards. What was not begun by `stop_at` (of `time.monotonic`), or is in
    somebody else's hands, is given back uncounted. If the writing fails, each is closed in its own
    transaction. Where the database is away the tries are given back as soon as it answers, and
    OperationalError or InterfaceError is raised.
    """
    try:
        chunk = _close_chunk(match_ids, until, stop_at)
    except Exception as error:
        if len(match_ids) > 1:
            logger.warning(
                "a chunk failed: its matches are closed one by one",
                extra={"error": type(error).__name__},
            )
            return _close_one_by_one(match_ids, until, stop_at)
        return _settle_lone_failure(match_ids[0], error, until)
    begun = set(chunk.tried)
    if left := [match_id for match_id in match_ids if match_id not in begun]:
        excuse_lease(Match.objects.all(), left, until=until)
    for match_id, fault in chunk.failed:
        record_match_failure(match_id, fault, until=until)
    return len(chunk.tried)


def _close_one_by_one(match_ids: Sequence[int], until: datetime, stop_at: float) -> int:
    waiting, handled = list(match_ids), 0
    try:
        while waiting and (not handled or time.monotonic() < stop_at):
            handled += close_leased([waiting.pop(0)], until=until, stop_at=stop_at)
    finally:
        if waiting:
            excuse_lease(Match.objects.all(), waiting, until=until)
    return handled


def _settle_lone_failure(match_id: int, error: Exception, until: datetime) -> int:
    """A match alone could not be closed: its own fault, or the database's."""
    if not isinstance(error, (*DATABASE_AWAY, StalePlayError)):
        record_match_failure(match_id, error, until=until)
        return 1
    pause = {"wake_at": until - LEASE + PAUSE_AFTER_TROUBLE}
    if not excuse_lease(Match.objects.all(), [match_id], until=until, **pause):
        raise error
    logger.warning(
        "a match could not be written: it is closed later",
        extra={"match": match_id, "error": type(error).__name__},
    )
    return 1


@transaction.atomic
def _close_chunk(match_ids: Sequence[int], until: datetime, stop_at: float) -> _Chunk:
    """One transaction over the matches that are still leased and that nobody else has locked."""
    skip = connection.features.has_select_for_update_skip_locked
    running = held(Match.objects.filter(status=Match.Status.RUNNING), match_ids, until)
    matches = list(running.select_for_update(skip_locked=skip, of=("self",)).order_by("pk"))
    now = clock.now()
    chunk = _Chunk()
    for play in _load(matches, chunk):
        if chunk.tried and time.monotonic() >= stop_at:
            break
        chunk.tried.append(play.match.pk)
        try:
            advance_play(play, now)
        except DATABASE_AWAY:
            raise
        except Exception as error:
            chunk.failed.append((play.match.pk, error))
        else:
            chunk.ready.append(play)
    changed = [play for play in chunk.ready if play.has_changed]
    _sleep_on([play.match.pk for play in chunk.ready if play not in changed])
    for play in changed:
        play.match.attempts, play.match.fault, play.match.lease_until = 0, "", None
    save_plays(changed)
    return chunk


def _load(matches: list[Match], chunk: _Chunk) -> list[RunningMatch]:
    """The plays of these matches; one whose rows or state cannot be read is set aside."""
    try:
        return load_plays(matches)
    except DATABASE_AWAY:
        raise
    except Exception as error:
        if len(matches) == 1:
            chunk.tried.append(matches[0].pk)
            chunk.failed.append((matches[0].pk, error))
            return []
        return [play for match in matches for play in _load([match], chunk)]


def _sleep_on(match_ids: list[int]) -> None:
    """Nothing to close here (an order was withdrawn, a deadline moved): wake at the deadline."""
    Match.objects.filter(pk__in=match_ids).update(
        wake_at=F("deadline_at"), attempts=0, lease_until=None
    )
