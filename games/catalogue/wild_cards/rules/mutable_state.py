"""A state laid out for work: what one adjudication changes, and what happens meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.catalogue.wild_cards.rules.cards import Cards, in_order
from games.catalogue.wild_cards.rules.events import ReshuffledPile, WildCardsOf, WildDraw
from games.catalogue.wild_cards.rules.state import Phase, WildState
from games.rules.chance import Shuffle
from games.rules.protocol import Adjudication, Event, EventData, Seat

HAND_LIMIT = 10
ONLY = tuple(frozenset({seat}) for seat in range(5))


class WildTable:
    """The mutable copy of a state that the steps of a round work on; `freeze` makes the next state.

    Fields are those of `State`, with lists for the tuples that change.
    """

    __slots__ = (
        "animals", "awaited", "bids", "chance", "cleared", "collections", "deck", "declined",
        "discard", "events", "hands", "leaders", "leo", "leo_pile", "market", "number", "options",
        "payments", "phase", "players", "queue", "removed", "round", "seats", "shown", "shuffles",
        "standing", "swapped", "talisman", "talisman_used", "tie", "tokens", "took",
    )  # fmt: skip

    def __init__(self, state: WildState) -> None:
        self.options = state.options
        self.seats = state.seats
        self.leo = state.leo
        self.players = len(state.collections)
        self.chance = state.chance
        self.number = state.number
        self.round = state.round
        self.phase: Phase = state.phase
        self.awaited: tuple[Seat, ...] = ()
        self.hands = [*state.hands]
        self.deck = state.deck
        self.discard = state.discard
        self.leo_pile = state.leo_pile
        self.animals = state.animals
        self.removed = state.removed
        self.cleared = state.cleared
        self.market = [*state.market]
        self.collections = [*state.collections]
        self.leaders = [*state.leaders]
        self.tokens = [*state.tokens]
        self.talisman = state.talisman
        self.talisman_used = state.talisman_used
        self.bids = [*state.bids]
        self.payments = [*state.payments]
        self.shown = [*state.shown]
        self.standing = [*state.standing]
        self.took = [*state.took]
        self.swapped = state.swapped
        self.declined = state.declined
        self.queue = state.queue
        self.tie = state.tie
        self.events: list[Event] = []
        self.shuffles: list[Shuffle] = []

    def freeze(self) -> Adjudication[WildState]:
        """The next state, with the events and shuffles that led to it."""
        state = WildState(
            self.options,
            self.seats,
            self.chance,
            self.number + 1,
            self.round,
            self.phase,
            self.awaited,
            tuple(self.hands),
            self.deck,
            self.discard,
            self.leo_pile,
            self.animals,
            self.removed,
            self.cleared,
            tuple(self.market),
            tuple(self.collections),
            tuple(self.leaders),
            tuple(self.tokens),
            self.talisman,
            self.talisman_used,
            tuple(self.bids),
            tuple(self.payments),
            tuple(self.shown),
            tuple(self.standing),
            tuple(self.took),
            self.swapped,
            self.declined,
            self.queue,
            self.tie,
        )
        return Adjudication(state, tuple(self.events), tuple(self.shuffles))

    def ask(self, phase: Phase, seats: tuple[Seat, ...]) -> None:
        """Put the next decision to these seats."""
        self.phase = phase
        self.awaited = seats

    def tell(self, kind: str, data: EventData) -> None:
        """Record an event that everybody sees."""
        self.events.append(Event(kind, data))

    def animals_on_offer(self) -> bool:
        """Whether the market still holds an animal."""
        return any(self.market)

    def shuffle(self, pile: str, cards: Sequence[str], kept: int | None = None) -> Cards:
        """Shuffle cards under the pile's name; what comes back has the top card first."""
        shuffle, self.chance = self.chance.shuffle(pile, cards, kept)
        self.shuffles.append(shuffle)
        return shuffle.cards

    def top_card(self) -> str | None:
        """Take the top habitat card, shuffling the discard pile when it is needed (W7).

        None where both piles are empty (W8).
        """
        if not self.deck:
            if not self.discard:
                return None
            self.deck = self.shuffle("habitats", in_order(self.discard))[::-1]
            self.discard = ()
            self.tell("reshuffled", ReshuffledPile("habitats", len(self.deck)))
        card = self.deck[-1]
        self.deck = self.deck[:-1]
        return card

    def throw_away(self, cards: Iterable[str]) -> None:
        """Put cards on the discard pile."""
        self.discard = (*self.discard, *cards)

    def top_cards(self, number: int) -> Cards:
        """So many cards from the top in written order, fewer where both piles run out."""
        if 0 < number <= len(self.deck):
            drawn = self.deck[-number:]
            self.deck = self.deck[:-number]
            return in_order(drawn)
        cards: list[str] = []
        while len(cards) < number and (card := self.top_card()) is not None:
            cards.append(card)
        return in_order(cards)

    def draw(self, seat: Seat, limit: int, why: str) -> None:
        """Give a seat up to `limit` cards, one at a time, as far as hand limit and piles allow.

        A limit of nought or less draws nothing.
        """
        drawn = self.top_cards(min(limit, HAND_LIMIT - len(self.hands[seat])))
        self.tell("drew", WildDraw(seat, len(drawn), why))
        if drawn:
            self.add_to_hand(seat, drawn)
            self.events.append(Event("drew-cards", WildCardsOf(seat, drawn), ONLY[seat]))

    def add_to_hand(self, seat: Seat, cards: Sequence[str]) -> None:
        """Put habitat cards into a hand."""
        self.hands[seat] = in_order((*self.hands[seat], *cards))
