"""What tournaments listen to."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.nudges import nudge_task
from games.signals import matches_finished
from tournaments.tasks import SWEEP


@receiver(matches_finished, dispatch_uid="tournaments.finished")
def finished(sender: object, **_more: Any) -> None:
    """A hint only: the sweep finds by their rows what has ended."""
    nudge_task(SWEEP)
