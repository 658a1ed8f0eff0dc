"""The task that runs tournaments. It may run twice, late, together or not at all without harm."""

from __future__ import annotations

from celery import shared_task

from games.tasks import until_done
from tournaments.services.outlooks import foretell_due
from tournaments.services.sweeping import sweep_due

SWEEP = "tournaments.tasks.sweep_tournaments"


@shared_task(name=SWEEP)
def sweep_tournaments() -> int:
    """Let every tournament do what is due, then tell the chances in those that have changed; what
    is left over, the next beat takes up."""
    done = until_done("tournaments", sweep_due)
    foretell_due()
    return done
