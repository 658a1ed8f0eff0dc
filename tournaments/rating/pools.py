"""A pool: everybody's ratings in one game, as they follow from its matches in their order."""

from __future__ import annotations

import math
from bisect import bisect_right, insort
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import msgspec
from msgspec.structs import replace

from tournaments.rating.elo import (
    IDLE_DAYS,
    LARGEST_TABLE,
    NEWCOMER,
    NO_WEIGHTS,
    Change,
    EloRating,
    rate,
)

DAY = 86_400
REPEAT_DAYS, MOST_REPEATS = 30, 10
RECENT_MATCHES = 30
SENIOR_MATCHES, JUNIOR_SHARE = 40, 0.8
ELDER_MATCHES, FEWEST_ELDERS = 100, 20
IDLE_SECONDS = IDLE_DAYS * DAY


class MatchToRate(msgspec.Struct, frozen=True, gc=False):
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
    recent: dict[int, deque[frozenset[int]]] = field(default_factory=dict)
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
        players, abandoned, at = match.players, match.abandoned, match.at
        group = frozenset(players)
        if len(group) != len(players):
            raise ValueError("nobody plays a match twice over")
        before = self._rested(players, at)
        weights = NO_WEIGHTS
        meetings: list[list[int]] = []
        if at is not None:
            meetings, times = self._meetings(players, at - REPEAT_DAYS * DAY)
            if times:
                if 2 * sum([time > MOST_REPEATS for time in times.values()]) >= len(meetings):
                    return {}
                pairs = tuple(combinations(range(len(players)), 2))
                weights = {pairs[index]: 1 / math.sqrt(time) for index, time in times.items()}
        left = [players.index(one) for one in abandoned if one in players] if abandoned else ()
        rated = rate(before, match.places, left, weights, self.largest_table, players)
        changes = self._levelled(players, rated)
        for player, change in zip(players, changes, strict=True):
            self._move(player, group, at, change)
        for past in meetings:
            insort(past, at or 0)
        return dict(zip(players, changes, strict=True))

    def refund(self, player: int, thousandths: int) -> None:
        """Give the player back what a match that was struck out later has cost."""
        rating = self.rating(player)
        self.ratings[player] = replace(rating, thousandths=rating.thousandths + thousandths)

    def _levelled(self, players: Sequence[int], changes: Sequence[Change]) -> Sequence[Change]:
        """The changes with what keeps the scale where it is.

        Newcomers who are weak and leave push all others up, newcomers who learn pull them down. So
        what seniors as a group win from juniors, or lose to them, is shared back among elders,
        evenly, a part of it with each match of one: who wins more than others still gains by it.
        A senior has 40 matches, a junior less than four fifths of the senior's. Under 20 elders are
        no group to go by.
        """
        matches = [change.before.matches for change in changes]
        self.elders += matches.count(ELDER_MATCHES)
        most = max(matches)
        if self.elders < FEWEST_ELDERS or most < SENIOR_MATCHES:
            return changes
        if min(matches) < JUNIOR_SHARE * most:
            self._owe(dict(zip(players, matches, strict=True)), changes)
        if most < ELDER_MATCHES:
            return changes
        levelled = []
        for played, change in zip(matches, changes, strict=True):
            if played >= ELDER_MATCHES:
                paid = round(self.owed / self.elders)
                self.owed -= paid
                total = change.thousandths + paid
                change = replace(change, thousandths=total, levelling=paid)  # noqa: PLW2901
            levelled.append(change)
        return levelled

    def _owe(self, matches: Mapping[int, int], changes: Sequence[Change]) -> None:
        """Take down what passed between seniors and their juniors."""
        for played, change in zip(matches.values(), changes, strict=True):
            if played >= SENIOR_MATCHES:
                limit = JUNIOR_SHARE * played
                for opponent, _, _, _, _, thousandths in change.figures:
                    if matches[opponent] < limit:
                        self.owed -= thousandths

    def _rested(self, players: Sequence[int], at: int | None) -> list[EloRating]:
        ratings, played_at, before = self.ratings, self.played_at, []
        for player in players:
            rating = ratings.get(player, NEWCOMER)
            if at is not None:
                idle = at - played_at.get(player, at)
                if idle > IDLE_SECONDS:
                    rating = rating.rested(idle / DAY)
            before.append(rating)
        return before

    def _meetings(
        self, players: Sequence[int], since: int
    ) -> tuple[list[list[int]], dict[int, int]]:
        """When each two have met, in the order of `combinations`, as lists to add to; and where
        this is not their first match since then, which it is, by the position in that order."""
        meetings, times = self.meetings, dict[int, int]()
        found: list[list[int]] = []
        for one, other in combinations(players, 2):
            pair = (one, other) if one < other else (other, one)
            past = meetings.get(pair)
            if past is None:
                past = meetings[pair] = []
            elif past and past[-1] > since:
                times[len(found)] = len(past) - bisect_right(past, since) + 1
            found.append(past)
        return found, times

    def _move(self, player: int, table: frozenset[int], at: int | None, change: Change) -> None:
        before, others = change.before, self.met.get(player)
        if others is None:
            others = self.met[player] = {player}
        known = len(others)
        others |= table
        self.ratings[player] = EloRating(
            before.thousandths + change.thousandths,
            change.uncertainty,
            before.matches + 1,
            before.opponents + len(others) - known,
            before.from_provisional + change.from_provisional,
        )
        tables = self.recent.get(player)
        if tables is None:
            tables = self.recent[player] = deque(maxlen=RECENT_MATCHES)
        tables.append(table)
        if at is not None:
            last = self.played_at.get(player)
            if last is None or at > last:
                self.played_at[player] = at
