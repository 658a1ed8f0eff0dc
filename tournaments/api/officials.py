"""Who helps to run a tournament: asked, dismissed, and their own answer."""

from __future__ import annotations

from django.http import HttpRequest
from ninja.responses import Status

from games.api.access import signed_in_caller
from tournaments.api.access import (
    TournamentNotVisibleError,
    ruled_tournament_seen,
    tournament_seen,
)
from tournaments.api.organiser_schemas import OfficialIn, OfficialOut
from tournaments.api.routing import ORGANISE, router
from tournaments.models import Official, Tournament
from tournaments.services import officials


def _officials_out(tournament: Tournament) -> list[OfficialOut]:
    return [
        OfficialOut.model_validate(
            {
                "id": row.pk,
                "name": row.shown_name,
                "role": row.role,
                "accepted": row.accepted_at is not None,
            }
        )
        for row in tournament.officials.select_related("member")
    ]


@router.act(
    "POST",
    "/tournaments/{code}/officials",
    "Ask somebody to help run a tournament",
    ORGANISE,
    list[OfficialOut],
)
def ask_official(request: HttpRequest, code: str, payload: OfficialIn) -> list[OfficialOut]:
    """By mail; they have no tools before they say yes. Returns all who help or are asked."""
    seen = ruled_tournament_seen(request, code)
    officials.invite_official(
        tournament=seen.tournament,
        by=signed_in_caller(request),
        whom=payload.whom,
        role=Official.Role(payload.role),
    )
    return _officials_out(seen.tournament)


@router.act(
    "DELETE",
    "/tournaments/{code}/officials/{number}",
    "Dismiss an official",
    ORGANISE,
    list[OfficialOut],
)
def dismiss_official(request: HttpRequest, code: str, number: int) -> list[OfficialOut]:
    """Or take the invitation back."""
    seen = ruled_tournament_seen(request, code)
    row = seen.tournament.officials.filter(pk=number).first()
    if row is None:
        raise TournamentNotVisibleError("no-official")
    officials.dismiss_official(official=row, by=signed_in_caller(request))
    return _officials_out(seen.tournament)


@router.act(
    "POST",
    "/tournaments/{code}/office/accept",
    "Say yes to helping",
    ORGANISE,
    list[OfficialOut],
)
def accept_office(request: HttpRequest, code: str) -> list[OfficialOut]:
    """You have your tools from now on."""
    row = tournament_seen(request, code).tournament
    officials.accept_office(tournament=row, member=signed_in_caller(request))
    return _officials_out(row)


@router.act(
    "POST", "/tournaments/{code}/office/leave", "Decline to help, or step down", ORGANISE, None, 204
)
def leave_office(request: HttpRequest, code: str) -> Status[None]:
    """At any time."""
    row = tournament_seen(request, code).tournament
    officials.leave_office(tournament=row, member=signed_in_caller(request))
    return Status(204, None)
