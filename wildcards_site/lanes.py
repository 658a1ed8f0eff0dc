"""Lanes: the kinds of work that never wait for each other.

Each lane is a queue with processes of its own. A mail server that hangs holds up mail going out and
nothing else; a storm of mail coming in does not touch a deadline.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Lane:
    """One queue, the tasks that go there, and how many processes it wants at least."""

    name: str
    tasks: tuple[str, ...]
    least_processes: int = 1
    grows: bool = True

    def processes(self, workers: int) -> int:
        """How many processes `serve --workers` gives this lane."""
        return max(workers, self.least_processes) if self.grows else self.least_processes


CLOSING = Lane(
    "closing",
    (
        "games.tasks.sweep_deadlines",
        "games.tasks.advance_match",
        "games.tasks.send_reminders",
    ),
    # One may be held by a match that never ends, until its time limit: the other goes on closing.
    least_processes=2,
)
MAIL_OUT = Lane("mail-out", ("games.tasks.send_due_mail",))
MAIL_IN = Lane("mail-in", ("games.tasks.process_inbound_mail",))
CHANNELS = Lane("channels", ("games.tasks.send_to_channels",), grows=False)
BACKGROUND = Lane(
    "background",
    (
        "tournaments.tasks.sweep_tournaments",
        "tournaments.rating_tasks.settle_finished",
        "games.tasks.watch",
        "games.tasks.prune",
        "games.tasks.clear_sessions",
    ),
    grows=False,
)
# Minutes of arithmetic at a time: ratings and tournaments go on beside it.
NIGHTLY = Lane(
    "nightly",
    (
        "tournaments.rating_tasks.weigh_strengths",
        "tournaments.rating_tasks.count_figures",
        "tournaments.rating_tasks.look_for_collusion",
    ),
    grows=False,
)
LANES = (CLOSING, MAIL_OUT, MAIL_IN, CHANNELS, NIGHTLY, BACKGROUND)
"""A task that no lane names goes to the last."""

TICK_PRIORITY, NUDGE_PRIORITY = 0, 3
"""0 comes first: a sweep closes in bulk what a hundred nudges would close one by one."""


NICENESS = 5
"""Beside a page that is asked for, a lane gets a third of a core's time: its work can wait, but
must not stand still on a site that is always busy."""


def let_pages_go_first() -> None:
    """Have this process, and those that it begins, give way to others that want the processor."""
    os.nice(NICENESS)


def task_routes() -> dict[str, dict[str, Any]]:
    """Celery's routes: the queue of each task, and the priority of a nudge."""
    return {
        task: {"queue": lane.name, "priority": NUDGE_PRIORITY}
        for lane in LANES
        for task in lane.tasks
    }
