"""The virtual players of Wild Cards. They know what a person in their seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import ClassVar

from games.rules.protocol import Bot, Choice, Decision, Part, RandomSource, View
from games.rules.wild_cards.cards import INDEX, in_order
from games.rules.wild_cards.orders import Order
from games.rules.wild_cards.steady import SteadyBot


class RandomBot:
    """Any order, every spelling that the decision offers being equally likely.

    Two equal cards make two spellings of one order, so an order with cards that are held twice is
    likelier than another; none is left out. The list of legal orders is never looked at: a refill
    of ten cards alone has a thousand.
    """

    key: ClassVar[str] = "random"

    def order(
        self, view: View, decision: Decision, legal: Sequence[Order], chance: RandomSource
    ) -> Order:
        """An order of one of the decision's choices."""
        pick = chance.randrange(sum(map(spellings, decision.choices)))
        for choice in decision.choices:
            pick -= spellings(choice)
            if pick < 0:
                break
        return spell(choice, chance)


def spellings(choice: Choice) -> int:
    """How many ways there are to fill a choice's parts."""
    ways = 1
    for part in choice.parts:
        ways *= sum(comb(len(part.values), size) for size in range(part.least, part.most + 1))
    return ways


def spell(choice: Choice, chance: RandomSource) -> Order:
    """One uniform filling of a choice's parts, as an order."""
    animals: list[str] = []
    cards: list[str] = []
    for part in choice.parts:
        chosen = _some(part, chance)
        (animals if chosen and chosen[0] in INDEX else cards).extend(chosen)
    return Order(choice.verb.split()[0], in_order(cards), tuple(animals))


def _some(part: Part, chance: RandomSource) -> list[str]:
    values = list(part.values)
    size = part.least
    if part.most > part.least:
        weights = [comb(len(values), number) for number in range(part.least, part.most + 1)]
        pick = chance.randrange(sum(weights))
        for weight in weights:
            if pick < weight:
                break
            pick -= weight
            size += 1
    return [values.pop(chance.randrange(len(values))) for _ in range(size)]


BOTS: dict[str, Bot] = {bot.key: bot for bot in (RandomBot(), SteadyBot())}
