"""Brackets for two at a table, as a list of matches each fed by seeds or by earlier matches."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.values.setup import GrandFinal


class Feed(enum.Enum):
    """Where one side of a match comes from."""

    SEED = "seed"  # a place in the seeding, 0 the best
    WINNER = "winner"  # of the match with that index
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Source:
    """One side of a match."""

    feed: Feed
    index: int


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket: `level` counts from 1, and nobody has two on one level.

    `decider` marks the second grand final, which is played only if the first was lost by the
    winner of the upper bracket.
    """

    level: int
    table: int
    stage: str
    sides: tuple[Source, Source]
    decider: bool = False


def inside_out(size: int) -> list[int]:
    """The seeds from the bracket's top to its bottom: 1 and 2 can meet only in the final."""
    order = [0]
    while len(order) < size:
        double = 2 * len(order) - 1
        order = [seed for one in order for seed in (one, double - one)]
    return order


def bracket_size(entries: int) -> int:
    """The power of two that holds so many; what is left over is byes for the top seeds."""
    return 1 << max(1, (entries - 1).bit_length())


class _Builder:
    """Collects matches, and gives each the earliest level that its feeders allow."""

    def __init__(self) -> None:
        self.matches: list[BracketMatch] = []
        self.tables: dict[int, int] = {}

    def add(self, stage: str, one: Source, other: Source, *, decider: bool = False) -> int:
        """The index of the new match."""
        fed = [side.index for side in (one, other) if side.feed is not Feed.SEED]
        level = 1 + max((self.matches[index].level for index in fed), default=0)
        self.tables[level] = self.tables.get(level, 0) + 1
        self.matches.append(BracketMatch(level, self.tables[level], stage, (one, other), decider))
        return len(self.matches) - 1


def _winner(index: int) -> Source:
    return Source(Feed.WINNER, index)


def _loser(index: int) -> Source:
    return Source(Feed.LOSER, index)


def _upper(builder: _Builder, entries: int, stage: str, last: str) -> list[list[int]]:
    """The rounds of a plain bracket, each a list of match indices."""
    sides = [Source(Feed.SEED, seed) for seed in inside_out(bracket_size(entries))]
    rounds: list[list[int]] = []
    while len(sides) > 1:
        name = last if len(sides) == 2 else stage
        rounds.append([builder.add(name, *sides[n : n + 2]) for n in range(0, len(sides), 2)])
        sides = [_winner(index) for index in rounds[-1]]
    return rounds


@lru_cache(maxsize=64)
def single(entries: int, third_place: bool) -> tuple[BracketMatch, ...]:
    """A single knockout, with a match for the third place on the level of the final if wanted."""
    builder = _Builder()
    rounds = _upper(builder, entries, "knockout", "final")
    if third_place and len(rounds) > 1:
        builder.add("third_place", *(_loser(index) for index in rounds[-2]))
    return tuple(builder.matches)


# How the losers of each round come into the lower bracket, so that nobody soon meets again whom
# they met above: the orders of the first rounds; later ones come in as they are.
_Order = Callable[[list[int]], list[int]]


def _natural(losers: list[int]) -> list[int]:
    return losers


def _reversed(losers: list[int]) -> list[int]:
    return losers[::-1]


def _half_shifted(losers: list[int]) -> list[int]:
    half = len(losers) // 2
    return losers[half:] + losers[:half]


def _reversed_halves(losers: list[int]) -> list[int]:
    half = len(losers) // 2
    return losers[:half][::-1] + losers[half:][::-1]


_DROPS: dict[int, Sequence[_Order]] = {
    2: (_natural,),
    4: (_natural, _reversed),
    8: (_natural, _reversed, _natural),
    16: (_natural, _reversed_halves, _reversed, _natural),
    32: (_natural, _reversed, _half_shifted, _natural, _natural),
}
_LARGE_DROPS: Sequence[_Order] = (_natural, _reversed, _half_shifted, _reversed)


@lru_cache(maxsize=64)
def double(entries: int, grand_final: GrandFinal) -> tuple[BracketMatch, ...]:
    """A double knockout: who has lost once plays on in the lower bracket."""
    builder = _Builder()
    upper = _upper(builder, entries, "upper", "upper")
    lower: list[Source] = []
    drops = _DROPS.get(bracket_size(entries), _LARGE_DROPS)
    for number, matches in enumerate(upper):
        drop = drops[number] if number < len(drops) else _natural
        losers = [_loser(index) for index in drop(matches)]
        if number == 0:
            lower = losers
        else:
            pairs = zip(losers, lower, strict=True)
            lower = [_winner(builder.add("lower", one, other)) for one, other in pairs]
        if len(lower) > 1:
            lower = [
                _winner(builder.add("lower", *lower[n : n + 2])) for n in range(0, len(lower), 2)
            ]
    if grand_final is not GrandFinal.NONE:
        first = builder.add("final", _winner(upper[-1][0]), lower[0])
        if grand_final is GrandFinal.RESET:
            builder.add("final", _winner(first), _loser(first), decider=True)
    return tuple(builder.matches)
