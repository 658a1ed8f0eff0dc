"""What tournaments listen to.

Each imports what it does when it does it: every command loads this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.dispatch import receiver

from games.common.signals import (
    calendar_wanted,
    counts_wanted,
    demo_made,
    matches_finished,
    member_erasing,
    member_leaving,
    ratings_wanted,
)
from games.common.task_queue import enqueue_task
from games.models import Match, Member

if TYPE_CHECKING:
    from games.common.calendar_entry import CalendarEntry
    from games.selectors.endings import RatingNews
    from games.services.anonymization import PersonalWords


@receiver(matches_finished, dispatch_uid="tournaments.finished")
def finished(sender: object, **_more: object) -> None:
    """A hint only: the sweep finds by their rows what has ended."""
    from tournaments.tasks import SWEEP

    enqueue_task(SWEEP)


@receiver(demo_made, dispatch_uid="tournaments.demo")
def demo_wanted(sender: object, progress: Callable[[str], None], **_more: object) -> None:
    """The demo has tournaments too."""
    from tournaments.services.demo import ensure_demo_tournaments

    ensure_demo_tournaments(progress)


@receiver(member_leaving, dispatch_uid="tournaments.leaving")
def leaving(sender: object, member: Member, **_more: object) -> None:
    """Who has everything erased plays in no tournament any more."""
    from tournaments.services.erasure import leave_tournaments

    leave_tournaments(member)


@receiver(member_erasing, dispatch_uid="tournaments.erasing")
def erasing(sender: object, member: Member, words: PersonalWords, **_more: object) -> None:
    """Tournaments keep what happened without the name."""
    from tournaments.services.erasure import scrub_tournaments

    scrub_tournaments(member, words)


@receiver(ratings_wanted, dispatch_uid="tournaments.ratings")
def ratings_of(sender: object, match: Match, **_more: object) -> dict[int, RatingNews]:
    """What the match has done to ratings, once it is settled."""
    from tournaments.selectors.ratings import changes_of

    return changes_of(match)


@receiver(counts_wanted, dispatch_uid="tournaments.counts")
def counts(sender: object, **_more: object) -> dict[str, int]:
    """How many tournaments have stopped after a fault."""
    from tournaments.services.sweeping import parked_count

    return {"parked_tournaments": parked_count()}


@receiver(calendar_wanted, dispatch_uid="tournaments.calendar")
def calendar_of(sender: object, member: Member, **_more: object) -> list[CalendarEntry]:
    """Starts and rounds of the tournaments that the member plays in."""
    from tournaments.letters.calendar_entries import tournament_entries

    return tournament_entries(member)
