"""What a player or a host does about seats: invite, fill, start, leave, resign, return."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Field, Schema
from ninja.responses import Status

from games import selectors
from games.api.access import match_of, match_seen, player_of, signed_in_caller
from games.api.calls import CallRouter
from games.api.schemas import MatchOut
from games.api.shapes import match_out
from games.models import ApiKey, Member
from games.services import matches
from games.services.standing_orders import clear_standing_orders

MOST_ADDRESSES = 20

Scope = ApiKey.Scope
router = CallRouter()


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


def _as_seen(member: Member, code: str) -> MatchOut:
    match, player = match_seen(member, code)
    return match_out(selectors.table(match, player))


@router.act(
    "POST", "/matches/{code}/invitations", "Invite by mail", Scope.ORGANISE, list[InvitedOut]
)
def invite_to_match(request: HttpRequest, code: str, payload: InviteIn) -> list[InvitedOut]:
    """Any player may invite. An address that was invited before gets no second mail."""
    member, match = match_of(request, code)
    rows = matches.invite_to_match(member=member, match=match, addresses=payload.addresses)
    return [InvitedOut(address=row.email, mailed=row.is_mailed) for row in rows]


@router.act("POST", "/matches/{code}/bots", "Add a bot", Scope.ORGANISE)
def add_bot(request: HttpRequest, code: str) -> MatchOut:
    """The host seats one bot; the match starts with the last seat."""
    member, match = match_of(request, code)
    matches.add_bot(member=member, match=match)
    return _as_seen(member, match.code)


@router.act("POST", "/matches/{code}/start", "Fill up with bots and start", Scope.ORGANISE)
def start_match(request: HttpRequest, code: str) -> MatchOut:
    """The host fills the free seats with bots, which starts the match."""
    member, match = match_of(request, code)
    matches.fill_with_bots(member=member, match=match)
    return _as_seen(member, match.code)


@router.act("POST", "/matches/{code}/cancel", "Call the match off", Scope.ORGANISE)
def cancel_match(request: HttpRequest, code: str) -> MatchOut:
    """The host calls an open match off; whoever had joined is told."""
    member, match = match_of(request, code)
    matches.cancel_match(member=member, match=match)
    return _as_seen(member, match.code)


@router.act("POST", "/matches/{code}/leave", "Leave before the start", Scope.ORGANISE, None, 204)
def leave_match(request: HttpRequest, code: str) -> Status[None]:
    """Gives the seat back. The host can’t leave, only call the match off."""
    member, match = match_of(request, code)
    matches.leave_match(member=member, match=match)
    return Status(204, None)


@router.act("POST", "/matches/{code}/resign", "Give the seat up for good", Scope.PLAY)
def resign_seat(request: HttpRequest, code: str) -> MatchOut:
    """A bot plays on, and there is no way back."""
    player = player_of(request, code)
    matches.resign_player(player=player)
    return _as_seen(signed_in_caller(request), player.match.code)


@router.act("POST", "/matches/{code}/return", "Take over from the bot again", Scope.PLAY)
def return_to_seat(request: HttpRequest, code: str) -> MatchOut:
    """If a bot took over after missed deadlines, and nobody else has the seat."""
    player = player_of(request, code)
    matches.return_player(player=player)
    return _as_seen(signed_in_caller(request), player.match.code)


@router.act(
    "DELETE", "/matches/{code}/standing", "Delete the standing orders", Scope.PLAY, ClearedOut
)
def clear_standing(request: HttpRequest, code: str) -> ClearedOut:
    """All that were left for later turns and for missed deadlines. Giving orders leaves new ones:
    `each time: …`, `if missed: …`, or several steps at once."""
    player = player_of(request, code)
    return ClearedOut(deleted=clear_standing_orders(player=player))
