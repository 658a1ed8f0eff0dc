"""The floor for rules in Python: a small sealed-bid game over a frozen state, every order checked.

Five players with the cards 1 to 13 bid for thirteen prizes. All bids of a round are sealed; the
highest takes the prize, a shared highest leaves it in the pot for the next round. No real game is
behind it: it tells no events, hides nothing and has one kind of order. It is written as one writes
such a game first, with `dataclasses.replace`, which is what the targets were set against.
With the plain constructor it would be half as fast again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

PLAYERS = 5
ROUNDS = 13
CARDS = tuple(range(1, ROUNDS + 1))
ORDERS = PLAYERS * ROUNDS


class IllegalBidError(ValueError):
    """A bid that may not be made: not the seat's turn to seal one, or no such card in hand."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """One position. `bids` holds None for a seat that has not bid in this round."""

    prizes: tuple[int, ...]
    pot: int
    hands: tuple[tuple[int, ...], ...]
    bids: tuple[int | None, ...]
    scores: tuple[int, ...]
    round: int


NO_BIDS = (None,) * PLAYERS


def start(seed: int) -> Bidding:
    """The first round, with the prizes in an order that the seed gives."""
    prizes = list(CARDS)
    random.Random(seed).shuffle(prizes)
    return Bidding(tuple(prizes), prizes[0], (CARDS,) * PLAYERS, NO_BIDS, (0,) * PLAYERS, 0)


def is_over(state: Bidding) -> bool:
    """Whether all prizes have been bid for."""
    return state.round == ROUNDS


def apply(state: Bidding, seat: int, card: int) -> Bidding:
    """Seal one bid; the last of a round opens them all. Raises IllegalBidError."""
    if is_over(state):
        raise IllegalBidError("over")
    if not 0 <= seat < PLAYERS or state.bids[seat] is not None:
        raise IllegalBidError("not-awaited")
    hand = state.hands[seat]
    if card not in hand:
        raise IllegalBidError("not-in-hand")
    left = tuple(held for held in hand if held != card)
    hands = (*state.hands[:seat], left, *state.hands[seat + 1 :])
    bids = (*state.bids[:seat], card, *state.bids[seat + 1 :])
    sealed = replace(state, hands=hands, bids=bids)
    return sealed if None in bids else _opened(sealed)


def _opened(state: Bidding) -> Bidding:
    bids = [bid for bid in state.bids if bid is not None]
    highest = max(bids)
    scores, pot = state.scores, state.pot
    if bids.count(highest) == 1:
        winner = bids.index(highest)
        scores = (*scores[:winner], scores[winner] + pot, *scores[winner + 1 :])
        pot = 0
    number = state.round + 1
    if number < ROUNDS:
        pot += state.prizes[number]
    return replace(state, pot=pot, bids=NO_BIDS, scores=scores, round=number)


def random_match(seed: int, chance: random.Random) -> list[tuple[int, int]]:
    """One match of random bids: the orders that were given."""
    state = start(seed)
    orders = []
    while not is_over(state):
        for seat in range(PLAYERS):
            hand = state.hands[seat]
            card = hand[int(chance.random() * len(hand))]
            orders.append((seat, card))
            state = apply(state, seat, card)
    return orders


def replayed(seed: int, orders: Sequence[tuple[int, int]]) -> Bidding:
    """The position that these orders lead to. Raises IllegalBidError."""
    state = start(seed)
    for seat, card in orders:
        state = apply(state, seat, card)
    return state
