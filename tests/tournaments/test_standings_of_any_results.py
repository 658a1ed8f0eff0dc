"""What holds for the standings of any results, whatever order they come in."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import sized
from tournaments.ranking.reckoning import Formula
from tournaments.ranking.standings import standings
from tournaments.ranking.tie_breaks import TIE_BREAKS
from tournaments.rating.elo import performance
from tournaments.values.setup import Points, TournamentSetup
from tournaments.values.tables import Entrant, TableResult


@st.composite
def histories(draw: st.DrawFn) -> tuple[TournamentSetup, list[Entrant], list[TableResult]]:
    """Any rounds at tables of 1 to 5, with ties, forfeits, open tables and unrated entries."""
    count = draw(st.integers(2, 12))
    field = [
        Entrant(number, rating=draw(st.none() | st.integers(1000, 2400)))
        for number in range(1, count + 1)
    ]
    tables: list[TableResult] = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        waiting = draw(st.permutations(range(1, count + 1)))
        while waiting:
            size = draw(st.integers(1, min(5, len(waiting))))
            seats, waiting = tuple(waiting[:size]), waiting[size:]
            tables.append(draw(any_result(number, len(tables), seats)))
    keys = draw(st.permutations(sorted(TIE_BREAKS)))
    setup = TournamentSetup(
        "swiss", draw(st.text(max_size=3)), points=draw(st.sampled_from(Points)),
        tie_breaks=tuple(keys[: draw(st.integers(1, len(keys)))]),
    )  # fmt: skip
    return setup, field, tables


@st.composite
def any_result(draw: st.DrawFn, number: int, table: int, seats: tuple[int, ...]) -> TableResult:
    blank = TableResult(number, table, "swiss", seats)
    if len(seats) > 1 and draw(st.integers(0, 5)) == 0:
        return blank
    raw = [draw(st.integers(1, 4)) for _ in seats]
    places = {
        seat: 1 + sum(one < mine for one in raw) for seat, mine in zip(seats, raw, strict=True)
    }
    last = max(places.values())
    forfeits = frozenset(seat for seat in seats if places[seat] == last > 1 and draw(st.booleans()))
    points = {seat: draw(st.integers(-30, 200)) for seat in seats}
    return replace(blank, places=places, points=points, forfeits=forfeits)


@settings(deadline=None, max_examples=sized(30, 100))
@given(histories(), st.data())
def test_the_order_in_which_results_come_changes_nothing(history: Any, data: st.DataObject) -> None:
    setup, field, tables = history
    mixed = data.draw(st.permutations(tables))
    turned = data.draw(st.permutations(field))
    assert standings(setup, turned, mixed) == standings(setup, field, tables)


@settings(deadline=None, max_examples=sized(30, 100))
@given(histories())
def test_every_figure_is_what_its_working_says(history: Any) -> None:
    for row in standings(*history):
        for one in row.figures:
            counted = [term.value for term in one.terms if term.counts]
            if one.rule is Formula.SUM:
                assert one.value == sum(counted)
            elif one.rule is Formula.MEAN:
                assert one.value == sum(counted, Fraction(0)) / max(1, len(counted))
            elif one.rule is Formula.PERFORMANCE:
                score = sum((term.factors[0] for term in one.terms), Fraction(0))
                assert one.value == (performance([float(value) for value in counted], score) or 0)
            for term in one.terms:
                if one.key == "sonneborn_berger":
                    assert term.value == term.factors[0] * term.factors[1]


@settings(deadline=None, max_examples=sized(30, 100))
@given(histories())
def test_rows_are_ranked_by_their_figures_and_everybody_has_one(history: Any) -> None:
    setup, field, _ = history
    rows = standings(*history)
    assert sorted(row.entry for row in rows) == sorted(entry.id for entry in field)
    values = [[one.value for one in row.figures] for row in rows]
    if "lot" in setup.tie_breaks:
        # For those whom it would part from the first place the lot says nothing.
        drawn = 1 + setup.tie_breaks.index("lot")
        ahead = values[0][:drawn]
        is_first = [one[:drawn] == ahead for one in values]
        apart = [row.place for row, shares in zip(rows, is_first, strict=True) if not shares]
        assert len(set(apart)) == len(apart)
        values = [
            [*one[:drawn], Fraction(0), *one[drawn + 1 :]] if shares else one
            for one, shares in zip(values, is_first, strict=True)
        ]
    for index in range(1, len(rows)):
        assert values[index - 1] >= values[index]
        level = values[index - 1] == values[index]
        assert rows[index].place == (rows[index - 1].place if level else index + 1)


@settings(deadline=None, max_examples=sized(30, 100))
@given(histories(), st.data())
def test_a_corrected_result_counts_as_if_it_had_always_stood(
    history: Any, data: st.DataObject
) -> None:
    setup, field, tables = history
    index = data.draw(st.integers(0, len(tables) - 1))
    old = tables[index]
    corrected = data.draw(any_result(old.round, old.table, old.seats))
    anew = [*tables[:index], *tables[index + 1 :], corrected]
    straight = [*tables[:index], corrected, *tables[index + 1 :]]
    assert standings(setup, field, anew) == standings(setup, field, straight)
