"""Time given back: deadlines that passed while players could not have known of them, or not act."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.common import clock
from games.models import DeadlineChange, Match, Phase
from games.models.row_updates import update_rows
from games.services.match_news import publish_match
from games.services.missed_deadlines import shift_time_banks

LEAST_EXTENSION = timedelta(hours=1)
"""The least time that players get to act after the trouble is over."""

CHUNK = 500
MOVED_FIELDS = ("deadline_at", "wake_at", "remind_at")


def extend_deadlines(
    matches: QuerySet[Match] | Collection[int],
    *,
    since: datetime,
    until: datetime,
    why: DeadlineChange.Why,
) -> int:
    """Move the open deadlines that lie after `since` and not after `until`; returns how many.

    Each comes to lie as long after `until` as the trouble lasted, at most the match's time for a
    decision and at least an hour; time banks pay nothing for it, and the ledger says `why`.
    `matches` are those concerned, or their ids. Matches that do not run are left alone. `until`
    may lie ahead: the sweep closes what is due, so trouble that goes on must move deadlines before
    they pass. Calling it again, after half of it was done as well, moves no deadline twice.
    """
    if not isinstance(matches, QuerySet):
        matches = Match.objects.filter(pk__in=matches)
    passed = matches.filter(
        status=Match.Status.RUNNING, deadline_at__gt=since, deadline_at__lte=until
    )
    moved = 0
    while chunk := _extend_chunk(passed, since, until, why):
        moved += chunk
    return moved


@transaction.atomic
def _extend_chunk(
    passed: QuerySet[Match], since: datetime, until: datetime, why: DeadlineChange.Why
) -> int:
    matches = list(passed.order_by("pk").select_for_update(of=("self",))[:CHUNK])

    def extended(match: Match, _row: Phase) -> datetime:
        return until + max(LEAST_EXTENSION, min(until - since, match.phase_time))

    put_deadlines(matches, extended, why)
    return len(matches)


def put_deadlines(
    matches: Sequence[Match],
    moment: Callable[[Match, Phase], datetime],
    why: DeadlineChange.Why,
) -> None:
    """Put the open deadlines of these running, locked matches to a moment of each.

    Time banks pay nothing for it, the ledger says `why`, and whoever looks on is told.
    """
    rows = {row.match_id: row for row in Phase.objects.filter(Phase.OPEN, match__in=matches)}
    now = clock.now()
    ledger = []
    for match in matches:
        row = rows[match.pk]
        deadline = moment(match, row)
        shift_time_banks(match, deadline - (match.deadline_at or deadline))
        ledger.append(
            DeadlineChange(
                phase=row,
                changed_at=now,
                old_deadline_at=row.deadline_at,
                new_deadline_at=deadline,
                why=why,
            )
        )
        match.deadline_at = row.deadline_at = deadline
        # Where all orders are in already, only the time to revise them is waited for, and the
        # moment of an order that is held has come.
        row.wake_at = now if match.revise_until is not None or row.held else deadline
        row.remind_at = now
    update_rows(matches, ("deadline_at", "banks_open_since"))
    update_rows(list(rows.values()), MOVED_FIELDS)
    DeadlineChange.objects.bulk_create(ledger)
    for match in matches:
        publish_match(match)
