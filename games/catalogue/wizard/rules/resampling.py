"""What a seat cannot know, dealt anew: the yardstick of every promise of secrecy."""

from __future__ import annotations

from msgspec.structs import replace

from games.catalogue.wizard.rules.cards import Cards, in_order
from games.catalogue.wizard.rules.orders import NUMBERS
from games.catalogue.wizard.rules.state import WizardState
from games.catalogue.wizard.rules.view import bids_are_open, hands_are_up
from games.rules.chance import Chance
from games.rules.protocol import Seat


def resample(state: WizardState, seat: Seat | None, chance: Chance) -> WizardState:
    """Another state that the seat (None: a spectator) cannot tell from this one.

    Pooled and dealt again: the hands that it does not see and what is not dealt, in monochrome
    within each colour; bids that are hidden from it. The match's own chance stays.
    """
    unseen = [each for each in range(state.seats) if not _sees(state, seat, each)]
    if state.options.monochrome:
        hands, piles, chance = _deal_colours(state, unseen, chance)
    else:
        hands, piles, chance = _deal_all(state, unseen, chance)
    bids = list(state.bids)
    if not bids_are_open(state):
        for each in range(state.seats):
            if each != seat and bids[each] is not None:
                drawn, chance = chance.shuffle("resample-bid", NUMBERS[: state.cards + 1])
                bids[each] = int(drawn.cards[0])
    return replace(state, hands=hands, piles=piles, bids=tuple(bids))


def _sees(state: WizardState, viewer: Seat | None, seat: Seat) -> bool:
    """Whether the viewer sees this hand: the own one, or under clairvoyance every other (V6a)."""
    if viewer is None:
        return False
    return (viewer != seat) if hands_are_up(state) else (viewer == seat)


def _deal_all(
    state: WizardState, unseen: list[Seat], chance: Chance
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Chance]:
    (pile,) = state.piles
    pool = in_order((*pile, *(card for each in unseen for card in state.hands[each])))
    shuffle, chance = chance.shuffle("resample", pool)
    hands, at = list(state.hands), 0
    for each in unseen:
        size = len(hands[each])
        hands[each] = in_order(shuffle.cards[at : at + size])
        at += size
    return tuple(hands), (shuffle.cards[at:],), chance


def _deal_colours(
    state: WizardState, unseen: list[Seat], chance: Chance
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Chance]:
    hands, piles = list(state.hands), list(state.piles)
    for each, pile in enumerate(state.piles):
        if each not in unseen:
            # The owner of a pile does not know in which order it lies.
            shuffle, chance = chance.shuffle("resample", in_order(pile))
            piles[each] = shuffle.cards
            continue
        size = len(hands[each])
        shuffle, chance = chance.shuffle("resample", in_order((*hands[each], *pile)))
        hands[each], piles[each] = in_order(shuffle.cards[:size]), shuffle.cards[size:]
    return tuple(hands), tuple(piles), chance


def all_cards(state: WizardState) -> Cards:
    """Every card of the match wherever it lies, sorted: the same from first deal to last round."""
    turned = (state.turned,) if state.turned else ()
    cards = [*state.gone, *state.played, *turned]
    for pile in (*state.hands, *state.piles):
        cards.extend(pile)
    return tuple(sorted(cards))
