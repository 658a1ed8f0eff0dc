"""Positions written down in words, and a table that plays on from them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from games.catalogue.wizard.rules import Wizard
from games.catalogue.wizard.rules.cards import DECK, in_order
from games.catalogue.wizard.rules.options import WizardOptions
from games.catalogue.wizard.rules.state import Phase, WizardState
from games.catalogue.wizard.rules.view import WizardView
from games.rules.chance import Chance, Shuffle
from games.rules.protocol import Event, Seat, Setup
from tests.rules.events import told

RULES = Wizard()


class Play:
    """A match at a decision; `give` takes the awaited seats' orders as text and plays on.

    `events` are those of the last step, `history` those of all.
    """

    def __init__(self, state: WizardState, events: Sequence[Event] = ()) -> None:
        self.state = state
        self.events = list(events)
        self.history = list(events)

    def give(self, *texts: str) -> Play:
        """One order for each awaited seat, in seat order."""
        orders = {
            seat: RULES.parse_order(self.state, seat, text)
            for seat, text in zip(self.state.awaited, texts, strict=True)
        }
        done = RULES.adjudicate(self.state, orders)
        self.state = done.state
        self.events = list(done.events)
        self.history.extend(done.events)
        return self

    def play(self, *texts: str) -> Play:
        """One order after the other, each of the one seat that is awaited."""
        for text in texts:
            self.give(text)
        return self

    def cards(self, text: str) -> Play:
        """Cards played one after the other, by whoever is awaited."""
        return self.play(*(f"play {card}" for card in text.split()))

    @property
    def asked(self) -> str:
        """The open decision and whom it waits for: `play 0`."""
        return " ".join((self.state.phase, *map(str, self.state.awaited)))

    def legal(self) -> str:
        """What the first awaited seat may choose from."""
        orders = RULES.legal_orders(self.state, self.state.awaited[0])
        return " ".join(order.value for order in orders)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The data of every event of a kind so far."""
        return told(self.history, kind)

    def seen(self, seat: Seat | None) -> WizardView:
        """The view of a seat."""
        return RULES.view(self.state, seat)


def position(
    *hands: str,
    phase: Phase = "play",
    leader: Seat | None = None,
    trump: str | None = None,
    turned: str | None = None,
    bids: Sequence[int | None] = (),
    totals: Sequence[int] = (),
    number: int = 0,
    awaited: Sequence[Seat] = (),
    **options: Any,
) -> Play:
    """A round of full hands, at the first lead or, with another phase, before it.

    The round's number follows from the hands where none is given; the cards that nobody holds
    are the pile.
    """
    seats = len(hands)
    made = WizardOptions(**options)
    held = tuple(in_order(hand.split()) for hand in hands)
    first = {True: 3, False: 1 if seats == 2 else 0}[made.monochrome]
    number = number or len(held[0]) - first
    dealer = (number - 1) % seats
    lead = (dealer + 1) % seats if leader is None else leader
    left = _held_by_nobody(*held, (turned,) if turned else ())
    return Play(
        WizardState(
            options=made,
            seats=seats,
            chance=Chance("a seed"),
            number=1,
            round=number,
            phase=phase,
            awaited=tuple(awaited) or (lead,),
            piles=tuple(() for _ in hands) if made.monochrome else (left,),
            gone=(),
            turned=turned,
            trump=trump,
            hands=held,
            bids=tuple(bids) or (None if phase != "play" else 0,) * seats,
            played=(),
            leaders=(lead,),
            tricks=(0,) * seats,
            totals=tuple(totals) or (0,) * seats,
            sheet=(),
        )
    )


def _held_by_nobody(*held: Sequence[str]) -> tuple[str, ...]:
    left = list(DECK)
    for card in chain(*held):
        if card in left:
            left.remove(card)
    return tuple(left)


def dealt(seats: int, *decks: str, **options: Any) -> Play:
    """A match from its deal. A deck is given by its top cards; the rest lies below in order."""
    recorded = tuple(Shuffle("deck", completed(deck.split())) for deck in decks) or None
    setup = Setup(seats, WizardOptions(**options), Chance("a seed", recorded))
    done = RULES.start(setup)
    return Play(done.state, done.events)


def completed(top: Sequence[str]) -> tuple[str, ...]:
    """All sixty cards, these on top."""
    left = list(DECK)
    for card in top:
        left.remove(card)
    return (*top, *left)
