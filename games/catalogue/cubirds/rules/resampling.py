"""What a seat cannot know, dealt anew: the yardstick of every promise of secrecy."""

from __future__ import annotations

from msgspec.structs import replace

from games.catalogue.cubirds.rules.cards import (
    LETTER,
    SMALL,
    SPECIES,
    Counts,
    counted,
    joined,
    minus,
    more,
    names,
    plus,
    spread,
)
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.chance import Chance
from games.rules.protocol import Seat


def resample(state: CuBirdsState, seat: Seat | None, chance: Chance) -> CuBirdsState:
    """Another state that the seat (None: a spectator) cannot tell from this one.

    Pooled and dealt again: the deck, the discard pile, and of other people's hands what was not
    seen being taken. Who is asked for a family can still form one. The match's own chance stays.
    """
    unseen = [each for each in range(state.seats) if each != seat]
    pool = joined(state.discard, state.deck)
    for each in unseen:
        pool = plus(pool, minus(state.hands[each], state.known[each]))
    hands = list(state.hands)
    for each in unseen:
        hands[each] = state.known[each]
    if state.phase == "family" and state.active in unseen:
        species, kept, chance = _family_to_be(state, pool, chance)
        hands[state.active] = more(hands[state.active], species, kept)
        pool = more(pool, species, -kept)
    shuffle, _ = chance.shuffle("resample", names(spread(pool)))
    dealt = "".join([LETTER[species] for species in shuffle.cards])
    for each in unseen:
        missing = sum(state.hands[each]) - sum(hands[each])
        hands[each] = joined(hands[each], dealt[:missing])
        dealt = dealt[missing:]
    size = len(state.deck)
    return replace(state, hands=tuple(hands), deck=dealt[:size], discard=counted(dealt[size:]))


def _family_to_be(state: CuBirdsState, pool: Counts, chance: Chance) -> tuple[int, int, Chance]:
    """A species, how many unseen cards make the active hand a family of it; the chance after."""
    known = state.known[state.active]
    room = sum(state.hands[state.active]) - sum(known)
    missing = [max(small - number, 0) for small, number in zip(SMALL, known, strict=True)]
    possible = [
        name
        for name, needed, there in zip(SPECIES, missing, pool, strict=True)
        if needed <= min(room, there)
    ]
    shuffle, chance = chance.shuffle("resample-family", possible)
    species = SPECIES.index(shuffle.cards[0])
    return species, missing[species], chance


def all_cards(state: CuBirdsState) -> tuple[str, ...]:
    """Every card of the match wherever it lies, sorted: the same from first deal to last turn."""
    counts = joined(state.discard, "".join((*state.rows, state.deck)))
    for pile in (*state.hands, *state.collections):
        counts = plus(counts, pile)
    return tuple(sorted(names(spread(counts))))
