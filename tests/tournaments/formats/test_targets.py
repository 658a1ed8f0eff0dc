"""What the command for targets measures, with small amounts; and every format at odd sizes."""

import random
from dataclasses import replace

import pytest

from tests.research.lengths import days_of, match_days
from tests.research.simulation import Chances, simulate
from tests.research.targets import Amounts, eliminations, pairs, pods
from tests.tournaments.formats.playing import TWO, play
from tournaments.chance.lots import stream
from tournaments.formats.registry import FORMATS
from tournaments.values.setup import Points, TournamentSetup, TournamentSetupError


def test_eliminations_of_every_size_end_with_everybody_placed() -> None:
    [found] = eliminations(Amounts(largest=24), lambda _words: None)
    assert found.is_met, found.measured


def test_r13_a_round_by_twos_keeps_within_its_seconds_and_repeats_nobody() -> None:
    """A fraction of what `manage.py tournament targets` measures with 1,000 and 5,000 entries."""
    repeats, seconds = pairs(Amounts(seeds=1, pairs=(200,)), lambda _words: None)
    assert repeats.is_met, repeats.measured
    assert seconds.is_met, seconds.measured


def test_pods_are_measured_by_repeats_spread_seats_and_seconds() -> None:
    found = list(pods(Amounts(seeds=1, pods=(64,)), lambda _words: None))
    names = [one.name.removeprefix("64 at fours: ") for one in found]
    assert names == ["repeats; most meetings", "spread, of sort and cut's", "seats",
                     "CPU seconds a round"]  # fmt: skip
    assert all(one.is_met for one in found[:3]), found


def refusal_of(setup: TournamentSetup, entries: int) -> str:
    """Why so many cannot play the set-up; "" if they can."""
    try:
        FORMATS[setup.format].check(setup, entries)
    except TournamentSetupError as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize("entries", [3, 5, 7, 11, 13])
@pytest.mark.parametrize("key", sorted(FORMATS))
def test_every_format_takes_odd_numbers_or_says_why_not(key: str, entries: int) -> None:
    two = TournamentSetup(key, "odd", rounds=3, points=Points.WINS, **TWO)
    for setup in (two, TournamentSetup(key, "odd", rounds=2, group_size=9, advance=1)):
        code = refusal_of(setup, entries)
        if code:
            assert code in {"two_at_a_table", "too_few_entries", "too_few_advance"}
            continue
        event = simulate(FORMATS[key], setup, entries, chances=Chances(5, 5))
        assert event.is_over
        for dealt in event.rounds:
            seated = [entry for table in dealt.plan.tables for entry in table.entries]
            assert len(seated) == len(set(seated))
        assert sorted(one for group in event.placing for one in group) == [*range(1, entries + 1)]


@pytest.mark.parametrize(
    "setup",
    [
        TournamentSetup("swiss", "back", rounds=3),
        TournamentSetup("round_robin", "back", **TWO),
        TournamentSetup("league", "back", group_size=5, seasons=2, **TWO),
        TournamentSetup("heats", "back", cut=4),
        TournamentSetup("groups", "back", advance=2, **TWO),
        TournamentSetup("double_knockout", "back", **TWO),
        TournamentSetup("ladder", "back", rounds=3),
        TournamentSetup("elimination", "back"),
    ],
    ids=lambda setup: setup.format,
)
def test_results_that_are_corrected_and_told_in_any_order_give_the_same_places(
    setup: TournamentSetup,
) -> None:
    """However often a result was another one meanwhile: what stands in the end counts."""
    command, chance = play(setup, 12), random.Random(3)
    made, entries = FORMATS[setup.format], command.entries
    final = {(one.round, one.table): one for one in command.results}
    for _ in range(5):
        told = dict(final)
        for key in chance.sample(sorted(final), 3):
            table = final[key]
            places = dict(zip(table.seats, reversed([*table.places.values()]), strict=True))
            told[key] = replace(table, places=places)
            made.placing(setup, entries, list(told.values()))
        told |= final
        results = list(told.values())
        chance.shuffle(results)
        assert made.placing(setup, entries, results) == command.placing
        assert made.next_plan(setup, entries, results) is None


def test_matches_last_six_days_in_the_middle_and_longer_beside_others() -> None:
    chance = stream("seed", "lengths")
    alone = sorted(match_days(chance, 1, 1000) for _ in range(4001))
    beside = sorted(match_days(chance, 4, 1000) for _ in range(4001))
    assert alone[2000] == pytest.approx(6, abs=0.3)
    assert beside[2000] == pytest.approx(7.8, abs=0.4)
    assert max(match_days(chance, 1, 5) for _ in range(100)) == 5


def test_a_tournament_lasts_as_long_as_the_longest_of_each_stage() -> None:
    setup = TournamentSetup("heats", "days", rounds=2, cut=8, games=2)
    event = simulate(FORMATS["heats"], setup, 12)
    assert days_of(event, stream("x", "days"), cap=0.5) == 1.5
    assert 3 < days_of(event, stream("x", "days"), cap=21) <= 63
