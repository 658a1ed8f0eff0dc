"""Emu Ranchers as the service meets it: one object, each part in a module of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from games.catalogue.emu_ranchers.rules import (
    encoding,
    hidden,
    legal,
    notation,
    play,
    prompt,
    scoring,
    view,
    years,
)
from games.catalogue.emu_ranchers.rules.events import EVENTS
from games.catalogue.emu_ranchers.rules.options import (
    OPTION_FIELDS,
    SEATS,
    EmuRanchersOptions,
    check_table,
)
from games.catalogue.emu_ranchers.rules.orders import EmuOrder, format_order
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.catalogue.emu_ranchers.rules.view import EmuRanchersReveal, EmuRanchersView
from games.catalogue.emu_ranchers.rules.wording import VERBS
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


class EmuRanchers:
    """The rules of Emu Ranchers; see `games.rules.protocol.Rules` for what each method promises."""

    key: ClassVar[str] = "emu-ranchers"
    name: ClassVar[str] = "Emu Ranchers"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(SEATS, SEATS + 1)
    options: ClassVar[type[EmuRanchersOptions]] = EmuRanchersOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = OPTION_FIELDS
    reasons: ClassVar[tuple[str, ...]] = (scoring.REASON,)
    verbs: ClassVar[tuple[str, ...]] = VERBS
    questions: ClassVar[tuple[type, ...]] = (
        prompt.PilePrompt,
        prompt.RanchPrompt,
    )
    events: ClassVar[Mapping[str, type]] = EVENTS

    def check(self, seats: int, options: EmuRanchersOptions) -> None:
        """Codes: see `options.check_table`."""
        check_table(seats, options)

    def start(self, setup: Setup[EmuRanchersOptions]) -> Adjudication[EmuState]:
        return years.start(setup)

    def phase(self, state: EmuState) -> OpenPhase | None:
        """A round is a year: what is ordered ahead holds until the year ends."""
        if state.phase == "over":
            return None
        return OpenPhase(state.number, state.phase, state.year, state.awaited)

    def decision(self, state: EmuState, seat: Seat) -> Decision:
        return prompt.decision(state, seat)

    def legal_orders(self, state: EmuState, seat: Seat) -> Iterator[EmuOrder]:
        return legal.legal_orders(state, seat)

    def is_forced_openly(self, state: EmuState, seat: Seat) -> bool:
        return legal.is_forced_openly(state, seat)

    def default_order(self, state: EmuState, seat: Seat) -> EmuOrder:
        """See `legal.default_order`."""
        return legal.default_order(state, seat)

    def parse_order(self, state: EmuState, seat: Seat, text: str) -> EmuOrder:
        """Shorthands and error codes: see `notation`."""
        return notation.parse_order(state, seat, text)

    def format_order(self, order: EmuOrder) -> str:
        return format_order(order)

    def adjudicate(
        self, state: EmuState, orders: Mapping[Seat, EmuOrder]
    ) -> Adjudication[EmuState]:
        return play.adjudicate(state, orders)

    def view(self, state: EmuState, seat: Seat | None) -> EmuRanchersView:
        return view.view(state, seat)

    def reveal(self, state: EmuState) -> EmuRanchersReveal:
        return view.reveal(state)

    def outcome(self, state: EmuState) -> Outcome | None:
        return scoring.outcome(state)

    def standing(self, state: EmuState) -> SeatScores:
        """Finished years, and the birds as they lie now."""
        return view.totals(state)

    def resample(self, state: EmuState, seat: Seat | None, chance: Chance) -> EmuState:
        return hidden.resample(state, seat, chance)

    def cards(self, state: EmuState) -> tuple[str, ...]:
        """Every card of the match, in written order; a secret."""
        return hidden.all_cards(state)

    def encode(self, state: EmuState) -> str:
        return encoding.encode(state)

    def decode(self, text: str) -> EmuState:
        return encoding.decode(text)
