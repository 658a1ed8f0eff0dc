"""What a seat cannot know, dealt anew: the yardstick of every promise of secrecy."""

from __future__ import annotations

from msgspec.structs import replace

from games.catalogue.wild_cards.rules.cards import (
    REFILL,
    REFILL_BID,
    SPECIES,
    Cards,
    in_order,
    without,
)
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.chance import Chance
from games.rules.protocol import Seat


def resample(state: WildState, seat: Seat | None, chance: Chance) -> WildState:
    """Another state that the seat (None: a spectator) cannot tell from this one.

    Pooled and dealt again: other hands with the eagle's cards face down, the habitat pile and Leo's
    pile; and the animals in their pile with those left out unseen. The match's own chance stays.
    """
    unseen = [each for each in range(state.seats) if each != seat]
    numbers = {each: held(state, each) for each in unseen}
    refills = state.leo_pile.count(REFILL)
    pool = [*state.deck, *state.leo_pile]
    for each in unseen:
        pool.extend((*state.hands[each], *face_down(state, each)))
    habitats = in_order(card for card in pool if card != REFILL)
    shuffle, chance = chance.shuffle("resample", habitats)
    dealt = list(shuffle.cards)

    hands, bids = list(state.hands), list(state.bids)
    for each in unseen:
        own = in_order(dealt.pop() for _ in range(numbers[each]))
        if face_down(state, each):
            own, bids[each], chance = _lay_two(own, chance)
        hands[each] = own
    leo_cards = [dealt.pop() for _ in range(len(state.leo_pile) - refills)]
    leo_shuffle, chance = chance.shuffle("resample-leo", [*leo_cards, *[REFILL] * refills])
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


def face_down(state: WildState, seat: Seat) -> Cards:
    """The eagle's two cards while they lie unrevealed."""
    return state.bids[seat] if len(state.bids[seat]) == 2 else ()


def held(state: WildState, seat: Seat) -> int:
    """The habitat cards that a person holds, as everybody may know it.

    Cards face down still count: a smaller number would tell whether Refill is one of them.
    """
    number, laid = len(state.hands[seat]), state.bids[seat]
    return number + 2 - laid.count(REFILL) if len(laid) == 2 else number


def _lay_two(own: Cards, chance: Chance) -> tuple[Cards, Cards, Chance]:
    """Two different faces out of a hand and its Refill card: (hand, bid, the chance after)."""
    shuffle, chance = chance.shuffle("resample-bid", (*own, REFILL))
    first = shuffle.cards[0]
    bid = in_order((first, next(card for card in shuffle.cards if card != first)))
    return without(own, (card for card in bid if card != REFILL)), bid, chance


def all_cards(state: WildState) -> Cards:
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


def _refills_of_leo(state: WildState) -> int:
    leo = state.leo
    if leo is None:
        return 0
    # Resolved, his Refill card is back in the pile while the bid is still on show.
    laid = state.bids[leo] == REFILL_BID and state.standing[leo] != "refilled"
    return state.leo_pile.count(REFILL) + laid
