"""Closing what a sweep has leased: all in one transaction, or each match in its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import connection, transaction

from games.common import clock
from games.models import Match, Phase
from games.models.fixed_queries import FixedQuery
from games.models.row_updates import update_rows
from games.services.leases import DATABASE_AWAY, LEASE, excuse_lease
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


def close_leased(phases: Sequence[Phase], *, stop_at: float) -> int:
    """Close what is due of these leased phases; returns how many matches were handled.

    They were leased together, and all leases are over afterwards. What was not begun by `stop_at`
    (of `time.monotonic`), or is in somebody else's hands, is given back uncounted. If the writing
    fails, each is closed in its own transaction. Where the database is away the tries are given
    back as soon as it answers, and OperationalError or InterfaceError is raised.
    """
    try:
        chunk = _close_chunk(phases, stop_at)
    except Exception as error:
        if len(phases) > 1:
            logger.warning(
                "a chunk failed: its matches are closed one by one",
                extra={"error": type(error).__name__},
            )
            return _close_one_by_one(phases, stop_at)
        return _settle_lone_failure(phases[0], error)
    begun = set(chunk.tried)
    _give_back([phase for phase in phases if phase.match_id not in begun])
    until = _lease_end(phases)
    for match_id, fault in chunk.failed:
        record_match_failure(match_id, fault, until=until)
    return len(chunk.tried)


def _lease_end(phases: Sequence[Phase]) -> datetime:
    (until,) = {phase.lease_until for phase in phases}
    if until is None:
        raise ValueError("not leased")
    return until


def _give_back(phases: Sequence[Phase], **changes: object) -> bool:
    """End these leases uncounted; returns whether it was now."""
    if not phases:
        return True
    ids, until = [phase.pk for phase in phases], _lease_end(phases)
    return excuse_lease(Phase.objects.all(), ids, until=until, **changes)


def _close_one_by_one(phases: Sequence[Phase], stop_at: float) -> int:
    waiting, handled = list(phases), 0
    try:
        while waiting and (not handled or time.monotonic() < stop_at):
            handled += close_leased([waiting.pop(0)], stop_at=stop_at)
    finally:
        _give_back(waiting)
    return handled


def _settle_lone_failure(phase: Phase, error: Exception) -> int:
    """A match alone could not be closed: its own fault, or the database's."""
    until = _lease_end([phase])
    if not isinstance(error, (*DATABASE_AWAY, StalePlayError)):
        record_match_failure(phase.match_id, error, until=until)
        return 1
    if not _give_back([phase], wake_at=until - LEASE + PAUSE_AFTER_TROUBLE):
        raise error
    logger.warning(
        "a match could not be written: it is closed later",
        extra={"match": phase.match_id, "error": type(error).__name__},
    )
    return 1


@transaction.atomic
def _close_chunk(phases: Sequence[Phase], stop_at: float) -> _Chunk:
    """One transaction over the matches that are still leased and that nobody else has locked."""
    leased = {phase.pk: phase.lease_until for phase in phases}
    matches = _lock_free_matches(phases)
    now = clock.now()
    chunk = _Chunk()
    for play in _load(matches, chunk):
        if play.row.lease_until is None or leased.get(play.row.pk) != play.row.lease_until:
            continue
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
    _sleep_on([play for play in chunk.ready if play not in changed])
    for play in changed:
        play.match.fault = ""
        play.row.attempts, play.row.lease_until = 0, None
    save_plays(changed)
    return chunk


_FREE = FixedQuery(
    lambda ids: (
        Match.objects.filter(status=Match.Status.RUNNING, pk__in=ids)
        .select_for_update(
            skip_locked=connection.features.has_select_for_update_skip_locked, of=("self",)
        )
        .order_by("pk")
    )
)


def _lock_free_matches(phases: Sequence[Phase]) -> list[Match]:
    return _FREE.rows([phase.match_id for phase in phases])


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


def _sleep_on(plays: Sequence[RunningMatch]) -> None:
    """Nothing to close here (an order was withdrawn, a deadline moved): wake at the deadline."""
    for play in plays:
        play.row.wake_at = play.match.deadline_at
        play.row.attempts, play.row.lease_until = 0, None
    update_rows([play.row for play in plays], ["wake_at", "attempts", "lease_until"])
