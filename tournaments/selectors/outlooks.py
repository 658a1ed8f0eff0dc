"""Everybody's chances in a running tournament, as they were told last."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tournaments.models import Outlook, StandingsSummary
from tournaments.outlook.forecast import Forecast
from tournaments.selectors.kept_standings import told_of

KEPT = 16
"""Forecasts that a process keeps: reading that of a thousand entries takes milliseconds."""


def forecast_of(summary: StandingsSummary) -> Forecast | None:
    """What was reckoned for the tournament just as it stands; None while that is still to come,
    or where nothing can be told."""
    if told_of(summary) != summary.digest:
        return None
    return _read(summary.pk, summary.digest)


@lru_cache(maxsize=KEPT)
def _read(tournament_id: int, digest: str) -> Forecast | None:
    # The digest is that of entries and results, of which the same chances are always told.
    row = Outlook.objects.filter(pk=tournament_id, digest=digest).first()
    if row is None or not row.forecast:
        return None
    return msgspec.convert(row.forecast, Forecast, strict=False)
