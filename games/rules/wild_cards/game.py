"""Wild Cards as the service meets it: one object, each part in a module of its own."""

from __future__ import annotations

from typing import ClassVar, cast

from games.rules.protocol import Adjudication, OpenPhase, OptionField, Outcome, Seat, Setup, View
from games.rules.wild_cards import scoring, view
from games.rules.wild_cards.options import OPTION_FIELDS, WildCardsOptions, check_table
from games.rules.wild_cards.start import start
from games.rules.wild_cards.state import State


class WildCards:
    """The rules of Wild Cards; see `games.rules.protocol.Rules` for what each method promises."""

    key: ClassVar[str] = "wild-cards"
    name: ClassVar[str] = "Wild Cards"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(2, 6)
    options: ClassVar[type[WildCardsOptions]] = WildCardsOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = OPTION_FIELDS
    reasons: ClassVar[tuple[str, ...]] = (scoring.REASON,)

    def check(self, seats: int, options: WildCardsOptions) -> None:
        check_table(seats, options)

    def start(self, setup: Setup[WildCardsOptions]) -> Adjudication[State]:
        return start(setup)

    def phase(self, state: State) -> OpenPhase | None:
        if state.phase == "over":
            return None
        return OpenPhase(state.number, state.phase, state.round, state.awaited)

    def view(self, state: State, seat: Seat | None) -> View:
        return cast("View", view.view(state, seat))

    def reveal(self, state: State) -> View:
        return cast("View", view.reveal(state))

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)
