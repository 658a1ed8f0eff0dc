"""What a seat cannot know, dealt anew: the yardstick of every promise of secrecy."""

from __future__ import annotations

from msgspec.structs import replace

from games.catalogue.emu_ranchers.rules.cards import Cards, in_order
from games.catalogue.emu_ranchers.rules.growth import can_place
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.rules.chance import Chance
from games.rules.protocol import Seat

MOST_TRIES = 30


def resample(state: EmuState, seat: Seat | None, chance: Chance) -> EmuState:
    """Another state that the seat (None: a spectator) cannot tell from this one.

    Pooled and dealt again: the deck, and of each other hand what did not come from the discard
    pile in front of everybody. The match's own chance stays. At the end of a year everybody sees
    who is asked, so only hands that leave the same seats something to place will do; should no
    such deal be met in MOST_TRIES, the hands stay as they are.
    """
    for _ in range(MOST_TRIES):
        other, chance = _dealt_anew(state, seat, chance)
        if state.phase != "growth" or _able(other) == state.awaited:
            return other
    return state


def _able(state: EmuState) -> tuple[Seat, ...]:
    return tuple(each for each in (0, 1) if can_place(state.birds[each], state.hands[each]))


def _dealt_anew(state: EmuState, seat: Seat | None, chance: Chance) -> tuple[EmuState, Chance]:
    unseen = [each for each in (0, 1) if each != seat]
    secret = {
        each: [card for card in state.hands[each] if card not in state.known[each]]
        for each in unseen
    }
    pool = [*state.deck, *(card for cards in secret.values() for card in cards)]
    shuffle, chance = chance.shuffle("resample", in_order(pool))
    dealt = list(shuffle.cards)
    hands: list[Cards] = list(state.hands)
    for each in unseen:
        drawn = [dealt.pop() for _ in secret[each]]
        hands[each] = in_order((*state.known[each], *drawn))
    return replace(state, hands=(hands[0], hands[1]), deck=tuple(dealt)), chance


def all_cards(state: EmuState) -> Cards:
    """Every card of the match wherever it lies, in written order: the same all along."""
    piles = [bird.cards for birds in state.birds for bird in birds]
    cards = [*state.deck, *state.discard, *state.hands[0], *state.hands[1]]
    return in_order((*cards, *(card for pile in piles for card in pile)))
