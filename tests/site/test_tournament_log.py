"""The log of a tournament tells every deed in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match
from tests.tournaments.run.world import DAY, START, World, entered, tournament
from tournaments.models import LogEntry, Pairing, Tournament
from tournaments.services import organiser, pauses, result_rulings
from tournaments.services.audit_log import log
from tournaments.services.entries import remove_entry, withdraw_entry
from tournaments.services.rounds import start_tournament
from tournaments.services.terms import change_tournament
from tournaments.views.log_lines import log_lines

NAMES = ("Anna", "Bo", "Carla", "Dirk")
Action = LogEntry.Action


@pytest.fixture
def world() -> Iterator[World]:
    """A world whose clock stands still."""
    made = World()
    with made.clock():
        yield made


@pytest.fixture
def cup(world: World) -> Tournament:
    """A knockout of four that takes entries."""
    made = tournament("knockout")
    entered(made, *NAMES)
    return made


@pytest.fixture
def running(cup: Tournament) -> Tournament:
    """The same, its first round dealt."""
    return start_tournament(tournament=cup, by=cup.organiser)


def told(row: LogEntry | None) -> list[str]:
    assert row is not None
    names = {entry.pk: entry.member.name for entry in row.tournament.entries.all()}
    return log_lines(row, names)


def latest(made: Tournament, action: LogEntry.Action) -> LogEntry | None:
    return made.log.filter(action=action).last()


def invented(made: Tournament, action: LogEntry.Action, **params: Any) -> LogEntry:
    return log(made, action, params=params)


def first_table(made: Tournament) -> Pairing:
    return Pairing.objects.filter(round__tournament=made).order_by("number")[0]


def test_a_change_of_the_terms_names_each_with_its_old_and_new_value(cup: Tournament) -> None:
    change_tournament(
        tournament=cup,
        by=cup.organiser,
        phase_time=timedelta(days=1),
        is_rated=False,
        most_entries=8,
        starts_at=START + 7 * DAY,
        terms={"third_place": True, "seeding": "lot"},
    )
    lines = told(latest(cup, Action.CHANGED))
    assert "Time per turn: “1 day” instead of “2 days”." in lines
    assert "Counts for ratings: “no” instead of “yes”." in lines
    assert "Most entries: “8” instead of “none”." in lines
    assert "A match for third place: “yes” instead of “none”." in lines
    assert any("“by draw”" in line for line in lines)
    assert any(line.endswith(": “Tue 8 Sep, 12:00 UTC” instead of “none”.") for line in lines)
    assert not any("_" in line or "{" in line for line in lines)


@pytest.mark.parametrize(
    ("params", "line"),
    [
        ({"format": {"from": "knockout", "to": "swiss"}}, "Format: “Swiss” instead of “Knockout”."),
        ({"game": {"from": "wizard", "to": "cubirds"}}, "Game: “CuBirds” instead of “Wizard”."),
        (
            {"options": {"from": {"leo": False}, "to": {"leo": True}}},
            (
                "Leo, the virtual player: “Leo plays” instead of "
                "“without Leo (he always plays with two)”."
            ),
        ),
        (
            {"terms": {"from": {"tie_breaks": []}, "to": {"tie_breaks": ["wins", "lot"]}}},
            "When points are equal: “Wins, Draw” instead of “none”.",
        ),
        (
            {"terms": {"from": {"points": "places"}, "to": {"points": "wins"}}},
            "Points: “by wins” instead of “by places”.",
        ),
        (
            {"terms": {"from": {"grand_final": "simple"}, "to": {"grand_final": "reset"}}},
            "Grand final: “a second one if the unbeaten player loses” instead of “one match”.",
        ),
        (
            {"match_terms": {"from": {}, "to": {"time_bank": 172800.0}}},
            "Time bank per player: “2 days” instead of “none”.",
        ),
        ({"rounds": 5}, "Rounds: 5."),
        ({"seasons": 3}, "Seasons: 3."),
    ],
)
def test_a_term_is_called_as_the_form_calls_it(
    cup: Tournament, params: dict[str, Any], line: str
) -> None:
    assert told(invented(cup, Action.CHANGED, **params)) == [line]


def test_the_start_tells_how_many_and_with_what_lots_are_drawn(running: Tournament) -> None:
    assert told(latest(running, Action.STARTED)) == [
        "4 players.",
        f"Draws use the seed {running.seed}.",
    ]


def test_a_seeding_by_hand_is_told_in_its_order(cup: Tournament) -> None:
    rows = list(cup.entries.order_by("-pk"))
    organiser.set_seeding(tournament=cup, order=[row.pk for row in rows], by=cup.organiser)
    assert told(latest(cup, Action.SEEDED)) == ["In this order: Dirk, Carla, Bo and Anna."]


def test_a_pause_tells_by_how_much_the_deadlines_moved(running: Tournament, world: World) -> None:
    world.sweep()
    pauses.pause_tournament(tournament=running, by=running.organiser, reason="Storm.")
    world.now += 3 * DAY
    with world.clock():
        pauses.resume_tournament(tournament=running, by=running.organiser)
    assert told(latest(running, Action.RESUMED)) == ["All deadlines were moved by 3 days."]


def test_a_ruling_tells_the_table_and_whom_it_concerns(running: Tournament, world: World) -> None:
    world.sweep()
    assert told(latest(running, Action.DEALT)) == ["2 tables."]
    table = first_table(running)
    organiser.extend_pairing(pairing=table, extension=DAY, by=running.organiser, reason="Ill.")
    with timezone.override("Europe/Rome"):
        (line,) = told(latest(running, Action.EXTENDED))
    assert line.startswith("From ")
    assert line.count("CEST") + line.count("CET") == 2
    seat = table.seats.select_related("entry__member").order_by("seat")[0]
    result_rulings.forfeit_pairing(
        pairing=table, entry=seat.entry, by=running.organiser, reason="Left for good."
    )
    assert told(latest(running, Action.FORFEITED)) == [
        f"{seat.entry.member.name} at table {table.number}."
    ]


def test_a_corrected_result_tells_who_moved(running: Tournament) -> None:
    anna, bo, *_rest = running.entries.order_by("pk")
    row = invented(
        running,
        Action.CORRECTED,
        table=1,
        **{"from": {str(anna.pk): 1, str(bo.pk): 2}, "to": {str(bo.pk): 1, str(anna.pk): 2}},
    )
    assert told(row) == [
        "Table 1.",
        "Bo: place 1 instead of 2.",
        "Anna: place 2 instead of 1.",
    ]


def test_who_leaves_is_told_with_what_becomes_of_the_matches(cup: Tournament) -> None:
    anna, bo, carla, _dirk = cup.entries.order_by("pk")
    withdraw_entry(entry=anna)
    assert told(latest(cup, Action.WITHDRAWN)) == ["Anna finishes the open matches."]
    withdraw_entry(entry=bo, plays_on=False)
    assert told(latest(cup, Action.WITHDRAWN)) == ["A bot finishes the open matches of Bo."]
    remove_entry(entry=carla, by=cup.organiser, reason="Asked to be.")
    assert told(latest(cup, Action.REMOVED)) == ["Carla is out."]
    missed = invented(cup, Action.WITHDRAWN, entry=1, name="Dirk", missed=2)
    assert told(missed) == ["Dirk left 2 matches in a row to a bot."]
    swapped = invented(cup, Action.REPLACED, entry=1, **{"from": "Dirk", "to": "Emma"})
    assert told(swapped) == ["Emma plays in place of Dirk."]


@pytest.mark.parametrize("why", Match.Adjudicated.values)
def test_every_reason_for_adjudicating_a_match_has_its_words(cup: Tournament, why: str) -> None:
    (line,) = told(invented(cup, Action.ADJUDICATED, why=why, table=3))
    assert line.startswith("Table 3: ")


def test_a_tournament_that_too_few_entered_tells_so_when_it_is_called_off(world: World) -> None:
    made = tournament("knockout", starts_at=START + DAY, least_entries=3)
    entered(made, "Anna")
    world.step(2 * DAY)
    assert told(latest(made, Action.CANCELLED)) == [
        "1 have registered: it takes at least 3 to start."
    ]


@pytest.mark.parametrize(
    ("winners", "lines"),
    [([], []), (["Bo"], ["Bo has won."]), (["Bo", "Anna"], ["Bo and Anna have won."])],
)
def test_the_end_names_who_won(cup: Tournament, winners: list[str], lines: list[str]) -> None:
    assert told(invented(cup, Action.FINISHED, winners=winners)) == lines


def test_the_page_of_the_log_prints_no_name_of_a_parameter(running: Tournament) -> None:
    tournament_row = invented(running, Action.WITHDRAWN, entry=77, name="Dirk", plays_on=True)
    page = Client().get(f"/tournaments/{running.code}/log/").text
    assert told(tournament_row)[0] in page
    assert "plays_on" not in page
    assert "entry: 77" not in page


def test_a_name_in_the_log_is_no_markup(running: Tournament) -> None:
    name = "<b>Dirk</b> %(x)s {{ x }}"
    invented(running, Action.REMOVED, entry=1, name=name)
    page = Client().get(f"/tournaments/{running.code}/log/").text
    assert "&lt;b&gt;Dirk&lt;/b&gt; %(x)s {{ x }} is out." in page
