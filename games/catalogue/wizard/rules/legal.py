"""Which orders are legal: the values of a decision, and why another one is refused.

Codes of IllegalOrderError: `not-awaited` (seat), `not-now` (verb, kind), `order-form` (card),
`not-a-colour` (value), `bid-range` (bid, most), `bid-even` (bid, cards), `not-in-hand` (card),
`must-follow` (card, colour).
"""

from __future__ import annotations

from collections.abc import Iterator

from games.catalogue.wizard.rules.cards import CANONICAL, COLOURS, JESTER, WIZARD, Cards
from games.catalogue.wizard.rules.orders import NUMBERS, ORDERS, WizardOrder
from games.catalogue.wizard.rules.state import WizardState
from games.catalogue.wizard.rules.tricks import suit_led
from games.rules.protocol import IllegalOrderError, Seat


def check_awaited(state: WizardState, seat: Seat) -> None:
    """Raise IllegalOrderError(`not-awaited`) unless this seat owes an order."""
    if seat not in state.awaited:
        raise IllegalOrderError("not-awaited", seat=seat)


def legal_values(state: WizardState, seat: Seat) -> tuple[str, ...]:
    """What an awaited seat may choose from, each once, in written order."""
    if state.phase == "play":
        return legal_cards(state, seat)
    if state.phase == "bid":
        bids = NUMBERS[: state.cards + 1]
        barred = barred_bid(state, seat)
        return bids if barred is None else (*bids[:barred], *bids[barred + 1 :])
    return COLOURS


def legal_orders(state: WizardState, seat: Seat) -> Iterator[WizardOrder]:
    """Every legal order of an awaited seat, each once, in written order."""
    check_awaited(state, seat)
    return map(ORDERS[state.phase].__getitem__, legal_values(state, seat))


def is_forced_openly(state: WizardState, seat: Seat) -> bool:
    """The last card of a round, and a bid where the open sum leaves but one."""
    check_awaited(state, seat)
    if state.phase == "play":
        return len(state.hands[seat]) == 1
    return len(legal_values(state, seat)) == 1


def legal_cards(state: WizardState, seat: Seat) -> Cards:
    """The faces that a seat may play: the suit led if it has any, wizards and jesters always.

    Monochrome binds nobody (Z6, V7a).
    """
    faces = tuple(dict.fromkeys(state.hands[seat]))
    suit = None if state.options.monochrome else suit_led(state.trick)
    if suit is None:
        return faces
    following = tuple([card for card in faces if card[0] == suit or card in (WIZARD, JESTER)])
    if following and following[0][0] == suit:
        return following
    return faces


def barred_bid(state: WizardState, seat: Seat) -> int | None:
    """The bid that would make the sum of all bids even with the tricks, where it is forbidden.

    It is to the last bidder, and only if that seat alone has the highest total (V5, V5a).
    """
    if not state.options.uneven or seat != state.dealer:
        return None
    highest = max(state.totals)
    if state.totals[seat] != highest or state.totals.count(highest) > 1:
        return None
    left = state.cards - sum(bid for bid in state.bids if bid is not None)
    return left if left >= 0 else None


def check_order(state: WizardState, seat: Seat, order: WizardOrder) -> None:
    """Raise IllegalOrderError unless an awaited seat may give this order."""
    if not isinstance(order, WizardOrder) or order.verb != state.phase:
        verb = order.verb if isinstance(order, WizardOrder) else None
        raise IllegalOrderError("not-now", verb=verb, kind=state.phase)
    if state.phase == "play":
        _check_card(state, seat, order.value)
    elif order.value not in legal_values(state, seat):
        if state.phase == "bid":
            raise _bid_refusal(state, order.value)
        raise IllegalOrderError("not-a-colour", value=order.value)


def _check_card(state: WizardState, seat: Seat, card: str) -> None:
    hand = state.hands[seat]
    if card not in hand:
        known = card in CANONICAL
        raise IllegalOrderError("not-in-hand" if known else "order-form", card=card)
    if card in (WIZARD, JESTER) or state.options.monochrome:
        return
    suit = suit_led(state.trick)
    if suit and card[0] != suit and any(held[0] == suit for held in hand):
        raise IllegalOrderError("must-follow", card=card, colour=suit)


def _bid_refusal(state: WizardState, value: str) -> IllegalOrderError:
    if value in NUMBERS and int(value) <= state.cards:
        return IllegalOrderError("bid-even", bid=value, cards=state.cards)
    return IllegalOrderError("bid-range", bid=value, most=state.cards)
