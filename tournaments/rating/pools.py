"""A pool: everybody's ratings in one game, as they follow from its matches in their order."""

from __future__ import annotations

import math
from bisect import bisect_right, insort
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from tournaments.rating.elo import LARGEST_TABLE, NEWCOMER, Change, EloRating, rate

DAY = 86_400
REPEAT_DAYS, MOST_REPEATS = 30, 10
RECENT_MATCHES = 30
SENIOR_MATCHES, JUNIOR_SHARE = 40, 0.8
ELDER_MATCHES, FEWEST_ELDERS = 100, 20


@dataclass(frozen=True, slots=True)
class MatchToRate:
    """A finished match: its players, their places, and who of them left it.

    `at` is when it ended, in whole seconds; without it neither repeats nor idle days count.
    """

    players: tuple[int, ...]
    places: tuple[int, ...]
    abandoned: frozenset[int] = frozenset()
    at: int | None = None


@dataclass(slots=True)
class Pool:
    """The ratings of one game's players. They depend on the matches and their order, nothing else.

    Playing all matches again through an empty pool gives the same ratings: a result that is struck
    out is settled so. To take in one more match, a pool needs to know no more than its players.
    """

    ratings: dict[int, EloRating] = field(default_factory=dict)
    met: dict[int, set[int]] = field(default_factory=dict)
    played_at: dict[int, int] = field(default_factory=dict)
    meetings: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    recent: dict[int, deque[tuple[int, ...]]] = field(default_factory=dict)
    largest_table: int | None = LARGEST_TABLE
    owed: int = 0
    """Thousandths that seniors have lost to juniors and not got back; below 0 if they won."""
    elders: int = 0
    """How many have 100 matches behind them: they share `owed`."""

    def rating(self, player: int) -> EloRating:
        """The player's rating; a newcomer's where none was played for."""
        return self.ratings.get(player, NEWCOMER)

    def recent_opponents(self, player: int) -> int:
        """How many different ones the player has met in the last 30 matches."""
        others = {one for table in self.recent.get(player, ()) for one in table}
        return len(others - {player})

    def play(self, match: MatchToRate) -> Mapping[int, Change]:
        """Take in a match and return each player's change.

        The m-th match of two players within 30 days counts 1/sqrt(m) between them. Where half of
        the pairs at the table or more have met over 10 times in these days, nothing changes and
        the answer is empty. Raises ValueError, and changes nothing, as `rate` does or where
        somebody sits twice.
        """
        if len(set(match.players)) != len(match.players):
            raise ValueError("nobody plays a match twice over")
        before = [self._rested(player, match.at) for player in match.players]
        left = [seat for seat, player in enumerate(match.players) if player in match.abandoned]
        times = self._times(match)
        if times and 2 * sum(time > MOST_REPEATS for time in times.values()) >= len(times):
            return {}
        weights = {pair: 1 / math.sqrt(time) for pair, time in times.items() if time > 1}
        changes = rate(before, match.places, left, weights, self.largest_table)
        changes = self._levelled(before, changes)
        for player, rating, change in zip(match.players, before, changes, strict=True):
            self._moved(player, rating, change, match)
        if match.at is not None:
            for one, other in combinations(sorted(match.players), 2):
                insort(self.meetings.setdefault((one, other), []), match.at)
        return dict(zip(match.players, changes, strict=True))

    def refund(self, player: int, thousandths: int) -> None:
        """Give the player back what a match that was struck out later has cost."""
        rating = self.rating(player)
        self.ratings[player] = replace(rating, thousandths=rating.thousandths + thousandths)

    def _levelled(
        self, before: Sequence[EloRating], changes: Sequence[Change]
    ) -> tuple[Change, ...]:
        """The changes with what keeps the scale where it is.

        Newcomers who are weak and leave push all others up, newcomers who learn pull them down. So
        what seniors as a group win from juniors, or lose to them, is shared back among elders,
        evenly, a part of it with each match of one: who wins more than others still gains by it.
        A senior has 40 matches, a junior less than four fifths of the senior's. Under 20 elders are
        no group to go by.
        """
        self.elders += sum(one.matches == ELDER_MATCHES for one in before)
        if self.elders < FEWEST_ELDERS:
            return tuple(changes)
        for rating, change in zip(before, changes, strict=True):
            if rating.matches >= SENIOR_MATCHES:
                limit = JUNIOR_SHARE * rating.matches
                for part in change.exchanges:
                    if before[part.opponent].matches < limit:
                        self.owed -= part.thousandths
        levelled = []
        for rating, change in zip(before, changes, strict=True):
            if rating.matches >= ELDER_MATCHES:
                paid = round(self.owed / self.elders)
                self.owed -= paid
                change = change._replace(  # noqa: PLW2901
                    thousandths=change.thousandths + paid, levelling=paid
                )
            levelled.append(change)
        return tuple(levelled)

    def _rested(self, player: int, at: int | None) -> EloRating:
        last = self.played_at.get(player)
        rating = self.rating(player)
        return rating if at is None or last is None else rating.rested((at - last) / DAY)

    def _times(self, match: MatchToRate) -> dict[tuple[int, int], int]:
        """For each two positions, which match of theirs within 30 days this is."""
        if match.at is None:
            return {}
        since = match.at - REPEAT_DAYS * DAY
        times = {}
        for one, other in combinations(range(len(match.players)), 2):
            pair = match.players[one], match.players[other]
            past = self.meetings.get((min(pair), max(pair)), [])
            times[one, other] = len(past) - bisect_right(past, since) + 1
        return times

    def _moved(self, player: int, rating: EloRating, change: Change, match: MatchToRate) -> None:
        met = self.met.setdefault(player, {player})
        known = len(met)
        met.update(match.players)
        new = len(met) - known
        self.ratings[player] = EloRating(
            rating.thousandths + change.thousandths,
            change.uncertainty,
            rating.matches + 1,
            rating.opponents + new,
            rating.from_provisional + change.from_provisional,
        )
        self.recent.setdefault(player, deque(maxlen=RECENT_MATCHES)).append(match.players)
        if match.at is not None:
            self.played_at[player] = max(match.at, self.played_at.get(player, match.at))
