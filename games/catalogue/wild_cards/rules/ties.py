"""Putting a tie in order: lion and Leo first, then totals, then the edition's last step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from games.catalogue.wild_cards.rules.cards import LION, VALUE, total, without
from games.catalogue.wild_cards.rules.events import (
    OrderedTie,
    ShownCard,
    ShownCards,
    TiePayment,
    TiePayments,
    TieRule,
    WildTie,
)
from games.catalogue.wild_cards.rules.mutable_state import WildTable
from games.catalogue.wild_cards.rules.orders import DRAW, PASS, WildOrder
from games.catalogue.wild_cards.rules.state import Tie, TieStep
from games.rules.protocol import Seat

Groups = tuple[tuple[Seat, ...], ...]


def open_tie(table: WildTable, value: int, tied: tuple[Seat, ...]) -> None:
    """Begin to order a tie; lion's owner and Leo stand first at once (W31, W32, L2, L3)."""
    owner = table.leaders[LION]
    lion = owner if owner in tied and owner != table.leo else None
    front = tuple(seat for seat in (lion, table.leo) if seat is not None and seat in tied)
    rest = tuple(seat for seat in tied if seat not in front)
    table.tell("tie", WildTie(tied, value))
    table.tie = Tie(value, lion, front, (rest,) if rest else ())
    for seat in tied:
        table.standing[seat] = "tied"


def proceed_tie(table: WildTable, tie: Tie) -> None:
    """Ask for what the tie needs next, or put its seats into the queue in their order."""
    if not tie.paid:
        level = tie.groups[0] if tie.groups else ()
        if len(level) > 1 and tie.value > 1:
            table.ask("pay", level)
            return
        tie = _tie(tie, tie.groups, tie.step, paid=True)
    if table.options.edition == "2022":
        tie = _by_talisman(table, tie)
    while (group := level_group(tie)) is not None:
        able = able_to_show(table, group)
        if able:
            table.tie = tie
            table.ask("show", able)
            return
        drawn = table.shuffle("tie", [str(seat) for seat in group])
        tie = _split(tie, group, tuple((int(seat),) for seat in drawn), "lot")
    _finish(table, tie)


def pay(table: WildTable, orders: Mapping[Seat, WildOrder]) -> None:
    """Reveal the payments and rank the seats by them; who passed stands behind (W37, W38)."""
    tie = table.tie
    assert tie is not None
    revealed: list[TiePayment] = []
    totals: dict[Seat, int] = {}
    for seat, order in sorted(orders.items()):
        passed = order == PASS
        revealed.append(TiePayment(seat, None if passed else order.cards))
        if passed:
            continue
        table.hands[seat] = without(table.hands[seat], order.cards)
        table.payments[seat] = order.cards
        totals[seat] = total(order.cards)
    table.tell("payments-revealed", TiePayments(tuple(revealed)))
    table.declined = (*table.declined, *sorted(orders.keys() - totals.keys()))
    passed_seats = tuple(seat for seat in sorted(orders) if seat not in totals)
    groups = _ranked(totals)
    table.tie = Tie(tie.value, tie.lion, tie.front, groups, passed_seats, paid=True, step="total")


def able_to_show(table: WildTable, group: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of a level group who have a hand card or a pile to draw from (W41)."""
    piles = bool(table.deck or table.discard)
    return tuple(seat for seat in group if piles or table.hands[seat])


def show(table: WildTable, orders: Mapping[Seat, WildOrder]) -> None:
    """Reveal one more card of each level seat and split the group by it (W39, W40, W41)."""
    tie = table.tie
    assert tie is not None
    group = level_group(tie)
    assert group is not None
    values: dict[Seat, int] = {}
    revealed: list[ShownCard] = []
    for seat in group:
        card, source = _shown_card(table, seat, orders.get(seat))
        values[seat] = VALUE[card] if card else 0
        revealed.append(ShownCard(seat, card, source))
        if card:
            table.shown[seat] = (*table.shown[seat], card)
    table.tell("cards-shown", ShownCards(tuple(revealed)))
    table.tie = _split(tie, group, _ranked(values), "shown")


def level_group(tie: Tie) -> tuple[Seat, ...] | None:
    """The highest group of the tie that is still level."""
    for group in tie.groups:
        if len(group) > 1:
            return group
    return None


def _shown_card(table: WildTable, seat: Seat, order: WildOrder | None) -> tuple[str | None, str]:
    if order is None:
        return None, "none"
    if order == DRAW:
        card = table.top_card()
        return card, "none" if card is None else "deck"
    table.hands[seat] = without(table.hands[seat], order.cards)
    return order.cards[0], "hand"


def _by_talisman(table: WildTable, tie: Tie) -> Tie:
    """Order level seats clockwise from the seat after the talisman's holder (T2, T3)."""
    if level_group(tie) is None:
        return tie
    holder, seats = table.talisman or 0, table.seats
    table.talisman_used = True
    ordered: list[tuple[Seat, ...]] = []
    for group in tie.groups:
        ordered.extend((seat,) for seat in sorted(group, key=lambda at: (at - holder - 1) % seats))
    return _tie(tie, tuple(ordered), "talisman", paid=True)


def _finish(table: WildTable, tie: Tie) -> None:
    """Queue the whole tie; cards of the duel leave before anybody takes (W39)."""
    order = (*tie.front, *(group[0] for group in tie.groups), *tie.passed)
    for seat in range(table.seats):
        if table.shown[seat]:
            table.throw_away(table.shown[seat])
            table.shown[seat] = ()
    for seat in order:
        table.standing[seat] = "waiting"
    by = TieRule(tie.lion, table.leo in tie.front, tie.step)
    table.tell("tie-ordered", OrderedTie(order, by))
    table.queue = order
    table.tie = None


def _ranked(values: Mapping[Seat, int]) -> Groups:
    """The seats in groups of equal value, the highest first, each in seat order."""
    ranked = sorted(values, key=lambda seat: (-values[seat], seat))
    return tuple(tuple(group) for _, group in groupby(ranked, key=values.__getitem__))


def _split(tie: Tie, group: tuple[Seat, ...], parts: Groups, step: TieStep) -> Tie:
    at = tie.groups.index(group)
    return _tie(tie, (*tie.groups[:at], *parts, *tie.groups[at + 1 :]), step, paid=True)


def _tie(tie: Tie, groups: Groups, step: TieStep, *, paid: bool) -> Tie:
    return Tie(tie.value, tie.lion, tie.front, groups, tie.passed, paid, step)
