"""What silence means, and with it the shorthand `any`: legal, harmless and not without sense.

Everything here is read from what the seat knows; section 9 of the rules page says it in words.
"""

from __future__ import annotations

from games.catalogue.wizard.rules.cards import COLOURS, HIGHEST, VALUE, WIZARD, Cards
from games.catalogue.wizard.rules.legal import barred_bid, check_awaited, legal_cards
from games.catalogue.wizard.rules.orders import ORDERS, WizardOrder
from games.catalogue.wizard.rules.state import WizardState
from games.catalogue.wizard.rules.tricks import takes, worth
from games.rules.protocol import Seat

SURE_TRUMP = 10
SURE_MONOCHROME = 11


def default_order(state: WizardState, seat: Seat) -> WizardOrder:
    """Trump: the colour held most. Bid: the sure tricks. Play: towards the own bid."""
    check_awaited(state, seat)
    if state.phase == "play":
        return ORDERS["play"][_card(state, seat)]
    if state.phase == "bid":
        return ORDERS["bid"][str(_bid(state, seat))]
    return ORDERS["trump"][_colour(state, seat)]


def lowest(state: WizardState, cards: Cards) -> str:
    """The card of least worth, the first in written order among equals."""
    return min(cards, key=lambda card: worth(card, state.trump))


def highest(state: WizardState, cards: Cards) -> str:
    """The card of greatest worth, the first in written order among equals."""
    return max(cards, key=lambda card: worth(card, state.trump))


def cheapest_taker(state: WizardState, cards: Cards) -> str | None:
    """The least card that takes the trick as it lies, if one does."""
    taking = tuple(card for card in cards if takes(state.trick, card, state.trump, state.options))
    return lowest(state, taking) if taking else None


def highest_ducker(state: WizardState, cards: Cards) -> str | None:
    """The greatest card that does not take the trick as it lies, if there is one."""
    ducking = tuple(
        card for card in cards if not takes(state.trick, card, state.trump, state.options)
    )
    return highest(state, ducking) if ducking else None


def _colour(state: WizardState, seat: Seat) -> str:
    """The colour with most number cards in the own hand, then with the greatest sum.

    Under clairvoyance the own hand is not known: the colour of which the others have fewest (V6).
    """
    if state.options.clairvoyance:
        others = [card for each, hand in enumerate(state.hands) if each != seat for card in hand]
        return min(COLOURS, key=lambda colour: sum(card[0] == colour for card in others))
    hand = state.hands[seat]

    def strength(colour: str) -> tuple[int, int]:
        values = [VALUE[card] for card in hand if card[0] == colour]
        return len(values), sum(values)

    return max(COLOURS, key=strength)


def _bid(state: WizardState, seat: Seat) -> int:
    if state.options.clairvoyance:
        bid = state.cards // state.seats
    else:
        bid = sum(_is_sure(state, card) for card in state.hands[seat])
    if bid == barred_bid(state, seat):
        return bid - 1 if bid else 1
    return bid


def _is_sure(state: WizardState, card: str) -> bool:
    if state.options.monochrome:
        return VALUE[card] >= SURE_MONOCHROME
    if card[0] == state.trump:
        return VALUE[card] >= SURE_TRUMP
    return card == WIZARD or VALUE[card] == HIGHEST


def _card(state: WizardState, seat: Seat) -> str:
    """Take the trick while tricks are missing, otherwise stay below it."""
    cards = legal_cards(state, seat)
    wanted = (state.bids[seat] or 0) > state.tricks[seat]
    if not state.trick:
        return highest(state, cards) if wanted else lowest(state, cards)
    found = cheapest_taker(state, cards) if wanted else highest_ducker(state, cards)
    return found or lowest(state, cards)
