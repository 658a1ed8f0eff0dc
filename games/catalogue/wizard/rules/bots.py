"""The virtual players of Wizard. They know what a person in their seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from games.catalogue.wizard.rules.orders import ORDERS, WizardOrder
from games.catalogue.wizard.rules.steady_bot import WizardSteadyBot
from games.rules.protocol import Bot, Decision, RandomSource, TableView


class WizardRandomBot:
    """Any legal order, each equally likely; two equal cards are one."""

    key: ClassVar[str] = "random"
    reads_view: ClassVar[bool] = False

    def order(
        self,
        view: TableView,
        decision: Decision,
        legal: Sequence[WizardOrder],
        chance: RandomSource,
    ) -> WizardOrder:
        """One of the values that the decision offers."""
        values = decision.choices[0].parts[0].values
        return ORDERS[decision.kind][values[chance.randrange(len(values))]]


BOTS: dict[str, Bot] = {bot.key: bot for bot in (WizardRandomBot(), WizardSteadyBot())}
