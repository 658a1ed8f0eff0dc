"""What is written beside the play: table talk, and private notes."""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest
from ninja import Field, Router, Schema
from pydantic import StrictBool

from games.api.access import clean_code, needs, signed_in_caller
from games.api.operations import REFUSED_AS_IT_STANDS, REFUSED_FOR_A_MATCH
from games.models import ApiKey, PrivateNote, TableMessage
from games.selectors.talk import table_talk
from games.services.access import find_match, find_player
from games.services.notes import LONGEST_NOTE, write_match_note
from games.services.talk import say_at_table

LONGEST_TALK = 4000
NO_NUL = r"^[^\x00]*$"
"""PostgreSQL stores none."""

router = Router()


class SayIn(Schema):
    """Something to say to everybody at the table."""

    text: str = Field(min_length=1, max_length=LONGEST_TALK, pattern=NO_NUL)
    meant: StrictBool = Field(
        default=False, description="Pass it on even if it reads like an order."
    )


class SaidOut(Schema):
    """A message at a table, as its reader sees it."""

    by: str
    text: str = Field(description="Empty where a moderator has hidden it.")
    sent_at: datetime


class NoteIn(Schema):
    """The member's own note about a match; an empty text removes it."""

    text: str = Field(max_length=LONGEST_NOTE, pattern=NO_NUL)


class NoteOut(Schema):
    """Only its writer can read it."""

    text: str


@router.get(
    "/matches/{code}/talk",
    response={200: list[SaidOut], **REFUSED_FOR_A_MATCH},
    summary="Table talk",
    auth=needs(ApiKey.Scope.READ)["auth"],
)
def talk(request: HttpRequest, code: str) -> list[SaidOut]:
    """What was said at the player's table, the newest last."""
    player = find_player(code=clean_code(code), member=signed_in_caller(request))
    return [
        SaidOut(by=said.name, text=said.text, sent_at=said.sent_at)
        for said in table_talk(player).messages
    ]


@router.post(
    "/matches/{code}/talk",
    response={200: SaidOut, **REFUSED_AS_IT_STANDS},
    summary="Say something at the table",
    **needs(ApiKey.Scope.PLAY),
)
def say(request: HttpRequest, code: str, payload: SayIn) -> SaidOut:
    """409: the table has no talk, the member is silenced, or it reads like an order."""
    member = signed_in_caller(request)
    player = find_player(code=clean_code(code), member=member)
    message = say_at_table(
        player=player, text=payload.text, source=TableMessage.Source.API, is_meant=payload.meant
    )
    return SaidOut(by=member.name, text=message.text, sent_at=message.sent_at)


@router.get(
    "/matches/{code}/note",
    response={200: NoteOut, **REFUSED_FOR_A_MATCH},
    summary="My note on the match",
    auth=needs(ApiKey.Scope.READ)["auth"],
)
def note(request: HttpRequest, code: str) -> NoteOut:
    """Empty where there is none."""
    member = signed_in_caller(request)
    match = find_match(code=clean_code(code), member=member)
    row = PrivateNote.objects.filter(writer=member, match=match).first()
    return NoteOut(text=row.text if row else "")


@router.put(
    "/matches/{code}/note",
    response={200: NoteOut, **REFUSED_AS_IT_STANDS},
    summary="Write my note on the match",
    **needs(ApiKey.Scope.PLAY),
)
def write_note(request: HttpRequest, code: str, payload: NoteIn) -> NoteOut:
    """Replaces the one before."""
    member = signed_in_caller(request)
    match = find_match(code=clean_code(code), member=member)
    row = write_match_note(writer=member, match=match, text=payload.text)
    return NoteOut(text=row.text if row else "")
