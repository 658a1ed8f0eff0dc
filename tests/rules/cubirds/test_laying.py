"""Laying birds: what is enclosed, what is taken, and how a row is filled up."""

from __future__ import annotations

import pytest

from games.catalogue.cubirds.rules.laying import enclosed
from games.rules.protocol import IllegalOrderError
from tests.rules.cubirds.positions import RULES, letters, position

PARROTS = ("owl flamingo parrot", "duck toucan magpie", "warbler robin owl", "toucan duck robin")


def test_the_rulebooks_example_two_parrots_enclose_an_owl_and_a_flamingo() -> None:
    play = position("parrot parrot magpie robin", "owl", rows=PARROTS, deck="parrot toucan duck")
    play.give("lay parrot 1 left")
    assert play.told("laid")[0]["taken"] == ["owl", "flamingo"]
    assert play.hand(0) == {"owl": 1, "flamingo": 1, "magpie": 1, "robin": 1}


def test_the_rulebooks_example_a_row_of_parrots_is_filled_until_a_toucan_comes() -> None:
    play = position("parrot parrot magpie robin", "owl", rows=PARROTS, deck="parrot toucan duck")
    play.give("lay parrot 1 left")
    assert play.row(1) == "parrot parrot parrot parrot toucan"
    assert play.told("row-filled") == [{"row": 1, "birds": ["parrot", "toucan"]}]
    assert play.state.deck == letters("duck")


def test_the_rulebooks_example_a_lay_that_encloses_nothing_may_draw_two() -> None:
    rows = ("parrot toucan duck", *PARROTS[1:])
    for species in ("owl", "magpie"):
        play = position("owl magpie robin", "owl", rows=rows).give(f"lay {species} 1 left")
        assert play.asked == "draw 0"
        assert [RULES.format_order(one) for one in RULES.legal_orders(play.state, 0)] == [
            "draw",
            "stay",
        ]


def test_all_birds_of_the_species_are_laid() -> None:
    play = position("duck duck duck owl", "owl").give("lay duck 1 right")
    assert play.row(1) == "owl flamingo parrot duck duck duck"
    assert play.hand(0) == {"owl": 1}


@pytest.mark.parametrize(
    ("row", "side", "taken"),
    [
        ("owl duck owl toucan", "left", ""),
        ("duck owl owl toucan", "left", "duck"),
        ("duck owl owl toucan robin", "right", "toucan robin"),
        ("duck robin", "left", ""),
        ("duck robin", "right", ""),
        ("duck owl", "right", ""),
        ("owl duck", "right", "duck"),
        ("robin owl toucan owl duck", "left", "robin"),
        ("robin owl toucan owl duck", "right", "duck"),
    ],
)
def test_c5_what_is_enclosed_reaches_to_the_nearest_bird_of_the_species(
    row: str, side: str, taken: str
) -> None:
    assert enclosed(letters(row), letters("owl"), side) == letters(taken)


def test_c6_beside_its_own_species_a_bird_encloses_nothing_and_two_cards_may_be_drawn() -> None:
    play = position("owl robin", "owl", rows=("owl duck robin", *PARROTS[1:]))
    play.give("lay owl 1 left")
    assert play.told("laid")[0]["taken"] == []
    assert play.asked == "draw 0"


def test_c7_the_enclosed_birds_are_taken_without_being_asked() -> None:
    play = position("owl robin", "owl", rows=("duck toucan owl", *PARROTS[1:]))
    play.give("lay owl 1 left")
    assert play.hand(0) == {"duck": 1, "toucan": 1, "robin": 1}
    assert play.told("drew") == []


def test_c8_new_birds_of_a_row_are_put_on_its_right() -> None:
    play = position("owl robin", "owl", rows=("owl duck toucan", *PARROTS[1:]), deck="owl robin")
    play.give("lay owl 1 right")
    assert play.row(1) == "owl owl owl robin"


def test_a_row_with_two_species_left_gets_no_new_birds() -> None:
    play = position("owl robin", "owl", rows=("duck owl toucan", *PARROTS[1:]))
    play.give("lay owl 1 left")
    assert play.row(1) == "owl owl toucan"
    assert play.told("row-filled") == []


def test_c9_the_row_is_filled_before_a_family_is_formed_and_before_hands_are_looked_at() -> None:
    play = position("owl flamingo", "owl", rows=("flamingo owl", *PARROTS[1:]), deck="duck")
    play.give("lay owl 1 left")
    assert play.row(1) == "owl owl duck"
    assert play.asked == "family 0"
    empty = position("owl", "owl", rows=("owl duck", *PARROTS[1:]), deck="parrot " * 3)
    empty.give("lay owl 2 left")
    assert empty.asked == "draw 0"


def test_c10_a_row_is_filled_from_the_shuffled_discard_pile() -> None:
    play = position("owl robin", "owl", rows=("duck owl", *PARROTS[1:]), deck="",
                    discard="owl robin", shuffles=["robin owl"])  # fmt: skip
    play.give("lay owl 1 left")
    assert play.row(1) == "owl owl robin"
    assert [shuffle.cards for shuffle in play.shuffles] == [("robin", "owl")]
    assert play.told("reshuffled") == [{"number": 2}]


def test_c10_with_no_card_left_the_row_stays_single_and_the_match_goes_on() -> None:
    play = position("owl robin", "owl", rows=("duck owl", *PARROTS[1:]), deck="")
    play.give("lay owl 1 left")
    assert play.row(1) == "owl owl"
    assert play.asked == "lay 1"


def test_notation_point_1_a_single_row_is_filled_when_it_is_next_laid_on_and_still_single() -> None:
    rows = ("owl owl", *PARROTS[1:])
    play = position("owl robin", "duck robin", rows=rows, deck="duck toucan", discard="")
    play.give("lay owl 1 left")
    assert play.row(1) == "owl owl owl duck"
    assert play.asked == "draw 0"
    other = position("duck robin", "owl", rows=rows, deck="toucan").give("lay duck 1 left")
    assert other.row(1) == "duck owl owl"
    assert other.told("row-filled") == []


def test_a_filled_row_leaves_nothing_to_draw_when_it_took_the_last_card() -> None:
    play = position("owl robin", "owl", rows=("owl", *PARROTS[1:]), deck="duck")
    play.give("lay owl 1 left")
    assert play.asked == "lay 1"


def test_a_species_that_is_not_in_hand_cannot_be_laid() -> None:
    play = position("owl", "duck")
    with pytest.raises(IllegalOrderError, match="not-in-hand"):
        play.give("lay duck 1 left")


def test_there_are_eight_places_for_each_species_in_hand() -> None:
    play = position("owl owl duck robin", "owl")
    orders = [RULES.format_order(order) for order in RULES.legal_orders(play.state, 0)]
    assert len(orders) == len(set(orders)) == 3 * 8
    assert orders[:3] == ["lay owl 1 left", "lay owl 1 right", "lay owl 2 left"]
