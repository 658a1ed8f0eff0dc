"""What an organiser rules about one table, which is named by its round and its number."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest

from games.api.access import signed_in_caller
from tournaments.api.access import (
    TournamentNotVisibleError,
    ruled_tournament_seen,
    tournament_seen,
)
from tournaments.api.organiser_schemas import ExtensionIn, ForfeitIn, ReasonIn, ResultIn
from tournaments.api.routing import ORGANISE, router
from tournaments.api.schemas import PairingOut
from tournaments.api.shapes import pairing_out
from tournaments.models import Pairing
from tournaments.services import organiser, result_rulings
from tournaments.services.errors import TournamentError
from tournaments.views.tournament_access import SeenTournament


def _pairing(seen: SeenTournament, number: int, table: int) -> Pairing:
    for row in seen.state.pairings:
        if row.number == table and seen.state.by_round[row.round_id].number == number:
            return row
    raise TournamentNotVisibleError("no-table")


def _as_it_stands(request: HttpRequest, code: str, pairing: Pairing) -> PairingOut:
    seen = tournament_seen(request, code)
    return next(
        pairing_out(one, table)
        for one in seen.rounds
        for table in one.tables
        if table.pairing.pk == pairing.pk
    )


@router.act(
    "POST",
    "/tournaments/{code}/rounds/{number}/tables/{table}/extension",
    "Give a match more time",
    ORGANISE,
    PairingOut,
)
def extend_table(
    request: HttpRequest, code: str, number: int, table: int, payload: ExtensionIn
) -> PairingOut:
    """It may go on for this many more days before it ends as it stands."""
    row = _pairing(ruled_tournament_seen(request, code), number, table)
    organiser.extend_pairing(
        pairing=row,
        extension=timedelta(days=payload.days),
        by=signed_in_caller(request),
        reason=payload.reason,
    )
    return _as_it_stands(request, code, row)


@router.act(
    "POST",
    "/tournaments/{code}/rounds/{number}/tables/{table}/forfeit",
    "Award a forfeit",
    ORGANISE,
    PairingOut,
)
def forfeit_table(
    request: HttpRequest, code: str, number: int, table: int, payload: ForfeitIn
) -> PairingOut:
    """The entry comes last there; if the match is running, a bot plays the seat to its end."""
    seen = ruled_tournament_seen(request, code)
    row = _pairing(seen, number, table)
    if payload.entry not in seen.state.rows:
        raise TournamentError("not-at-the-table")
    result_rulings.forfeit_pairing(
        pairing=row,
        entry=seen.state.rows[payload.entry],
        by=signed_in_caller(request),
        reason=payload.reason,
    )
    return _as_it_stands(request, code, row)


@router.act(
    "PUT",
    "/tournaments/{code}/rounds/{number}/tables/{table}/result",
    "Correct a result",
    ORGANISE,
    PairingOut,
)
def correct_result(
    request: HttpRequest, code: str, number: int, table: int, payload: ResultIn
) -> PairingOut:
    """Of a match that has ended. Standings follow at once, ratings soon; later tables stay."""
    row = _pairing(ruled_tournament_seen(request, code), number, table)
    places = {one.entry: one.place for one in payload.places}
    if len(places) != len(payload.places):
        raise TournamentError("bad-places")
    result_rulings.correct_result(
        pairing=row,
        places=places,
        by=signed_in_caller(request),
        reason=payload.reason,
        is_forced=payload.force,
    )
    return _as_it_stands(request, code, row)


@router.act(
    "POST",
    "/tournaments/{code}/rounds/{number}/tables/{table}/annulment",
    "Annul a match",
    ORGANISE,
    PairingOut,
)
def annul_table(
    request: HttpRequest, code: str, number: int, table: int, payload: ReasonIn
) -> PairingOut:
    """Of a match that has ended: it counts neither for the standings nor for the ratings."""
    row = _pairing(ruled_tournament_seen(request, code), number, table)
    result_rulings.annul_pairing(pairing=row, by=signed_in_caller(request), reason=payload.reason)
    return _as_it_stands(request, code, row)
