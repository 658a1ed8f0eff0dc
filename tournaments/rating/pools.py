"""A pool: everybody's ratings in one game, as they follow from its matches in their order."""

from __future__ import annotations

import math
from bisect import bisect_right, insort
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

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
_rating = partial(tuple.__new__, EloRating)  # straight to the tuple: a replay makes millions


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
        players, at = match.players, match.at
        if len(set(players)) != len(players):
            raise ValueError("nobody plays a match twice over")
        before = [self._rested(player, at) for player in players]
        weights, meetings = NO_WEIGHTS, self._meetings(players) if at is not None else []
        if at is not None and any(meetings):
            times = _times(meetings, at - REPEAT_DAYS * DAY)
            if 2 * sum([time > MOST_REPEATS for time in times]) >= len(times):
                return {}
            pairs = combinations(range(len(players)), 2)
            weights = {p: 1 / math.sqrt(m) for p, m in zip(pairs, times, strict=True) if m > 1}
        left = [players.index(one) for one in match.abandoned if one in players]
        changes = rate(before, match.places, left, weights, self.largest_table)
        changes = self._levelled(before, changes)
        self._move(match, before, changes)
        if at is not None:
            for past in meetings:
                insort(past, at)
        return dict(zip(players, changes, strict=True))

    def refund(self, player: int, thousandths: int) -> None:
        """Give the player back what a match that was struck out later has cost."""
        rating = self.rating(player)
        self.ratings[player] = rating._replace(thousandths=rating.thousandths + thousandths)

    def _levelled(
        self, before: Sequence[EloRating], changes: tuple[Change, ...]
    ) -> tuple[Change, ...]:
        """The changes with what keeps the scale where it is.

        Newcomers who are weak and leave push all others up, newcomers who learn pull them down. So
        what seniors as a group win from juniors, or lose to them, is shared back among elders,
        evenly, a part of it with each match of one: who wins more than others still gains by it.
        A senior has 40 matches, a junior less than four fifths of the senior's. Under 20 elders are
        no group to go by.
        """
        matches = [one.matches for one in before]
        self.elders += matches.count(ELDER_MATCHES)
        if self.elders < FEWEST_ELDERS or max(matches) < SENIOR_MATCHES:
            return changes
        for played, change in zip(matches, changes, strict=True):
            if played >= SENIOR_MATCHES:
                limit = JUNIOR_SHARE * played
                for part in change.exchanges:
                    if matches[part.opponent] < limit:
                        self.owed -= part.thousandths
        if max(matches) < ELDER_MATCHES:
            return changes
        levelled = []
        for played, change in zip(matches, changes, strict=True):
            if played >= ELDER_MATCHES:
                paid = round(self.owed / self.elders)
                self.owed -= paid
                change = change._replace(  # noqa: PLW2901
                    thousandths=change.thousandths + paid, levelling=paid
                )
            levelled.append(change)
        return tuple(levelled)

    def _rested(self, player: int, at: int | None) -> EloRating:
        rating, last = self.ratings.get(player, NEWCOMER), self.played_at.get(player)
        if at is None or last is None or at - last <= IDLE_SECONDS:
            return rating
        return rating.rested((at - last) / DAY)

    def _meetings(self, players: Sequence[int]) -> list[list[int]]:
        """When each two have met, in the order of `combinations`; lists to add to."""
        meetings, found = self.meetings, []
        for one, other in combinations(players, 2):
            pair = (one, other) if one < other else (other, one)
            past = meetings.get(pair)
            if past is None:
                past = meetings[pair] = []
            found.append(past)
        return found

    def _move(
        self, match: MatchToRate, before: Sequence[EloRating], changes: Sequence[Change]
    ) -> None:
        players, at = match.players, match.at
        ratings, met, recent, played_at = self.ratings, self.met, self.recent, self.played_at
        for player, rating, change in zip(players, before, changes, strict=True):
            others = met.get(player)
            if others is None:
                others = met[player] = {player}
            known = len(others)
            others.update(players)
            thousandths, _, matches, opponents, from_provisional = rating
            ratings[player] = _rating(
                (
                    thousandths + change[0],
                    change[1],
                    matches + 1,
                    opponents + len(others) - known,
                    from_provisional + change[3],
                )
            )
            tables = recent.get(player)
            if tables is None:
                tables = recent[player] = deque(maxlen=RECENT_MATCHES)
            tables.append(players)
            if at is not None:
                played_at[player] = max(at, played_at.get(player, at))


def _times(meetings: Sequence[Sequence[int]], since: int) -> list[int]:
    """Which match since then this is of each two that have met at these moments."""
    return [len(past) - bisect_right(past, since) + 1 if past else 1 for past in meetings]
