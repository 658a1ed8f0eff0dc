"""Private notes, each for the eyes of its writer alone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q

from games.models import Match, Member, PrivateNote


@dataclass(frozen=True, slots=True)
class TableNotes:
    """What a member has noted about a match, and about the people at its table."""

    own: PrivateNote | None
    people: tuple[PrivateNote, ...]

    @property
    def are_there(self) -> bool:
        """Whether anything is noted."""
        return self.own is not None or bool(self.people)


def table_notes(writer: Member, match: Match, people: Collection[int | None]) -> TableNotes:
    """The writer's notes about the match and about the members with these ids, in one query."""
    rows = PrivateNote.objects.filter(Q(match=match) | Q(about__in=people), writer=writer)
    found = list(rows.select_related("about").order_by("about__name"))
    own = next((note for note in found if note.match_id == match.pk), None)
    return TableNotes(own, tuple(note for note in found if note.about_id is not None))


def member_note(writer: Member, about: Member) -> PrivateNote | None:
    """The writer's note about this member."""
    return PrivateNote.objects.filter(writer=writer, about=about).first()
