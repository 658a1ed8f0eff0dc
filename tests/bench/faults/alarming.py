"""Whether a fault raises its alarm in time, and whether the alarm is over by itself.

A service that runs is watched as it goes. Where a fault is made within one process, the clock goes
on in steps of the watcher's, and nobody awaits it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.common import clock
from games.models import Alarm
from games.selectors.service_metrics import LONGEST_SILENCE
from games.services.alarms import CLEARED_AFTER, RULES, evaluate_alarms
from tests.bench.faults.results import DrillResult

STEP = timedelta(seconds=15)
"""Between two looks: the task looks so often, and `manage.py watch` more often."""

RAISED_WITHIN = 60.0
OVER_WITHIN = CLEARED_AFTER.total_seconds() + 60.0
PATIENCE_SECONDS = 200.0
LIMITS_IN_SECONDS = frozenset({"sweep-late", "mail-unsent", "mail-unread"})


@dataclass
class Watched:
    """One alarm of a drill. Seconds are None until it came to that, or if it never did."""

    key: str
    at: datetime = field(default_factory=clock.now)
    """Where the simulated clock stands: at first when the fault was made."""

    raised: float | None = None
    over: float | None = None

    def expect(self) -> None:
        """Let time go on from the fault until the alarm is raised."""
        self.raised = self._until(lambda: alarm_is_open(self.key), most=self._limit)

    def expect_end(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Let time go on, now that the fault is mended, until the alarm is over."""

        def is_over() -> bool:
            meanwhile()
            return not alarm_is_open(self.key)

        self.at = max(self.at, clock.now())
        self.over = self._until(is_over)

    def await_raised(self, since: float) -> None:
        """Wait until a running service raises it; `since` (of `time.monotonic`) the fault lasts."""
        self.raised = _awaited(lambda: alarm_is_open(self.key), since)

    def await_over(self, since: float) -> None:
        """Wait until a running service tells that it is over; since then all is well."""
        self.over = _awaited(lambda: not alarm_is_open(self.key), since)

    @property
    def _limit(self) -> float:
        if self.key == "nothing-moves":
            return LONGEST_SILENCE["closing"]
        return RULES[self.key].limit if self.key in LIMITS_IN_SECONDS else 0.0

    def _until(self, what: Callable[[], bool], *, most: float = 0.0) -> float | None:
        began = self.at
        while (seconds := (self.at - began).total_seconds()) < most + PATIENCE_SECONDS:
            with clock.simulated(self.at):
                evaluate_alarms()
                if what():
                    return seconds
            self.at += STEP
        return None

    def result(self) -> DrillResult:
        """What came of it, as a line of the drill."""
        within = self._limit + RAISED_WITHIN
        is_told = self.raised is not None and self.raised <= within
        return DrillResult(
            name=f"alarm {self.key}: raised after, over after calm",
            wanted=f"≤ {within:.0f} s, ≤ {OVER_WITHIN:.0f} s",
            measured=f"{_seconds(self.raised)}, {_seconds(self.over)}",
            passed=is_told and self.over is not None and self.over <= OVER_WITHIN,
            count=1,
        )


def alarm_is_open(key: str) -> bool:
    """Whether it is raised and not over."""
    return Alarm.objects.filter(key=key, cleared_at=None, raised_at__isnull=False).exists()


def _awaited(what: Callable[[], bool], since: float) -> float | None:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if what():
            return time.monotonic() - since
        time.sleep(0.2)
    return None


def _seconds(value: float | None) -> str:
    return "never" if value is None else f"{value:.0f} s"
