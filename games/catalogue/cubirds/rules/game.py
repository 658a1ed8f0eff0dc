"""CuBirds as the service meets it: one object, each part in a module of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from games.catalogue.cubirds.rules import (
    encoding,
    hidden,
    legal,
    notation,
    play,
    prompt,
    scoring,
    view,
)
from games.catalogue.cubirds.rules.events import EVENTS
from games.catalogue.cubirds.rules.options import OPTION_FIELDS, CuBirdsOptions, check_table
from games.catalogue.cubirds.rules.orders import CuBirdsOrder, format_order
from games.catalogue.cubirds.rules.start import start
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.rules.chance import Chance
from games.rules.protocol import (
    Adjudication,
    Decision,
    OpenPhase,
    OptionField,
    Outcome,
    Reveal,
    Seat,
    SeatScores,
    Setup,
)


class CuBirds:
    """The rules of CuBirds; see `games.rules.protocol.Rules` for what each method promises."""

    key: ClassVar[str] = "cubirds"
    name: ClassVar[str] = "CuBirds"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(1, 6)
    verbs: ClassVar[tuple[str, ...]] = tuple(
        verb for verbs in legal.VERBS.values() for verb in verbs
    )
    questions: ClassVar[tuple[type, ...]] = (
        prompt.LayPrompt,
        prompt.DrawPrompt,
        prompt.FamilyPrompt,
    )
    events: ClassVar[Mapping[str, type]] = EVENTS
    options: ClassVar[type[CuBirdsOptions]] = CuBirdsOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = OPTION_FIELDS
    reasons: ClassVar[tuple[str, ...]] = scoring.REASONS

    def check(self, seats: int, options: CuBirdsOptions) -> None:
        """Codes: see `options.check_table`."""
        check_table(seats, options)

    def start(self, setup: Setup[CuBirdsOptions]) -> Adjudication[CuBirdsState]:
        return start(setup)

    def phase(self, state: CuBirdsState) -> OpenPhase | None:
        """The round is the turn: standing orders answer what else a turn asks."""
        if state.phase == "over":
            return None
        return OpenPhase(state.number, state.phase, state.turn, state.awaited)

    def decision(self, state: CuBirdsState, seat: Seat) -> Decision:
        return prompt.decision(state, seat)

    def legal_orders(self, state: CuBirdsState, seat: Seat) -> Iterator[CuBirdsOrder]:
        return legal.legal_orders(state, seat)

    def is_forced_openly(self, state: CuBirdsState, seat: Seat) -> bool:
        return legal.is_forced_openly(state, seat)

    def default_order(self, state: CuBirdsState, seat: Seat) -> CuBirdsOrder:
        """See `legal.default_order`."""
        return legal.default_order(state, seat)

    def parse_order(self, state: CuBirdsState, seat: Seat, text: str) -> CuBirdsOrder:
        """Shorthands and error codes: see `notation`."""
        return notation.parse_order(state, seat, text)

    def format_order(self, order: CuBirdsOrder) -> str:
        return format_order(order)

    def adjudicate(
        self, state: CuBirdsState, orders: Mapping[Seat, CuBirdsOrder]
    ) -> Adjudication[CuBirdsState]:
        return play.adjudicate(state, orders)

    def view(self, state: CuBirdsState, seat: Seat | None) -> CuBirdsView:
        return view.view(state, seat)

    def reveal(self, state: CuBirdsState) -> Reveal[CuBirdsView]:
        return view.reveal(state)

    def outcome(self, state: CuBirdsState) -> Outcome | None:
        return scoring.outcome(state)

    def standing(self, state: CuBirdsState) -> SeatScores:
        """Everybody's birds."""
        return scoring.birds(state)

    def resample(self, state: CuBirdsState, seat: Seat | None, chance: Chance) -> CuBirdsState:
        return hidden.resample(state, seat, chance)

    def cards(self, state: CuBirdsState) -> tuple[str, ...]:
        """Every card of the match, sorted; a secret."""
        return hidden.all_cards(state)

    def encode(self, state: CuBirdsState) -> str:
        return encoding.encode(state)

    def decode(self, text: str) -> CuBirdsState:
        return encoding.decode(text)
