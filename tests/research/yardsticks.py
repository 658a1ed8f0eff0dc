"""The rating systems from other packages that our own is measured against.

They belong to the environment of the tests: the service itself runs without them.
"""

from __future__ import annotations

from django.core.management.base import CommandError

from tournaments.rating.pools import MatchToRate

try:
    from glicko2 import Player as GlickoPlayer
    from openskill.models import PlackettLuce, PlackettLuceRating
except ImportError as error:
    raise CommandError(
        f"{error.name} is not installed. It comes with the environment of the tests: make test."
    ) from error


class OpenSkill:
    """Weng and Lin's Bayesian rating on Plackett and Luce's model, as openskill has it."""

    def __init__(self) -> None:
        self.model = PlackettLuce()
        self.ratings: dict[int, PlackettLuceRating] = {}

    def play(self, match: MatchToRate) -> object:
        before = [[self.ratings.get(player, self.model.rating())] for player in match.players]
        after = self.model.rate(before, ranks=[float(place) for place in match.places])
        for player, [rating] in zip(match.players, after, strict=True):
            self.ratings[player] = rating
        return None

    def strength(self, player: int) -> float:
        rating = self.ratings.get(player)
        return float(rating.mu if rating else self.model.mu)


class SteadyPlayer(GlickoPlayer):  # type: ignore[misc]
    """A player whose volatility stays as it was.

    The step of glicko2 2.1.0 that renews it puts the rating where Glickman's function f has the
    deviation: far from 1500 the volatility runs away, until a division by zero ends it.
    """

    def _newVol(self, *_given: object) -> float:  # noqa: N802 - the package's own name
        return float(self.vol)


class Glicko2:
    """Glicko-2 with every match a rating period and each pair at the table a game of it."""

    def __init__(self) -> None:
        self.players: dict[int, SteadyPlayer] = {}

    def play(self, match: MatchToRate) -> object:
        seated = [self.players.setdefault(player, SteadyPlayer()) for player in match.players]
        before = [(player.rating, player.rd) for player in seated]
        for seat, player in enumerate(seated):
            others = [other for other in range(len(seated)) if other != seat]
            place = match.places[seat]
            player.update_player(
                [before[other][0] for other in others],
                [before[other][1] for other in others],
                [(1 + (match.places[o] > place) - (match.places[o] < place)) / 2 for o in others],
            )
        return None

    def strength(self, player: int) -> float:
        return float(self.players[player].rating) if player in self.players else 1500.0
