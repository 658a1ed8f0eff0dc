"""The task that runs tournaments. It may run twice, late, together or not at all without harm."""

from __future__ import annotations

from celery import shared_task

from games.services.watching import lane_beat
from tournaments.services.sweeping import sweep_due

SWEEP = "tournaments.tasks.sweep_tournaments"
MOST_CHUNKS = 20


@shared_task(name=SWEEP)
def sweep_tournaments() -> int:
    """Let every tournament do what is due; what is left over, the next beat takes up."""
    total = 0
    for _chunk in range(MOST_CHUNKS):
        lane_beat("tournaments")
        done = sweep_due()
        total += done
        if not done:
            break
    return total
