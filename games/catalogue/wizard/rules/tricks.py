"""What binds a player in a trick, and who takes it."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.wizard.rules.cards import JESTER, VALUE, WIZARD
from games.catalogue.wizard.rules.options import WizardOptions


def suit_led(trick: Sequence[str]) -> str | None:
    """The colour to follow: that of the first card that is no jester, none if that is a wizard.

    A wizard that comes later changes nothing (Z7, Z8, Z11).
    """
    for card in trick:
        if card != JESTER:
            return None if card == WIZARD else card[0]
    return None


def winning_place(trick: Sequence[str], trump: str | None, options: WizardOptions) -> int:
    """Which card of a trick takes it, by its place; the trick may still be under way."""
    if WIZARD in trick:
        if options.dark_wizard:
            return len(trick) - 1 - trick[::-1].index(WIZARD)
        return trick.index(WIZARD)
    if options.monochrome:
        values = [VALUE[card] for card in trick]
        return values.index(max(values))
    suit = suit_led(trick)
    best, best_rank = 0, 0
    for place, card in enumerate(trick):
        if card == JESTER:
            continue
        rank = VALUE[card]
        if card[0] == trump:
            rank += 100
        elif card[0] != suit:
            continue
        if rank > best_rank:
            best, best_rank = place, rank
    return best


def takes(trick: Sequence[str], card: str, trump: str | None, options: WizardOptions) -> bool:
    """Whether a card played now takes the trick as it lies."""
    return winning_place((*trick, card), trump, options) == len(trick)


def is_safe(
    laid: Sequence[str], trump: str | None, options: WizardOptions, others: Sequence[str]
) -> bool:
    """Whether the last card laid, which takes the trick now, keeps it whichever of these come."""
    return not any(takes(laid, other, trump, options) for other in others)


def worth(card: str, trump: str | None) -> int:
    """What orders cards as low and high: jester, numbers, trumps, wizard."""
    return VALUE[card] + (100 if card[0] == trump or card == WIZARD else 0)
