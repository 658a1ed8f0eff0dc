"""Private notes of members, about a match or about somebody they play with."""

from __future__ import annotations

import re

from django.db import transaction
from django.db.models import Q

from games.common import clock
from games.common.errors import MatchError
from games.models import Match, Member, PrivateNote

LONGEST_NOTE = 4000
MOST_NOTES = 2000
"""Of one member."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def write_match_note(*, writer: Member, match: Match, text: str) -> PrivateNote | None:
    """Keep this as the writer's note about the match; an empty text removes it.

    The caller has made sure that the writer may see the match. Raises MatchError with
    `note-too-long` (most) or `too-many-notes` (most), and then nothing has changed.
    """
    return _write(writer, text, match=match)


def write_member_note(*, writer: Member, about: Member, text: str) -> PrivateNote | None:
    """Keep this as the writer's note about another member; an empty text removes it.

    Raises as `write_match_note`, and `note-about-yourself`.
    """
    if about.pk == writer.pk:
        raise MatchError("note-about-yourself")
    return _write(writer, text, about=about)


def add_to_match_note(*, writer: Member, match: Match, line: str) -> PrivateNote | None:
    """Put a paragraph below what the writer has noted about the match. Raises as the others."""
    with transaction.atomic():
        known = PrivateNote.objects.select_for_update().filter(writer=writer, match=match).first()
        text = f"{known.text}\n\n{line}" if known is not None else line
        return _write(writer, text, match=match)


def _write(writer: Member, text: str, **subject: Match | Member) -> PrivateNote | None:
    words = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if len(words) > LONGEST_NOTE:
        raise MatchError("note-too-long", most=LONGEST_NOTE)
    own = PrivateNote.objects.filter(writer=writer)
    if not words:
        own.filter(**subject).delete()
        return None
    with transaction.atomic():
        if not own.filter(**subject).exists() and own.count() >= MOST_NOTES:
            raise MatchError("too-many-notes", most=MOST_NOTES)
        # Two windows may save at once: the later text stays.
        PrivateNote.objects.bulk_create(
            [PrivateNote(writer=writer, text=words, written_at=clock.now(), **subject)],
            update_conflicts=True,
            unique_fields=["writer", *subject],
            update_fields=["text", "written_at"],
        )
    return own.get(**subject)


def forget_notes(member: Member) -> None:
    """Delete what the member has noted, and what others have noted about them."""
    PrivateNote.objects.filter(Q(writer=member) | Q(about=member)).delete()
