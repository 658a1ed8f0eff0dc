"""Setting a match up: the rows, the deal, and the first birds."""

from __future__ import annotations

from games.catalogue.cubirds.rules.cards import (
    COPIES,
    NONE,
    Letters,
    by_name,
    counted,
    in_order,
    names,
)
from games.catalogue.cubirds.rules.events import CuBirdsMatch, FirstBirds, LaidRows
from games.catalogue.cubirds.rules.laying import ROWS
from games.catalogue.cubirds.rules.mutable_state import CuBirdsTable
from games.catalogue.cubirds.rules.options import CuBirdsOptions, check_table
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.protocol import Adjudication, Setup

BIRDS_IN_A_ROW = 3


def start(setup: Setup[CuBirdsOptions]) -> Adjudication[CuBirdsState]:
    """Shuffle, lay out the rows, deal, and open the first turn, seat 0's (C3)."""
    check_table(setup.seats, setup.options)
    table = CuBirdsTable(_bare(setup))
    table.tell("match-began", CuBirdsMatch(table.seats, table.options.robin_birds))
    table.shuffle(COPIES)
    _lay_out(table)
    table.deal()
    _first_birds(table)
    return table.freeze()


def _lay_out(table: CuBirdsTable) -> None:
    """Four rows of three different birds; a second one of a species is discarded (C2, C4)."""
    doubles: Letters = ""
    for row in range(ROWS):
        birds: Letters = ""
        while len(birds) < BIRDS_IN_A_ROW:
            bird = table.draw(1)
            if bird in birds:
                doubles += bird
            else:
                birds += bird
        table.rows[row] = birds
    table.throw_away(counted(doubles))
    rows = tuple([tuple(names(row)) for row in table.rows])
    table.tell("rows-laid", LaidRows(rows, tuple(names(in_order(doubles)))))


def _first_birds(table: CuBirdsTable) -> None:
    """One card for each collection; RobinBird's further ones after them."""
    for player in range(table.players):
        number = table.options.robin_birds if player == table.robin else 1
        table.collections[player] = counted(table.draw(number))
    collections = tuple([by_name(collection) for collection in table.collections])
    table.tell("first-birds", FirstBirds(collections))


def _bare(setup: Setup[CuBirdsOptions]) -> CuBirdsState:
    players = setup.seats + bool(setup.options.robin_birds)
    return CuBirdsState(
        options=setup.options,
        seats=setup.seats,
        chance=setup.chance,
        number=0,
        turn=1,
        phase="lay",
        active=0,
        rows=("",) * ROWS,
        hands=(NONE,) * players,
        known=(NONE,) * players,
        collections=(NONE,) * players,
        deck="",
        discard=NONE,
        reason="",
    )
