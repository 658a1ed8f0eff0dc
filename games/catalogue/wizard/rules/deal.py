"""The beginning of a match and of every round: shuffle, deal, turn a card up."""

from __future__ import annotations

from games.catalogue.wizard.rules.cards import DECK, JESTER, WIZARD, in_order, own_deck
from games.catalogue.wizard.rules.events import (
    TrumpCard,
    WizardCards,
    WizardMatch,
    WizardRound,
)
from games.catalogue.wizard.rules.mutable_state import WizardTable
from games.catalogue.wizard.rules.options import WizardOptions, check_table
from games.catalogue.wizard.rules.state import WizardState
from games.rules.protocol import Adjudication, Event, Setup


def start(setup: Setup[WizardOptions]) -> Adjudication[WizardState]:
    """Seat 0 deals the first round (Z1)."""
    check_table(setup.seats, setup.options)
    table = WizardTable(_bare(setup))
    options = table.options.as_mapping()
    table.tell("match-began", WizardMatch(table.seats, table.rounds, options))
    open_round(table)
    return table.freeze()


def open_round(table: WizardTable) -> None:
    """Deal the next round and ask for the trump colour or for bids."""
    if table.seats == 2:
        turned = (table.turned,) if table.turned else ()
        table.gone = (*table.gone, *table.played, *turned)
    table.round += 1
    table.bids = [None] * table.seats
    table.tricks = [0] * table.seats
    table.played = ()
    table.leaders = (table.after(table.dealer),)
    table.tell("round-began", WizardRound(table.round, table.rounds, table.cards, table.dealer))
    if table.options.monochrome:
        _deal_own_decks(table)
    else:
        _deal(table)
    for seat in range(table.seats):
        _tell_hand(table, seat)
    _turn_up(table)


def ask_bids(table: WizardTable) -> None:
    """Open bids go round to the dealer; blind and hidden ones are laid together (V1, V2)."""
    if table.options.bidding == "open":
        table.ask("bid", table.after(table.dealer))
    else:
        table.ask("bid", *range(table.seats))


def _deal(table: WizardTable) -> None:
    """Whole hands from the dealer's left round to the dealer.

    Two seats play through one shuffle, without putting cards back (V4).
    """
    if table.seats == 2 and table.round > 1:
        (pile,) = table.piles
    else:
        pile = table.shuffle("deck", DECK)
    size = table.cards
    for place, seat in enumerate(table.around(table.after(table.dealer))):
        table.hands[seat] = in_order(pile[place * size : (place + 1) * size])
    table.piles = (pile[table.seats * size :],)


def _deal_own_decks(table: WizardTable) -> None:
    """Monochrome: everybody draws from the own shuffled fifteen cards (V7, V7c)."""
    piles = []
    for seat in range(table.seats):
        pile = table.shuffle(f"deck-{seat}", own_deck(seat))
        table.hands[seat] = in_order(pile[: table.cards])
        piles.append(pile[table.cards :])
    table.piles = tuple(piles)


def _tell_hand(table: WizardTable, seat: int) -> None:
    """The hand is told to its owner, or under clairvoyance to all others (V6)."""
    data = WizardCards(seat, table.hands[seat])
    if table.options.clairvoyance:
        others = frozenset(range(table.seats)) - {seat}
        table.events.append(Event("held-up", data, others))
    else:
        table.events.append(Event("dealt", data, frozenset({seat})))


def _turn_up(table: WizardTable) -> None:
    """Turn the next card up, where one is left, and see what is trump (Z2, Z4, Z5)."""
    table.turned = table.trump = None
    if not table.options.monochrome:
        (pile,) = table.piles
        if pile:
            table.turned, table.piles = pile[0], (pile[1:],)
            if table.turned not in (WIZARD, JESTER):
                table.trump = table.turned[0]
        table.tell("turned-up", TrumpCard(table.turned, table.trump, table.dealer))
    if table.turned == WIZARD:
        table.ask("trump", table.dealer)
    else:
        ask_bids(table)


def _bare(setup: Setup[WizardOptions]) -> WizardState:
    seats = setup.seats
    return WizardState(
        options=setup.options,
        seats=seats,
        chance=setup.chance,
        number=0,
        round=0,
        phase="bid",
        awaited=(),
        piles=(),
        gone=(),
        turned=None,
        trump=None,
        hands=((),) * seats,
        bids=(None,) * seats,
        played=(),
        leaders=(),
        tricks=(0,) * seats,
        totals=(0,) * seats,
        sheet=(),
    )
