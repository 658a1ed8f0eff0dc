"""What an order brings a viewer, by the view alone: points, leaders, payments and cards drawn."""

from __future__ import annotations

from typing import NamedTuple

from games.catalogue.wild_cards.rules.acquire import NATURAL_BONUS, PASS_DRAWS
from games.catalogue.wild_cards.rules.cards import (
    INDEX,
    REFILL,
    SPECIES,
    VALUE,
    Cards,
    is_natural,
)
from games.catalogue.wild_cards.rules.leaders import heir_of, may_claim
from games.catalogue.wild_cards.rules.mutable_state import HAND_LIMIT
from games.catalogue.wild_cards.rules.refill import refill_limit
from games.catalogue.wild_cards.rules.scoring import scored
from games.catalogue.wild_cards.rules.view import WildCardsView
from games.rules.protocol import Seat


class Prospect(NamedTuple):
    """What an animal more, or another one, changes for a viewer.

    `gained` and `lost` are the species whose leader comes and goes.
    """

    bonus: int
    gained: str | None
    lost: str | None
    before: int
    after: int


def after_take(view: WildCardsView, animal: str, payment: Cards) -> Prospect:
    """With the animal and the cards that pay for it beside the bid (W13, W43, W48, W49)."""
    seat = view.own_seat
    bonus = NATURAL_BONUS * is_natural(animal, (*view.players[seat].open_cards, *payment))
    before = _score(view, seat)
    owners = _owners(view)
    counts = _counts(view, animal, seat, 1)
    gained = None
    if owners[INDEX[animal]] != seat and may_claim(counts, seat):
        owners[INDEX[animal]] = seat
        gained = animal
    collection = _changed(_collection(view, seat), animal, 1)
    tokens = view.players[seat].tokens + bonus
    after = scored(seat, collection, tuple(owners), tokens).total
    return Prospect(bonus, gained, None, before, after)


def after_swap(view: WildCardsView, give: str, take: str) -> Prospect:
    """With one animal in the place of another, both leaders settled (W16 to W19)."""
    seat = view.own_seat
    before = _score(view, seat)
    if give == take:
        return Prospect(0, None, None, before, before)
    owners = _owners(view)
    gained = lost = None
    if owners[INDEX[take]] != seat and may_claim(_counts(view, take, seat, 1), seat):
        owners[INDEX[take]] = seat
        gained = take
    if owners[INDEX[give]] == seat:
        owners[INDEX[give]] = heir = heir_of(_counts(view, give, seat, -1), seat)
        lost = give if heir != seat else None
    collection = _changed(_changed(_collection(view, seat), give, -1), take, 1)
    after = scored(seat, collection, tuple(owners), view.players[seat].tokens).total
    return Prospect(0, gained, lost, before, after)


def cards_after_pass(view: WildCardsView) -> tuple[int, int]:
    """How many cards a pass draws, and how many the hand holds then, Refill aside (W8, W9)."""
    player = view.players[view.own_seat]
    held = _habitats(view) + len(player.open_cards) + len(player.payment or ())
    drawn = min(PASS_DRAWS, HAND_LIMIT - held, view.deck + len(view.discard))
    return drawn, held + drawn


def cards_after_refill(view: WildCardsView, discarded: int) -> tuple[int, int, bool]:
    """How many cards a refill draws, how many the hand holds then, and whether so many are surely
    left for it (W6, W8)."""
    seat = view.own_seat
    held = _habitats(view) - discarded
    wanted = max(0, refill_limit(_owners(view), seat) - held)
    left = view.deck + len(view.discard) + discarded - _drawn_by_others(view)
    return wanted, held + wanted, left >= wanted


def rank_of(view: WildCardsView, card: str) -> tuple[int, int]:
    """How many open bids are higher than this card, and how many are as high."""
    others = [
        VALUE[player.open_cards[0]]
        for player in view.players
        if player.seat != view.seat and player.open_cards and player.open_cards[0] != REFILL
    ]
    return sum(other > VALUE[card] for other in others), others.count(VALUE[card])


def natural_bonus(view: WildCardsView, bid: str, hand: Cards) -> list[str]:
    """The species on offer that would earn the bonus with this bid, paid from this hand (W43)."""
    found = []
    for species in dict.fromkeys(animal for animal in view.market if animal):
        paying = [card for card in hand if is_natural(species, (card,))]
        if is_natural(species, (bid,)) and len(paying) >= VALUE[bid] - 1:
            found.append(species)
    return found


def _habitats(view: WildCardsView) -> int:
    return sum(card != REFILL for card in view.hand or ())


def _drawn_by_others(view: WildCardsView) -> int:
    """The most that the other refills can take from the piles, what they discard counted in."""
    owners = _owners(view)
    return sum(
        max(0, refill_limit(owners, seat) - view.players[seat].hand)
        for seat in view.awaited
        if seat != view.seat
    )


def _score(view: WildCardsView, seat: Seat) -> int:
    return view.score[seat].total


def _owners(view: WildCardsView) -> list[Seat | None]:
    return [view.leaders[species] for species in SPECIES]


def _collection(view: WildCardsView, player: Seat) -> tuple[int, ...]:
    return tuple(view.players[player].collection[species] for species in SPECIES)


def _counts(view: WildCardsView, species: str, seat: Seat, change: int) -> list[int]:
    """Everybody's animals of a species, after the change for one of them."""
    return [player.collection[species] + change * (player.seat == seat) for player in view.players]


def _changed(collection: tuple[int, ...], species: str, change: int) -> tuple[int, ...]:
    place = INDEX[species]
    return (*collection[:place], collection[place] + change, *collection[place + 1 :])
