"""The task that reckons what follows from finished matches, and what wakes it up."""

from __future__ import annotations

from celery import shared_task
from django.dispatch import receiver

from games.common.signals import matches_finished
from games.common.task_queue import enqueue_task
from games.tasks import until_done
from tournaments.services.collusion_hints import look_for_hints
from tournaments.services.counting_figures import count_due
from tournaments.services.rating_finished_matches import CHUNK, settle_due
from tournaments.services.rebuilding import rebuild_revised
from tournaments.services.strengths import weigh_next

SETTLE = "tournaments.rating_tasks.settle_finished"
WEIGH = "tournaments.rating_tasks.weigh_strengths"
COUNT = "tournaments.rating_tasks.count_figures"
LOOK = "tournaments.rating_tasks.look_for_collusion"
WEIGHING_SECONDS, COUNTING_SECONDS, LOOKING_SECONDS = 240, 600, 1200


@shared_task(name=SETTLE)
def settle_finished() -> int:
    """Settle every finished match, and play again what was ruled otherwise; what is left over, the
    next beat takes up."""
    rebuild_revised()
    return until_done("ratings", settle_due, is_done=lambda settled: settled < CHUNK)


@shared_task(name=WEIGH, time_limit=WEIGHING_SECONDS)
def weigh_strengths() -> str | None:
    """Weigh the strengths of one pool, if one has not been weighed today."""
    return weigh_next()


@shared_task(name=COUNT, time_limit=COUNTING_SECONDS)
def count_figures() -> int:
    """Count what settling left over, and anew the pools that a ruling changed."""
    return count_due()


@shared_task(name=LOOK, time_limit=LOOKING_SECONDS)
def look_for_collusion() -> int:
    """Look through all pools for what an operator may want to see."""
    return look_for_hints()


@receiver(matches_finished, dispatch_uid="tournaments.ratings.finished")
def finished(sender: object, **_more: object) -> None:
    """A hint only: the beat finds finished matches without it."""
    enqueue_task(SETTLE)
