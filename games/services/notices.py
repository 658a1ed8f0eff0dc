"""What players are to be told: rows for the outbox, written with what causes them.

Only reasons are written down here; `games.mail` finds the words when a row is sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.models import Match, Member, OutboundMail, Player, Substitution
from games.services.digests import collected

Kind = OutboundMail.Kind
Level = Member.MailLevel

NEWS = frozenset((Kind.STARTED, Kind.FINISHED, Kind.SEAT_TAKEN))
"""What goes only to members who want news of their tables."""

LAST_STAGES = frozenset(("", "bank"))
"""The stages of reminders that speak of the last hours."""


def notice(
    kind: OutboundMail.Kind,
    *,
    key: str,
    member: Member,
    due_at: datetime,
    match: Match | None = None,
    player: Player | None = None,
    phase_number: int | None = None,
    payload: dict[str, Any] | None = None,
) -> OutboundMail:
    """An unsaved outbox row to a member's own address. Equal keys are sent once."""
    return OutboundMail(
        dedupe_key=key,
        kind=kind,
        address=member.email,
        language=member.language,
        member=member,
        match=match,
        player=player,
        phase_number=phase_number,
        payload=payload or {},
        created_at=due_at,
        due_at=due_at,
    )


def decision_notice(match: Match, player: Player, at: datetime) -> OutboundMail | None:
    """A decision awaits the player; None for a bot and for members who want no such mail."""
    member, level = player.member, player.wanted_mail
    if member is None or player.bot or level not in {Level.EVERY_DECISION, Level.DAILY}:
        return None
    row = notice(
        Kind.DECISION,
        key=f"decision:{match.pk}:{match.phase_number}:{player.pk}",
        member=member,
        due_at=at,
        match=match,
        player=player,
        phase_number=match.phase_number,
    )
    return collected(row, level, match.deadline_at)


def reminder_notice(
    match: Match, player: Player, at: datetime, stage: str = ""
) -> OutboundMail | None:
    """The deadline is near and no order is in: once per deadline and stage, whatever is doubled.

    Beside a daily mail, or for who wants only what is urgent, the last stages alone are written.
    """
    member, level = player.member, player.wanted_mail
    if member is None or player.bot or level == Level.NONE:
        return None
    if level != Level.EVERY_DECISION and stage not in LAST_STAGES:
        return None
    if match.deadline_at is None:
        return None
    deadline = match.deadline_at.isoformat()
    which = f"{deadline}:{stage}" if stage else deadline
    return notice(
        Kind.REMINDER,
        key=f"reminder:{match.pk}:{match.phase_number}:{player.pk}:{which}",
        member=member,
        due_at=at,
        match=match,
        player=player,
        phase_number=match.phase_number,
        payload={"deadline": deadline},
    )


def table_notices(
    kind: OutboundMail.Kind,
    match: Match,
    players: Iterable[Player],
    at: datetime,
    payload: dict[str, Any] | None = None,
) -> list[OutboundMail]:
    """One row of this kind for every person at the table who wants any news of it."""
    is_news = kind in NEWS
    rows = []
    for player in players:
        member, level = player.member, player.wanted_mail
        if member is None or level == Level.NONE or (is_news and not member.wants_news):
            continue
        row = notice(
            kind,
            key=f"{kind}:{match.pk}:{match.attempt}:{match.phase_number}:{player.pk}",
            member=member,
            due_at=at,
            match=match,
            player=player,
            phase_number=match.phase_number,
            payload=payload,
        )
        rows.append(collected(row, level, None))
    return rows


def seat_taken_notices(
    match: Match, others: Iterable[Player], taken: Substitution
) -> list[OutboundMail]:
    """A substitute sat down: told to the others at the table who want news of it."""
    payload = {"by": taken.taken_by.name, "former": taken.former_member.name}
    rows = table_notices(Kind.SEAT_TAKEN, match, others, taken.taken_at, payload)
    for row in rows:
        # Two seats may change hands in one phase.
        row.dedupe_key += f":{taken.pk}"
    return rows


def seat_kept_notice(match: Match, player: Player, at: datetime) -> OutboundMail | None:
    """The player missed too often: a bot keeps the seat until they take it back."""
    member = player.member
    if member is None or player.wanted_mail == Level.NONE:
        return None
    return notice(
        Kind.SEAT_KEPT,
        key=f"seat-kept:{match.pk}:{match.phase_number}:{player.pk}",
        member=member,
        due_at=at,
        match=match,
        player=player,
        phase_number=match.phase_number,
        payload={"bot": player.bot},
    )
