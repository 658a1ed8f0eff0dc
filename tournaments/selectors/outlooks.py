"""Everybody's chances in a running tournament, as they were told last."""

from __future__ import annotations

import hashlib

import msgspec

from tournaments.models import Outlook
from tournaments.outlook.forecast import Forecast
from tournaments.selectors.tournament_state import TournamentState


def digest_of(state: TournamentState) -> str:
    """A short text that differs whenever something differs that chances depend on."""
    told = repr(
        [
            (one.round, one.table, one.seats, sorted(one.places.items()), sorted(one.annulled))
            for one in state.results
        ]
    ) + repr([(one.id, one.until_round, one.is_removed) for one in state.entries])
    return hashlib.sha256(f"{state.setup}{told}".encode()).hexdigest()


def forecast_of(state: TournamentState) -> Forecast | None:
    """What was reckoned for the tournament just as it stands; None while that is still to come,
    or where nothing can be told."""
    row = Outlook.objects.filter(tournament=state.tournament).first()
    if row is None or not row.forecast or row.digest != digest_of(state):
        return None
    return msgspec.convert(row.forecast, Forecast, strict=False)
