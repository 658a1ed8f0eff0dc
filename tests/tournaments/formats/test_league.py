"""A league's divisions while a season runs."""

from __future__ import annotations

from tournaments.formats.league.rules import as_dealt
from tournaments.values.tables import TableResult

DEALT = ((1, 2, 3, 4), (5, 6, 7, 8))


def first_round() -> list[TableResult]:
    pairs = [(1, 2), (3, 4), (5, 7), (6, 8)]
    return [TableResult(7, number, "league", pair) for number, pair in enumerate(pairs, 1)]


def test_divisions_stay_as_dealt_and_as_large_when_a_correction_changes_who_moved() -> None:
    corrected = ((1, 2, 3, 7), (5, 6, 4, 8))
    assert tuple(map(sorted, as_dealt(corrected, first_round()))) == tuple(map(sorted, DEALT))


def test_who_sits_out_stays_where_there_is_room() -> None:
    made = ((1, 2, 3), (4, 5, 6))
    bye = TableResult(1, 2, "league", (3,), places={3: 1})
    dealt = [TableResult(1, 1, "league", (1, 2)), bye, TableResult(1, 3, "league", (4, 5))]
    assert as_dealt(made, dealt) == made
