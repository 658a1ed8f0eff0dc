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
from games.rules.protocol import Seat, Setup
from tests.rules.played import Played

RULES = Wizard()


class Play(Played[WizardState]):
    """A match of the game at a decision."""

    rules = RULES

    def cards(self, text: str) -> Play:
        """Cards played one after the other, by whoever is awaited."""
        return self.play(*(f"play {card}" for card in text.split()))

    def legal(self) -> str:
        """What the first awaited seat may choose from."""
        orders = RULES.legal_orders(self.state, self.state.awaited[0])
        return " ".join(order.value for order in orders)

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
