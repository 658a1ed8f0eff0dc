"""The rulebook's worked example, played: three players, two rounds."""

import pytest

from games.catalogue.wizard.rules.scoring import points
from tests.rules.wizard.positions import dealt

FIRST = "R2 R5 B1 G7"
"""Seat 1 leads red 2, seat 2 takes it with red 5; green is trump."""
SECOND = "R9 B2 B7 Y3 B5 Y8 G1"


def test_the_rulebooks_two_rounds_give_the_points_that_it_counts() -> None:
    paolo, tommaso, maria = 0, 1, 2
    table = dealt(3, FIRST, SECOND, "")
    table.play("bid 1", "bid 1", "bid 0").cards("R2 R5 B1")
    [first] = table.told("round-ended")
    assert [first["points"][seat] for seat in (paolo, tommaso, maria)] == [20, -10, 30]
    # Second round: Tommaso deals. Maria bids 0, Paolo 2, Tommaso 0.
    table.play("bid 0", "bid 2", "bid 0").cards("R9 Y3 Y8")
    assert table.asked == "play 2"
    table.cards("B2 B7 B5")
    second = table.told("round-ended")[1]
    assert [second["tricks"][seat] for seat in (paolo, tommaso, maria)] == [1, 0, 1]
    assert [second["points"][seat] for seat in (paolo, tommaso, maria)] == [-10, 20, -10]
    assert [second["totals"][seat] for seat in (paolo, tommaso, maria)] == [10, 10, 20]


@pytest.mark.parametrize(
    ("bid", "tricks", "won"),
    [(0, 0, 20), (1, 1, 30), (5, 5, 70), (1, 0, -10), (0, 3, -30), (4, 1, -30)],
)
def test_an_exact_bid_scores_20_and_10_a_trick_and_a_wrong_one_costs_10_a_trick(
    bid: int, tricks: int, won: int
) -> None:
    assert points(bid, tricks) == won


def test_totals_may_be_negative() -> None:
    table = dealt(3, FIRST, "")
    table.play("bid 1", "bid 0", "bid 1").cards("R2 R5 B1")
    assert table.state.totals == (-10, -10, -10)
