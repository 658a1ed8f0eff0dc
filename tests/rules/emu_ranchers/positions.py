"""Positions written down in words, and a table that plays on from them."""

from __future__ import annotations

from typing import Any

from games.catalogue.emu_ranchers.rules import EmuRanchers
from games.catalogue.emu_ranchers.rules.birds import bird_from_text
from games.catalogue.emu_ranchers.rules.cards import Cards, in_order
from games.catalogue.emu_ranchers.rules.options import Deck, EmuRanchersOptions
from games.catalogue.emu_ranchers.rules.state import EmuState, Phase
from games.rules.chance import Chance, Shuffle
from games.rules.protocol import Seat
from tests.rules.played import Played

RULES = EmuRanchers()
PILE = "AM AS AV AL"


class Play(Played[EmuState]):
    """A match of the game at a decision."""

    rules = RULES

    def hand(self, seat: Seat = 0) -> str:
        """A hand."""
        return " ".join(self.state.hands[seat])

    def birds(self, seat: Seat = 0) -> list[str]:
        """A seat's birds, each in the sequence of its cards."""
        return [" ".join(bird.cards) for bird in self.state.birds[seat]]

    def legal(self, seat: Seat = 0) -> set[str]:
        """The legal orders as texts."""
        return {RULES.format_order(order) for order in RULES.legal_orders(self.state, seat)}

    def grows(self, seat: Seat = 0) -> set[str]:
        """Where cards may be added, as texts."""
        return {text for text in self.legal(seat) if text.startswith("grow")}


def position(
    hand: str,
    other: str = "",
    birds: str = "",
    others: str = "",
    *,
    deck: str = PILE,
    discard: str = "",
    phase: Phase = "act",
    awaited: tuple[Seat, ...] = (0,),
    year: int = 1,
    years: int = 4,
    cards: Deck = "basic",
    excuse: bool = False,
    known: tuple[str, str] = ("", ""),
    scores: tuple[tuple[int, int], ...] = (),
    shuffles: tuple[str, ...] | None = None,
) -> Play:
    """Seat 0 with this hand and these birds (`2MK 5ML / AS`), seat 1 with the others.

    Piles are written top card first; `shuffles` are the decks to come.
    """
    recorded = None
    if shuffles is not None:
        recorded = tuple(Shuffle("deck", tuple(listed.split())) for listed in shuffles)
    return Play(
        EmuState(
            options=EmuRanchersOptions(years, cards, excuse),
            chance=Chance("a seed", recorded),
            number=1,
            year=year,
            phase=phase,
            awaited=awaited,
            hands=(_hand(hand), _hand(other)),
            known=(_hand(known[0]), _hand(known[1])),
            deck=tuple(reversed(deck.split())),
            discard=tuple(reversed(discard.split())),
            birds=(_birds(birds), _birds(others)),
            scores=scores,
            seasons=(),
        )
    )


def _hand(text: str) -> Cards:
    return in_order(text.split())


def _birds(text: str) -> Any:
    return tuple(bird_from_text(" ".join(cards.split())) for cards in text.split("/") if text)
