"""Standings, workings, cross tables and reasons as people read them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.formats.playing import TWO, explain, play
from tournaments.presentation import names
from tournaments.presentation.calculations import calculation
from tournaments.presentation.numbers import figure
from tournaments.presentation.reasons import sentences
from tournaments.presentation.refusals import ENTERING, ORGANISING, SETUP
from tournaments.presentation.standings_tables import (
    cross_table,
    placing_lines,
    standings_tables,
)
from tournaments.ranking.standings import standings
from tournaments.ranking.tie_breaks import TIE_BREAKS
from tournaments.values.setup import TournamentSetup

SETUPS = [
    (TournamentSetup("heats", "s", cut=8, games=2), 16),
    (TournamentSetup("swiss", "s", rounds=3), 13),
    (TournamentSetup("swiss", "s", rounds=4, **TWO), 9),
    (TournamentSetup("round_robin", "s", **TWO), 6),
    (TournamentSetup("knockout", "s", third_place=True, **TWO), 11),
    (TournamentSetup("double_knockout", "s", **TWO), 7),
    (TournamentSetup("groups", "s", advance=2, **TWO), 12),
    (TournamentSetup("elimination", "s", advance=2), 16),
    (TournamentSetup("league", "s", group_size=6, seasons=2, **TWO), 12),
    (TournamentSetup("ladder", "s", rounds=3), 12),
]
NAMES = {number: f"Player {number}" for number in range(1, 40)}
by_format = pytest.mark.parametrize(
    ("setup", "entries"), SETUPS, ids=[f"{one.format}-{count}" for one, count in SETUPS]
)


SAID_AS_KEPT = {"heats", "knockout", "final", "groups", "elimination", "league", "ladder"}


def test_every_tie_break_and_stage_has_a_name() -> None:
    assert set(names.FIGURES) == {"points", *TIE_BREAKS}
    for setup, entries in SETUPS:
        for plan in play(setup, entries).plans:
            assert names.stage_name(plan.stage) != plan.stage or plan.stage in SAID_AS_KEPT


@by_format
def test_everybody_has_one_line_in_the_placing(setup: TournamentSetup, entries: int) -> None:
    played = play(setup, entries)
    lines = placing_lines(setup, played.entries, played.results, NAMES)
    assert sorted(line.entry for line in lines) == list(range(1, entries + 1))
    assert [line.place for line in lines] == sorted(line.place for line in lines)


@by_format
def test_nobody_stands_in_two_tables_of_standings(setup: TournamentSetup, entries: int) -> None:
    played = play(setup, entries)
    tables = standings_tables(setup, played.entries, played.results, NAMES)
    rows = [line.entry for table in tables for line in table.lines]
    assert len(rows) == len(set(rows))
    for table in tables:
        assert all(len(line.cells) == len(table.columns) for line in table.lines)


@by_format
def test_a_cross_table_agrees_with_itself(setup: TournamentSetup, entries: int) -> None:
    played = play(setup, entries)
    order = [line.entry for line in placing_lines(setup, played.entries, played.results, NAMES)]
    stages = sorted({one.round: one.stage for one in played.results}.items())
    table = cross_table(setup, order, stages, played.results, NAMES, has_grid=True)
    assert [line.entry for line in table.lines] == order
    for number, line in enumerate(table.lines):
        assert line.meetings[number] is None
        for other, meetings in enumerate(line.meetings):
            back = table.lines[other].meetings[number]
            assert (meetings is None) == (back is None)
            for one, two in zip(meetings or (), back or (), strict=True):
                assert (one.round, one.table) == (two.round, two.table)
                assert {one.score, two.score} in ({"1", "0"}, {"½"})


@by_format
def test_the_lines_of_a_working_make_its_figure(setup: TournamentSetup, entries: int) -> None:
    played = play(setup, entries)
    for row in standings(setup, played.entries, played.results):
        for one in row.figures:
            made = calculation(one, NAMES)
            if made.key in {"lot", "rating_performance"}:
                continue
            counted = [term.value for term in one.terms if term.counts]
            total = sum(counted, Fraction(0))
            mean = total / max(1, len(counted))
            # The place among those tied follows from the scores; what is shown are these.
            told = total if made.key == "head_to_head" else one.value
            assert told in {total, mean}
            assert figure(told) in made.result
            assert len(made.lines) == len(one.terms)


@by_format
def test_every_seat_is_explained_in_sentences(setup: TournamentSetup, entries: int) -> None:
    for plan in play(setup, entries).plans:
        for table in plan.tables:
            for entry in table.entries:
                told = sentences(explain(plan, entry), NAMES)
                assert len(told) >= 2
                assert not any("%(" in sentence for sentence in told)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(7), "7"),
        (Fraction(1, 2), "½"),
        (Fraction(7, 3), "2⅓"),
        (Fraction(-3, 2), "−1½"),
        (Fraction(22, 7), "3.143"),
    ],
)
def test_a_figure_is_written_as_people_do(value: Fraction, shown: str) -> None:
    assert figure(value) == shown


def test_no_refusal_is_worded_twice() -> None:
    keys = [*SETUP, *ENTERING, *ORGANISING]
    assert len(keys) == len(set(keys))
