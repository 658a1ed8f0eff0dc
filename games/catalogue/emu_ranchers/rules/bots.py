"""The virtual players of Emu Ranchers. They know what a person in their seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from games.catalogue.emu_ranchers.rules.birds import grown
from games.catalogue.emu_ranchers.rules.growth import growth_order, placements
from games.catalogue.emu_ranchers.rules.orders import EmuOrder
from games.catalogue.emu_ranchers.rules.prompt import RanchPrompt
from games.catalogue.emu_ranchers.rules.steady_bot import EmuSteadyBot
from games.rules.protocol import Bot, Decision, RandomSource, TableView


class EmuRandomBot:
    """Any order, every one equally likely; at the end of a year a random walk of placements."""

    key: ClassVar[str] = "random"
    reads_view: ClassVar[bool] = False

    def order(
        self,
        view: TableView,
        decision: Decision,
        legal: Sequence[EmuOrder],
        chance: RandomSource,
    ) -> EmuOrder:
        """An order of the decision's choices; the list of legal orders is never looked at."""
        if decision.kind == "growth" and isinstance(decision.data, RanchPrompt):
            return _walk(decision.data, chance)
        spellings = [
            (choice.verb, value) for choice in decision.choices for value in choice.parts[0].values
        ]
        return _spelled(*spellings[chance.randrange(len(spellings))])


def _spelled(verb: str, value: str) -> EmuOrder:
    if verb == "draw":
        return EmuOrder(verb, source=value)
    if verb == "grow":
        card, bird = value.split()
        return EmuOrder(verb, (card,), (int(bird),))
    return EmuOrder(verb, (value,))


def _walk(ranch: RanchPrompt, chance: RandomSource) -> EmuOrder:
    """Place a random card as long as one can be placed, or stop by chance."""
    hand, birds = list(ranch.hand), list(ranch.birds)
    placed: list[tuple[str, int]] = []
    while True:
        able = list(placements(birds, hand))
        picked = chance.randrange(len(able) + 1)
        if picked == len(able):
            return growth_order(placed)
        card, number = able[picked]
        placed.append((card, number))
        hand.remove(card)
        birds[number - 1] = grown(birds[number - 1], card)


BOTS: dict[str, Bot] = {bot.key: bot for bot in (EmuRandomBot(), EmuSteadyBot())}
