"""Learning from a pool's own results how its players differ, change and begin.

Each doubling of the matches, settings near the best ones are tried on all that was played, and the
better they foretold it the more they count from then on. Nothing is known of a game beforehand but
`strengths.DIALS`, and nothing that a match tells is used before it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from tournaments.rating.elo import SETTLING_MATCHES
from tournaments.rating.pools import DAY, MatchToRate
from tournaments.rating.strengths import (
    DIALS,
    Array,
    Beliefs,
    Seated,
    Settings,
    Table,
    logits,
    pairs_of,
)
from tournaments.rating.whole_history import WholeHistory

FIRST_SEARCH = 64
MOST_SEARCHED = 6_000
"""Matches that a search looks at, the last ones; a long pool's settings hardly change any more."""
CANDIDATES, KEPT = 24, 12
ROUNDS = 3
NARROWING = (1.0, 0.55, 0.3, 0.2)
NEWCOMER_MATCHES = 10
FAR = 1e9
SURE_OF_VOICES = 20.0
FIRST_STEPS, LAST_STEPS = np.array([0.46, 0.40]), np.array([0.092, 0.05])
"""Elo's steps in logits, those of the ratings as shown and smaller ones, and where they end."""

Advance = Callable[[int], object]


def decided(places: Array) -> Array:
    """For every two at the table: 1 if the first is ahead, -1 if behind, 0 for a tie."""
    one, other = pairs_of(len(places))
    return np.sign(places[other] - places[one])


def losses(ahead: Array, won: Array) -> Array:
    """The mean loss of the pairs in nats, of those that somebody won: a figure a setting."""
    lost = np.logaddexp(0, -won[:, None] * ahead) * np.abs(won)[:, None]
    return np.asarray(lost.mean(0))


def foretold(tables: Sequence[Table], settings: Settings, pace: float, since: int = 0) -> Array:
    """What the settings lose on these tables from number `since` on.

    A table counts as many times as it has players but one: its pairs tell no more than that.
    """
    beliefs = Beliefs(settings, pace)
    total = np.zeros(settings.count)
    for number, table in enumerate(tables):
        seated = beliefs.seated(table)
        if number >= since:
            lost = losses(logits(seated), decided(table.places))
            total += (len(table.places) - 1) * lost
        beliefs.take(table, seated)
    return total


def paced(tables: Sequence[Table]) -> float:
    """The time from one match of a player's to the next, in the middle; 1 where none tells."""
    last: dict[int, float] = {}
    gaps = []
    for table in tables:
        for player in table.players.tolist():
            if player in last and table.at > last[player]:
                gaps.append(table.at - last[player])
            last[player] = table.at
    return float(np.median(gaps)) if gaps else 1.0


class Candidates(NamedTuple):
    """Settings and what they have lost, unlikeliness included; the best first."""

    z: Array
    lost: Array


def search(tables: Sequence[Table], pace: float, before: Array, seed: int) -> Candidates:
    """The settings that would have foretold the tables best, near the best ones of `before`."""
    chance = np.random.default_rng(seed)
    tables = tables[-MOST_SEARCHED:]
    since = len(tables) // 10
    size = len(DIALS)
    found = Candidates(np.zeros((size, 0)), np.zeros(0))
    for number in range(ROUNDS):
        if number:
            best = found.z[:, :6]
            wide = np.maximum(1.3 * best.std(1), 0.08)[:, None]
            z = best.mean(1)[:, None] + wide * chance.standard_normal((size, CANDIDATES))
        else:
            parents = before[:, chance.integers(0, before.shape[1], CANDIDATES)]
            near = 1.0 if before.shape[1] == 1 else 0.5
            z = parents + near * chance.standard_normal((size, CANDIDATES))
            z[:, : before.shape[1]] = before[:, :CANDIDATES]
        settings = Settings(z)
        lost = foretold(tables, settings, pace, since) + settings.surprise
        every = Candidates(np.concatenate([found.z, z], axis=1), np.concatenate([found.lost, lost]))
        first = np.argsort(every.lost, kind="stable")[:KEPT]
        found = Candidates(every.z[:, first], every.lost[first])
    return found


class Voices:
    """How far several opinions on the same pairs are to be trusted, learned from what came of them.

    Each opinion is a figure in logits; a factor for each, and what is told is their sum.
    """

    def __init__(self, likely: Sequence[float]) -> None:
        self.factors = np.array(likely)
        self.precision = np.diag([SURE_OF_VOICES] * len(likely))

    def told(self, opinions: Array) -> Array:
        """The logits as they are told; a row of opinions each."""
        return np.asarray(opinions @ self.factors)

    def take(self, opinions: Array, won: Array, weight: float) -> None:
        """One step of Newton's on the pairs that were decided."""
        features = opinions[won != 0]
        if not len(features):
            return
        chance = 1 / (1 + np.exp(-features @ self.factors))
        share = weight / len(features)
        self.precision += share * (features.T * (chance * (1 - chance))) @ features
        pull = share * features.T @ (0.5 * (1 + won[won != 0]) - chance)
        self.factors = self.factors + np.linalg.solve(self.precision, pull)


class SteppedRatings:
    """Elo by two sizes of steps, a column each: slower to judge and quicker to change its mind."""

    def __init__(self) -> None:
        self.points: dict[int, Array] = {}
        self.matches: dict[int, int] = {}

    def ahead(self, table: Table) -> Array:
        """For every two at the table how far the first is ahead, in logits."""
        seated = self._seated(table)
        one, other = pairs_of(len(seated))
        return np.asarray(seated[one] - seated[other])

    def take(self, table: Table) -> None:
        """Take in the match's result."""
        seated, places = self._seated(table), table.places
        chance = 1 / (1 + np.exp(seated[None, :, :] - seated[:, None, :]))
        score = 0.5 * (1 + np.sign(places[None, :] - places[:, None]))
        surplus = (score[:, :, None] - chance).sum(1) / math.sqrt(len(places) - 1)
        for seat, player in enumerate(table.players.tolist()):
            played = self.matches.get(player, 0)
            left = max(0, SETTLING_MATCHES - played) / SETTLING_MATCHES
            step = LAST_STEPS + (FIRST_STEPS - LAST_STEPS) * left
            self.points[player] = seated[seat] + step * surplus[seat]
            self.matches[player] = played + 1

    def _seated(self, table: Table) -> Array:
        nothing = np.zeros(len(LAST_STEPS))
        return np.array([self.points.get(one, nothing) for one in table.players.tolist()])


class TableOf:
    """Turns matches into tables; players get numbers as they first appear, times are in days."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}

    def __call__(self, match: MatchToRate) -> Table:
        """The match as it is reckoned with; who left comes last, together with others who did."""
        numbers = [self.numbers.setdefault(one, len(self.numbers)) for one in match.players]
        places = [
            FAR if one in match.abandoned else float(place)
            for one, place in zip(match.players, match.places, strict=True)
        ]
        at = 0.0 if match.at is None else match.at / DAY
        return Table(np.array(numbers, dtype=np.intp), np.array(places), at)


class Foretold(NamedTuple):
    """What was believed of a table before its match, and the opinions on each of its pairs."""

    table: Table
    seated: Seated
    ahead: Array
    opinions: Array


class Learner:
    """A pool under way: foretells each match, then learns from it.

    With `is_whole` all of the past is weighed again whenever it has grown by a seventh. What is
    told is learned too: how much of the strengths, and of ratings moved by steps, to believe.
    """

    def __init__(self, seed: int = 1, *, is_whole: bool = False) -> None:
        self.is_whole = is_whole
        self.seed = seed
        self.tables: list[Table] = []
        self.candidates = Candidates(np.zeros((len(DIALS), 1)), np.zeros(1))
        self.beliefs = Beliefs(Settings(self.candidates.z))
        self.history: WholeHistory | None = None
        self.last: Foretold | None = None
        self.whole: Beliefs | None = None
        self.voices = Voices([*([0.3, 0.5] if is_whole else [0.8]), 0.0, 0.1, 0.1])
        self.stepped = SteppedRatings()
        self.next_search, self.next_whole = FIRST_SEARCH, FIRST_SEARCH

    @property
    def shares(self) -> Array:
        """How much each setting counts."""
        lost = self.candidates.lost
        share = np.exp(lost.min() - lost)
        return np.asarray(share / share.sum())

    def ahead(self, table: Table) -> Array:
        """For every two at the table how far the first is ahead, in logits, as it is told."""
        return self.voices.told(self._foretold(table).opinions)

    def strength(self, player: int | None) -> float:
        """The player's, by the player's number; a newcomer's for who has not played."""
        beliefs, shares = (
            (self.beliefs, self.shares) if self.whole is None else (self.whole, np.ones(1))
        )
        if player is None:
            return float((beliefs.pool + beliefs.settings.start) @ shares)
        return float(beliefs.mean[player] @ shares)

    def take(self, table: Table) -> None:
        """Learn from the table's result."""
        _, seated, ahead, opinions = self._foretold(table)
        won = decided(table.places)
        size = len(table.places)
        self.voices.take(opinions, won, size - 1)
        lost = self.candidates.lost + (size - 1) * losses(ahead, won)
        self.candidates = self.candidates._replace(lost=lost)
        self.stepped.take(table)
        self.beliefs.take(table, seated)
        if self.whole is not None:
            self.whole.take(table, self.whole.seated(table))
        if self.history is not None:
            self.history.take(table)
        self.tables.append(table)
        if len(self.tables) == self.next_search:
            self._search()
        if self.is_whole and len(self.tables) >= self.next_whole:
            self._weigh_again()

    def _foretold(self, table: Table) -> Foretold:
        """What is to be said of a table; once, though it is asked before and after the match."""
        if self.last is not None and self.last.table is table:
            return self.last
        one, other = pairs_of(len(table.places))
        new = self.beliefs.played(table.players) < NEWCOMER_MATCHES
        seated = self.beliefs.seated(table)
        ahead = logits(seated)
        opinions = [mixed(ahead, self.shares)]
        if self.is_whole:
            whole = self.whole
            opinions.append(opinions[0] if whole is None else logits(whole.seated(table))[:, 0])
        opinions.append(opinions[-1] * (new[one] | new[other]))
        stepped = self.stepped.ahead(table)
        self.last = Foretold(table, seated, ahead, np.column_stack([*opinions, stepped]))
        return self.last

    def _search(self) -> None:
        self.next_search *= 2
        pace = paced(self.tables)
        seed = self.seed + len(self.tables)
        self.candidates = search(self.tables, pace, self.candidates.z, seed)
        self.beliefs = Beliefs(Settings(self.candidates.z), pace)
        for table in self.tables:
            self.beliefs.take(table, self.beliefs.seated(table))
        if self.is_whole:
            settings = Settings((self.candidates.z @ self.shares)[:, None])
            self.history = WholeHistory(settings, pace)
            for table in self.tables:
                self.history.take(table)

    def _weigh_again(self) -> None:
        self.next_whole = len(self.tables) * 8 // 7
        if self.history is not None:
            self.whole = self.history.weighed()


def mixed(ahead: Array, shares: Array) -> Array:
    """The logits of the settings' mean chance."""
    chance = np.clip((1 / (1 + np.exp(-ahead))) @ shares, 1e-9, 1 - 1e-9)
    return np.log(chance / (1 - chance))


class Weighed(NamedTuple):
    """What a pool's whole past says: the setting, everybody's strength, and what gaps are worth."""

    z: Array
    beliefs: Beliefs
    factor: float


def weigh(tables: Sequence[Table], before: Array, searched: int = 2_000, seed: int = 1) -> Weighed:
    """Learn the setting from the last tables, near those known before, and weigh all of them."""
    pace = paced(tables)
    found = search(tables[-searched:], pace, before, seed)
    share = np.exp(found.lost.min() - found.lost)
    z = found.z @ (share / share.sum())
    history = WholeHistory(Settings(z[:, None]), pace)
    voices = Voices([1.0])
    for table in tables:
        ahead = logits(history.beliefs.seated(table))
        voices.take(ahead, decided(table.places), len(table.places) - 1)
        history.take(table)
    return Weighed(z, history.weighed(), float(voices.factors[0]))
