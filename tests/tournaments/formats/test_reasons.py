"""Why somebody sits where they do: every format gives its own reasons, and they are true."""

from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.formats.playing import TWO, Played, explain, play
from tournaments.formats.swiss.rules import Fold, KeptFrom
from tournaments.pairing.history import history_of
from tournaments.ranking.points import total_points
from tournaments.values.setup import Points, TournamentSetup
from tournaments.values.tables import Entrant

SEATED = {"points", "tier", "lot", "seeding", "serpentine", "circle", "rung"}
OUT = {"bye", "lot_bye", "seeding_bye", "circle_bye", "rung_bye"}


@pytest.mark.parametrize(
    ("key", "entries", "fields", "codes"),
    [
        ("swiss", 13, {"rounds": 3}, {"points", "kept_from", "short_table", "seat", "round"}),
        ("swiss", 9, {"rounds": 3, **TWO}, {"points", "fold", "kept_from", "bye", "seat", "round"}),
        ("heats", 16, {"cut": 16}, {"tier", "serpentine", "seat", "round"}),
        ("elimination", 16, {}, {"serpentine", "seat", "round"}),
        ("knockout", 5, TWO, {"seeding", "seeding_bye", "seat", "round"}),
        ("double_knockout", 5, TWO, {"seeding", "seeding_bye", "seat", "round"}),
        ("round_robin", 5, TWO, {"circle", "circle_bye", "seat", "round"}),
        ("league", 16, {"group_size": 8, "rounds": 2}, {"tier", "seat", "round"}),
        ("ladder", 9, {"rounds": 2, **TWO}, {"rung", "rung_bye", "seat", "round"}),
    ],
)  # fmt: skip
def test_every_format_says_why(
    key: str, entries: int, fields: dict[str, Any], codes: set[str]
) -> None:
    tournament = play(TournamentSetup(key, "seed", **fields), entries)
    told = {reason.code for plan in tournament.plans for reason in plan.reasons}
    assert told - {"met_before"} == codes
    for plan in tournament.plans:
        for table in plan.tables:
            for entry in table.entries:
                main = [one.code for one in explain(plan, entry) if one.code in SEATED | OUT]
                assert len(main) == 1
                assert (main[0] in OUT) == table.is_bye


def swiss(entries: int, **fields: Any) -> Played:
    return play(TournamentSetup("swiss", "seed", rounds=4, **fields), entries)


@pytest.mark.parametrize("entries", [14, 18])
def test_who_is_kept_apart_has_met_already_and_was_as_near_in_points(entries: int) -> None:
    tournament = swiss(entries)
    some, none = 0, Fraction(0)
    for plan in tournament.plans:
        before = [one for one in tournament.results if one.round < plan.number]
        history, points = history_of(before, 4), total_points(Points.PLACES, before)
        for table in plan.tables:
            for entry in table.entries:
                own = points.get(entry, none)
                away = [abs(points.get(other, none) - own) for other in table.entries]
                kept = [one for one in explain(plan, entry) if one.code == "kept_from"]
                assert len(kept) <= 2
                for reason in kept:
                    assert isinstance(reason, KeptFrom)
                    opponent = reason.opponent
                    assert history.met(entry, opponent)
                    assert opponent not in table.entries
                    assert abs(points.get(opponent, none) - own) <= max(away)
                    some += 1
    assert some > entries


def test_the_upper_half_of_a_group_of_points_meets_the_lower() -> None:
    plan = swiss(8, **TWO, points=Points.WINS).plans[0]
    for table in plan.tables:
        [one, other] = (
            next(reason for reason in explain(plan, entry) if isinstance(reason, Fold))
            for entry in table.entries
        )
        assert one.of == 8
        assert one.own == other.other
        # The ratings fall with the numbers.
        assert {one.own, one.other} == set(table.entries)


def test_a_round_that_is_drawn_by_itself_says_so() -> None:
    known = [Entrant(n, rating=-n, until_round=1 if n == 3 else None) for n in range(1, 17)]
    tournament = play(TournamentSetup("round_robin", "seed", rounds=3), known)
    codes = [{reason.code for reason in plan.reasons} for plan in tournament.plans]
    assert "tier" in codes[0]
    assert "lot" in codes[1] & codes[2]
    assert "tier" not in codes[1] | codes[2]
