"""Reminders: to those who still owe an order, once per deadline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import connection, transaction

from games.common import clock
from games.models import Match, OutboundMail
from games.services import notices
from games.services.reminder_times import LATEST_BEFORE_DEADLINE, Moment, reminder_moments
from games.services.running_matches import RunningMatch, load_plays, saved_on_exit

AFTER_THE_QUESTION = timedelta(hours=3)
"""So soon after the mail that asks nobody needs to be reminded."""


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
            # Since the match was found it may have gone on.
            due = [one for one in plays if one.row.remind_at and one.row.remind_at <= now]
            asked_at = _asked_at(due)
            for play in due:
                rows.extend(_reminders(play, now, asked_at))
        OutboundMail.objects.bulk_create(rows, ignore_conflicts=True)
    return len(matches)


def _asked_at(plays: Iterable[RunningMatch]) -> dict[int, datetime]:
    """By player, when the mail went out that asks what is open."""
    keys = [
        notices.decision_key(play.match, play.players[seat])
        for play in plays
        for seat in play.asked
    ]
    sent = OutboundMail.objects.filter(dedupe_key__in=keys, sent_at__isnull=False)
    moments = sent.values_list("player_id", "sent_at")
    return {player: at for player, at in moments if player is not None and at is not None}


def _reminders(
    play: RunningMatch, now: datetime, asked_at: Mapping[int, datetime]
) -> list[OutboundMail]:
    """Rows for those whose moment has come; the match's next moment is set for the others."""
    match, deadline = play.match, play.match.deadline_at
    play.row.remind_at = None
    if deadline is None or deadline <= now:
        return []
    rows: list[OutboundMail] = []
    later: list[datetime] = []
    for seat in play.asked:
        player = play.players[seat]
        moments = [
            _not_at_once(moment, asked_at.get(player.pk), deadline)
            for moment in reminder_moments(match, play.row, player)
        ]
        later += [moment.at for moment in moments if moment.at > now]
        passed = [moment for moment in moments if moment.at <= now]
        # Of several that a sweep finds late, the last alone is worth a mail.
        row = notices.reminder_notice(match, player, now, passed[-1].stage) if passed else None
        rows += [row] if row is not None else []
    play.row.remind_at = min(later, default=None)
    return rows


def _not_at_once(moment: Moment, asked_at: datetime | None, deadline: datetime) -> Moment:
    """The moment, put off where the mail that asks has only just gone out. That time banks have
    moved the deadline is told at once."""
    if asked_at is None or moment.stage == "bank":
        return moment
    latest = deadline - LATEST_BEFORE_DEADLINE
    return moment._replace(at=max(moment.at, min(asked_at + AFTER_THE_QUESTION, latest)))
