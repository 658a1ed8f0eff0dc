"""Pairs as FIDE's tie-breaks read them: each entry's rounds, played, unplayed or sat out.

The rules are those of C.07 as in force from 1 March 2026; the numbers in the docstrings are its
articles. Nothing here knows where the rounds come from: our own tables or a report.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from tournaments.values.setup import EntryId

NOTHING = Fraction(0)


class RoundKind(enum.Enum):
    """What became of an entry's round."""

    PLAYED = enum.auto()
    OPEN = enum.auto()  # paired, without a result: counts nowhere yet
    WON_UNPLAYED = enum.auto()
    LOST_UNPLAYED = enum.auto()
    PAIRING_BYE = enum.auto()  # the odd one out
    FULL_BYE = enum.auto()
    HALF_BYE = enum.auto()
    ABSENT = enum.auto()  # asked for or not: no opponent and no points


_VOLUNTARY = {RoundKind.LOST_UNPLAYED, RoundKind.HALF_BYE, RoundKind.ABSENT}


class PlayedRound(NamedTuple):
    """One round of one entry; `score` is 1, a half or 0 whatever the points are."""

    number: int
    kind: RoundKind
    points: Fraction = NOTHING
    score: Fraction = NOTHING
    opponent: EntryId | None = None
    first: bool = False  # had the first seat, or white

    @property
    def is_met(self) -> bool:
        """Whether a match was played against somebody."""
        return self.kind is RoundKind.PLAYED

    @property
    def is_voluntary(self) -> bool:
        """Whether the entry itself left the round unplayed (16.1)."""
        return self.kind in _VOLUNTARY

    @property
    def is_elected(self) -> bool:
        """Whether the entry was there to play: what REP counts, full-point byes too."""
        return self.kind is not RoundKind.OPEN and not self.is_voluntary


class PairWorth(NamedTuple):
    """What a win and a draw are worth."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)


class Contribution(NamedTuple):
    """What one round adds to a Buchholz or a Sonneborn-Berger.

    `score` is the opponent's, or the dummy's that stands for an unplayed round.
    """

    line: PlayedRound
    score: Fraction
    value: Fraction
    from_dummy: bool
    is_cut: bool = False


class BuchholzWay(NamedTuple):
    """How a Buchholz or Sonneborn-Berger is reckoned."""

    lowest: int = 0
    highest: int = 0
    weighed: bool = False  # by the own result: Sonneborn-Berger
    fore: bool = False  # the last round's matches count as drawn (C.07, 8.3)
    as_played: bool = False  # forfeits count as played


class RoundBook:
    """Everybody's rounds, so many of them; `last` is the last one of the whole event.

    `scheduled` says that all pairs were fixed beforehand, as in a round robin: nobody stands in for
    an opponent then. `lenient` takes the rules before 2026, when a dummy had the full own points.
    `adjusted` are points given or taken beside the rounds.
    """

    def __init__(
        self,
        lines: Mapping[EntryId, Sequence[PlayedRound]],
        rounds: int,
        worth: PairWorth,
        *,
        last: int | None = None,
        scheduled: bool = False,
        lenient: bool = False,
        adjusted: Mapping[EntryId, Fraction] | None = None,
    ) -> None:
        self.lines = lines
        self.rounds = rounds
        self.last = rounds if last is None else last
        self.worth = worth
        self.scheduled = scheduled
        self.lenient = lenient
        self.adjusted = adjusted or {}
        self._made: dict[bool, dict[EntryId, Fraction]] = {}
        self.met_order: dict[tuple[frozenset[EntryId], bool], dict[EntryId, int]] = {}

    @cached_property
    def points(self) -> dict[EntryId, Fraction]:
        """Everybody's points."""
        return {
            entry: sum((line.points for line in own), self.adjusted.get(entry, NOTHING))
            for entry, own in self.lines.items()
        }

    def as_opponents(self, fore: bool = False) -> dict[EntryId, Fraction]:
        """Everybody's points as they count for their opponents (16.3).

        Rounds that an entry left unplayed after its last one count as drawn.
        """
        if fore not in self._made:
            self._made[fore] = {
                entry: self._as_opponent(own, fore) for entry, own in self.lines.items()
            }
        return self._made[fore]

    def _as_opponent(self, own: Sequence[PlayedRound], fore: bool) -> Fraction:
        here = max((line.number for line in own if not line.is_voluntary), default=0)
        paired = self._last_paired(own)
        if fore and paired == self.last:
            here = paired
        left = NOTHING if self.scheduled else self.worth.draw
        total = NOTHING
        for line in own:
            if line.kind is RoundKind.OPEN:
                continue
            if self._is_drawn_beforehand(line, fore):
                total += self.worth.draw
            elif line.number <= here or line.opponent is not None:
                total += line.points
            else:
                total += left
        return total

    def _last_paired(self, own: Sequence[PlayedRound]) -> int:
        return max(
            (
                line.number
                for line in own
                if line.opponent is not None or line.kind is RoundKind.PAIRING_BYE
            ),
            default=0,
        )

    def _is_drawn_beforehand(self, line: PlayedRound, fore: bool) -> bool:
        return fore and line.number == self.last and line.opponent is not None

    def _as_dummy(self, entry: EntryId, fore: bool) -> Fraction:
        """The own points, as the dummy has them who stands in for an opponent (16.4)."""
        own = self.points[entry]
        if fore:
            drawn = (line for line in self.lines[entry] if self._is_drawn_beforehand(line, fore))
            own += sum((self.worth.draw - line.points for line in drawn), NOTHING)
        return own

    def contributions(self, entry: EntryId, way: BuchholzWay) -> list[Contribution]:
        """The entry's rounds with what each adds, in their order; what is cut is marked."""
        found = []
        scores = self.as_opponents(way.fore)
        dummy = self._as_dummy(entry, way.fore)
        for line in self.lines[entry]:
            if line.kind is RoundKind.OPEN or (self.scheduled and line.opponent is None):
                continue
            played = line.is_met or self._counts_as_played(line, way)
            if played and line.opponent is not None:
                score = scores[line.opponent]
            else:
                score = self._dummy_score(line, dummy, scores)
            value = score * line.points if way.weighed else score
            found.append(Contribution(line, score, value, not played))
        return self._cut(found, way)

    def _counts_as_played(self, line: PlayedRound, way: BuchholzWay) -> bool:
        if line.opponent is None:
            return False
        return way.as_played or self.scheduled or (way.fore and line.number == self.last)

    def _dummy_score(
        self, line: PlayedRound, dummy: Fraction, scores: Mapping[EntryId, Fraction]
    ) -> Fraction:
        if self.lenient:
            return dummy
        if line.opponent is not None:
            return min(dummy, scores[line.opponent])
        return min(dummy, self.worth.draw * self.rounds)

    def _cut(self, found: list[Contribution], way: BuchholzWay) -> list[Contribution]:
        """Marks the lowest, those of voluntarily unplayed rounds first (16.5), and the highest."""
        lowest = min(way.lowest, self.rounds)
        highest = min(way.highest, self.rounds - lowest)
        left = list(enumerate(found))
        for _ in range(min(lowest, len(left))):
            by_score = sorted(left, key=lambda one: (one[1].score, one[1].value))
            by_will = sorted(
                left, key=lambda one: (not _is_left_by_will(one[1]), one[1].value, one[1].score)
            )
            willed = by_will[0][1]
            is_willed = _is_left_by_will(willed) and by_score[0][1].value <= willed.value
            left = (by_will if is_willed else by_score)[1:]
        left.sort(key=lambda one: (-one[1].score, -one[1].value))
        kept = {index for index, _one in left[highest:]}
        return [
            one if index in kept else one._replace(is_cut=True) for index, one in enumerate(found)
        ]


def _is_left_by_will(one: Contribution) -> bool:
    return one.from_dummy and one.line.is_voluntary


def is_win(line: PlayedRound, worth: PairWorth) -> bool:
    """Whether the round brought as many points as a win: byes and forfeits too (WIN)."""
    return line.kind is not RoundKind.OPEN and line.points == worth.win


def encounter_order(
    book: RoundBook, tied: frozenset[EntryId], *, as_played: bool = False
) -> dict[EntryId, int]:
    """Direct encounter (C.07, 6): the tied in order, 1 first; 0 for all if it parts nobody.

    Where not all have met, only those go ahead whom no result of the missing matches could put
    back; whoever is still level after that is compared again among themselves.
    """
    key = (tied, as_played)
    if key not in book.met_order:
        book.met_order[key] = _encounter_order(book, tied, as_played or book.scheduled)
    return book.met_order[key]


def _encounter_order(
    book: RoundBook, tied: frozenset[EntryId], as_played: bool
) -> dict[EntryId, int]:
    place = dict.fromkeys(sorted(tied), 1)
    waiting = [sorted(tied)]
    while waiting:
        group = waiting.pop()
        parts = _parted(book, group, as_played)
        if len(parts) < 2:
            continue
        before = 0
        for part in parts:
            for entry in part:
                place[entry] += before
            before += len(part)
        waiting += [part for part in parts if len(part) > 1]
    return place if len(set(place.values())) > 1 else dict.fromkeys(place, 0)


def _parted(book: RoundBook, group: Sequence[EntryId], as_played: bool) -> list[list[EntryId]]:
    """The group by its matches among itself, best first; one part where they decide nothing."""
    members = frozenset(group)
    made, most = {}, {}
    all_met = True
    for entry in group:
        scores: dict[EntryId, list[Fraction]] = {}
        for line in book.lines[entry]:
            if line.opponent in members and (line.is_met or (as_played and _is_closed(line))):
                scores.setdefault(line.opponent, []).append(line.points)
        made[entry] = sum((sum(own, NOTHING) / len(own) for own in scores.values()), NOTHING)
        missing = 0 if book.scheduled else len(group) - 1 - len(scores)
        all_met = all_met and not missing
        most[entry] = made[entry] + missing * book.worth.win
    order = sorted(group, key=lambda entry: (-made[entry], -most[entry], entry))
    parts = [[order[0]]]
    behind = list(accumulate((most[entry] for entry in reversed(order)), max))[::-1]
    sure = True
    for index, entry in enumerate(order[1:], 1):
        ahead = made[order[index - 1]]
        sure = sure and (all_met or ahead > behind[index])
        apart = made[entry] != ahead if all_met else sure
        if apart:
            parts.append([entry])
        else:
            parts[-1].append(entry)
    return parts


def _is_closed(line: PlayedRound) -> bool:
    return line.kind is not RoundKind.OPEN
