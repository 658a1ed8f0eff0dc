"""F15: a worker is stopped (SIGSTOP) past the end of its lease, and goes on when others did it."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Sequence

from games.common import clock
from games.models import LaneBeat, Match, Phase
from games.selectors.service_metrics import LONGEST_SILENCE
from games.services import batch_closing, deadline_sweep
from games.services.database_connections import drop_connections
from games.services.deadline_sweep import sweep_due
from tests.bench.faults.alarming import STEP, Watched
from tests.bench.faults.results import DrillResult
from tests.bench.faults.tables import (
    doubled_counted,
    leases_end,
    lost_counted,
    made_due,
    matches_made,
)

MATCHES = 5
WAYS = ("before its transaction", "before it notes a fault")


class NotStoppedError(Exception):
    """The sweeper had nothing in hand: the drill shows nothing."""


def workers_stopped(count: int) -> Sequence[DrillResult]:
    """So many sweepers are stopped with matches in hand; others close those meanwhile."""
    chance = random.Random(count)
    alarm = _all_lanes_stopped()
    matches: list[Match] = []
    changed = 0
    for _stop in range(count):
        # Others each time: who is silent twice is away, and the match is soon over.
        matches += (made := matches_made(MATCHES))
        ids = [match.pk for match in made]
        made_due(ids)
        sweeper = _sweeper_that_stops(chance.choice(WAYS))
        _pid, status = os.waitpid(sweeper, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            raise NotStoppedError
        try:
            leases_end()
            while sweep_due():
                pass
            before = _state(ids)
        finally:
            os.kill(sweeper, signal.SIGCONT)
            os.waitpid(sweeper, 0)
        changed += before != _state(ids)
    closed = Phase.objects.filter(match__in=matches, closed_at__isnull=False, number=1).count()
    lost, doubled = lost_counted(matches), doubled_counted()
    parked = Match.objects.filter(status=Match.Status.PARKED).count()
    return [
        DrillResult(
            name="workers stopped past their lease: late writes, lost, doubled, parked",
            wanted="0, 0, 0, 0",
            measured=f"{changed}, {lost}, {doubled}, {parked} of {closed:,} phases",
            passed=not (changed or lost or doubled or parked),
            count=count,
        ),
        alarm.result(),
    ]


def _all_lanes_stopped() -> Watched:
    """The alarm of lanes that all stand still, and its end when they move again."""
    _lanes_move()
    alarm = Watched("nothing-moves")
    alarm.expect()
    alarm.at += STEP
    with clock.simulated(alarm.at):
        _lanes_move()
    alarm.expect_end(meanwhile=_lanes_move)
    return alarm


def _lanes_move() -> None:
    for name in LONGEST_SILENCE:
        LaneBeat.objects.update_or_create(name=name, defaults={"beat_at": clock.now()})


def _state(ids: Sequence[int]) -> list[tuple[object, ...]]:
    of_match = [f"match__{name}" for name in ("phase_number", "status", "fault", "deadline_at")]
    opened = Phase.objects.filter(Phase.OPEN, match__in=ids).order_by("match")
    return list(opened.values_list("match", *of_match, "number", "attempts", "wake_at"))


def _sweeper_that_stops(way: str) -> int:
    """A process that stops itself with matches leased; returns its id."""
    drop_connections()
    child = os.fork()
    if child:
        return child
    try:
        _stop_once(way)
        sweep_due()
    finally:
        os._exit(0)


def _stop_once(way: str) -> None:
    """Only ever called in the sweeper's own process: nothing is put back."""

    once = [signal.SIGSTOP]

    def stop() -> None:
        if once:
            os.kill(os.getpid(), once.pop())

    if way == WAYS[0]:
        close: Callable[..., int] = vars(deadline_sweep)["close_leased"]

        def stop_and_close(*arguments: object, **more: object) -> int:
            stop()
            return close(*arguments, **more)

        vars(deadline_sweep)["close_leased"] = stop_and_close
        return
    failed: Callable[..., None] = vars(batch_closing)["record_match_failure"]

    def fail(*_arguments: object) -> None:
        raise ValueError("drill")

    def stop_and_note(*arguments: object, **more: object) -> None:
        stop()
        failed(*arguments, **more)

    vars(batch_closing).update(advance_play=fail, record_match_failure=stop_and_note)
