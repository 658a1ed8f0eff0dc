"""Who has won and by how much, in words."""

from __future__ import annotations

import pytest

from games.presentation import presentation_for
from games.presentation.endings import decided_in_words, headline, own_result, rating_words
from games.rules.endings import Ending, Finisher
from games.rules.turning_points import TurningPoint

Results = list[tuple[str, int, int]]


def ending(results: Results) -> Ending:
    """The ending with these places and scores, in seat order."""
    return Ending.of(Finisher(seat, *result[1:]) for seat, result in enumerate(results))


def called(results: Results, *virtual: str) -> dict[int, str]:
    """The names by seat, the rules' own player after the people."""
    return dict(enumerate([*(name for name, *_result in results), *virtual]))


@pytest.mark.parametrize(
    ("results", "virtual", "viewer", "words"),
    [
        ([("Anna", 2, 19), ("Daan", 1, 21), ("Eva", 3, 4)], "", None, "Daan wins by 2"),
        ([("Anna", 2, 19), ("Daan", 1, 21)], "", 0, "Daan wins by 2"),
        ([("Anna", 2, 19), ("Daan", 1, 21)], "", 1, "You win by 2"),
        # Won by another measure than the score, as with more animals or by species.
        ([("Anna", 2, 21), ("Daan", 1, 21)], "", None, "Daan wins"),
        ([("Anna", 2, 24), ("Daan", 1, 21)], "", 1, "You win"),
        (
            [("Anna", 1, 21), ("Daan", 1, 21), ("Eva", 3, 4)],
            "",
            None,
            "Anna and Daan share the win",
        ),
        ([("Anna", 1, 21), ("Daan", 1, 21)], "", 0, "You and Daan share the win"),
        ([("Anna", 1, 34)], "", None, "Anna finishes with 34"),
        ([("Anna", 2, 9)], "RobinBird", None, "RobinBird wins"),
        ([("Anna", 1, 12)], "RobinBird", None, "Anna wins"),
        ([("Anna", 1, -10), ("Bo", 2, -30)], "", None, "Anna wins by 20"),
    ],
)
def test_the_headline_says_who_won_and_by_how_much(
    results: Results, virtual: str, viewer: int | None, words: str
) -> None:
    names = called(results, *filter(None, [virtual]))
    assert headline(ending(results), names, viewer) == words


def test_a_name_cannot_break_the_headline_up() -> None:
    results = [("An\u202ena\n", 1, 3), ("Bo", 2, 1)]
    assert headline(ending(results), called(results)) == "An na wins by 2"


def test_the_own_result_names_place_and_score() -> None:
    assert (
        own_result(ending([("Anna", 2, 19), ("Daan", 1, 21)]), 0) == "You: place 2 of 2, with 19."
    )
    assert own_result(ending([("Anna", 1, 34)]), 0) == "You have 34."


def test_a_rating_tells_its_change_with_the_sign() -> None:
    assert rating_words(1500, 1508) == "1500 → 1508 (+8)"
    assert rating_words(1500, 1488) == "1500 → 1488 (−12)"
    assert rating_words(1500, 1500) == "1500 → 1500 (±0)"


@pytest.mark.parametrize(
    ("before", "after", "viewer", "words"),
    [
        (-3, 2, None, "Round 7: Anna went from 3 behind to 2 ahead and was not caught."),
        (-3, 2, 0, "Round 7: from 3 behind to 2 ahead, and you were not caught."),
        (0, 2, None, "Round 7: Anna went from level to 2 ahead and was not caught."),
        (2, 11, None, "Round 7: Anna gained 9 on the next best, more than in any other."),
    ],
)
def test_the_turning_point_is_told_with_its_figures(
    before: int, after: int, viewer: int | None, words: str
) -> None:
    point = TurningPoint(40, 7, 0, before, after)
    names = {0: "Anna", 1: "Bo"}
    assert decided_in_words(point, presentation_for("wizard"), names, viewer) == words
