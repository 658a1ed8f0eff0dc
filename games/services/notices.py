"""What players are to be told: rows for the outbox, written with what causes them.

Only letters are written down here; `games.composing` finds the words when a row is sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.letters.letter import Letter
from games.letters.matches import (
    DecisionLetter,
    MissedLetter,
    ReminderLetter,
    SeatKeptLetter,
    SeatLeftLetter,
    SeatTakenLetter,
)
from games.models import Match, Member, OutboundMail, Player, Substitution
from games.models.row_updates import new_row
from games.services.digest_scheduling import collect_notice
from games.services.presence import waiting_time

Level = Member.MailLevel

LAST_STAGES = frozenset(("", "bank"))
"""The stages of reminders that speak of the last hours."""


class Recipient(NamedTuple):
    """Where a mail goes, in which language, and whose the address is."""

    address: str
    language: str
    member: Member | None = None

    @classmethod
    def of(cls, member: Member) -> Recipient:
        """The member's own address."""
        return cls(member.email, member.language, member)


def notice(
    letter: Letter,
    to: Recipient,
    *,
    key: str,
    at: datetime,
    match: Match | None = None,
    player: Player | None = None,
    phase_number: int | None = None,
) -> OutboundMail:
    """An unsaved outbox row. Equal keys are sent once."""
    return new_row(
        OutboundMail,
        dedupe_key=key,
        kind=letter.kind,
        address=to.address,
        language=to.language,
        member=to.member,
        match=match,
        player=player,
        phase_number=phase_number,
        payload=letter.payload(),
        created_at=at,
        due_at=at,
    )


def player_notice(
    letter: Letter, match: Match, player: Player, at: datetime, key: str
) -> OutboundMail | None:
    """A row about the open phase; None for bots, and for members who want no such mail.

    Practice is never mailed about, unless its player has chosen mails for this very match.
    """
    member = player.member
    if member is None or not letter.is_wanted_by(member, player.wanted_mail):
        return None
    if match.is_practice and not player.mail_level:
        return None
    return notice(
        letter,
        Recipient.of(member),
        key=key,
        at=at,
        match=match,
        player=player,
        phase_number=match.phase_number,
    )


def decision_key(match: Match, player: Player) -> str:
    """What the mail that asks for the open decision is known by: there is one."""
    return f"decision:{match.pk}:{match.phase_number}:{player.pk}"


def decision_notice(match: Match, player: Player, at: datetime) -> OutboundMail | None:
    """A decision awaits the player; None for a bot and for members who want no such mail.

    Somebody who has the match open has some minutes to answer before the mail goes out.
    """
    row = player_notice(DecisionLetter(), match, player, at, decision_key(match, player))
    if row is None or player.bot:
        return None
    row.due_at = at + waiting_time(match, player, at)
    return collect_notice(row, player.wanted_mail, match.deadline_at)


def reminder_notice(
    match: Match, player: Player, at: datetime, stage: str = ""
) -> OutboundMail | None:
    """The deadline is near and no order is in: once per deadline and stage, whatever is doubled.

    Beside a daily mail, or for who wants only what is urgent, the last stages alone are written.
    """
    if player.bot or match.deadline_at is None:
        return None
    if player.wanted_mail != Level.EVERY_DECISION and stage not in LAST_STAGES:
        return None
    deadline = match.deadline_at.isoformat()
    which = f"{deadline}:{stage}" if stage else deadline
    key = f"reminder:{match.pk}:{match.phase_number}:{player.pk}:{which}"
    return player_notice(ReminderLetter(deadline=deadline), match, player, at, key)


def table_notices(
    letter: Letter, match: Match, players: Iterable[Player], at: datetime
) -> list[OutboundMail]:
    """One row of this kind for every person at the table who wants any news of it."""
    rows = []
    for player in players:
        key = f"{letter.kind}:{match.pk}:{match.attempt}:{match.phase_number}:{player.pk}"
        row = player_notice(letter, match, player, at, key)
        if row is not None:
            rows.append(collect_notice(row, player.wanted_mail, None))
    return rows


def seat_taken_notices(
    match: Match, others: Iterable[Player], taken: Substitution
) -> list[OutboundMail]:
    """A substitute sat down: told to the others at the table who want news of it."""
    letter = SeatTakenLetter(by=taken.taken_by.name, former=taken.former_member.name)
    rows = table_notices(letter, match, others, taken.taken_at)
    for row in rows:
        # Two seats may change hands in one phase.
        row.dedupe_key += f":{taken.pk}"
    return rows


def seat_left_notices(
    match: Match, players: Iterable[Player], left: Player, at: datetime, *, is_for_good: bool
) -> list[OutboundMail]:
    """A bot plays for this player from now on: told to the others who want news of the table."""
    if left.member is None:
        return []
    letter = SeatLeftLetter(name_of=left.member.name, is_for_good=is_for_good)
    rows = table_notices(letter, match, (one for one in players if one.pk != left.pk), at)
    for row in rows:
        row.dedupe_key += f":{left.pk}"
    return rows


def missed_notice(match: Match, player: Player, at: datetime) -> OutboundMail | None:
    """A deadline of the player's has passed, unless the next question tells it."""
    key = f"missed:{match.pk}:{match.phase_number}:{player.pk}"
    row = player_notice(MissedLetter(), match, player, at, key)
    if row is None or player.bot:
        return None
    return collect_notice(row, player.wanted_mail, None)


def without_told_misses(
    rows: Iterable[OutboundMail], questions: Iterable[OutboundMail]
) -> list[OutboundMail]:
    """The rows without those about a missed deadline that one of these questions tells as well."""
    asked = {question.player_id for question in questions}
    return [row for row in rows if row.kind != MissedLetter.kind or row.player_id not in asked]


def seat_kept_notice(match: Match, player: Player, at: datetime) -> OutboundMail | None:
    """The player missed too often: a bot keeps the seat until they take it back."""
    key = f"seat-kept:{match.pk}:{match.phase_number}:{player.pk}"
    return player_notice(SeatKeptLetter(bot=player.bot), match, player, at, key)
