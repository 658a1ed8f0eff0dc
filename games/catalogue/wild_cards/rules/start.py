"""Setting a match up: the piles, the deal, and the beginning of every round."""

from __future__ import annotations

from games.catalogue.wild_cards.rules.cards import (
    COPIES,
    HABITAT_CARDS,
    REFILL,
    SPECIES,
    in_order,
    without,
)
from games.catalogue.wild_cards.rules.events import WildCardsOf, WildMatch, WildRound
from games.catalogue.wild_cards.rules.mutable_state import ONLY, WildTable
from games.catalogue.wild_cards.rules.options import WildCardsOptions, check_table
from games.catalogue.wild_cards.rules.state import Standing, WildState, removed_of, rounds_of
from games.rules.protocol import Adjudication, Event, Setup

DEALT = 7
LEO_DEALT = 5


def start(setup: Setup[WildCardsOptions]) -> Adjudication[WildState]:
    """Shuffle animals, habitats and Leo's pile, deal, and open the first round."""
    check_table(setup.seats, setup.options)
    table = WildTable(_bare(setup))
    began = WildMatch(table.seats, table.options.edition, table.leo, table.talisman)
    table.tell("match-began", began)
    _shuffle_animals(table)
    table.deck = table.shuffle("habitats", HABITAT_CARDS)[::-1]
    for seat in range(table.seats):
        cards = table.top_cards(DEALT)
        table.hands[seat] = cards
        table.events.append(Event("dealt", WildCardsOf(seat, cards), ONLY[seat]))
    if table.leo is not None:
        pile_for_leo(table)
    open_round(table)
    return table.freeze()


def pile_for_leo(table: WildTable) -> int:
    """Draw Leo's next pile of five cards and Refill, as far as there are any (L1, L7).

    Returns how many habitat cards he got.
    """
    cards: list[str] = []
    while len(cards) < LEO_DEALT and (card := table.top_card()) is not None:
        cards.append(card)
    table.leo_pile = table.shuffle("leo", in_order((*cards, REFILL)))[::-1]
    return len(cards)


def open_round(table: WildTable) -> None:
    """Lay out the market, the first card nearest the pile, and ask for bids (L5)."""
    table.round += 1
    width = table.players - 1
    market = tuple(reversed(table.animals[-width:]))
    table.market = list(market)
    table.animals = table.animals[:-width]
    table.bids = [()] * table.players
    table.payments = [None] * table.players
    table.took = [None] * table.players
    table.standing = ["bidding"] * table.players
    if table.leo is not None:
        table.standing[table.leo] = "waiting"
    table.swapped = ()
    table.declined = ()
    table.talisman_used = False
    table.tell("round-began", WildRound(table.round, rounds_of(table.players), market))
    table.ask("bid", tuple(range(table.seats)))


def _shuffle_animals(table: WildTable) -> None:
    copies = dict(COPIES)
    count = removed_of(table.players)
    if table.players == 3 and table.options.removal == "suggested":
        copies = {species: number - 1 for species, number in copies.items()}
        count -= len(SPECIES)
        table.cleared = SPECIES
    animals = tuple(species for species in SPECIES for _ in range(copies[species]))
    kept = table.shuffle("animals", animals, len(animals) - count)
    table.removed = without(animals, kept)
    table.animals = tuple(reversed(kept))


def _bare(setup: Setup[WildCardsOptions]) -> WildState:
    players = setup.seats + setup.options.leo
    waiting: Standing = "waiting"
    return WildState(
        options=setup.options,
        seats=setup.seats,
        chance=setup.chance,
        number=0,
        round=0,
        phase="bid",
        awaited=(),
        hands=((),) * setup.seats,
        deck=(),
        discard=(),
        leo_pile=(),
        animals=(),
        removed=(),
        cleared=(),
        market=(),
        collections=((0,) * len(SPECIES),) * players,
        leaders=(None,) * len(SPECIES),
        tokens=(0,) * setup.seats,
        talisman=0 if setup.options.edition == "2022" else None,
        talisman_used=False,
        bids=((),) * players,
        payments=(None,) * players,
        shown=((),) * players,
        standing=(waiting,) * players,
        took=(None,) * players,
        swapped=(),
        declined=(),
        queue=(),
        tie=None,
    )
