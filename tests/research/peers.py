"""Rating systems of other packages and our Elo, as all of them are measured on results.

Each foretells a match by how far every two at its table are apart, on a scale of its own that is
fitted on an earlier part of the results, together with the few figures that the system leaves open.
Where a system keeps an uncertainty, its chances are reckoned with it, as its authors do.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any

from tournaments.rating.parameter_fitting import Learner, TableOf
from tournaments.rating.pools import MatchToRate, Pool
from tournaments.rating.strengths import Table

Gaps = list[float]


class Peer(ABC):
    """A system that foretells matches."""

    is_tried = False
    """Whether only its open figures are to be chosen, so that it may leave out what takes long."""

    @abstractmethod
    def gaps(self, match: MatchToRate) -> Gaps:
        """How far the first of every two at the table is ahead."""

    @abstractmethod
    def play(self, match: MatchToRate) -> None:
        """Take in the match."""


def between(strengths: Sequence[float]) -> Gaps:
    """The differences of every two."""
    return [one - other for one, other in combinations(strengths, 2)]


class AllEqual(Peer):
    """Takes all players for equal."""

    def gaps(self, match: MatchToRate) -> Gaps:
        return [0.0] * math.comb(len(match.players), 2)

    def play(self, match: MatchToRate) -> None:
        return None


class Elo(Peer):
    """Our own ratings as they are shown; where a table has over six players, by the same sums."""

    def __init__(self) -> None:
        self.pool = Pool(largest_table=None)

    def gaps(self, match: MatchToRate) -> Gaps:
        return between([self.pool.rating(player).points for player in match.players])

    def play(self, match: MatchToRate) -> None:
        self.pool.play(match)


class OwnStrength(Peer):
    """Our strengths."""

    def __init__(self, *, is_whole: bool) -> None:
        self.learner = Learner(is_whole=is_whole)
        self.table_of = TableOf()
        self.last: tuple[MatchToRate, Table] | None = None

    def gaps(self, match: MatchToRate) -> Gaps:
        self.last = match, self.table_of(match)
        return [float(gap) for gap in self.learner.ahead(self.last[1])]

    def play(self, match: MatchToRate) -> None:
        table = self.last[1] if self.last and self.last[0] is match else self.table_of(match)
        self.learner.take(table)


class TableGlicko(Peer):
    """Glicko-2, every match a rating period and each pair at the table a game of it."""

    def __init__(self, deviation: float, volatility: float) -> None:
        from tests.research.yardsticks import SteadyPlayer

        self.new: Callable[[], Any] = partial(SteadyPlayer, rd=deviation, vol=volatility)
        self.players: dict[int, Any] = {}

    def gaps(self, match: MatchToRate) -> Gaps:
        seated = [self.players.get(player) or self.new() for player in match.players]
        return [
            (one.rating - other.rating)
            / math.sqrt(1 + 3 * (one.rd**2 + other.rd**2) / (400 / math.log(10) * math.pi) ** 2)
            for one, other in combinations(seated, 2)
        ]

    def play(self, match: MatchToRate) -> None:
        for player in match.players:
            if player not in self.players:
                self.players[player] = self.new()
        seated = [self.players[player] for player in match.players]
        before = [(player.rating, player.rd) for player in seated]
        for seat, player in enumerate(seated):
            place = match.places[seat]
            others = [other for other in range(len(seated)) if other != seat]
            player.update_player(
                [before[other][0] for other in others],
                [before[other][1] for other in others],
                [(1 + (match.places[o] > place) - (match.places[o] < place)) / 2 for o in others],
            )


class TableOpenSkill(Peer):
    """Weng and Lin's Bayesian rating on Plackett and Luce's model, as openskill has it."""

    def __init__(self, beta: float, tau: float) -> None:
        from openskill.models import PlackettLuce

        self.model = PlackettLuce(beta=25 / 6 * beta, tau=25 / 300 * tau)
        self.new = self.model.rating()
        self.ratings: dict[int, Any] = {}

    def gaps(self, match: MatchToRate) -> Gaps:
        seated = [self.ratings.get(player, self.new) for player in match.players]
        return [
            (one.mu - other.mu) / math.sqrt(2 * self.model.beta**2 + one.sigma**2 + other.sigma**2)
            for one, other in combinations(seated, 2)
        ]

    def play(self, match: MatchToRate) -> None:
        before = [[self.ratings.get(player, self.new)] for player in match.players]
        after = self.model.rate(before, ranks=[float(place) for place in match.places])
        for player, [rating] in zip(match.players, after, strict=True):
            self.ratings[player] = rating


class ThroughTime(Peer):
    """TrueSkill Through Time: its filter after each match, and all of the past again now and then.

    The past is gone through whenever it has grown by a quarter, for so long as it has no more than
    `most_again` matches: beyond that a pass takes minutes.
    """

    most_again = 4_000

    def __init__(self, sigma: float, gamma: float) -> None:
        import trueskillthroughtime as package

        self.package = package
        self.sigma, self.gamma = sigma, gamma
        self.past: list[MatchToRate] = []
        self.skills: dict[int, Any] = {}
        self.next_again = 100
        self.ties = self.neighbours = 0

    def gaps(self, match: MatchToRate) -> Gaps:
        seated = [self._prior(player) for player in match.players]
        return [
            (one.mu - other.mu) / math.sqrt(2 + one.sigma**2 + other.sigma**2)
            for one, other in combinations(seated, 2)
        ]

    def play(self, match: MatchToRate) -> None:
        self.past.append(match)
        self.ties += len(match.places) - len(set(match.places))
        self.neighbours += len(match.places) - 1
        seated = [[self._player(self._prior(player))] for player in match.players]
        try:
            game = self.package.Game(seated, [-place for place in match.places], self._draws())
            after = game.posteriors()
        except (ZeroDivisionError, ValueError):  # a result too surprising for its arithmetic
            return
        for player, [skill] in zip(match.players, after, strict=True):
            self.skills[player] = skill
        if not self.is_tried and len(self.past) >= self.next_again <= self.most_again:
            self._go_again()

    def _draws(self) -> float:
        return min(0.5, self.ties / self.neighbours) if self.ties else 0.0

    def _prior(self, player: int) -> Any:
        known = self.skills.get(player)
        if known is None:
            return self.package.Gaussian(0.0, self.sigma)
        return known.forget(self.gamma, 1)

    def _player(self, skill: Any) -> Any:
        return self.package.Player(skill, 1.0, self.gamma)

    def _go_again(self) -> None:
        self.next_again = len(self.past) * 5 // 4
        history = self.package.History(
            [[[player] for player in match.players] for match in self.past],
            [[-place for place in match.places] for match in self.past],
            sigma=self.sigma, beta=1.0, gamma=self.gamma, p_draw=self._draws(),
        )  # fmt: skip
        try:
            history.convergence(iterations=3, verbose=False)
        except (ZeroDivisionError, ValueError):
            return
        for batch in history.batches:
            self.skills |= {player: batch.posterior(player) for player in batch.skills}


Variants = Mapping[str, Callable[[], Peer]]


def _variants(make: Callable[..., Peer], **figures: Sequence[float]) -> Variants:
    """The system with every combination of its open figures, by their names."""
    every = [dict(zip(figures, some, strict=True)) for some in product(*figures.values())]
    return {
        ", ".join(f"{name} {figure}" for name, figure in some.items()): partial(make, **some)
        for some in every
    }


SYSTEMS: Mapping[str, tuple[str | None, Variants]] = {
    "whole-history strength": (None, {"": partial(OwnStrength, is_whole=True)}),
    "strength, online": (None, {"": partial(OwnStrength, is_whole=False)}),
    "Elo as shown": (None, {"": Elo}),
    "Glicko-2": (
        "glicko2",
        _variants(TableGlicko, deviation=(350, 200), volatility=(0.03, 0.06, 0.15)),
    ),
    "OpenSkill Plackett-Luce": (
        "openskill",
        _variants(TableOpenSkill, beta=(0.5, 1, 2, 4), tau=(1, 4)),
    ),
    "TrueSkill Through Time": (
        "trueskillthroughtime",
        _variants(ThroughTime, sigma=(0.5, 1, 2), gamma=(0.02, 0.08)),
    ),
    "all equal": (None, {"": AllEqual}),
}
"""Each system's package, None for our own, and what of it is to choose on the results."""
