"""Birds: piles of cards that share a suit and rise or fall, and which card a pile takes next.

A Pawn or a Court stands for a number that is never said, so a pile keeps the bounds within which
everything on it still finds room: `top` if it rises, `bottom` if it falls (E19, E20).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from games.catalogue.emu_ranchers.rules.cards import (
    HEIGHT,
    HIGHEST_NUMBER,
    LOWEST_NUMBER,
    SUITS_OF,
    Cards,
)

CANNOT_RISE = 99
CANNOT_FALL = 0
CROWN, ACE = 10, 1


class Bird(NamedTuple):
    """A pile from its first card to its last, with the suits that all of them share (E6).

    `top` is the least height that the last card can have if the pile rises, `bottom` the greatest
    if it falls; CANNOT_RISE and CANNOT_FALL where it cannot.
    """

    cards: Cards
    suits: int
    top: int
    bottom: int


def hatched(card: str) -> Bird:
    """A new bird; the card must be one that `can_hatch`."""
    return Bird((card,), SUITS_OF[card], HEIGHT[card], HEIGHT[card])


def can_hatch(card: str) -> bool:
    """Whether a bird may begin with the card: not a Pawn, a Court or the Excuse (E17, E19)."""
    return HEIGHT[card] > 0


def bird_of(cards: Iterable[str]) -> Bird:
    """The bird of these cards in this sequence, which must be a legal one."""
    first, *others = cards
    bird = hatched(first)
    for card in others:
        bird = grown(bird, card)
    return bird


def grown(bird: Bird, card: str) -> Bird:
    """The bird with one card more; the card must be one that it `takes`."""
    top, bottom = _bounds(bird, card)
    return Bird((*bird.cards, card), bird.suits & SUITS_OF[card], top, bottom)


@lru_cache(maxsize=1 << 14)
def bird_from_text(cards: str) -> Bird:
    """The bird of cards written with blanks between them: `bird_of`, remembered."""
    return bird_of(cards.split())


def takes(bird: Bird, card: str) -> bool:
    """Whether the card may go on the bird: a suit in common and room in a direction."""
    if not bird.suits & SUITS_OF[card]:
        return False
    height = HEIGHT[card]
    if height:
        return height > bird.top or height < bird.bottom
    return bird.top < HIGHEST_NUMBER or bird.bottom > LOWEST_NUMBER


def shares_suit(bird: Bird, card: str) -> bool:
    """Whether the card has one of the suits that the bird's cards share."""
    return bool(bird.suits & SUITS_OF[card])


def _bounds(bird: Bird, card: str) -> tuple[int, int]:
    height = HEIGHT[card]
    if height:
        return (
            height if height > bird.top else CANNOT_RISE,
            height if height < bird.bottom else CANNOT_FALL,
        )
    # A wild card leaves the most room at the nearest number that is free.
    top = max(bird.top + 1, LOWEST_NUMBER)
    bottom = min(bird.bottom - 1, HIGHEST_NUMBER)
    return (
        top if top <= HIGHEST_NUMBER else CANNOT_RISE,
        bottom if bottom >= LOWEST_NUMBER else CANNOT_FALL,
    )


def above(bird: Bird) -> int | None:
    """The height that a rising card has to pass, or None if the bird cannot rise any more."""
    return bird.top if bird.top < CROWN else None


def below(bird: Bird) -> int | None:
    """The height that a falling card has to stay under, or None if the bird cannot fall."""
    return bird.bottom if bird.bottom > ACE else None
