"""The virtual players of CuBirds. They know what a person in their seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from games.catalogue.cubirds.rules.laying import SIDES
from games.catalogue.cubirds.rules.orders import DONE, DRAW, STAY, CuBirdsOrder
from games.catalogue.cubirds.rules.steady_bot import CuBirdsSteadyBot
from games.rules.protocol import Bot, Decision, RandomSource, TableView


class CuBirdsRandomBot:
    """Any legal order, each equally likely, spelled from the decision."""

    key: ClassVar[str] = "random"
    reads_view: ClassVar[bool] = False

    def order(
        self,
        view: TableView,
        decision: Decision,
        legal: Sequence[CuBirdsOrder],
        chance: RandomSource,
    ) -> CuBirdsOrder:
        """An order of one of the decision's choices; the list of legal ones is not looked at."""
        if decision.kind == "draw":
            return (DRAW, STAY)[chance.randrange(2)]
        species = decision.choices[0].parts[0].values
        if decision.kind == "family":
            picked = chance.randrange(len(species) + 1)
            return CuBirdsOrder("family", species[picked]) if picked < len(species) else DONE
        picked, place = divmod(chance.randrange(len(species) * 8), 8)
        return CuBirdsOrder("lay", species[picked], 1 + place // 2, SIDES[place % 2])


BOTS: dict[str, Bot] = {bot.key: bot for bot in (CuBirdsRandomBot(), CuBirdsSteadyBot())}
