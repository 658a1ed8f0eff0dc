"""The tables of a round before it begins, for those who run the tournament."""

from __future__ import annotations

from django.http import HttpRequest

from games.api.access import signed_in_caller
from tournaments.api.access import TournamentNotVisibleError, ruled_tournament_seen
from tournaments.api.organiser_schemas import NextRoundOut, SwapIn, TablesIn
from tournaments.api.routing import ORGANISE, router
from tournaments.models import Tournament
from tournaments.services import round_review


def _next_round_out(tournament: Tournament) -> NextRoundOut:
    tournament.refresh_from_db()
    waiting, until = round_review.proposal_of(tournament), tournament.review_until
    if waiting is None or until is None:
        raise TournamentNotVisibleError("no-round")
    return NextRoundOut(
        round=waiting.round, begins_at=until, tables=waiting.tables, by_hand=waiting.by_hand
    )


@router.look("/tournaments/{code}/next-round", "The round that waits to begin", NextRoundOut)
def next_round(request: HttpRequest, code: str) -> NextRoundOut:
    """Where its organiser has time to look at the tables first."""
    return _next_round_out(ruled_tournament_seen(request, code).tournament)


@router.act(
    "POST", "/tournaments/{code}/next-round/swap", "Swap two players", ORGANISE, NextRoundOut
)
def swap_players(request: HttpRequest, code: str, payload: SwapIn) -> NextRoundOut:
    """They change tables; the log gives the reason."""
    row = ruled_tournament_seen(request, code).tournament
    round_review.swap_entries(
        tournament=row,
        one=payload.one,
        other=payload.other,
        by=signed_in_caller(request),
        reason=payload.reason,
    )
    return _next_round_out(row)


@router.act("PUT", "/tournaments/{code}/next-round", "Set all tables", ORGANISE, NextRoundOut)
def set_tables(request: HttpRequest, code: str, payload: TablesIn) -> NextRoundOut:
    """Of the round that waits; the log gives the reason."""
    row = ruled_tournament_seen(request, code).tournament
    round_review.set_tables(
        tournament=row,
        tables=payload.tables,
        by=signed_in_caller(request),
        reason=payload.reason,
    )
    return _next_round_out(row)


@router.act(
    "POST", "/tournaments/{code}/next-round/begin", "Begin the round", ORGANISE, NextRoundOut
)
def begin_round(request: HttpRequest, code: str) -> NextRoundOut:
    """Within a minute."""
    row = ruled_tournament_seen(request, code).tournament
    round_review.begin_round(tournament=row, by=signed_in_caller(request))
    return _next_round_out(row)
