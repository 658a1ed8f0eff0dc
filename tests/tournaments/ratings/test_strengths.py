"""Strengths learn from results alone, and results of any game can be rated from a file."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from tests.research.predictions import log_loss, population
from tests.research.results import read_results
from tournaments.rating.parameter_fitting import Learner, TableOf, decided
from tournaments.rating.strengths import (
    DIALS,
    Beliefs,
    Seated,
    Settings,
    Table,
    learned,
    logits,
    pairs_of,
)
from tournaments.rating.whole_history import WholeHistory

HEADING = "match,ended,player,place\n"


def a_setting() -> Settings:
    return Settings(np.zeros((len(DIALS), 1)))


def a_table(*places: float, players: tuple[int, ...] = (), at: float = 0.0) -> Table:
    return Table(np.array(players or range(len(places))), np.array(places), at)


def as_file(folder: Path, text: str) -> str:
    path = folder / "results.csv"
    path.write_bytes(text.encode())
    return str(path)


@pytest.mark.parametrize("places", [(1, 2), (1, 2, 3, 4), (3, 1, 2)])
def test_who_finishes_better_is_believed_stronger_and_everybody_is_better_known(
    places: tuple[int, ...],
) -> None:
    size = len(places)
    seated = Seated(np.zeros((size, 1)), np.ones((size, 1)))
    mean, variance = learned(np.array(places, dtype=float), seated, a_setting())
    assert np.argsort(-mean[:, 0]).tolist() == np.argsort(places).tolist()
    assert (variance < 1).all()


@pytest.mark.parametrize("size", [2, 3, 5])
def test_a_tie_of_equals_moves_nobody(size: int) -> None:
    seated = Seated(np.zeros((size, 1)), np.ones((size, 1)))
    mean, _ = learned(np.ones(size), seated, a_setting())
    assert np.abs(mean[[0, -1]]).max() < 0.35
    assert abs(mean.sum()) < 1e-9
    if size == 2:
        assert np.abs(mean).max() < 1e-12


def test_a_later_result_tells_of_an_opponent_met_before() -> None:
    """0 beats 1; then 1 beats 2 many times, and 2 beats 3 as often. The filter forgets 0."""
    history = WholeHistory(a_setting(), 1.0)
    filtered = Beliefs(a_setting())
    tables = [a_table(1, 2)]
    tables += [a_table(1, 2, players=(number % 2 + 1, number % 2 + 2)) for number in range(16)]
    for table in tables:
        history.take(table)
        filtered.take(table, filtered.seated(table))
    whole = history.weighed()
    assert whole.mean[0, 0] > filtered.mean[0, 0] + 0.05
    assert whole.mean[0, 0] > whole.mean[2, 0]
    assert (whole.variance[:4, 0] > 0).all()


def test_strengths_foretell_a_population_better_than_chance_and_mean_what_they_say() -> None:
    people = population("strengths", players=40, matches=700, spread=1.0, sizes=(2, 3))
    learner, table_of = Learner(is_whole=True), TableOf()
    leads: list[float] = []
    for number, match in enumerate(people.matches):
        table = table_of(match)
        told = learner.ahead(table)
        if number >= 350:
            leads += (told * decided(table.places)).tolist()
        learner.take(table)
    assert log_loss(leads) < 0.68
    kept = sum(lead > 0 for lead in leads) / len(leads)
    promised = sum(1 / (1 + np.exp(-abs(lead))) for lead in leads) / len(leads)
    assert kept == pytest.approx(promised, abs=0.05)


def test_draws_do_not_blur_the_chances_of_who_wins_where_somebody_does() -> None:
    """Three of four decided matches go to the stronger; a third of all is drawn."""
    filtered, history = Beliefs(a_setting()), WholeHistory(a_setting(), 1.0)
    for number in range(600):
        places = ((1, 1), (1, 2), (1, 2), (1, 1), (1, 2), (2, 1))[number % 6]
        filtered.take(a_table(*places), filtered.seated(a_table(*places)))
        history.take(a_table(*places))
    for beliefs in (filtered, history.weighed()):
        ahead = logits(beliefs.seated(a_table(1, 2)))[0, 0]
        assert 1 / (1 + np.exp(-ahead)) == pytest.approx(0.75, abs=0.06)


def test_every_two_at_a_table_are_named_once() -> None:
    one, other = pairs_of(4)
    assert sorted(zip(one.tolist(), other.tolist(), strict=True)) == [
        (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)
    ]  # fmt: skip


def test_results_are_read_whatever_the_order_of_columns_and_lines(tmp_path: Path) -> None:
    text = (
        "\ufeffplayer;note;place;ended;match\r\n"
        "Ann;x;1;2024-05-02;b\r\n\r\n"
        "Ben;;2;2024-05-02T10:00:00Z;b\r\n"
        "Ben;;1;2024-05-01;a\r\nCai;;1;2024-05-01;a\r\nAnn;;4;2024-05-01;a\r\n"
        "Ann;;1;2024-06-01;alone\r\n"
    )
    results = read_results(as_file(tmp_path, text))
    assert [match.places for match in results.matches] == [(1, 1, 2), (1, 2)]
    assert (results.players, results.alone) == (3, 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: a heading is missing"),
        ("match,player,place\n", "line 1: the heading names no column ended"),
        (HEADING, "line 1: there is a heading and no result"),
        (HEADING + "a,1,Ann\n", "line 2: 3 columns, 4 are needed"),
        (HEADING + "a,1,Ann,first\n", "line 2: “place” is no place"),
        (HEADING + "a,1,Ann,nan\n", "line 2: “place” is no place"),
        (HEADING + "a,1,Ann,1\na,1,Ann,2\n", "line 3: Ann is in match a a second time"),
        (HEADING + "a,yesterday,Ann,1\n", "line 2: “ended” is neither an ISO date nor a number"),
        (HEADING + "a,1,Ann,1\na,2020-01-01,Ben,2\n", "line 3: “ended” is a date in some lines"),
        (HEADING + 'a,1,"Ann,1\n', "unexpected end of data"),
        (HEADING + "a,1,,1\n", "line 2: “player” is empty"),
        (HEADING + "a,1,Ann,1\na,1,Ben,2\n", "holds 1 matches"),
    ],
)
def test_a_file_that_cannot_be_rated_is_refused_with_line_and_reason(
    tmp_path: Path, text: str, told: str
) -> None:
    with pytest.raises(CommandError, match=told):
        call_command("tournament", "ratings", results=as_file(tmp_path, text))


def test_systems_are_rated_side_by_side_on_a_file(tmp_path: Path) -> None:
    lines = [
        f"{number},{number},{player},{place}\n"
        for number in range(60)
        for place, player in enumerate(sorted([number % 5, (number + 2) % 5]), start=1)
    ]
    out = io.StringIO()
    path = as_file(tmp_path, HEADING + "".join(lines))
    systems = ["strength", "Elo", "equal"]
    call_command("tournament", "ratings", "--json", results=path, system=systems, stdout=out)
    rows = {row["system"]: row for row in json.loads(out.getvalue())["systems"]}
    assert rows["whole-history strength"]["order"] == 1
    assert rows["whole-history strength"]["pairs"] < rows["all equal"]["pairs"]
    assert rows["all equal"]["pairs"] == pytest.approx(0.6931, abs=1e-4)
    assert rows["whole-history strength"]["behind"] is None
    more = rows["all equal"]["pairs"] - rows["whole-history strength"]["pairs"]
    assert rows["all equal"]["behind"] == pytest.approx(more)
    assert 0 < rows["all equal"]["behind_error"] < more
