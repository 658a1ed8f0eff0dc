"""What holds in every format, whatever the number of entries and the order of results."""

from collections import Counter, defaultdict
from dataclasses import replace
from typing import Any

import pytest

from tests.sizes import few, sized
from tests.tournaments.formats.playing import TWO, Played, explain, play
from tournaments.formats.registry import FORMATS, format_of
from tournaments.formats.settings import HALF_BYES
from tournaments.values.setup import (
    GrandFinal,
    Seeding,
    TournamentSetup,
    TournamentSetupError,
)
from tournaments.values.tables import Entrant, closed, opened

CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("heats", 7, {}),
    ("heats", 23, {"games": 3}),
    ("heats", sized(28, 64), {"games": 3}),
    ("heats", 11, {"rounds": 3, "cut": 4, **TWO}),
    ("swiss", 13, {"rounds": 3}),
    ("swiss", sized(14, 70), {"rounds": 5, "at_once": 3}),
    ("swiss", 9, {"rounds": 5, **TWO}),
    ("round_robin", 8, TWO),
    ("round_robin", 16, {"rounds": 5}),
    ("elimination", 61, {}),
    ("elimination", 30, {"advance": 2, "games": 2}),
    ("groups", 13, {"advance": 2, **TWO}),
    ("groups", 36, {"advance": 2, "group_size": 9}),
    ("league", sized(15, 20), {"group_size": sized(5, 7), "advance": 2, "seasons": 3, **TWO}),
    ("league", 25, {"group_size": 9, "advance": 2, "seasons": 2, "rounds": 3}),
    ("ladder", 13, {"rounds": 5}),
    ("knockout", 11, {"third_place": True, **TWO}),
    ("double_knockout", 11, TWO),
]


_PLAYED: dict[str, Played] = {}
"""By their cases: two tests look at each, and none changes it."""


def played_once(key: str, entries: int, fields: dict[str, Any]) -> Played:
    """The tournament of this case, played by the first test that looks at it."""
    case = repr((key, entries, fields))
    if case not in _PLAYED:
        _PLAYED[case] = play(TournamentSetup(key, "seed", **fields), entries)
    return _PLAYED[case]


def check_rounds(tournament: Played) -> None:
    """Nobody twice in a round, every table numbered once, whoever played placed once, all over."""
    seats, tables = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for plan in tournament.plans:
        for table in plan.tables:
            tables[plan.number, table.number] += 1
            seats.update((plan.number, entry) for entry in table.entries)
    assert set(seats.values()) == set(tables.values()) == {1}
    placed = [entry for group in tournament.placing for entry in group]
    assert len(set(placed)) == len(placed)
    assert {entry for _, entry in seats} <= set(placed) <= {one.id for one in tournament.entries}
    made = format_of(tournament.setup.format)
    assert made.is_over(tournament.setup, tournament.entries, tournament.results)


@pytest.mark.parametrize(("key", "entries", "fields"), CASES)
def test_it_ends_with_everybody_placed_and_nobody_twice_in_a_round(
    key: str, entries: int, fields: dict[str, Any]
) -> None:
    check_rounds(played_once(key, entries, fields))


@pytest.mark.parametrize(("key", "entries", "fields"), CASES)
def test_it_ends_though_some_withdraw_on_the_way(
    key: str, entries: int, fields: dict[str, Any]
) -> None:
    leaving = {2: 1, 3: 2, 5: 0}
    known = [
        Entrant(number, rating=2000 - number, until_round=leaving.get(number))
        for number in range(1, entries + 1)
    ]
    tournament = play(TournamentSetup(key, "seed", **fields), known)
    check_rounds(tournament)
    assert not any(5 in table.entries for plan in tournament.plans for table in plan.tables)


@pytest.mark.parametrize(("key", "entries", "fields"), CASES)
def test_the_order_of_results_changes_nothing(
    key: str, entries: int, fields: dict[str, Any]
) -> None:
    tournament = played_once(key, entries, fields)
    made, backwards = format_of(key), tournament.results[::-1]
    assert made.placing(tournament.setup, tournament.entries, backwards) == tournament.placing
    half = [one for one in tournament.results if one.round == 1]
    plan = made.next_plan(tournament.setup, tournament.entries, half)
    assert made.next_plan(tournament.setup, tournament.entries[::-1], half[::-1]) == plan


def test_every_format_is_played_here() -> None:
    played = {key for key, _, _ in CASES}
    assert [f"{key} has no case in CASES" for key in FORMATS if key not in played] == []


def test_no_tournament_has_an_unknown_format() -> None:
    with pytest.raises(TournamentSetupError, match="format"):
        format_of("bingo")


@pytest.mark.parametrize("entries", few(range(2, 65), 24))
def test_brackets_take_any_number(entries: int) -> None:
    single = play(TournamentSetup("knockout", "seed", **TWO), entries)
    check_rounds(single)
    matches = [one for one in single.results if not one.is_bye]
    assert len(matches) == entries - 1
    assert len(single.placing[0]) == len(single.placing[1]) == 1


@pytest.mark.parametrize("entries", [2, 3, 5, 8, 21, 64])
def test_only_two_losses_put_one_out_of_a_double_knockout(entries: int) -> None:
    setup = TournamentSetup("double_knockout", "seed", grand_final=GrandFinal.RESET, **TWO)
    for chance_seed in range(sized(1, 3)):
        tournament = play(setup, entries, chance_seed)
        check_rounds(tournament)
        losses = Counter(
            entry for one in tournament.results for entry, place in one.places.items() if place == 2
        )
        winner = tournament.placing[0][0]
        assert losses[winner] <= 1
        assert all(losses[one.id] == 2 for one in tournament.entries if one.id != winner)


def test_first_and_second_seed_can_meet_only_in_the_final() -> None:
    plan = format_of("knockout").next_plan(
        TournamentSetup("knockout", "seed", **TWO), [Entrant(n, rating=-n) for n in range(1, 9)], []
    )
    assert plan is not None
    pairs = [set(table.entries) for table in plan.tables]
    assert pairs == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]


def test_four_heats_of_64_are_dealt_at_once_without_a_repeat() -> None:
    setup = TournamentSetup("heats", "seed", games=3)
    tournament = play(setup, 64)
    assert [plan.stage for plan in tournament.plans] == (
        ["heats"] * 4 + ["elimination"] * 3 + ["final"] * 3
    )
    met: dict[int, set[int]] = defaultdict(set)
    for plan in tournament.plans[:4]:
        for table in plan.tables:
            for entry in table.entries:
                others = set(table.entries) - {entry}
                assert not met[entry] & others
                met[entry] |= others
    made = format_of("heats")
    heats = [one for one in tournament.results if one.round <= 4]
    assert len(made.qualified(setup, tournament.entries, heats)) == 16


def test_a_match_that_cannot_change_who_goes_on_holds_nobody_up() -> None:
    """Three of four matches are lost by one: the fourth may stay open for ever."""
    setup = TournamentSetup("elimination", "seed", games=4, advance=3)
    entries = [Entrant(n, rating=-n) for n in range(1, 9)]
    tournament = play(setup, entries)
    first = [one for one in tournament.results if one.round <= 4]
    told = []
    for one in first:
        loser = max(one.seats)
        places = {entry: (2 if entry != loser else 4) - (entry != loser) for entry in one.seats}
        told.append(replace(one, places={} if one.round == 4 else places))
    made = format_of("elimination")
    plan = made.next_plan(setup, entries, told)
    assert plan is not None
    assert plan.number == 5
    assert not {max(one.seats) for one in first} & {
        entry for table in plan.tables for entry in table.entries
    }


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("swiss", {}),
        ("swiss", TWO),
        ("heats", {"cut": 4}),
        ("heats", {"cut": 4, **TWO}),
        ("round_robin", {}),
        ("ladder", {}),
        ("ladder", TWO),
    ],
)
def test_who_asked_to_sit_out_is_at_no_table_of_that_round_and_has_half_a_win(
    key: str, fields: dict[str, Any]
) -> None:
    known = [
        Entrant(n, rating=-n, byes=frozenset({2} if n in {3, 6} else {})) for n in range(1, 10)
    ]
    tournament = play(TournamentSetup(key, "seed", rounds=3, half_byes=2, **fields), known)
    check_rounds(tournament)
    second = [one for one in tournament.results if one.round == 2]
    asked = [one for one in second if one.is_half_bye]
    assert [one.seats for one in asked] == [(3,), (6,)]
    assert not any({3, 6} & set(one.seats) for one in second if one not in asked)
    assert not any(one.is_half_bye for one in tournament.results if one.round != 2)
    told = next(plan for plan in tournament.plans if plan.number == 2)
    assert {one.code for one in explain(told, 3)[:1]} <= {"half_bye", "rung_kept"}


@pytest.mark.parametrize("key", ["knockout", "groups", "league", "elimination"])
def test_where_a_round_cannot_be_missed_nobody_may_ask(key: str) -> None:
    assert HALF_BYES not in format_of(key).settings_at([2, 3, 4])
    assert HALF_BYES not in format_of("round_robin").settings_at([2])


def test_on_a_ladder_who_sits_out_keeps_the_rung_and_the_others_move_around_them() -> None:
    known = [Entrant(n, seeding=n, byes=frozenset({1} if n == 2 else {})) for n in range(1, 6)]
    setup = TournamentSetup("ladder", "seed", rounds=2, half_byes=1, seeding=Seeding.HAND, **TWO)
    plan = format_of("ladder").next_plan(setup, known, [])
    assert plan is not None
    assert [set(table.entries) for table in plan.tables] == [{1, 3}, {4, 5}, {2}]
    ended = [
        one if one.is_bye else closed(one, {max(one.seats): 1, min(one.seats): 2})
        for one in opened(plan)
    ]
    # 3 beats 1, 5 beats 4; the last of the upper table and the first of the lower change.
    assert [group[0] for group in format_of("ladder").placing(setup, known, ended)] == [
        3, 2, 5, 1, 4,
    ]  # fmt: skip


def test_late_entries_play_from_their_round_on() -> None:
    known = [*(Entrant(n) for n in range(1, 17)), Entrant(17, from_round=3)]
    tournament = play(TournamentSetup("swiss", "seed", rounds=4), known)
    rounds = {one.round for one in tournament.results if 17 in one.seats}
    assert rounds == {3, 4}
