"""The virtual players of Wild Cards. They know what a person in their seat knows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import comb
from typing import ClassVar

from games.catalogue.wild_cards.rules.cards import INDEX, in_order
from games.catalogue.wild_cards.rules.orders import WildOrder
from games.catalogue.wild_cards.rules.steady_bot import WildSteadyBot
from games.rules.protocol import Bot, Choice, Decision, Part, RandomSource, TableView


class WildRandomBot:
    """Any order, every spelling that the decision offers being equally likely.

    Two equal cards make two spellings of one order, so an order with cards that are held twice is
    likelier than another; none is left out. The list of legal orders is never looked at: a refill
    of ten cards alone has a thousand.
    """

    key: ClassVar[str] = "random"
    reads_view: ClassVar[bool] = False

    def order(
        self,
        view: TableView,
        decision: Decision,
        legal: Sequence[WildOrder],
        chance: RandomSource,
    ) -> WildOrder:
        """An order of one of the decision's choices."""
        choice = decision.choices[0]
        if len(decision.choices) > 1:
            upto = tuple(accumulate(map(spellings, decision.choices)))
            choice = decision.choices[bisect_right(upto, chance.randrange(upto[-1]))]
        return spell(choice, chance)


def spellings(choice: Choice) -> int:
    """How many ways there are to fill a choice's parts."""
    ways = 1
    for part in choice.parts:
        ways *= _subsets(len(part.values), part.least, part.most)[-1]
    return ways


def spell(choice: Choice, chance: RandomSource) -> WildOrder:
    """One uniform filling of a choice's parts, as an order."""
    animals: list[str] = []
    cards: list[str] = []
    for part in choice.parts:
        chosen = _some(part, chance)
        (animals if chosen and chosen[0] in INDEX else cards).extend(chosen)
    laid = in_order(cards) if len(cards) > 1 else tuple(cards)
    return WildOrder(choice.verb.split()[0], laid, tuple(animals))


@cache
def _subsets(number: int, least: int, most: int) -> tuple[int, ...]:
    """How many subsets have at most `least`, `least` + 1, … `most` of so many things."""
    return tuple(accumulate(comb(number, size) for size in range(least, most + 1)))


def _some(part: Part, chance: RandomSource) -> list[str]:
    """A uniform subset of the size that the part wants."""
    _, size, most, values = part
    if size == 0 and most == len(values):
        picked = chance.randrange(1 << len(values))
        return [value for place, value in enumerate(values) if picked >> place & 1]
    if most > size:
        subsets = _subsets(len(values), size, most)
        size += bisect_right(subsets, chance.randrange(subsets[-1]))
    if size == 1:
        return [values[chance.randrange(len(values))]]
    left = list(values)
    return [left.pop(chance.randrange(len(left))) for _ in range(size)]


BOTS: dict[str, Bot] = {bot.key: bot for bot in (WildRandomBot(), WildSteadyBot())}
