"""What a player or a host does about seats: invite, fill, start, leave, resign, return."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Field, Router, Schema
from ninja.responses import Status

from games import selectors
from games.api.access import clean_code, match_seen, needs, signed_in_caller
from games.api.operations import REFUSED_AS_IT_STANDS
from games.api.schemas import MatchOut
from games.api.shapes import match_out
from games.models import ApiKey, Match, Member
from games.services import matches
from games.services.access import find_match, find_player
from games.services.standing_orders import clear_standing_orders

MOST_ADDRESSES = 20

router = Router()


class InviteIn(Schema):
    """Who is invited by mail."""

    addresses: list[str] = Field(min_length=1, max_length=MOST_ADDRESSES)


class InvitedOut(Schema):
    """An address that was not invited before, and whether a mail went there."""

    address: str
    mailed: bool


class ClearedOut(Schema):
    """How many standing orders there were."""

    deleted: int


def _match(request: HttpRequest, code: str) -> tuple[Member, Match]:
    member = signed_in_caller(request)
    return member, find_match(code=clean_code(code), member=member)


def _as_seen(member: Member, code: str) -> MatchOut:
    match, player = match_seen(member, code)
    return match_out(selectors.table(match, player))


@router.post(
    "/matches/{code}/invitations",
    response={200: list[InvitedOut], **REFUSED_AS_IT_STANDS},
    summary="Invite by mail",
    **needs(ApiKey.Scope.ORGANISE),
)
def invite_to_match(request: HttpRequest, code: str, payload: InviteIn) -> list[InvitedOut]:
    """Any player may invite. An address that was invited before gets no second mail."""
    member, match = _match(request, code)
    rows = matches.invite_to_match(member=member, match=match, addresses=payload.addresses)
    return [InvitedOut(address=row.email, mailed=row.is_mailed) for row in rows]


@router.post(
    "/matches/{code}/bots",
    response={200: MatchOut, **REFUSED_AS_IT_STANDS},
    summary="Add a bot",
    **needs(ApiKey.Scope.ORGANISE),
)
def add_bot(request: HttpRequest, code: str) -> MatchOut:
    """The host seats one bot; the match starts with the last seat."""
    member, match = _match(request, code)
    matches.add_bot(member=member, match=match)
    return _as_seen(member, match.code)


@router.post(
    "/matches/{code}/start",
    response={200: MatchOut, **REFUSED_AS_IT_STANDS},
    summary="Fill up with bots and start",
    **needs(ApiKey.Scope.ORGANISE),
)
def start_match(request: HttpRequest, code: str) -> MatchOut:
    """The host fills the free seats with bots, which starts the match."""
    member, match = _match(request, code)
    matches.fill_with_bots(member=member, match=match)
    return _as_seen(member, match.code)


@router.post(
    "/matches/{code}/cancel",
    response={200: MatchOut, **REFUSED_AS_IT_STANDS},
    summary="Call the match off",
    **needs(ApiKey.Scope.ORGANISE),
)
def cancel_match(request: HttpRequest, code: str) -> MatchOut:
    """The host calls an open match off; whoever had joined is told."""
    member, match = _match(request, code)
    matches.cancel_match(member=member, match=match)
    return _as_seen(member, match.code)


@router.post(
    "/matches/{code}/leave",
    response={204: None, **REFUSED_AS_IT_STANDS},
    summary="Leave before the start",
    **needs(ApiKey.Scope.ORGANISE),
)
def leave_match(request: HttpRequest, code: str) -> Status[None]:
    """Gives the seat back. The host cannot leave, but call the match off."""
    member, match = _match(request, code)
    matches.leave_match(member=member, match=match)
    return Status(204, None)


@router.post(
    "/matches/{code}/resign",
    response={200: MatchOut, **REFUSED_AS_IT_STANDS},
    summary="Give the seat up for good",
    **needs(ApiKey.Scope.PLAY),
)
def resign_seat(request: HttpRequest, code: str) -> MatchOut:
    """A bot plays on, and there is no way back."""
    member = signed_in_caller(request)
    player = find_player(code=clean_code(code), member=member)
    matches.resign_player(player=player)
    return _as_seen(member, player.match.code)


@router.post(
    "/matches/{code}/return",
    response={200: MatchOut, **REFUSED_AS_IT_STANDS},
    summary="Take over from the bot again",
    **needs(ApiKey.Scope.PLAY),
)
def return_to_seat(request: HttpRequest, code: str) -> MatchOut:
    """After missed deadlines, as long as nobody else has taken the seat."""
    member = signed_in_caller(request)
    player = find_player(code=clean_code(code), member=member)
    matches.return_player(player=player)
    return _as_seen(member, player.match.code)


@router.delete(
    "/matches/{code}/standing",
    response={200: ClearedOut, **REFUSED_AS_IT_STANDS},
    summary="Delete the standing orders",
    **needs(ApiKey.Scope.PLAY),
)
def clear_standing(request: HttpRequest, code: str) -> ClearedOut:
    """All that were left for later turns and for missed deadlines. Giving orders leaves new ones:
    `each time: …`, `if missed: …`, or several steps at once."""
    player = find_player(code=clean_code(code), member=signed_in_caller(request))
    return ClearedOut(deleted=clear_standing_orders(player=player))
