"""When a member's mails are put together: once a day at their hour, or within a few minutes.

A row that is collected is written like any other, but waits for the digest of its moment, a row of
its own. Whatever a digest tells is looked up when it is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, time, timedelta

from django.db import transaction

from games.common import clock
from games.common.task_queue import enqueue_outbox
from games.letters.account import DigestLetter
from games.letters.letter import kinds_of_letters
from games.models import Member, OutboundMail, Player
from games.models.row_updates import insert_rows

Status = OutboundMail.Status
Level = Member.MailLevel

MOST_COLLECT_MINUTES = 120
URGENT_WITHIN = timedelta(hours=3)
"""What is due so soon after the next daily mail, or before it, is asked at once."""

COLLECTED_KINDS = kinds_of_letters(lambda letter: letter.may_be_collected)


def daily_moment(member: Member, at: datetime) -> datetime:
    """The member's next hour of the daily mail after `at`, in their own zone."""
    local = at.astimezone(member.zone)
    hour = time(min(member.digest_hour, 23))
    for days in range(3):
        # Through UTC: a day on which the clock is put forward has hours that are not there.
        moment = datetime.combine(local.date() + timedelta(days=days), hour, member.zone)
        moment = moment.astimezone(UTC)
        if moment > at:
            return moment
    return at + timedelta(days=1)


def collecting_moment(member: Member, at: datetime) -> datetime:
    """The end of the few minutes in which the member's decisions are collected, from a half to
    one and a half times as long as chosen: all that open meanwhile have the same."""
    minutes = min(member.collect_minutes, MOST_COLLECT_MINUTES)
    step = timedelta(minutes=minutes).total_seconds()
    seconds = (at.timestamp() + step / 2) // step * step + step
    return datetime.fromtimestamp(seconds, UTC)


def collect_notice(row: OutboundMail, level: str, deadline_at: datetime | None) -> OutboundMail:
    """The unsaved row, made to wait for a digest where its member wants that."""
    member = row.member
    if member is None or row.kind not in COLLECTED_KINDS:
        return row
    if level == Level.DAILY:
        moment = daily_moment(member, row.created_at)
        if deadline_at is not None and deadline_at < moment + URGENT_WITHIN:
            return row
    elif level == Level.EVERY_DECISION and member.collect_minutes:
        moment = collecting_moment(member, row.created_at)
        if deadline_at is not None and deadline_at < moment + URGENT_WITHIN:
            return row
    else:
        return row
    row.status, row.due_at = Status.COLLECTED, moment
    return row


def write_notices(rows: Iterable[OutboundMail]) -> int:
    """Write outbox rows, and the digests that the collected ones among them wait for; returns how
    many rows were given. What is there already is left alone."""
    rows = list(rows)
    if not rows:
        return 0
    insert_rows([*rows, *_digests_of(rows)], is_once=True)
    enqueue_outbox()
    return len(rows)


def _digests_of(rows: Sequence[OutboundMail]) -> list[OutboundMail]:
    digests: dict[str, OutboundMail] = {}
    for row in rows:
        if row.status == Status.COLLECTED and row.member is not None:
            digest = digest_row(row.member, row.due_at, row.created_at)
            digests[digest.dedupe_key] = digest
    return list(digests.values())


def digest_row(member: Member, due_at: datetime, at: datetime) -> OutboundMail:
    """The unsaved row of a member's digest at this moment: there is one for each."""
    return OutboundMail(
        dedupe_key=f"digest:{member.pk}:{due_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}",
        kind=DigestLetter.kind,
        address=member.email,
        language=member.language,
        member=member,
        created_at=at,
        due_at=due_at,
    )


def renew_collecting(member: Member) -> None:
    """After the member has chosen anew when to be written to: what waits follows the new choice.

    What was collected goes out at once, or in the digest of the new moment; questions that were
    about to be sent are collected, where that is what is wanted now.
    """
    now = clock.now()
    with transaction.atomic():
        waiting = OutboundMail.objects.select_for_update(of=("self",)).filter(
            member=member,
            kind__in=COLLECTED_KINDS,
            status__in=[Status.QUEUED, Status.COLLECTED],
            sent_at=None,
        )
        players = Player.objects.select_related("member", "match").in_bulk(
            [row.player_id for row in waiting if row.player_id is not None]
        )
        digests: list[OutboundMail] = []
        for row in waiting:
            player = players.get(row.player_id or 0)
            if player is None or (row.status == Status.QUEUED and row.attempts):
                continue
            row.member, row.created_at = member, now
            row.status, row.due_at = Status.QUEUED, now
            collect_notice(row, player.wanted_mail, player.match.deadline_at)
            row.save(update_fields=["status", "due_at"])
            digests += _digests_of([row])
        OutboundMail.objects.bulk_create(digests, ignore_conflicts=True)
    enqueue_outbox()
