"""What an entrant does: enter, check in, leave, say no to an invitation, take a place over."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router
from ninja.responses import Status

from games.api.access import needs, signed_in_caller
from games.api.calls import REFUSED_AS_IT_STANDS
from games.models import ApiKey
from tournaments.api.access import TournamentNotVisibleError, tournament_seen
from tournaments.api.schemas import EnterIn, EntryOut, LeaveIn
from tournaments.api.shapes import entry_out
from tournaments.models import Entry
from tournaments.services import entries, invitations, substitutes

router = Router()


def _own(request: HttpRequest, code: str) -> Entry:
    """The caller's entry. Raises TournamentNotVisibleError where there is none."""
    seen = tournament_seen(request, code)
    if seen.entry is None:
        raise TournamentNotVisibleError("no-entry")
    return seen.entry


@router.post(
    "/tournaments/{code}/enter",
    response={200: EntryOut, **REFUSED_AS_IT_STANDS},
    summary="Enter a tournament",
    **needs(ApiKey.Scope.ORGANISE),
)
def enter_tournament(request: HttpRequest, code: str, payload: EnterIn) -> EntryOut:
    """Takes a place, or with `status` `waiting` one on the waiting list where all are taken."""
    member = signed_in_caller(request)
    seen = tournament_seen(request, code, payload.token)
    row = entries.make_entry(
        tournament=seen.tournament,
        member=member,
        contribution=payload.contribution,
        token=payload.token,
    )
    return entry_out(row)


@router.post(
    "/tournaments/{code}/check-in",
    response={200: EntryOut, **REFUSED_AS_IT_STANDS},
    summary="Check in",
    **needs(ApiKey.Scope.ORGANISE),
)
def check_in(request: HttpRequest, code: str) -> EntryOut:
    """Confirms that you will play, where the tournament asks for it shortly before its start."""
    signed_in_caller(request)
    return entry_out(entries.check_in(entry=_own(request, code)))


@router.post(
    "/tournaments/{code}/leave",
    response={200: EntryOut, **REFUSED_AS_IT_STANDS},
    summary="Leave a tournament",
    **needs(ApiKey.Scope.ORGANISE),
)
def leave_tournament(request: HttpRequest, code: str, payload: LeaveIn) -> EntryOut:
    """Before the start the place goes to the next on the waiting list; after it nothing more is
    paired with you, and there is no way back."""
    signed_in_caller(request)
    row = _own(request, code)
    return entry_out(entries.withdraw_entry(entry=row, plays_on=payload.open_matches == "play"))


@router.post(
    "/tournaments/{code}/decline",
    response={204: None, **REFUSED_AS_IT_STANDS},
    summary="Say no to an invitation",
    **needs(ApiKey.Scope.ORGANISE),
)
def decline_invitation(request: HttpRequest, code: str) -> Status[None]:
    """You aren’t asked again. Changes nothing for who has entered."""
    signed_in_caller(request)
    invitations.decline_invitation(entry=_own(request, code))
    return Status(204, None)


@router.post(
    "/tournaments/{code}/entries/{entry}/take",
    response={200: EntryOut, **REFUSED_AS_IT_STANDS},
    summary="Take over a place that was left",
    **needs(ApiKey.Scope.ORGANISE),
)
def take_place(request: HttpRequest, code: str, entry: int) -> EntryOut:
    """With its results and running matches; for those on the waiting list."""
    member = signed_in_caller(request)
    row = tournament_seen(request, code).state.rows.get(entry)
    if row is None:
        raise TournamentNotVisibleError("no-entry")
    return entry_out(substitutes.substitute_entry(entry=row, member=member))
