"""Wizard as the service meets it: one object, each part in a module of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from games.catalogue.wizard.rules import (
    encoding,
    hidden,
    legal,
    notation,
    play,
    prompt,
    scoring,
    silence,
    view,
)
from games.catalogue.wizard.rules.deal import start
from games.catalogue.wizard.rules.events import EVENTS
from games.catalogue.wizard.rules.options import OPTION_FIELDS, WizardOptions, check_table
from games.catalogue.wizard.rules.orders import VALUES, WizardOrder, format_order
from games.catalogue.wizard.rules.state import WizardState
from games.catalogue.wizard.rules.view import WizardReveal, WizardView
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


class Wizard:
    """The rules of Wizard; see `games.rules.protocol.Rules` for what each method promises."""

    key: ClassVar[str] = "wizard"
    name: ClassVar[str] = "Wizard"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(2, 7)
    options: ClassVar[type[WizardOptions]] = WizardOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = OPTION_FIELDS
    reasons: ClassVar[tuple[str, ...]] = (scoring.REASON,)
    verbs: ClassVar[tuple[str, ...]] = tuple(VALUES)
    questions: ClassVar[tuple[type, ...]] = (
        prompt.TrumpPrompt,
        prompt.BidPrompt,
        prompt.PlayPrompt,
    )
    events: ClassVar[Mapping[str, type]] = EVENTS

    def check(self, seats: int, options: WizardOptions) -> None:
        """Codes: see `options.check_table`."""
        check_table(seats, options)

    def start(self, setup: Setup[WizardOptions]) -> Adjudication[WizardState]:
        return start(setup)

    def phase(self, state: WizardState) -> OpenPhase | None:
        if state.phase == "over":
            return None
        return OpenPhase(state.number, state.phase, state.round, state.awaited)

    def decision(self, state: WizardState, seat: Seat) -> Decision:
        return prompt.decision(state, seat)

    def legal_orders(self, state: WizardState, seat: Seat) -> Iterator[WizardOrder]:
        return legal.legal_orders(state, seat)

    def is_forced_openly(self, state: WizardState, seat: Seat) -> bool:
        return legal.is_forced_openly(state, seat)

    def default_order(self, state: WizardState, seat: Seat) -> WizardOrder:
        """See `silence`."""
        return silence.default_order(state, seat)

    def parse_order(self, state: WizardState, seat: Seat, text: str) -> WizardOrder:
        """Shorthands and error codes: see `notation`."""
        return notation.parse_order(state, seat, text)

    def format_order(self, order: WizardOrder) -> str:
        return format_order(order)

    def adjudicate(
        self, state: WizardState, orders: Mapping[Seat, WizardOrder]
    ) -> Adjudication[WizardState]:
        return play.adjudicate(state, orders)

    def view(self, state: WizardState, seat: Seat | None) -> WizardView:
        return view.view(state, seat)

    def reveal(self, state: WizardState) -> WizardReveal:
        return view.reveal(state)

    def outcome(self, state: WizardState) -> Outcome | None:
        return scoring.outcome(state)

    def standing(self, state: WizardState) -> SeatScores:
        """The points of all finished rounds."""
        return state.totals

    def resample(self, state: WizardState, seat: Seat | None, chance: Chance) -> WizardState:
        return hidden.resample(state, seat, chance)

    def cards(self, state: WizardState) -> tuple[str, ...]:
        """Every card of the match, sorted; a secret."""
        return hidden.all_cards(state)

    def encode(self, state: WizardState) -> str:
        return encoding.encode(state)

    def decode(self, text: str) -> WizardState:
        return encoding.decode(text)
