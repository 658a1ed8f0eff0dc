"""F13: one match in a hundred cannot be closed: its rules raise, or its process dies of it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from unittest.mock import patch

from games.models import Match
from games.services import batch_closing
from games.services.database_connections import drop_connections
from games.services.deadline_sweep import sweep_due
from games.services.match_failures import MOST_TRIES, resume_match
from games.services.running_matches import RunningMatch
from tests.bench.faults.alarming import Watched
from tests.bench.faults.results import DrillResult
from tests.bench.faults.tables import (
    doubled_counted,
    due_again,
    leases_end,
    lost_counted,
    made_due,
)
from tests.bench.faults.tables import matches_made as made

TOGETHER = 100
MOST_SWEEPS = 60


class PoisonError(Exception):
    """What the rules of the poisoned match raise."""


def matches_poisoned(count: int) -> Sequence[DrillResult]:
    """So many due matches, of each hundred of which one raises; then one that kills."""
    others_open = parked = healed = lost = made_matches = rounds = 0
    alarm: Watched | None = None
    while made_matches < count:
        matches = made(min(TOGETHER, max(2, count - made_matches)))
        ids = [match.pk for match in matches]
        made_due(ids)
        with _poisoned(ids[len(ids) // 2], _raise) as poisoned:
            sweep_due()
            others_open += Match.objects.filter(pk__in=ids, phase_number=1).count() - 1
            _tried_out(ids)
        parked += Match.objects.filter(pk=poisoned, status=Match.Status.PARKED).count()
        alarm = alarm or Watched("matches-parked")
        if not rounds:
            alarm.expect()
        healed += _healed(poisoned)
        if not rounds:
            alarm.expect_end()
        lost += lost_counted(matches)
        made_matches += len(matches)
        rounds += 1
    return [
        DrillResult(
            name="one match raises: others left open by the same sweep, not parked, not healed, "
            "lost, doubled",
            wanted="0, 0, 0, 0, 0",
            measured=f"{others_open}, {rounds - parked}, {rounds - healed}, {lost}, "
            f"{doubled_counted()}",
            passed=not others_open and parked == healed == rounds and not lost,
            count=made_matches,
        ),
        *([alarm.result()] if alarm else []),
        _deadly(min(count, TOGETHER)),
    ]


def _deadly(count: int) -> DrillResult:
    """One match kills each process that closes it."""
    matches = made(max(2, count))
    ids = [match.pk for match in matches]
    made_due(ids)
    deaths = 0
    with _poisoned(ids[len(ids) // 2], _kill) as poisoned:
        for _sweep in range(MOST_SWEEPS):
            deaths += _swept_by_another()
            leases_end()
            due_again(ids)
            if Match.objects.filter(pk=poisoned, status=Match.Status.PARKED).exists():
                break
    open_still = Match.objects.filter(pk__in=ids, phase_number=1).exclude(pk=poisoned).count()
    parked = list(Match.objects.filter(pk__in=ids, status=Match.Status.PARKED))
    passed = not open_still and [row.pk for row in parked] == [poisoned] and deaths <= MOST_TRIES
    return DrillResult(
        name="one match kills its process: others open, innocent parked, processes that died",
        wanted=f"0, 0, ≤ {MOST_TRIES}",
        measured=f"{open_still}, {len(parked) - 1}, {deaths}",
        passed=passed,
        count=len(matches),
    )


def _swept_by_another() -> int:
    """Let a process sweep once; returns 1 if it died of it."""
    drop_connections()
    child = os.fork()
    if not child:
        try:
            sweep_due()
        finally:
            os._exit(0)
    _pid, ended = os.waitpid(child, 0)
    return int(os.WIFSIGNALED(ended))


@contextmanager
def _poisoned(match_id: int, die: Callable[[], None]) -> Iterator[int]:
    healthy: Callable[[RunningMatch, datetime], None] = vars(batch_closing)["advance_play"]

    def advance(play: RunningMatch, now: datetime) -> None:
        if play.match.pk == match_id:
            die()
        healthy(play, now)

    with patch.object(batch_closing, "advance_play", advance):
        yield match_id


def _raise() -> None:
    raise PoisonError("poisoned")


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _tried_out(ids: list[int]) -> None:
    """Let the sweep try as often as it does, without waiting between the tries."""
    for _try in range(MOST_TRIES):
        due_again(ids)
        sweep_due()


def _healed(match_id: int) -> int:
    """Take the match up again, now that its rules are mended; returns 1 if its phase closes."""
    resume_match(match_id=match_id)
    made_due([match_id])
    sweep_due()
    return Match.objects.filter(pk=match_id, phase_number=2).count()
