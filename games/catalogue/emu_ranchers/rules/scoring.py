"""What birds are worth, the sum of a year, and the outcome of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.catalogue.emu_ranchers.rules.cards import (
    EXCUSE,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    WILD_RANKS,
    Cards,
)
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.rules.protocol import Outcome, Value

REASON = "years-complete"
UPKEEP = 18
EXTREME_POINTS = 5
"""What an Ace and what a Crown adds to a profit or to a loss (E14, E16)."""

_HEIGHT = {rank: height for height, rank in enumerate("A23456789C", 1)}


class Worth(NamedTuple):
    """A bird's points and how they come about.

    `values` has the number of each card, nought for Ace and Crown; `paid` are the numbers given
    for upkeep, none where the bird makes a loss; `extra` is what Ace and Crown are worth together.
    """

    values: tuple[int, ...]
    total: int
    paid: tuple[int, ...]
    extra: int
    points: int


def worth(cards: Sequence[str]) -> Worth:
    """A bird's worth, wild cards standing for what scores most (E13 to E16, E19)."""
    return _worth("".join([card[0] for card in cards]))


def points(cards: Sequence[str]) -> int:
    """Only the points of `worth`."""
    return _worth("".join([card[0] for card in cards])).points


def year_points(each: Sequence[int], left: Sequence[str]) -> tuple[int, int | None]:
    """The points of a seat's birds, and the place of the one that the Excuse lets go, if any.

    With the Excuse among the cards left in hand the worst losing bird does not count (E17).
    """
    worst = min(each, default=0)
    if EXCUSE not in left or worst >= 0:
        return sum(each), None
    return sum(each) - worst, each.index(worst)


class CountedBird(Value, frozen=True):
    """A bird of a finished year with how its points come about: the fields of `Worth`."""

    cards: Sequence[str]
    values: Sequence[int]
    total: int
    paid: Sequence[int]
    extra: int
    points: int


def counted(cards: Cards) -> CountedBird:
    """A bird with its worth."""
    each = worth(cards)
    return CountedBird(
        list(cards), list(each.values), each.total, list(each.paid), each.extra, each.points
    )


def totals(state: EmuState) -> tuple[int, int]:
    """The points of all finished years."""
    first, second = zip(*state.scores, strict=True) if state.scores else ((), ())
    return sum(first), sum(second)


def outcome(state: EmuState) -> Outcome | None:
    """Totals and places, or None while the match runs; equal totals share the first place (E25)."""
    if state.phase != "over":
        return None
    scores = totals(state)
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    return Outcome(REASON, scores, places)


@lru_cache(maxsize=1 << 16)
def _worth(ranks: str) -> Worth:
    extra = EXTREME_POINTS * (ranks.count("A") + ranks.count("C"))
    return max(
        (_valued(values, extra) for values in _readings(ranks)), key=lambda each: each.points
    )


def _readings(ranks: str) -> Iterator[tuple[int, ...]]:
    """Every way to read a pile as numbers, the rising ones first; nought for Ace and Crown."""
    if not set(ranks) & set(WILD_RANKS):
        yield tuple([int(rank) if rank.isdigit() else 0 for rank in ranks])
        return
    for heights in _climbs(ranks, 0, 1):
        yield _numbers(heights)
    for heights in _climbs(ranks, 11, -1):
        yield _numbers(heights)


def _numbers(heights: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([each if LOWEST_NUMBER <= each <= HIGHEST_NUMBER else 0 for each in heights])


def _climbs(ranks: str, last: int, step: int) -> Iterator[tuple[int, ...]]:
    """The heights of the cards, each beyond the last one in the direction of `step`."""
    if not ranks:
        yield ()
        return
    fixed = _HEIGHT.get(ranks[0])
    options = (fixed,) if fixed else range(LOWEST_NUMBER, HIGHEST_NUMBER + 1)
    for height in options:
        if (height - last) * step > 0:
            for rest in _climbs(ranks[1:], height, step):
                yield (height, *rest)


def _valued(values: tuple[int, ...], extra: int) -> Worth:
    numbers = [value for value in values if value]
    total = sum(numbers)
    if total < UPKEEP:
        return Worth(values, total, (), extra, total - UPKEEP - extra)
    paid = _cheapest(numbers)
    return Worth(values, total, paid, extra, total - sum(paid) + extra)


def _cheapest(numbers: Sequence[int]) -> tuple[int, ...]:
    """The numbers of least sum that cover the upkeep; of several the fewest, then the first."""
    found: dict[int, tuple[int, ...]] = {0: ()}
    for number in numbers:
        for total, chosen in tuple(found.items()):
            if total < UPKEEP:
                longer = (*chosen, number)
                known = found.get(total + number)
                if known is None or len(longer) < len(known):
                    found[total + number] = longer
    return found[min(total for total in found if total >= UPKEEP)]
