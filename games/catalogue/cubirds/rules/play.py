"""A turn from decision to decision: which order is applied how, and what is asked next."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalogue.cubirds.rules.cards import (
    INDEX,
    LETTERS,
    NONE,
    SPECIES,
    birds_won,
    families,
    joined,
    more,
)
from games.catalogue.cubirds.rules.events import (
    BirdsSeat,
    CuBirdsEnd,
    DiscardedHand,
    DrawnBirds,
    EmptyHand,
    FormedFamily,
)
from games.catalogue.cubirds.rules.laying import LEFT, RIGHT, enclosed
from games.catalogue.cubirds.rules.legal import check_order
from games.catalogue.cubirds.rules.mutable_state import HAND, CuBirdsTable
from games.catalogue.cubirds.rules.orders import CuBirdsOrder
from games.catalogue.cubirds.rules.scoring import (
    CARDS_EXHAUSTED,
    TURN_LIMIT_REACHED,
    WON,
    outcome,
    won_by,
)
from games.catalogue.cubirds.rules.state import TURN_LIMIT, CuBirdsState
from games.rules.protocol import Adjudication, Event, IllegalOrderError, Seat

DRAWN = 2


def adjudicate(
    state: CuBirdsState, orders: Mapping[Seat, CuBirdsOrder]
) -> Adjudication[CuBirdsState]:
    """Apply the order of exactly the awaited seat and play on to the next decision.

    Raises IllegalOrderError: `wrong-seats` (awaited, given), or as `check_order`.
    """
    seat = state.active
    if len(orders) != 1 or seat not in orders or state.phase == "over":
        raise IllegalOrderError("wrong-seats", awaited=state.awaited, given=tuple(orders))
    order = orders[seat]
    check_order(state, seat, order)
    table = CuBirdsTable(state)
    if table.phase == "lay":
        _lay(table, order)
    elif table.phase == "draw":
        _draw(table, order)
    else:
        _family(table, order)
    adjudication = table.freeze()
    return _ended(adjudication) if table.phase == "over" else adjudication


def _lay(table: CuBirdsTable, order: CuBirdsOrder) -> None:
    species = INDEX[order.species]
    number = table.play_out(species)
    taken = table.lay(LETTERS[species], number, order.row, order.side)
    if not taken and table.can_draw():
        table.phase = "draw"
    else:
        _to_family(table)


def _draw(table: CuBirdsTable, order: CuBirdsOrder) -> None:
    seat = table.active
    if order.verb == "draw":
        cards = table.draw(DRAWN)
        table.hands[seat] = joined(table.hands[seat], cards)
        table.tell("drew", DrawnBirds(seat, len(cards)))
        table.tell_only("drew-cards", seat, cards)
    else:
        table.tell("stayed", BirdsSeat(seat))
    _to_family(table)


def _to_family(table: CuBirdsTable) -> None:
    if families(table.hands[table.active]):
        table.phase = "family"
    else:
        _end_turn(table)


def _family(table: CuBirdsTable, order: CuBirdsOrder) -> None:
    if order.verb == "done":
        table.tell("no-family", BirdsSeat(table.active))
    elif form_family(table, INDEX[order.species]):
        return
    _end_turn(table)


def form_family(table: CuBirdsTable, species: int) -> bool:
    """Play out a family of the active player; returns whether that ends the match (C17)."""
    player = table.active
    number = table.play_out(species)
    birds = birds_won(species, number)
    table.collections[player] = more(table.collections[player], species, birds)
    table.discard = more(table.discard, species, number - birds)
    table.tell("family", FormedFamily(player, SPECIES[species], number, birds))
    reason = won_by(table.collections[player])
    if reason:
        table.end(reason)
    return bool(reason)


def _end_turn(table: CuBirdsTable) -> None:
    """Go on to the next person's turn, RobinBird's played on the way, or end the match."""
    while table.phase != "over":
        if table.hands[table.active] != NONE:
            table.active = (table.active + 1) % table.players
        elif not _deal_again(table):
            table.end(CARDS_EXHAUSTED)
            return
        if table.turn == TURN_LIMIT:
            table.end(TURN_LIMIT_REACHED)
            return
        table.turn += 1
        if table.active != table.robin:
            table.phase = "lay"
            return
        _robin_turn(table)


def _deal_again(table: CuBirdsTable) -> bool:
    """New hands after one became empty; False where there are too few cards (C18, C19)."""
    others = [player for player in range(table.players) if player != table.active]
    discarded = tuple([DiscardedHand(player, sum(table.hands[player])) for player in others])
    for player in others:
        table.throw_away(table.hands[player])
    table.hands = [NONE] * table.players
    table.known = [NONE] * table.players
    is_enough = table.left_to_draw() >= HAND * table.players
    table.tell("hand-empty", EmptyHand(table.active, discarded, is_enough))
    if is_enough:
        table.deal()
    return is_enough


def _robin_turn(table: CuBirdsTable) -> None:
    """A card for each row, on the side where it takes more; then all families (S1 to S3)."""
    for row in range(1, len(table.rows) + 1):
        card = table.draw(1)
        if card:
            birds = table.rows[row - 1]
            more = len(enclosed(birds, card, LEFT)) > len(enclosed(birds, card, RIGHT))
            table.lay(card, 1, row, LEFT if more else RIGHT)
    for species in families(table.hands[table.active]):
        if form_family(table, species):
            return


def _ended(adjudication: Adjudication[CuBirdsState]) -> Adjudication[CuBirdsState]:
    state = adjudication.state
    result = outcome(state)
    assert result is not None
    ended = Event(
        "match-ended",
        CuBirdsEnd(
            result.reason,
            winner=state.active if state.reason in WON else None,
            birds=tuple(map(sum, state.collections)),
            scores=result.scores,
            places=result.places,
        ),
    )
    return Adjudication(state, (*adjudication.events, ended), adjudication.shuffles)
