"""Wild Cards as the service meets it: one object, each part in a module of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from games.catalogue.wild_cards.rules import (
    encoding,
    legal,
    notation,
    orders,
    play,
    prompt,
    resampling,
    scoring,
)
from games.catalogue.wild_cards.rules import start as opening
from games.catalogue.wild_cards.rules import view as seen
from games.catalogue.wild_cards.rules.events import EVENTS
from games.catalogue.wild_cards.rules.options import WildCardsOptions, check_table
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.protocol import OpenPhase, OptionField


class WildCards:
    """The rules of Wild Cards; see `games.rules.protocol.Rules` for what each method promises."""

    key: ClassVar[str] = "wild-cards"
    name: ClassVar[str] = "Wild Cards"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(2, 6)
    options: ClassVar[type[WildCardsOptions]] = WildCardsOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = WildCardsOptions.offered
    reasons: ClassVar[tuple[str, ...]] = (scoring.REASON,)
    verbs: ClassVar[tuple[str, ...]] = tuple(
        dict.fromkeys(verb for verbs in legal.VERBS.values() for verb in verbs)
    )
    questions: ClassVar[tuple[type, ...]] = (
        prompt.LayBidPrompt,
        prompt.RevealPrompt,
        prompt.SwapPrompt,
        prompt.RefillPrompt,
        prompt.TiePrompt,
        prompt.TakePrompt,
    )
    events: ClassVar[Mapping[str, type]] = EVENTS

    check = staticmethod(check_table)
    start = staticmethod(opening.start)
    decision = staticmethod(prompt.decision)
    legal_orders = staticmethod(legal.legal_orders)
    is_forced_openly = staticmethod(legal.is_forced_openly)
    default_order = staticmethod(legal.default_order)
    parse_order = staticmethod(notation.parse_order)
    format_order = staticmethod(orders.format_order)
    adjudicate = staticmethod(play.adjudicate)
    view = staticmethod(seen.view)
    reveal = staticmethod(seen.reveal)
    outcome = staticmethod(scoring.outcome)
    standing = staticmethod(scoring.totals)
    """Points as `view` shows them."""

    resample = staticmethod(resampling.resample)
    cards = staticmethod(resampling.all_cards)
    encode = staticmethod(encoding.encode)
    decode = staticmethod(encoding.decode)

    def phase(self, state: WildState) -> OpenPhase | None:
        if state.phase == "over":
            return None
        return OpenPhase(state.number, state.phase, state.round, state.awaited)
