"""Clocks that stand still while a tournament is paused: deadlines move by as long as that is.

How long is known when the rest begins, so that every deadline shown, mailed and in a calendar is
one that holds. Who wants to may move meanwhile; a decision that opens then has its whole time
from the end of the rest.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.models import DeadlineChange, Match, Phase
from games.services.deadline_extensions import put_deadlines

MOST_NOTICE = timedelta(days=1)


def rest_clocks(matches: QuerySet[Match], *, now: datetime, until: datetime) -> int:
    """Stop the clocks of those that are not over from now until then; returns how many run.

    To be called in a transaction; it locks the matches.
    """
    running = _locked(matches)

    def later(match: Match, _row: Phase) -> datetime:
        return max(now, match.open_deadline) + (until - now)

    put_deadlines(running, later, DeadlineChange.Why.PAUSE)
    _set_rest(matches, until)
    return len(running)


def wake_clocks(matches: QuerySet[Match], *, now: datetime) -> int:
    """End a rest that was to last longer: deadlines come back by what is left of it.

    None comes nearer than half of the time for a decision, a day at most. Returns how many moved;
    to be called in a transaction.
    """
    resting = matches.filter(rests_until__gt=now)
    running = _locked(resting)

    def back(match: Match, _row: Phase) -> datetime:
        left = (match.rests_until or now) - now
        notice = now + min(match.phase_time / 2, MOST_NOTICE)
        return min(match.open_deadline, max(match.open_deadline - left, notice))

    put_deadlines(running, back, DeadlineChange.Why.RESUMED)
    _set_rest(resting, now)
    return len(running)


def _locked(matches: QuerySet[Match]) -> list[Match]:
    running = matches.filter(status=Match.Status.RUNNING).exclude(deadline_at=None)
    return list(running.order_by("pk").select_for_update(of=("self",)))


def _set_rest(matches: QuerySet[Match], until: datetime) -> None:
    stopped = (Match.Status.RUNNING, Match.Status.PARKED)
    matches.filter(status__in=stopped).update(rests_until=until)
