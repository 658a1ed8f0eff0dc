"""What an order does in Emu Ranchers, said beforehand, in positions worked out by hand."""

from __future__ import annotations

from itertools import islice

from tests.presentation.emu_ranchers.positions import RULES, WORDS, positions
from tests.rules.emu_ranchers.positions import Play, position


def effect(play: Play, order: str) -> str:
    return WORDS.effect(RULES.decision(play.state, 0), RULES.view(play.state, 0), order)


def test_e16_a_hatched_card_begins_with_a_loss() -> None:
    play = position("2MK 5ML 7ML", discard="AM")
    assert effect(play, "hatch 2MK") == (
        "Bird 1 begins at −16; Moons and Knots, goes on above 2 or below 2"
    )


def test_e13_growing_says_the_birds_points_before_and_after() -> None:
    """5 + 6 = 11 is 7 short of 18; with 9 it is 20, of which 20 are paid and nothing is left."""
    play = position("9MS 2MK", birds="5ML 6MV", discard="AK")
    assert effect(play, "grow 9MS 1") == "Bird 1: −7 → 0; Moons, goes on above 9"


def test_e14_a_crown_adds_five_to_a_profit_and_closes_the_bird() -> None:
    play = position("CM 2MK", birds="5ML 6MV 9MS", discard="AK")
    assert effect(play, "grow CM 1") == "Bird 1: 0 → +5; it takes no more cards"


def test_e3_a_discard_draws_from_the_deck() -> None:
    play = position("2MK 5ML", birds="3MV", discard="AM")
    assert effect(play, "discard 5ML") == "Your opponent may take it; you draw from the deck"


def test_e4_drawing_the_last_card_ends_the_year() -> None:
    play = position("2MK 5ML", deck="AM", discard="AK")
    assert effect(play, "discard 2MK").endswith("it is the last card: the year ends")
    assert effect(play, "hatch 2MK") == (
        "Bird 1 begins at −16; Moons and Knots, goes on above 2 or below 2"
    )
    alone = position("2MK 5ML", deck="AM")
    assert effect(alone, "hatch 2MK").endswith("it is the last card: the year ends")
    drawing = position("2MK 5ML", deck="AM", discard="AK", phase="draw")
    assert effect(drawing, "draw deck") == "An unseen card; it is the last card: the year ends"


def test_e26_the_top_of_the_discard_pile_is_named_with_the_birds_that_it_fits() -> None:
    play = position("2MK", birds="3MV / 4VL / 9MS", discard="5SV", phase="draw")
    assert effect(play, "draw discard") == "5 of Suns and Waves; it fits bird 1, bird 2 and bird 3"
    other = position("2MK", birds="3MV", discard="5YK", phase="draw")
    assert effect(other, "draw discard") == "5 of Wyrms and Knots; it fits none of your birds"


def test_e12_the_last_growth_says_what_becomes_of_each_bird_and_of_the_year() -> None:
    play = position("9MS 8VL", birds="5ML 6MV / 4VL", phase="growth", awaited=(0, 1))
    assert effect(play, "grow 9MS 1 8VL 2") == ("Bird 1: −7 → 0, bird 2: −14 → −6; this year: −6")
    assert effect(play, "best") == "Bird 1: −7 → 0, bird 2: −14 → −6; this year: −6"
    assert effect(play, "done") == "This year: −21"


def test_e17_the_excuse_lets_the_worst_losing_bird_go() -> None:
    play = position("9MS X", birds="5ML 6MV / 4VL", phase="growth", awaited=(0, 1), excuse=True)
    assert effect(play, "done") == "The Excuse lets bird 2 go; this year: −7"


def test_what_is_said_of_a_bird_is_what_the_rules_count() -> None:
    grown = 0
    for place in positions()[::5]:
        for seat, decision in place.decisions():
            view = RULES.view(place.state, seat)
            for order in islice(RULES.legal_orders(place.state, seat), 30):
                said = WORDS.effect(decision, view, RULES.format_order(order))
                assert said
                if decision.kind != "act" or order.verb != "grow" or view.deck < 2:
                    continue
                after = RULES.view(RULES.adjudicate(place.state, {seat: order}).state, seat)
                points = after.players[seat].birds[order.birds[0] - 1].points
                shown = f"{points:+d}".replace("-", "−") if points else "0"
                assert f" → {shown};" in said
                grown += 1
    assert grown > 20
