"""Wild Cards as the service meets it: one object, each part in a module of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from games.catalogue.wild_cards.rules import (
    encoding,
    hidden,
    legal,
    notation,
    play,
    prompt,
    scoring,
    view,
)
from games.catalogue.wild_cards.rules.events import EVENTS
from games.catalogue.wild_cards.rules.options import OPTION_FIELDS, WildCardsOptions, check_table
from games.catalogue.wild_cards.rules.orders import WildOrder, format_order
from games.catalogue.wild_cards.rules.start import start
from games.catalogue.wild_cards.rules.state import WildState
from games.catalogue.wild_cards.rules.view import WildCardsReveal, WildCardsView
from games.rules.chance import Chance
from games.rules.protocol import (
    Adjudication,
    Decision,
    OpenPhase,
    OptionField,
    Outcome,
    Seat,
    SeatScores,
    Setup,
)


class WildCards:
    """The rules of Wild Cards; see `games.rules.protocol.Rules` for what each method promises."""

    key: ClassVar[str] = "wild-cards"
    name: ClassVar[str] = "Wild Cards"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(2, 6)
    options: ClassVar[type[WildCardsOptions]] = WildCardsOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = OPTION_FIELDS
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

    def check(self, seats: int, options: WildCardsOptions) -> None:
        """Codes: see `options.check_table`."""
        check_table(seats, options)

    def start(self, setup: Setup[WildCardsOptions]) -> Adjudication[WildState]:
        return start(setup)

    def phase(self, state: WildState) -> OpenPhase | None:
        if state.phase == "over":
            return None
        return OpenPhase(state.number, state.phase, state.round, state.awaited)

    def decision(self, state: WildState, seat: Seat) -> Decision:
        return prompt.decision(state, seat)

    def legal_orders(self, state: WildState, seat: Seat) -> Iterator[WildOrder]:
        return legal.legal_orders(state, seat)

    def is_forced_openly(self, state: WildState, seat: Seat) -> bool:
        return legal.is_forced_openly(state, seat)

    def default_order(self, state: WildState, seat: Seat) -> WildOrder:
        """See `legal.default_order`."""
        return legal.default_order(state, seat)

    def parse_order(self, state: WildState, seat: Seat, text: str) -> WildOrder:
        """Shorthands and error codes: see `notation`."""
        return notation.parse_order(state, seat, text)

    def format_order(self, order: WildOrder) -> str:
        return format_order(order)

    def adjudicate(
        self, state: WildState, orders: Mapping[Seat, WildOrder]
    ) -> Adjudication[WildState]:
        return play.adjudicate(state, orders)

    def view(self, state: WildState, seat: Seat | None) -> WildCardsView:
        return view.view(state, seat)

    def reveal(self, state: WildState) -> WildCardsReveal:
        return view.reveal(state)

    def outcome(self, state: WildState) -> Outcome | None:
        return scoring.outcome(state)

    def standing(self, state: WildState) -> SeatScores:
        """Points as `view` shows them."""
        return scoring.totals(state)

    def resample(self, state: WildState, seat: Seat | None, chance: Chance) -> WildState:
        return hidden.resample(state, seat, chance)

    def cards(self, state: WildState) -> tuple[str, ...]:
        """Every card of the match, sorted; a secret."""
        return hidden.all_cards(state)

    def encode(self, state: WildState) -> str:
        return encoding.encode(state)

    def decode(self, text: str) -> WildState:
        return encoding.decode(text)
