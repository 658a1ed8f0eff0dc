"""A state laid out for work: what one adjudication changes, and what happens meanwhile."""

from __future__ import annotations

from games.catalogue.cubirds.rules.cards import (
    LETTER,
    NAME,
    NONE,
    PLACE,
    Counts,
    Letters,
    counted,
    joined,
    names,
    plus,
    spread,
    without,
)
from games.catalogue.cubirds.rules.events import BirdCards, FilledRow, LaidBirds, NewDeck
from games.catalogue.cubirds.rules.laying import closed_up, enclosed, is_single
from games.catalogue.cubirds.rules.state import CuBirdsState, Phase
from games.rules.chance import Shuffle
from games.rules.protocol import Adjudication, Event, EventData, Seat

HAND = 8
"""How many cards are dealt to each player."""

ONLY = tuple(frozenset({seat}) for seat in range(5))


class CuBirdsTable:
    """The mutable copy of a state that the steps of a turn work on; `freeze` makes the next state.

    Fields are those of `State`, with lists for the tuples that change.
    """

    __slots__ = (
        "active", "chance", "collections", "deck", "discard", "events", "hands", "known", "number",
        "options", "phase", "players", "reason", "robin", "rows", "seats", "shuffles", "turn",
    )  # fmt: skip

    def __init__(self, state: CuBirdsState) -> None:
        self.options = state.options
        self.seats = state.seats
        self.robin = state.robin
        self.players = len(state.hands)
        self.chance = state.chance
        self.number = state.number
        self.turn = state.turn
        self.phase: Phase = state.phase
        self.active = state.active
        self.rows = [*state.rows]
        self.hands = [*state.hands]
        self.known = [*state.known]
        self.collections = [*state.collections]
        self.deck = state.deck
        self.discard = state.discard
        self.reason = state.reason
        self.events: list[Event] = []
        self.shuffles: list[Shuffle] = []

    def freeze(self) -> Adjudication[CuBirdsState]:
        """The next state, with the events and shuffles that led to it."""
        state = CuBirdsState(
            self.options,
            self.seats,
            self.chance,
            self.number + 1,
            self.turn,
            self.phase,
            self.active,
            tuple(self.rows),
            tuple(self.hands),
            tuple(self.known),
            tuple(self.collections),
            self.deck,
            self.discard,
            self.reason,
        )
        return Adjudication(state, tuple(self.events), tuple(self.shuffles))

    def tell(self, kind: str, data: EventData) -> None:
        """Record an event that everybody sees."""
        self.events.append(Event(kind, data))

    def tell_only(self, kind: str, seat: Seat, cards: Letters) -> None:
        """Record an event about cards that only this seat may know, unless its hand lies open.

        They are told in the order of the species: which came first is nobody's to know.
        """
        data = BirdCards(seat, tuple(names(sorted(cards, key=PLACE.__getitem__))))
        self.events.append(Event(kind, data, None if seat == self.robin else ONLY[seat]))

    def end(self, reason: str) -> None:
        """The match is over."""
        self.phase = "over"
        self.reason = reason

    # Piles

    def shuffle(self, cards: Counts) -> None:
        """Make these cards the deck."""
        shuffle, self.chance = self.chance.shuffle("deck", names(spread(cards)))
        self.shuffles.append(shuffle)
        self.deck = "".join([LETTER[species] for species in reversed(shuffle.cards)])

    def can_draw(self) -> bool:
        """Whether deck or discard pile hold a card."""
        return bool(self.deck) or self.discard != NONE

    def left_to_draw(self) -> int:
        """How many cards deck and discard pile hold together."""
        return len(self.deck) + sum(self.discard)

    def draw(self, number: int) -> Letters:
        """So many cards from the top, fewer where there are no more.

        The discard pile becomes the deck when a card is needed and there is none (C10).
        """
        if 0 < number <= len(self.deck):
            cards = self.deck[: -number - 1 : -1]
            self.deck = self.deck[:-number]
            return cards
        cards = ""
        while len(cards) < number:
            if not self.deck and not self._turn_over():
                break
            cards += self.deck[-1]
            self.deck = self.deck[:-1]
        return cards

    def _turn_over(self) -> bool:
        if self.discard == NONE:
            return False
        discarded, self.discard = self.discard, NONE
        self.shuffle(discarded)
        self.tell("reshuffled", NewDeck(len(self.deck)))
        return True

    def throw_away(self, cards: Counts) -> None:
        """Put cards on the discard pile."""
        self.discard = plus(self.discard, cards)

    # Birds

    def lay(self, letter: str, number: int, row: int, side: str) -> Letters:
        """Lay birds beside a row (counted from 1) for the active player, who takes the enclosed.

        Returns what was enclosed. A row of a single species is filled up (C7 to C10).
        """
        before = self.rows[row - 1]
        taken = enclosed(before, letter, side)
        after = closed_up(before, letter * number, taken, side)
        self.rows[row - 1] = after
        birds = tuple(names(taken)) if taken else ()
        laid = LaidBirds(self.turn, self.active, NAME[letter], number, row, side, birds)
        self.tell("robin-laid" if self.active == self.robin else "laid", laid)
        if taken:
            self._take(taken)
        if is_single(after):
            self._fill(row)
        return taken

    def _take(self, cards: Letters) -> None:
        player = self.active
        self.hands[player] = joined(self.hands[player], cards)
        if player != self.robin:
            self.known[player] = joined(self.known[player], cards)

    def _fill(self, row: int) -> None:
        """New birds on the right until two species lie in the row, or no card is left."""
        species = self.rows[row - 1][0]
        new = ""
        while not new or new[-1] == species:
            card = self.draw(1)
            if not card:
                break
            new += card
        self.rows[row - 1] += new
        if new:
            self.tell("row-filled", FilledRow(row, tuple(names(new))))

    def play_out(self, species: int) -> int:
        """Take all cards of a species from the active player's hand; returns how many."""
        player = self.active
        number = self.hands[player][species]
        self.hands[player] = without(self.hands[player], species)
        if self.known[player][species]:
            self.known[player] = without(self.known[player], species)
        return number

    def deal(self) -> None:
        """Eight cards to each player, whole hands, from seat 0 on."""
        for player in range(self.players):
            cards = self.draw(HAND)
            self.hands[player] = counted(cards)
            self.tell_only("dealt", player, cards)
