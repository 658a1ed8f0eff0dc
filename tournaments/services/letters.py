"""What entrants are to be told: rows for the outbox, written with what causes them.

Only letters are written down here; `games.composing` finds the words when a row is sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.conf import settings

from games.common.task_queue import enqueue_outbox
from games.models import Member, OutboundMail
from games.services.notices import Recipient, notice
from tournaments.letters.letter import TournamentLetter
from tournaments.models import Entry, Tournament


def recipient_row(
    letter: TournamentLetter, tournament: Tournament, to: Recipient, *, key: str, at: datetime
) -> OutboundMail:
    """An unsaved outbox row. Equal keys are sent once."""
    letter = msgspec.structs.replace(
        letter, tournament=tournament.pk, in_reply_to=thread_id(tournament)
    )
    return notice(letter, to, key=letter_key(letter, tournament, key), at=at)


def member_row(
    letter: TournamentLetter, tournament: Tournament, member: Member, *, key: str, at: datetime
) -> OutboundMail | None:
    """The same to a member; None for one who wants no such mail."""
    if not letter.is_wanted_by(member, member.mail_level):
        return None
    return recipient_row(letter, tournament, Recipient.of(member), key=key, at=at)


def entry_letter(
    letter: TournamentLetter, tournament: Tournament, row: Entry, at: datetime, key: str = ""
) -> OutboundMail | None:
    """The same to an entry's member; without a key once for each time that they entered."""
    key = key or f"{row.pk}:{row.entered_at.isoformat()}"
    letter = msgspec.structs.replace(letter, entry=row.pk)
    return member_row(letter, tournament, row.member, key=key, at=at)


def letter_key(letter: TournamentLetter, tournament: Tournament, key: str) -> str:
    """What the outbox knows the letter by."""
    return f"tournament:{tournament.pk}:{letter.name}:{key}"


def thread_id(tournament: Tournament) -> str:
    """The id that all mails about a tournament refer to, so that they stay together."""
    return f"<tournament-{tournament.code}@{settings.REPLY_DOMAIN}>"


def post(rows: Iterable[OutboundMail | None]) -> None:
    """Put the letters into the outbox; those that were written before stay as they are."""
    written = [row for row in rows if row is not None]
    if written:
        OutboundMail.objects.bulk_create(written, ignore_conflicts=True)
        enqueue_outbox()
