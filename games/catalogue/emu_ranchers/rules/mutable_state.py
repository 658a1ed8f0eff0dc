"""A state laid out for work: what one adjudication changes, and what happens meanwhile."""

from __future__ import annotations

from games.catalogue.emu_ranchers.rules.birds import Bird
from games.catalogue.emu_ranchers.rules.cards import CANONICAL, Cards
from games.catalogue.emu_ranchers.rules.state import EmuState, Phase, Season
from games.rules.chance import Shuffle
from games.rules.protocol import Adjudication, Event, EventData, Seat

ONLY = (frozenset({0}), frozenset({1}))


class EmuTable:
    """The mutable copy of a state that a step works on; `freeze` makes the next state.

    Fields are those of `State`, with lists for the tuples that change.
    """

    __slots__ = (
        "awaited", "birds", "chance", "deck", "discard", "events", "hands", "known", "number",
        "options", "phase", "scores", "seasons", "shuffles", "year",
    )  # fmt: skip

    def __init__(self, state: EmuState) -> None:
        self.options = state.options
        self.chance = state.chance
        self.number = state.number
        self.year = state.year
        self.phase: Phase = state.phase
        self.awaited: tuple[Seat, ...] = ()
        self.hands = [*state.hands]
        self.known = [*state.known]
        self.deck = state.deck
        self.discard = state.discard
        self.birds = [*state.birds]
        self.scores = state.scores
        self.seasons: tuple[Season, ...] = state.seasons
        self.events: list[Event] = []
        self.shuffles: list[Shuffle] = []

    def freeze(self) -> Adjudication[EmuState]:
        """The next state, with the events and shuffles that led to it."""
        state = EmuState(
            self.options,
            self.chance,
            self.number + 1,
            self.year,
            self.phase,
            self.awaited,
            (self.hands[0], self.hands[1]),
            (self.known[0], self.known[1]),
            self.deck,
            self.discard,
            (self.birds[0], self.birds[1]),
            self.scores,
            self.seasons,
        )
        return Adjudication(state, tuple(self.events), tuple(self.shuffles))

    def ask(self, phase: Phase, seats: tuple[Seat, ...]) -> None:
        """Put the next decision to these seats."""
        self.phase = phase
        self.awaited = seats

    def tell(self, kind: str, data: EventData) -> None:
        """Record an event that everybody sees."""
        self.events.append(Event(kind, data))

    def tell_only(self, kind: str, seat: Seat, data: EventData) -> None:
        """Record an event that only this seat sees."""
        self.events.append(Event(kind, data, ONLY[seat]))

    def shuffle(self, pile: str, cards: Cards) -> Cards:
        """Shuffle cards under the pile's name; what comes back has the top card first."""
        shuffle, self.chance = self.chance.shuffle(pile, cards)
        self.shuffles.append(shuffle)
        return shuffle.cards

    def put_down(self, seat: Seat, card: str) -> None:
        """Take a card out of a hand."""
        self.hands[seat] = tuple([one for one in self.hands[seat] if one != card])
        if card in self.known[seat]:
            self.known[seat] = tuple([one for one in self.known[seat] if one != card])

    def pick_up(self, seat: Seat, card: str) -> None:
        """Put a card into a hand."""
        hand = [*self.hands[seat], card]
        hand.sort(key=CANONICAL.__getitem__)
        self.hands[seat] = tuple(hand)

    def change_bird(self, seat: Seat, number: int, bird: Bird) -> None:
        """Lay another bird in the place of the one with this number."""
        birds = self.birds[seat]
        self.birds[seat] = (*birds[: number - 1], bird, *birds[number:])
