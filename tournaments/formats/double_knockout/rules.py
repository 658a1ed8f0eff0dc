"""Double knockout: who has lost once plays on in the lower bracket."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.formats import settings
from tournaments.formats.knockout.rules import Knockout
from tournaments.stages.bracket_plans import BracketMatch, double
from tournaments.values.setup import TournamentSetup


class DoubleKnockout(Knockout):
    """Reads seeding, games, grand_final; the table size is 2."""

    key = "double_knockout"
    place_in_lists = 50
    settings = (settings.GAMES, settings.GRAND_FINAL)

    def matches(self, setup: TournamentSetup, entries: int) -> Sequence[BracketMatch]:
        """The upper bracket, the lower one, and the grand final."""
        return double(entries, setup.grand_final)


FORMAT = DoubleKnockout()
