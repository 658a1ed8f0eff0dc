"""What tournaments listen to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.dispatch import receiver

from games.nudges import nudge_task
from games.signals import demo_made, matches_finished
from tournaments.services.demo import demo_tournaments_ensure
from tournaments.tasks import SWEEP


@receiver(matches_finished, dispatch_uid="tournaments.finished")
def finished(sender: object, **_more: Any) -> None:
    """A hint only: the sweep finds by their rows what has ended."""
    nudge_task(SWEEP)


@receiver(demo_made, dispatch_uid="tournaments.demo")
def demo_wanted(sender: object, progress: Callable[[str], None], **_more: Any) -> None:
    """The demo has tournaments too."""
    demo_tournaments_ensure(progress)
