"""Who leads a species, and the meerkat's swap, which moves leaders both ways."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.wild_cards.rules.cards import INDEX, MEERKAT, REFILL_BID, SPECIES
from games.catalogue.wild_cards.rules.events import GainedLeader, LostLeader, SwappedCard, WildSeat
from games.catalogue.wild_cards.rules.mutable_state import WildTable
from games.catalogue.wild_cards.rules.orders import NO_SWAP, WildOrder
from games.rules.protocol import Seat


def may_claim(counts: Sequence[int], player: Seat) -> bool:
    """Whether nobody has more animals of a species than this player, by their counts (W13, W17)."""
    return counts[player] >= max(counts)


def heir_of(counts: Sequence[int], owner: Seat) -> Seat | None:
    """Who leads after the owner gave an animal of the species away; None: the supply (W18, W19)."""
    most = max(counts)
    if 0 < counts[owner] == most:
        return owner
    return counts.index(most) if most > 0 and counts.count(most) == 1 else None


def add_animal(table: WildTable, player: Seat, species: int, number: int = 1) -> None:
    """Add animals of a species to a player's collection, or take them away."""
    collection = table.collections[player]
    table.collections[player] = (
        *collection[:species],
        collection[species] + number,
        *collection[species + 1 :],
    )


def claim_leader(table: WildTable, player: Seat, species: int) -> None:
    """Give the leader to a player who just got an animal, if nobody has more (W13, W17)."""
    owner = table.leaders[species]
    if owner == player:
        return
    if not may_claim([collection[species] for collection in table.collections], player):
        return
    table.leaders[species] = player
    table.tell("leader-gained", GainedLeader(SPECIES[species], player, owner))


def next_swap(table: WildTable) -> Seat | None:
    """The person who may swap now: meerkat's owner, Refill bid, once a round (W22, W24, L7)."""
    owner = table.leaders[MEERKAT]
    if owner is None or owner == table.leo or owner in table.swapped:
        return None
    if table.bids[owner] != REFILL_BID or table.standing[owner] != "waiting":
        return None
    if not any(table.collections[owner]) or not table.animals_on_offer():
        return None
    return owner


def swap(table: WildTable, seat: Seat, order: WildOrder) -> None:
    """Exchange an animal with the market, or not, and settle both species' leaders (W16)."""
    table.swapped = (*table.swapped, seat)
    if order == NO_SWAP:
        table.tell("swap-declined", WildSeat(seat))
        return
    give, take = order.animals
    table.market[table.market.index(take)] = give
    table.tell("swapped", SwappedCard(seat, give, take))
    if give == take:
        return
    given, gained = INDEX[give], INDEX[take]
    add_animal(table, seat, given, -1)
    add_animal(table, seat, gained)
    claim_leader(table, seat, gained)
    if table.leaders[given] == seat:
        _lose_leader(table, seat, given)


def _lose_leader(table: WildTable, seat: Seat, species: int) -> None:
    """Pass a leader on after its owner gave an animal away."""
    heir = heir_of([collection[species] for collection in table.collections], seat)
    if heir == seat:
        return
    table.leaders[species] = heir
    if heir is None:
        table.tell("leader-lost", LostLeader(SPECIES[species], seat))
    else:
        table.tell("leader-gained", GainedLeader(SPECIES[species], heir, seat))
