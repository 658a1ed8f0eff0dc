"""What a seat cannot know, dealt anew: the yardstick of every promise of secrecy."""

from __future__ import annotations

from dataclasses import replace

from games.rules.chance import Chance
from games.rules.protocol import Seat
from games.rules.wild_cards.cards import REFILL, SPECIES, Cards, in_order, without
from games.rules.wild_cards.state import State


def resample(state: State, seat: Seat | None, chance: Chance) -> State:
    """Another state that the seat (None: a spectator) cannot tell from this one.

    Pooled and dealt again: other hands with the eagle's cards face down, the habitat pile and Leo's
    pile; and the animals in their pile with those left out unseen. The match's own chance stays.
    """
    unseen = [each for each in range(state.seats) if each != seat]
    held = {each: (*state.hands[each], *_face_down(state, each)) for each in unseen}
    leo_refill = state.leo_pile.count(REFILL)
    leo_cards = len(state.leo_pile) - leo_refill
    pool = [card for cards in held.values() for card in cards if card != REFILL]
    pool += [*state.deck, *(card for card in state.leo_pile if card != REFILL)]
    shuffle, chance = chance.shuffle("resample", in_order(pool))
    dealt = list(shuffle.cards)

    hands, bids = list(state.hands), list(state.bids)
    for each in unseen:
        number = len(held[each]) - held[each].count(REFILL)
        own = [dealt.pop() for _ in range(number)]
        if _face_down(state, each):
            # Refill joins in: whether it is one of the two is what nobody else knows.
            shuffle, chance = chance.shuffle("resample-bid", (*own, REFILL))
            bids[each] = in_order(_first_two_faces(shuffle.cards))
            own = list(without((*own, REFILL), bids[each]))
            own = [card for card in own if card != REFILL]
        hands[each] = in_order(own)
    leo_pile = [dealt.pop() for _ in range(leo_cards)] + [REFILL] * leo_refill
    leo_shuffle, chance = chance.shuffle("resample-leo", leo_pile)
    animals, _ = chance.shuffle("resample-animals", sorted((*state.animals, *state.removed)))
    left = len(state.animals)
    return replace(
        state,
        hands=tuple(hands),
        bids=tuple(bids),
        deck=tuple(dealt),
        leo_pile=leo_shuffle.cards,
        animals=animals.cards[:left],
        removed=animals.cards[left:],
    )


def all_cards(state: State) -> Cards:
    """Every card of the match wherever it lies, sorted: the same from first deal to last round."""
    habitats = [*state.deck, *state.discard, *state.leo_pile]
    for pile in (*state.hands, *state.bids, *state.shown, *filter(None, state.payments)):
        habitats.extend(pile)
    habitats = [card for card in habitats if card != REFILL]
    animals = [*state.animals, *state.removed, *state.cleared, *filter(None, state.market)]
    for collection in state.collections:
        for species, number in zip(SPECIES, collection, strict=True):
            animals.extend([species] * number)
    refills = [REFILL] * (state.seats + _refills_of_leo(state))
    return tuple(sorted((*habitats, *animals, *refills)))


def _refills_of_leo(state: State) -> int:
    leo = state.leo
    if leo is None:
        return 0
    # Resolved, his Refill card is back in the pile while the bid is still on show.
    laid = state.bids[leo] == (REFILL,) and state.standing[leo] != "refilled"
    return state.leo_pile.count(REFILL) + laid


def _first_two_faces(cards: Cards) -> Cards:
    first = cards[0]
    return (first, next(card for card in cards if card != first))


def _face_down(state: State, seat: Seat) -> Cards:
    return state.bids[seat] if len(state.bids[seat]) == 2 else ()
