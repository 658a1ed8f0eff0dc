"""Reminders: to those who still owe an order, once per deadline."""

from __future__ import annotations

from datetime import datetime

from django.db import connection, transaction

from games.common import clock
from games.models import Match, OutboundMail
from games.services import notices
from games.services.reminder_times import reminder_moments
from games.services.running_matches import RunningMatch, load_plays, saved_on_exit


def sweep_reminders(limit: int = 100) -> int:
    """Write the reminders that are due; returns how many matches were looked at."""
    with transaction.atomic():
        now = clock.now()
        matches = list(
            Match.objects.select_for_update(
                skip_locked=connection.features.has_select_for_update_skip_locked, of=("self",)
            )
            .filter(
                status=Match.Status.RUNNING,
                phases__closed_at=None,
                phases__remind_at__lte=now,
            )
            .order_by("phases__remind_at")[:limit]
        )
        if not matches:
            return 0
        rows: list[OutboundMail] = []
        with saved_on_exit(load_plays(matches)) as plays:
            for play in plays:
                # Since the match was found it may have gone on.
                if play.row.remind_at is not None and play.row.remind_at <= now:
                    rows.extend(_reminders(play, now))
        OutboundMail.objects.bulk_create(rows, ignore_conflicts=True)
    return len(matches)


def _reminders(play: RunningMatch, now: datetime) -> list[OutboundMail]:
    """Rows for those whose moment has come; the match's next moment is set for the others."""
    match, deadline = play.match, play.match.deadline_at
    play.row.remind_at = None
    if deadline is None or deadline <= now:
        return []
    rows: list[OutboundMail] = []
    later: list[datetime] = []
    for seat in play.asked:
        player = play.players[seat]
        moments = reminder_moments(match, play.row, player)
        later += [moment.at for moment in moments if moment.at > now]
        passed = [moment for moment in moments if moment.at <= now]
        # Of several that a sweep finds late, the last alone is worth a mail.
        row = notices.reminder_notice(match, player, now, passed[-1].stage) if passed else None
        rows += [row] if row is not None else []
    play.row.remind_at = min(later, default=None)
    return rows
