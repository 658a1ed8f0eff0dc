"""Where a match was decided, from the scores after each round."""

from __future__ import annotations

from games.rules.turning_points import RoundEnd, TurningPoint, turning_point


def ends(*scores: tuple[int, ...]) -> list[RoundEnd]:
    """The ends of rounds 1, 2, 3 …, each after ten more steps."""
    return [RoundEnd(number * 10, number, each) for number, each in enumerate(scores, start=1)]


def test_the_round_after_which_the_winner_led_for_good_decides() -> None:
    rounds = ends((5, 8), (9, 8), (9, 12), (15, 13), (20, 14))
    assert turning_point(rounds, 0) == TurningPoint(40, 4, 0, -3, 2)


def test_being_level_is_not_leading() -> None:
    rounds = ends((3, 0), (3, 3), (8, 4))
    assert turning_point(rounds, 0) == TurningPoint(30, 3, 0, 0, 4)


def test_who_led_from_the_first_round_on_has_the_largest_gain() -> None:
    rounds = ends((4, 1), (6, 4), (16, 5), (18, 9))
    found = turning_point(rounds, 0)
    assert found == TurningPoint(30, 3, 0, 2, 11)
    assert not found.is_for_good


def test_a_winner_behind_by_the_scores_has_the_largest_gain() -> None:
    rounds = ends((1, 6), (5, 7), (6, 9))
    assert turning_point(rounds, 0) == TurningPoint(20, 2, 0, -5, -2)


def test_the_best_of_the_others_counts_and_not_the_one_who_led_before() -> None:
    rounds = ends((0, 9, 2), (10, 9, 12), (20, 9, 12))
    assert turning_point(rounds, 0) == TurningPoint(30, 3, 0, -2, 8)


def test_one_person_alone_and_a_match_without_gains_have_none() -> None:
    assert turning_point(ends((3,), (9,)), 0) is None
    assert turning_point(ends((0, 0), (0, 0)), 0) is None
    assert turning_point([], 0) is None
