"""A state laid out for work: what one adjudication changes, and what happens meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.wizard.rules.cards import Cards
from games.catalogue.wizard.rules.state import Phase, WizardState, cards_of, rounds_of
from games.rules.chance import Shuffle
from games.rules.protocol import Adjudication, Event, EventData, Seat


class WizardTable:
    """The mutable copy of a state that an adjudication works on; `freeze` makes the next state.

    Fields are those of `State`, with lists for the tuples that change.
    """

    __slots__ = (
        "awaited", "bids", "chance", "events", "gone", "hands", "leaders", "number", "options",
        "phase", "piles", "played", "round", "seats", "sheet", "shuffles", "totals", "tricks",
        "trump", "turned",
    )  # fmt: skip

    def __init__(self, state: WizardState) -> None:
        self.options = state.options
        self.seats = state.seats
        self.chance = state.chance
        self.number = state.number
        self.round = state.round
        self.phase: Phase = state.phase
        self.awaited: tuple[Seat, ...] = ()
        self.piles = state.piles
        self.gone = state.gone
        self.turned = state.turned
        self.trump = state.trump
        self.hands = [*state.hands]
        self.bids = [*state.bids]
        self.played = state.played
        self.leaders = state.leaders
        self.tricks = [*state.tricks]
        self.totals = state.totals
        self.sheet = state.sheet
        self.events: list[Event] = []
        self.shuffles: list[Shuffle] = []

    def freeze(self) -> Adjudication[WizardState]:
        """The next state, with the events and shuffles that led to it."""
        state = WizardState(
            self.options,
            self.seats,
            self.chance,
            self.number + 1,
            self.round,
            self.phase,
            self.awaited,
            self.piles,
            self.gone,
            self.turned,
            self.trump,
            tuple(self.hands),
            tuple(self.bids),
            self.played,
            self.leaders,
            tuple(self.tricks),
            self.totals,
            self.sheet,
        )
        return Adjudication(state, tuple(self.events), tuple(self.shuffles))

    @property
    def dealer(self) -> Seat:
        """The dealer of this round."""
        return (self.round - 1) % self.seats

    @property
    def cards(self) -> int:
        """How many cards each hand has at the beginning of this round."""
        return cards_of(self.seats, self.options, self.round)

    @property
    def rounds(self) -> int:
        """How many rounds the match has."""
        return rounds_of(self.seats, self.options)

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def around(self, seat: Seat) -> list[Seat]:
        """Every seat, clockwise from this one."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    def ask(self, phase: Phase, *seats: Seat) -> None:
        """Put the next decision to these seats."""
        self.phase = phase
        self.awaited = seats

    def tell(self, kind: str, data: EventData) -> None:
        """Record an event that everybody sees."""
        self.events.append(Event(kind, data))

    def shuffle(self, pile: str, cards: Sequence[str]) -> Cards:
        """Shuffle cards under the pile's name; what comes back has the top card first."""
        shuffle, self.chance = self.chance.shuffle(pile, cards)
        self.shuffles.append(shuffle)
        return shuffle.cards
