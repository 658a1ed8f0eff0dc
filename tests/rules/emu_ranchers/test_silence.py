"""What silence means in every kind of decision."""

import pytest

from tests.rules.emu_ranchers.positions import RULES, Play, position


@pytest.mark.parametrize(
    ("play", "meaning"),
    [
        (position("AM 3SK 5ML 9LK", birds="4MS"), "discard 9LK"),
        (position("AM 3SK 5ML", birds="4MS"), "discard 3SK"),
        (position("AM 3SK 5ML"), "discard 3SK"),
        (position("AM CY X", excuse=True), "discard AM"),
        (position("X", excuse=True), "discard X"),
        (position("PMSL X", cards="pawns", excuse=True), "discard PMSL"),
        (position("AM", discard="9MS", phase="draw"), "draw deck"),
        (position("7ML 9LK", birds="6MV", deck="", phase="growth"), "grow 7ML 1"),
        (position("AM", birds="6MV", deck="", phase="growth"), "done"),
    ],
)
def test_silence_is_the_harmless_order(play: Play, meaning: str) -> None:
    assert RULES.format_order(RULES.default_order(play.state, 0)) == meaning


def test_best_is_what_silence_places_at_the_end_of_a_year() -> None:
    play = position("7ML 9LK 9MS 2SY", birds="6MV / 3SK", deck="", phase="growth")
    assert RULES.parse_order(play.state, 0, "best") == RULES.default_order(play.state, 0)


def test_a_card_that_would_only_add_to_a_loss_is_not_placed() -> None:
    play = position("CM 2MK", birds="3MV", deck="", phase="growth")
    assert RULES.format_order(RULES.default_order(play.state, 0)) == "grow 2MK 1"


def test_with_the_excuse_cards_go_to_the_birds_that_stay() -> None:
    play = position("7ML X", birds="6MV / 2MK 6MV 9MS", deck="", phase="growth", excuse=True)
    assert RULES.format_order(RULES.default_order(play.state, 0)) == "done"
