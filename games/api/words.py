"""What is written beside the play: table talk, and private notes."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest
from ninja import Field, Schema
from pydantic import StrictBool

from games import selectors
from games.api.access import match_of, player_of, signed_in_caller
from games.api.calls import CallRouter
from games.common.errors import NotVisibleError
from games.models import ApiKey, Member, PrivateNote, TableMessage
from games.selectors.talk import table_talk
from games.services.notes import LONGEST_NOTE, write_match_note, write_member_note
from games.services.talk import say_at_table

LONGEST_TALK = 4000
MOST = 2**31
"""Beyond it PostgreSQL finds no row, but complains."""

NO_NUL = r"^[^\x00]*$"
"""PostgreSQL stores none."""

Scope = ApiKey.Scope
router = CallRouter()


class SayIn(Schema):
    """Something to say to everybody at the table, or to one of the others."""

    text: str = Field(min_length=1, max_length=LONGEST_TALK, pattern=NO_NUL)
    meant: StrictBool = Field(
        default=False, description="Pass it on even if it reads like an order."
    )
    to: str = Field(
        default="", max_length=200, pattern=NO_NUL, description="The name of the only reader."
    )


class SaidOut(Schema):
    """A message at a table, as its reader sees it."""

    by: str
    to: str = Field(description="Who alone can read it; empty where everybody can.")
    text: str = Field(description="Empty where a moderator has hidden it.")
    sent_at: datetime


class NoteIn(Schema):
    """The member's own note about a match or a member; an empty text removes it."""

    text: str = Field(max_length=LONGEST_NOTE, pattern=NO_NUL)


class NoteOut(Schema):
    """Only its writer can read it."""

    text: str


@router.look("/matches/{code}/talk", "Table talk", list[SaidOut])
def talk(request: HttpRequest, code: str) -> list[SaidOut]:
    """What was said at the player's table, the newest last."""
    player = player_of(request, code)
    return [
        SaidOut(by=said.name, to=said.to, text=said.text, sent_at=said.sent_at)
        for said in table_talk(player).messages
    ]


@router.act("POST", "/matches/{code}/talk", "Say something at the table", Scope.PLAY, SaidOut)
def say(request: HttpRequest, code: str, payload: SayIn) -> SaidOut:
    """409: the table has no talk, the member is silenced, or it reads like an order."""
    player = player_of(request, code)
    message = say_at_table(
        player=player,
        text=payload.text,
        source=TableMessage.Source.API,
        is_meant=payload.meant,
        only_to=payload.to,
    )
    return SaidOut(
        by=signed_in_caller(request).name,
        to=payload.to,
        text=message.text,
        sent_at=message.sent_at,
    )


@router.look("/matches/{code}/note", "My note on the match", NoteOut)
def note(request: HttpRequest, code: str) -> NoteOut:
    """Empty where there is none."""
    member, match = match_of(request, code)
    row = PrivateNote.objects.filter(writer=member, match=match).first()
    return NoteOut(text=row.text if row else "")


@router.act("PUT", "/matches/{code}/note", "Write my note on the match", Scope.PLAY, NoteOut)
def write_note(request: HttpRequest, code: str, payload: NoteIn) -> NoteOut:
    """Replaces the one before."""
    member, match = match_of(request, code)
    row = write_match_note(writer=member, match=match, text=payload.text)
    return NoteOut(text=row.text if row else "")


@router.look("/members/{number}/note", "My note on a member", NoteOut)
def member_note(request: HttpRequest, number: int) -> NoteOut:
    """Empty where there is none. The number is the one in the address of the member’s page."""
    writer, about = signed_in_caller(request), _member(number)
    row = selectors.member_note(writer, about)
    return NoteOut(text=row.text if row else "")


@router.act("PUT", "/members/{number}/note", "Write my note on a member", Scope.PLAY, NoteOut)
def write_note_on_member(request: HttpRequest, number: int, payload: NoteIn) -> NoteOut:
    """Replaces the one before. 409 for a note on yourself."""
    writer, about = signed_in_caller(request), _member(number)
    row = write_member_note(writer=writer, about=about, text=payload.text)
    return NoteOut(text=row.text if row else "")


def _member(number: int) -> Member:
    member = Member.objects.filter(pk=number, is_active=True).first() if 0 < number < MOST else None
    if member is None:
        raise NotVisibleError("not-found")
    return member
