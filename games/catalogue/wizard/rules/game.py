"""Wizard as the service meets it: one object, each part in a module of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.catalogue.wizard.rules import (
    deal,
    default_orders,
    encoding,
    legal,
    notation,
    orders,
    play,
    prompt,
    resampling,
    scoring,
)
from games.catalogue.wizard.rules import view as seen
from games.catalogue.wizard.rules.events import EVENTS
from games.catalogue.wizard.rules.options import WizardOptions, check_table
from games.catalogue.wizard.rules.orders import VALUES
from games.catalogue.wizard.rules.state import WizardState
from games.rules.protocol import OpenPhase, OptionField, SeatScores


class Wizard:
    """The rules of Wizard; see `games.rules.protocol.Rules` for what each method promises."""

    key: ClassVar[str] = "wizard"
    name: ClassVar[str] = "Wizard"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(2, 7)
    options: ClassVar[type[WizardOptions]] = WizardOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = WizardOptions.offered
    reasons: ClassVar[tuple[str, ...]] = (scoring.REASON,)
    verbs: ClassVar[tuple[str, ...]] = tuple(VALUES)
    questions: ClassVar[tuple[type, ...]] = (
        prompt.TrumpPrompt,
        prompt.BidPrompt,
        prompt.PlayPrompt,
    )
    events: ClassVar[Mapping[str, type]] = EVENTS

    check = staticmethod(check_table)
    start = staticmethod(deal.start)
    decision = staticmethod(prompt.decision)
    legal_orders = staticmethod(legal.legal_orders)
    is_forced_openly = staticmethod(legal.is_forced_openly)
    default_order = staticmethod(default_orders.default_order)
    parse_order = staticmethod(notation.parse_order)
    format_order = staticmethod(orders.format_order)
    adjudicate = staticmethod(play.adjudicate)
    view = staticmethod(seen.view)
    reveal = staticmethod(seen.reveal)
    outcome = staticmethod(scoring.outcome)
    resample = staticmethod(resampling.resample)
    cards = staticmethod(resampling.all_cards)
    encode = staticmethod(encoding.encode)
    decode = staticmethod(encoding.decode)

    def phase(self, state: WizardState) -> OpenPhase | None:
        if state.phase == "over":
            return None
        return OpenPhase(state.number, state.phase, state.round, state.awaited)

    def standing(self, state: WizardState) -> SeatScores:
        """The points of all finished rounds."""
        return state.totals
