"""Tournaments as files: FIDE's own tie-break server reads our reports and reaches our sums."""

from __future__ import annotations

import csv
import io
import json
import random
from dataclasses import replace

import pytest

from tests.sizes import sized
from tests.tournaments.formats.playing import TWO, Played, play
from tests.tournaments.trf.fide import fide_standings
from tournaments.exports.standings import standings_csv, standings_json
from tournaments.exports.trf import trf
from tournaments.formats.registry import format_of
from tournaments.ranking.standings import standings
from tournaments.trf.next_round import next_round
from tournaments.trf.reading import read_report
from tournaments.trf.standings_rows import standings_rows, wanted_codes
from tournaments.values.setup import TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, RoundPlan, TablePlan, TableResult, closed, opened

FILES = sized(40, 200)
COMPARED = {
    "head_to_head": "DE",
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "median_buchholz": "BH/M1",
    "sonneborn_berger": "SB",
    "wins": "WIN",
    "matches_won": "WON",
}


def named(played: Played) -> dict[int, str]:
    return {entry.id: f"Player {entry.id}" for entry in played.entries}


def report(played: Played) -> str:
    return trf(played.setup, played.entries, played.results, named(played), title="An event")


def event(number: int) -> Played:
    """A Swiss with byes, draws, forfeits, withdrawals and late entries, some of them odd."""
    chance = random.Random(f"exported {number}")
    setup = TournamentSetup(
        "swiss", f"file {number}", rounds=3 + number % 4, tie_breaks=tuple(COMPARED), **TWO
    )
    entries = []
    for one in range(1, 9 + number % 13):
        late = chance.randrange(100) < 10
        leaves = chance.randrange(2, setup.rounds + 1) if chance.randrange(100) < 15 else None
        entries.append(Entrant(one, None, 2000 - one, 1 + late, None if late else leaves))
    played = play(setup, entries, number)
    for index, match in enumerate(played.results):
        if not match.is_bye and chance.randrange(100) < 30:
            a, b = match.seats
            drawn, left = {a: 1, b: 1}, {a: 2, b: 1}
            played.results[index] = chance.choice(
                (
                    closed(replace(match, places={}), drawn),
                    closed(replace(match, places={}), left, forfeits=frozenset({a})),
                    closed(replace(match, places={}), drawn, forfeits=frozenset({a, b})),
                )
            )
    return played


@pytest.mark.timeout(300)
def test_t1_fides_server_reaches_our_figures_on_many_reports() -> None:
    """With byes, absences, draws and forfeits."""
    for number in range(FILES):
        played = event(number)
        theirs = fide_standings(report(played), ["PTS", *COMPARED.values()])
        for row in standings(played.setup, played.entries, played.results):
            values = {one.key: one.value for one in row.figures}
            rank, figures = theirs[row.entry]
            ours = [values["points"] / 6]
            ours += [values[key] / _unit(key) for key in COMPARED]
            # Head to head is told as an order there: who is first of those tied.
            assert [figures[0], *figures[2:]] == [ours[0], *ours[2:]], f"file {number}, {row.entry}"
            assert rank == row.place, f"file {number}, {row.entry}"


def _unit(key: str) -> int:
    """A win is worth 6 points here and 1 there; wins are counted alike."""
    return 1 if key in ("wins", "matches_won", "head_to_head") else 6


def test_our_reports_are_read_back_with_the_same_standings() -> None:
    for number in range(FILES):
        played = event(number)
        read = read_report(report(played).encode())
        codes, passed = wanted_codes(read, None)
        rows = standings_rows(read, codes, read.played, scheduled=False, unrated=None)
        ours = standings(played.setup, played.entries, played.results)
        assert {one["number"]: one["rank"] for one in rows} == {
            row.entry: row.place for row in ours
        }, f"file {number}"
        assert not passed


def test_a_report_of_a_running_round_is_read_back_and_paired_when_the_round_is_over() -> None:
    setup = TournamentSetup("swiss", "runs", rounds=5, **TWO)
    entries = [Entrant(number, rating=2000 - number) for number in range(1, 8)]
    results: list[TableResult] = []
    for _ in range(2):
        plan = format_of("swiss").next_plan(setup, entries, results)
        assert plan is not None
        results = [
            one
            if one.is_bye
            else closed(replace(one, places={}), dict(zip(one.seats, (1, 2), strict=True)))
            for one in (*results, *opened(plan))
        ]
    last = results.pop()
    running = [*results, last if last.is_bye else replace(last, places={})]
    if last.is_bye:
        running[-2] = replace(running[-2], places={})
    names = {one.id: f"Player {one.id}" for one in entries}
    text = trf(setup, entries, running, names, title="It runs")
    read = read_report(text.encode())
    assert (read.played, read.has_ended(1), read.has_ended(2)) == (2, True, False)
    over = read_report(trf(setup, entries, [*results, last], names, title="Over").encode())
    pairing = next_round(over)
    met = {frozenset(one.seats) for one in (*results, last) if not one.is_bye}
    assert len(pairing.pairs) == 3
    assert not met & {frozenset(pair) for pair in pairing.pairs}


def test_a_bye_a_forfeit_and_an_open_match_have_their_signs() -> None:
    setup = TournamentSetup("swiss", "s", rounds=3, **TWO)
    entries = [Entrant(number, rating=2000 - number) for number in (1, 2, 3)]
    first, bye = opened(RoundPlan(1, "swiss", (TablePlan(1, (1, 2)), TablePlan(2, (3,)))))
    second = opened(RoundPlan(2, "swiss", (TablePlan(1, (3, 1)),)))[0]
    lost = closed(first, {1: 1, 2: 2}, forfeits=frozenset({2}))
    text = trf(setup, entries, [lost, bye, second], {1: "A", 2: "B", 3: "C"}, title="x\ny")
    lines = {line[4:8].strip(): line for line in text.splitlines() if line.startswith("001")}
    assert lines["1"].endswith("     2 w +     3 b  ")
    assert lines["2"].endswith("     1 b -  0000 - Z")
    assert lines["3"].endswith("  0000 - U     1 w  ")
    assert "012 x y" in text


def test_a_report_is_refused_for_tables_of_more_than_two() -> None:
    setup = TournamentSetup("swiss", "s", rounds=1)
    with pytest.raises(TournamentSetupError, match="two_at_a_table"):
        trf(setup, [], [], {}, title="x")


def test_the_csv_holds_every_entry_once_and_no_formula() -> None:
    setup = TournamentSetup("swiss", "s", rounds=2)
    played = play(setup, 9)
    names = named(played) | {3: '=HYPERLINK("x")', 4: 'A "quoted", name'}
    rows = list(
        csv.reader(io.StringIO(standings_csv(setup, played.entries, played.results, names)))
    )
    table = [row for row in rows[1:] if row[0] == "all"]
    assert sorted(int(row[3]) for row in table) == list(range(1, 10))
    assert {row[4] for row in rows if row[3] == "3"} == {'\'=HYPERLINK("x")'}
    assert {row[4] for row in rows if row[3] == "4"} == {'A "quoted", name'}


def test_the_json_holds_results_from_which_the_same_standings_follow() -> None:
    setup = TournamentSetup("swiss", "s", rounds=3)
    played = play(setup, 14)
    text = standings_json(setup, played.entries, played.results, named(played))
    document = json.loads(text)
    read = [
        TableResult(
            one["round"],
            one["table"],
            one["stage"],
            tuple(one["seats"]),
            dict(zip(one["seats"], one["places"], strict=True)),
            {},
            frozenset(one["forfeits"]),
        )
        for one in document["results"]
    ]
    rows = standings(setup, played.entries, read)
    kept = document["standings"][0]["rows"]
    assert [(row.place, row.entry) for row in rows] == [
        (one["place"], one["entry"]) for one in kept
    ]
    for row, one in zip(rows, kept, strict=True):
        assert [str(figure.value) for figure in row.figures] == [
            figure["value"] for figure in one["figures"]
        ]
