"""Taking animals, bid by bid, and passing."""

from __future__ import annotations

from games.catalogue.wild_cards.rules.cards import INDEX, REFILL, VALUE, Cards, is_natural, without
from games.catalogue.wild_cards.rules.events import PassedTurn, TakenAnimal
from games.catalogue.wild_cards.rules.leaders import add_animal, claim_leader
from games.catalogue.wild_cards.rules.mutable_state import WildTable
from games.catalogue.wild_cards.rules.orders import PASS, WildOrder
from games.catalogue.wild_cards.rules.ties import open_tie, proceed_tie
from games.rules.protocol import Seat

NATURAL_BONUS = 2
PASS_DRAWS = 2


def proceed(table: WildTable) -> None:
    """Play the bids on until somebody must decide, or all are done (`awaited` stays empty)."""
    while True:
        if table.tie is not None:
            proceed_tie(table, table.tie)
            if table.awaited:
                return
        while table.queue:
            seat = table.queue[0]
            if _must_decide(table, seat):
                table.ask("take", (seat,))
                return
            _act_unasked(table, seat)
        value, tied = _next_bidders(table)
        if not tied:
            return
        if len(tied) == 1 or not table.animals_on_offer():
            table.queue = tied
        else:
            open_tie(table, value, tied)


def take(table: WildTable, seat: Seat, order: WildOrder) -> None:
    """Apply what the seat at the head of the queue decided."""
    if order == PASS:
        payable = table.payments[seat] is not None or _can_pay(table, seat)
        _pass(table, seat, "chose" if payable else "cannot-pay")
        return
    payment = table.payments[seat]
    if payment is None:
        payment = order.cards
        table.hands[seat] = without(table.hands[seat], payment)
        table.payments[seat] = payment
    _acquire(table, seat, order.animals[0], payment)


def _can_pay(table: WildTable, seat: Seat) -> bool:
    return len(table.hands[seat]) >= VALUE[table.bids[seat][0]] - 1


def _must_decide(table: WildTable, seat: Seat) -> bool:
    return seat != table.leo and seat not in table.declined and any(table.market)


def _act_unasked(table: WildTable, seat: Seat) -> None:
    if seat == table.leo:
        animal = next(filter(None, table.market), None)
        if animal is not None:
            _acquire(table, seat, animal, ())
            return
        # His bid stays on the table and is discarded with the others (L6).
        table.queue = table.queue[1:]
        table.standing[seat] = "passed"
        table.tell("passed", PassedTurn(seat, "market-empty", ()))
        return
    _pass(table, seat, "in-tie" if seat in table.declined else "market-empty")


def _next_bidders(table: WildTable) -> tuple[int, tuple[Seat, ...]]:
    """The highest value still to be resolved and, in seat order, who bid it (W12)."""
    best = 0
    tied: list[Seat] = []
    bids = table.bids
    for player, standing in enumerate(table.standing):
        if standing != "waiting" or bids[player][0] == REFILL:
            continue
        value = VALUE[bids[player][0]]
        if value > best:
            best, tied = value, [player]
        elif value == best:
            tied.append(player)
    return best, tuple(tied)


def _acquire(table: WildTable, player: Seat, animal: str, payment: Cards) -> None:
    """Move the animal nearest the pile to a collection; bonus, then leader (W13, W43)."""
    slot = table.market.index(animal)
    table.market[slot] = None
    table.queue = table.queue[1:]
    table.standing[player] = "took"
    table.took[player] = animal
    bid = table.bids[player][0]
    bonus = player != table.leo and is_natural(animal, (bid, *payment))
    if bonus:
        table.tokens[player] += NATURAL_BONUS
    species = INDEX[animal]
    add_animal(table, player, species)
    table.tell("took", TakenAnimal(player, animal, slot, bid, payment, bonus))
    claim_leader(table, player, species)


def _pass(table: WildTable, seat: Seat, why: str) -> None:
    """Take back bid and payment, then draw two cards (W9, W11)."""
    returned = (*table.bids[seat], *(table.payments[seat] or ()))
    table.bids[seat] = ()
    table.payments[seat] = None
    table.queue = table.queue[1:]
    table.standing[seat] = "passed"
    table.add_to_hand(seat, returned)
    table.tell("passed", PassedTurn(seat, why, returned))
    table.draw(seat, PASS_DRAWS, "pass")
