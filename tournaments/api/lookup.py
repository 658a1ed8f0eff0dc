"""Looking at tournaments: lists, one of them, its entries, rounds, pairings and standings."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Query

from games.api.access import MemberKey, caller, needs, signed_in_caller, visitor
from games.api.calls import REFUSED, REFUSED_FOR_ONE
from games.api.operations import NO_KEY_NEEDED
from games.api.schemas import ONE_LINE
from games.models import ApiKey
from tournaments.api.access import TournamentNotVisibleError, tournament_seen
from tournaments.api.routing import router
from tournaments.api.schemas import (
    EntryListOut,
    EntryStatus,
    Limit,
    Offset,
    PairingOut,
    RoundLineOut,
    RoundOut,
    StandingsOut,
    Status,
    TournamentListOut,
    TournamentLogOut,
    TournamentOut,
)
from tournaments.api.shapes import (
    entry_out,
    line_out,
    log_out,
    my_pairings_out,
    round_line_out,
    round_out,
    standings_out,
    tournament_out,
)
from tournaments.models import Entry
from tournaments.selectors.tournament_lists import searched

Key = Annotated[str | None, Query(None, max_length=32, pattern=ONE_LINE)]
Token = Annotated[
    str,
    Query(
        "",
        max_length=64,
        pattern=r"^[A-Za-z0-9_-]*$",
        description="From an invitation, for a tournament that is not listed.",
    ),
]


@router.get(
    "/tournaments",
    response={200: TournamentListOut, **REFUSED},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="Tournaments",
)
def tournaments(
    request: HttpRequest,
    limit: Limit,
    offset: Offset,
    game: Key,
    format: Key,  # noqa: A002  the parameter's name in addresses
    status: Status | None = None,
    mine: bool = False,
) -> TournamentListOut:
    """Listed tournaments, the newest first; `mine`: those that you play in, wait for, are invited
    to or organise, listed or not. Only `mine` needs a key."""
    member = signed_in_caller(request) if mine else caller(request)
    found = searched(
        member,
        is_mine=mine,
        status=status,
        game=game,
        format_key=format,
        limit=limit + 1,
        offset=offset,
    )
    return TournamentListOut(
        tournaments=[line_out(line) for line in found[:limit]], has_more=len(found) > limit
    )


@router.get(
    "/tournaments/{code}",
    response={200: TournamentOut, **REFUSED_FOR_ONE},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="One tournament",
)
def tournament_get(request: HttpRequest, code: str, token: Token) -> TournamentOut:
    """Its terms, its rounds, your own entry in it, and the tables where you play now."""
    return tournament_out(tournament_seen(request, code, token))


@router.get(
    "/tournaments/{code}/entries",
    response={200: EntryListOut, **REFUSED_FOR_ONE},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="Who plays in a tournament",
)
def tournament_entries(
    request: HttpRequest,
    code: str,
    limit: Limit,
    offset: Offset,
    status: EntryStatus | None = None,
) -> EntryListOut:
    """In the order of entering. The organiser alone sees who is invited."""
    seen = tournament_seen(request, code)
    rows = [
        row
        for row in seen.state.rows.values()
        if status in {None, row.status}
        and (seen.is_organiser or row == seen.entry or row.status != Entry.Status.INVITED)
    ]
    part = rows[offset : offset + limit]
    return EntryListOut(
        entries=[entry_out(row) for row in part], has_more=len(rows) > offset + limit
    )


@router.get(
    "/tournaments/{code}/standings",
    response={200: StandingsOut, **REFUSED_FOR_ONE},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="Standings",
)
def tournament_standings(request: HttpRequest, code: str) -> StandingsOut:
    """The places as things stand, and every table of standings with its tie-breaks."""
    return standings_out(tournament_seen(request, code).state)


@router.get(
    "/tournaments/{code}/rounds",
    response={200: list[RoundLineOut], **REFUSED_FOR_ONE},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="Rounds",
)
def tournament_rounds(request: HttpRequest, code: str) -> list[RoundLineOut]:
    """All rounds that were paired, the first one first."""
    return [round_line_out(one) for one in tournament_seen(request, code).rounds]


@router.get(
    "/tournaments/{code}/rounds/{number}",
    response={200: RoundOut, **REFUSED_FOR_ONE},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="One round",
)
def tournament_round(request: HttpRequest, code: str, number: int) -> RoundOut:
    """Its tables with the codes of their matches, and why they were paired like this."""
    seen = tournament_seen(request, code)
    for one in seen.rounds:
        if one.row.number == number:
            return round_out(one, seen.state)
    raise TournamentNotVisibleError("no-round")


@router.get(
    "/tournaments/{code}/pairings/mine",
    response={200: list[PairingOut], **REFUSED_FOR_ONE},
    summary="My pairings",
    auth=needs(ApiKey.Scope.READ)["auth"],
)
def my_pairings(
    request: HttpRequest, code: str, show: Literal["open", "all"] = "open"
) -> list[PairingOut]:
    """The tables where you play now, one in most formats; `all`: also those that are over. Empty
    while you wait for the next round."""
    seen = tournament_seen(request, code)
    return my_pairings_out(seen, is_over_too=show == "all")


@router.get(
    "/tournaments/{code}/log",
    response={200: list[TournamentLogOut], **REFUSED_FOR_ONE},
    auth=[MemberKey(), visitor],
    openapi_extra=NO_KEY_NEEDED,
    summary="The tournament’s log",
)
def tournament_log(
    request: HttpRequest, code: str, limit: Limit, offset: Offset
) -> list[TournamentLogOut]:
    """Rulings, changes and rounds with who did it and why, the newest first."""
    seen = tournament_seen(request, code)
    rows = seen.tournament.log.select_related("by", "match").defer("match__state")
    rows = rows.order_by("-id")
    return [log_out(row, seen) for row in rows[offset : offset + limit]]
