"""Tournaments as files: FIDE's own tie-break server reads our reports and reaches our sums."""

from __future__ import annotations

import csv
import io
import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from gacrux.tiebreakchecker import tiebreakchecker

from tests.sizes import sized
from tests.tournaments.formats.playing import TWO, Played, play
from tournaments.exports.standings import standings_csv, standings_json
from tournaments.exports.trf import trf
from tournaments.ranking.standings import standings
from tournaments.values.setup import TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, RoundPlan, TablePlan, TableResult, closed, opened

FILES = sized(40, 200)
COMPARED = {
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "median_buchholz": "BH/M1",
    "sonneborn_berger": "SB",
    "wins": "WIN",
}


def named(played: Played) -> dict[int, str]:
    return {entry.id: f"Player {entry.id}" for entry in played.entries}


def report(played: Played) -> str:
    return trf(played.setup, played.entries, played.results, named(played), title="An event")


def fide_sums(path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, list[Fraction]]:
    """What FIDE's server reckons for each starting rank: points, then COMPARED in order."""
    out = path.with_suffix(".json")
    words = ["-i", str(path), "-o", str(out), "-s", "-t", "PTS", *COMPARED.values()]
    monkeypatch.setattr(sys, "argv", ["tiebreakchecker", *words])
    assert tiebreakchecker().common_main() == 0
    result = json.loads(out.read_text(encoding="utf-8"))["tiebreakResult"]
    return {
        one["cid"]: [Fraction(str(value)) for value in one["tiebreakScore"]]
        for one in result["competitors"]
    }


@pytest.mark.timeout(300)
def test_t1_fides_server_reaches_our_sums_on_many_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without byes: for those FIDE's rules of 2026 take another dummy opponent than ours."""
    for number in range(FILES):
        setup = TournamentSetup(
            "swiss", f"file {number}", rounds=3 + number % 4, tie_breaks=tuple(COMPARED), **TWO
        )
        played = play(setup, 8 + 2 * (number % 9), number)
        path = tmp_path / f"{number}.trf"
        path.write_text(report(played), encoding="utf-8")
        theirs = fide_sums(path, monkeypatch)
        rank = {entry.id: place for place, entry in enumerate(played.entries, 1)}
        for row in standings(setup, played.entries, played.results):
            values = {one.key: one.value for one in row.figures}
            ours = [values["points"] / 6]
            ours += [values[key] if key == "wins" else values[key] / _unit(key) for key in COMPARED]
            assert theirs[rank[row.entry]] == ours, f"file {number}, entry {row.entry}"


def _unit(key: str) -> int:
    """A win is worth 6 points here and 1 there; Sonneborn-Berger counts them once."""
    return 6 if key != "wins" else 1


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
