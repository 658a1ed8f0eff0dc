"""A round from decision to decision: which orders are applied how, and what is asked next."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalogue.wizard.rules.deal import ask_bids, open_round
from games.catalogue.wizard.rules.events import (
    BidSum,
    ChosenTrump,
    LaidBids,
    OpenBid,
    PlayedCard,
    WizardBids,
    WizardCards,
    WizardEnd,
    WizardSums,
    WonTrick,
)
from games.catalogue.wizard.rules.legal import check_order
from games.catalogue.wizard.rules.mutable_state import WizardTable
from games.catalogue.wizard.rules.orders import WizardOrder
from games.catalogue.wizard.rules.scoring import outcome, points
from games.catalogue.wizard.rules.state import WizardState
from games.catalogue.wizard.rules.tricks import winning_place
from games.rules.protocol import Adjudication, Event, IllegalOrderError, Seat


def adjudicate(state: WizardState, orders: Mapping[Seat, WizardOrder]) -> Adjudication[WizardState]:
    """Apply the orders of exactly the awaited seats and play on to the next decision.

    Raises IllegalOrderError: `wrong-seats` (awaited, given), or as `check_order`.
    """
    if orders.keys() != set(state.awaited):
        raise IllegalOrderError("wrong-seats", awaited=state.awaited, given=tuple(orders))
    for seat in state.awaited:
        check_order(state, seat, orders[seat])
    table = WizardTable(state)
    if state.phase == "play":
        [(seat, order)] = orders.items()
        _play(table, seat, order.value)
    elif state.phase == "bid":
        _bid(table, orders)
    else:
        [(seat, order)] = orders.items()
        table.trump = order.value
        table.tell("trump-chosen", ChosenTrump(seat, order.value))
        ask_bids(table)
    adjudication = table.freeze()
    return _ended(adjudication) if table.phase == "over" else adjudication


def _bid(table: WizardTable, orders: Mapping[Seat, WizardOrder]) -> None:
    for seat, order in orders.items():
        table.bids[seat] = int(order.value)
    if table.options.bidding == "open":
        [seat] = orders
        table.tell("bid", OpenBid(seat, table.bids[seat] or 0))
        if seat != table.dealer:
            table.ask("bid", table.after(seat))
            return
    if table.options.bidding == "blind":
        table.tell("bids-revealed", WizardBids(tuple([bid or 0 for bid in table.bids])))
    if table.options.bidding == "hidden":
        table.tell("bids-laid", LaidBids(table.seats))
    else:
        total = sum(bid for bid in table.bids if bid is not None)
        table.tell("bids-complete", BidSum(total, table.cards))
    _first_lead(table)


def _first_lead(table: WizardTable) -> None:
    """The dealer's left leads; under clairvoyance the own hands are looked at now (Z12, V6a)."""
    if table.options.clairvoyance:
        for seat, hand in enumerate(table.hands):
            seen = Event("hand-seen", WizardCards(seat, hand), frozenset({seat}))
            table.events.append(seen)
    table.ask("play", table.leaders[0])


def _play(table: WizardTable, seat: Seat, card: str) -> None:
    hand = table.hands[seat]
    place = hand.index(card)
    table.hands[seat] = hand[:place] + hand[place + 1 :]
    table.played = (*table.played, card)
    number = len(table.leaders)
    table.tell("played", PlayedCard(seat, card, number))
    if len(table.played) < number * table.seats:
        table.ask("play", table.after(seat))
        return
    trick = table.played[-table.seats :]
    best = winning_place(trick, table.trump, table.options)
    winner = (table.leaders[-1] + best) % table.seats
    table.tricks[winner] += 1
    table.leaders = (*table.leaders, winner)
    taken = WonTrick(winner, trick[best], number, table.leaders[-2], trick)
    table.tell("trick-won", taken)
    if table.hands[winner]:
        table.ask("play", winner)
    else:
        _end_round(table)


def _end_round(table: WizardTable) -> None:
    """Count the round, which tells hidden bids, then deal the next one or end the match (V2)."""
    bids = [bid or 0 for bid in table.bids]
    won = [points(bid, tricks) for bid, tricks in zip(bids, table.tricks, strict=True)]
    table.totals = tuple(total + more for total, more in zip(table.totals, won, strict=True))
    table.sheet = (*table.sheet, *bids, *table.tricks)
    sums = WizardSums(table.round, tuple(bids), tuple(table.tricks), tuple(won), table.totals)
    table.tell("round-ended", sums)
    if table.round < table.rounds:
        open_round(table)
    else:
        table.ask("over")


def _ended(adjudication: Adjudication[WizardState]) -> Adjudication[WizardState]:
    result = outcome(adjudication.state)
    assert result is not None
    ended = Event("match-ended", WizardEnd(result.reason, result.scores, result.places))
    return Adjudication(adjudication.state, (*adjudication.events, ended), adjudication.shuffles)
