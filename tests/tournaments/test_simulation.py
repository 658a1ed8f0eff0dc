"""Tournaments of bots, what is measured on them, and the command that shows both."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.research.predictions import (
    EloSystem,
    Nothing,
    TrueSkills,
    calibration,
    finishing_order,
    kendall_tau,
    measure,
    normal,
    population,
)
from tests.research.simulation import Chances, Simulated, StuckError, played, simulate
from tests.research.yardsticks import Glicko2, OpenSkill
from tournaments.formats.registry import FORMATS
from tournaments.values.setup import Points, TournamentSetup, TournamentSetupError
from tournaments.values.tables import RoundPlan, TableResult

SWISS = TournamentSetup(
    "swiss", "a seed", table_size=2, smallest=2, largest=2, rounds=5, points=Points.WINS
)


def swiss(entries: int, **wishes: Any) -> Simulated:
    return simulate(FORMATS["swiss"], SWISS, entries, **wishes)


def takes_tables(key: str) -> bool:
    """Whether the format is for more than two at a table."""
    try:
        FORMATS[key].check(TournamentSetup(key, "asks"), 19)
    except TournamentSetupError as refusal:
        if refusal.code == "two_at_a_table":
            return False
        raise
    return True


@pytest.mark.parametrize("key", [key for key in sorted(FORMATS) if takes_tables(key)])
def test_every_format_for_tables_is_played_to_its_end(key: str) -> None:
    entries = 19
    setup = TournamentSetup(key, "ends", rounds=2, cut=8)
    event = simulate(FORMATS[key], setup, entries, chances=Chances(10, 10), most_rounds=40)
    assert event.is_over or len(event.rounds) == 40
    assert not any(table.is_open for table in event.results)
    placed = [entry for group in event.placing for entry in group]
    assert sorted(placed) == list(range(1, entries + 1))


@pytest.mark.parametrize("key", sorted(FORMATS))
def test_every_format_is_played_by_twos_to_its_end(key: str) -> None:
    setup = TournamentSetup(
        key, "ends", 2, smallest=2, largest=2, rounds=3, cut=4, points=Points.WINS
    )
    event = simulate(FORMATS[key], setup, 13, chances=Chances(ties=20), most_rounds=40)
    assert event.is_over or len(event.rounds) == 40
    assert all(len(table.seats) <= 2 for table in event.results)


def test_the_same_seed_plays_the_same_tournament_and_another_seed_another() -> None:
    once, again = swiss(21), swiss(21)
    assert (once.results, once.placing) == (again.results, again.placing)
    other = simulate(FORMATS["swiss"], replace(SWISS, seed="another"), 21)
    assert other.results != once.results


def test_repeats_and_seats_are_those_that_one_counts_by_hand() -> None:
    event = swiss(13)
    meetings: Counter[frozenset[int]] = Counter(
        frozenset((one, other))
        for table in event.results
        for one in table.seats
        for other in table.seats
        if one < other
    )
    assert event.repeats == sum(times - 1 for times in meetings.values())
    assert event.most_meetings == max(meetings.values())
    first = sum(len(table.seats) == 2 and table.seats[0] == 1 for table in event.results)
    second = sum(len(table.seats) == 2 and table.seats[1] == 1 for table in event.results)
    assert event.seat_imbalances(2)[0] == abs(first - second)


def test_spreads_are_of_the_points_known_when_the_round_was_dealt() -> None:
    event = swiss(16)
    assert set(event.rounds[0].spreads) == {0}
    won = {one for table in event.results if table.round == 1 for one in table.seats
           if table.places[one] == 1}  # fmt: skip
    second = event.rounds[1]
    for dealt, spread in zip(second.plan.tables, second.spreads, strict=True):
        assert spread == (len(won & set(dealt.entries)) == 1)
    assert sum(second.least_spreads) <= sum(second.spreads)


def test_the_stronger_end_higher() -> None:
    seeds = (replace(SWISS, seed=str(seed)) for seed in range(3))
    taus = [simulate(FORMATS["swiss"], one, 32, spread=2).rank_correlation() for one in seeds]
    assert min(taus) > 0.4


def test_a_tournament_may_be_stopped_after_some_rounds() -> None:
    told: list[int] = []
    event = swiss(12, most_rounds=2, advance=told.append)
    assert not event.is_over
    assert told == [1, 2]
    assert {table.round for table in event.results} == {1, 2}


def test_a_format_that_deals_no_more_and_is_not_over_is_reported() -> None:
    class Halting(type(FORMATS["swiss"])):  # type: ignore[misc]
        def next_plan(self, *given: object) -> RoundPlan | None:
            plan: RoundPlan | None = super().next_plan(*given)
            return plan if plan and plan.number < 3 else None

    with pytest.raises(StuckError, match="2 rounds"):
        simulate(Halting(), SWISS, 12)


def test_a_set_up_that_nobody_can_play_is_refused_before_it_starts() -> None:
    with pytest.raises(TournamentSetupError):
        simulate(FORMATS["swiss"], TournamentSetup("swiss", "a seed"), 2)


@given(st.integers(0, 100), st.integers(0, 100), st.integers(2, 6), st.integers(0, 2**32))
def test_a_played_table_has_places_points_and_leavers_that_agree(
    ties: int, forfeits: int, size: int, seed: int
) -> None:
    seats = tuple(range(1, size + 1))
    table = played(
        TableResult(1, 1, "swiss", seats), dict.fromkeys(seats, 0.0), Random(seed),
        Chances(ties, forfeits),
    )  # fmt: skip
    assert set(table.places) == set(table.points) == set(seats)
    for one in seats:
        better = sum(table.places[other] < table.places[one] for other in seats)
        assert table.places[one] == better + 1
        for other in seats:
            higher = table.points[one] > table.points[other]
            assert higher == (table.places[one] < table.places[other])
    if table.forfeits:
        last = max(table.places.values())
        assert {one for one in seats if table.places[one] == last} == table.forfeits


def test_the_finishing_order_follows_the_model() -> None:
    """Who is stronger by log 3 comes first of two in three of four, of three in three of five."""
    chance = Random(5)
    draws = 20_000
    two = sum(finishing_order(chance, [math.log(3), 0.0])[0] == 0 for _ in range(draws)) / draws
    three = (
        sum(finishing_order(chance, [0.0, math.log(3), 0.0])[0] == 1 for _ in range(draws)) / draws
    )
    assert two == pytest.approx(3 / 4, abs=0.012)
    assert three == pytest.approx(3 / 5, abs=0.014)


def test_normal_numbers_have_mean_0_and_deviation_1() -> None:
    chance = Random(7)
    drawn = [normal(chance) for _ in range(20_000)]
    assert sum(drawn) / len(drawn) == pytest.approx(0, abs=0.03)
    assert sum(one * one for one in drawn) / len(drawn) == pytest.approx(1, abs=0.05)


def test_rank_correlation_of_lists_worked_by_hand() -> None:
    assert kendall_tau([1, 2, 3, 4], [10, 20, 30, 40]) == 1
    assert kendall_tau([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    assert kendall_tau([1, 2, 3], [1, 3, 2]) == pytest.approx(1 / 3)
    assert kendall_tau([1, 2], [5, 5]) == 0
    assert kendall_tau([1], [1]) == 0


def test_calibration_is_nothing_for_promises_kept_and_their_excess_for_others() -> None:
    quarter = math.log(3)  # promises three of four
    assert calibration([quarter] * 3 + [-quarter]) == pytest.approx(0)
    assert calibration([quarter] * 2 + [-quarter] * 2) == pytest.approx(1 / 4)
    assert calibration([]) == 0


def test_elo_predicts_better_than_nothing_and_worse_than_the_skills_themselves() -> None:
    people = population("order", players=150, matches=3000, spread=1.0)
    nothing, elo, skills = (
        measure(people, system) for system in (Nothing(), EloSystem(), TrueSkills(people))
    )
    assert nothing.log_loss == pytest.approx(math.log(2))
    assert skills.log_loss < elo.log_loss - 0.002 < nothing.log_loss - 0.02
    assert skills.winner_log_loss < elo.winner_log_loss < nothing.winner_log_loss
    assert elo.rank_correlation > 0.6
    assert skills.rank_correlation == 1


def test_elo_predicts_as_well_as_openskill_and_nearly_as_well_as_glicko_2() -> None:
    people = population("yardsticks", players=300, matches=5000, spread=1.0)
    elo, openskill, glicko = (
        measure(people, system) for system in (EloSystem(), OpenSkill(), Glicko2())
    )
    assert elo.log_loss <= openskill.log_loss + 0.005
    assert elo.log_loss <= glicko.log_loss + 0.005
    assert elo.winner_log_loss <= openskill.winner_log_loss + 0.005


def test_the_command_plays_a_tournament_and_shows_how_it_went(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("tournament", "simulate", "--format", "swiss", "--entries", "24", "--table", "4",
                 "--rounds", "2", "--seed", "1")  # fmt: skip
    said = capsys.readouterr().out
    assert "swiss: 24 entries, 2 rounds, 12 matches; over" in said
    for measured in ("repeats: ", "seat balance", "score spread", "seconds per pairing", "│ 10 "):
        assert measured in said
    assert "│ 11 " not in said


def test_the_command_orders_by_the_tie_breaks_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("tournament", "simulate", "--format", "swiss", "--entries", "9", "--table", "2",
                 "--rounds", "2", "--tie-break", "buchholz", "--tie-break", "lot")  # fmt: skip
    said = capsys.readouterr().out
    assert "│ points │ buchholz │ lot │" in " ".join(said.replace("┃", "│").split())


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--format", "swis"], "There is no format 'swis'. There is: heats"),
        (["--format", "swiss", "--entries", "2"], "This cannot be played: "),
        (["--format", "swiss", "--tie-break", "coin"], "unknown tie break (given: coin; known: "),
        (["--ties", "101"], "percentage"),
        (["--entries", "0"], "--entries must be at least 1"),
        (["--stop-after", "0"], "--stop-after must be at least 1"),
        (["--spread", "nan"], "between 0 and 10"),
    ],
)
def test_the_command_says_what_will_not_do(words: list[str], answer: str) -> None:
    with pytest.raises(CommandError) as refusal:
        call_command("tournament", "simulate", *words)
    assert answer in str(refusal.value)


def test_the_command_measures_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("tournament", "ratings", "--players", "40", "--matches", "120",
                 "--populations", "1")  # fmt: skip
    said = capsys.readouterr().out
    for system in ("Elo as shown", "OpenSkill Plackett-Luce", "Glicko-2", "if skills were known"):
        assert said.count(system) == 2


def test_ratings_of_too_few_are_not_measured() -> None:
    with pytest.raises(CommandError, match="--matches must be at least 100"):
        call_command("tournament", "ratings", "--matches", "3")


def test_the_tournaments_maths_loads_no_django() -> None:
    script = (
        "import sys, tests.research.simulation, tournaments.ranking.standings\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(loaded & {'django', 'games', 'wildcards_site', 'openskill', 'glicko2'}))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], cwd=settings.BASE_DIR, env=os.environ,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert finished.stdout.strip() == "[]", finished.stderr
