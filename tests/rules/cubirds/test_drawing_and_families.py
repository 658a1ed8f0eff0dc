"""Two cards where nothing was enclosed; families and what they win."""

from __future__ import annotations

import pytest

from games.catalogue.cubirds.rules.cards import BIG, SMALL, SPECIES, birds_won
from games.catalogue.cubirds.rules.events import BirdCards, DrawnBirds
from games.catalogue.cubirds.rules.prompt import DrawPrompt
from games.rules.protocol import IllegalOrderError
from tests.rules.cubirds.positions import RULES, position


def test_c11_two_cards_are_drawn_or_none() -> None:
    play = position("duck robin robin", "owl", deck="owl toucan parrot").give("lay duck 1 left")
    assert play.asked == "draw 0"
    play.give("draw")
    assert play.hand(0) == {"robin": 2, "owl": 1, "toucan": 1}
    stayed = position("duck robin robin", "owl").give("lay duck 1 left", "stay")
    assert stayed.hand(0) == {"robin": 2}
    assert stayed.told("stayed") == [{"seat": 0}]


def test_c11_a_single_card_that_is_left_is_drawn_alone() -> None:
    play = position("duck robin", "owl", deck="owl").give("lay duck 1 left")
    assert RULES.decision(play.state, 0).data == DrawPrompt(1)
    play.give("draw")
    assert play.hand(0) == {"owl": 1, "robin": 1}


def test_c11_the_second_card_comes_from_the_shuffled_discard_pile() -> None:
    play = position("duck robin", "owl", deck="owl", discard="toucan", shuffles=["toucan"])
    play.give("lay duck 1 left", "draw")
    assert play.hand(0) == {"owl": 1, "toucan": 1, "robin": 1}


def test_with_nothing_to_draw_nobody_is_asked() -> None:
    play = position("duck robin", "owl", deck="").give("lay duck 1 left")
    assert play.asked == "lay 1"


def test_what_was_drawn_is_told_to_its_owner_alone_and_not_which_came_first() -> None:
    play = position("duck robin", "owl", deck="toucan owl").give("lay duck 1 left", "draw")
    [number, cards] = play.events[:2]
    assert (number.kind, number.data, number.seen_by) == ("drew", DrawnBirds(0, 2), None)
    assert (cards.kind, cards.seen_by) == ("drew-cards", {0})
    assert cards.data == BirdCards(0, ("owl", "toucan"))


def test_c12_with_an_empty_hand_the_draw_is_still_offered() -> None:
    play = position("duck", "owl", deck="owl toucan").give("lay duck 1 left")
    assert play.asked == "draw 0"
    play.give("draw")
    assert play.asked == "lay 1"
    assert play.told("hand-empty") == []


def test_c12_declined_it_leaves_the_hand_empty_at_the_end_of_the_turn() -> None:
    play = position("duck", "owl").give("lay duck 1 left", "stay")
    assert play.told("hand-empty")[0]["seat"] == 0
    assert play.asked == "lay 0"


def test_c13_a_family_may_be_formed_with_the_cards_just_drawn() -> None:
    play = position("duck flamingo", "owl", deck="flamingo robin").give("lay duck 1 left", "draw")
    assert play.asked == "family 0"
    play.give("family flamingo")
    assert play.collection(0) == {"flamingo": 1}


def test_c14_a_big_family_wins_two_birds_and_the_rest_is_discarded() -> None:
    play = position("duck owl owl owl owl owl robin", "owl").give("lay duck 1 left", "stay")
    play.give("family owl")
    assert play.told("family") == [{"seat": 0, "species": "owl", "number": 5, "birds": 2}]
    assert play.collection(0) == {"owl": 2}
    assert play.state.discard[SPECIES.index("owl")] == 3
    assert play.hand(0) == {"robin": 1}


def test_the_rulebooks_example_six_magpies_win_one_bird_and_five_are_discarded() -> None:
    play = position("duck robin " + "magpie " * 6, "owl").give("lay duck 1 left", "stay")
    play.give("family magpie")
    assert play.collection(0) == {"magpie": 1}
    assert play.state.discard[SPECIES.index("magpie")] == 5
    assert play.hand(0) == {"robin": 1}


@pytest.mark.parametrize("species", range(len(SPECIES)))
def test_the_sizes_of_families_decide_how_many_birds_are_won(species: int) -> None:
    won = [birds_won(species, number) for number in range(BIG[species] + 2)]
    assert won.count(0) == SMALL[species]
    assert won[SMALL[species]] == won[BIG[species] - 1] == 1
    assert won[BIG[species] :] == [2, 2]


def test_c15_fewer_cards_than_a_small_family_cannot_be_played_out() -> None:
    play = position("duck flamingo flamingo owl owl", "owl").give("lay duck 1 left", "stay")
    with pytest.raises(IllegalOrderError) as refusal:
        play.give("family owl")
    assert refusal.value.code == "no-family"
    assert refusal.value.params == {"species": "owl", "number": 2, "needed": 3}


def test_c16_one_family_may_be_formed_in_a_turn_and_none_has_to() -> None:
    hand = "duck flamingo flamingo owl owl owl"
    play = position(hand, "owl").give("lay duck 1 left", "stay")
    orders = [RULES.format_order(order) for order in RULES.legal_orders(play.state, 0)]
    assert orders == ["family flamingo", "family owl", "done"]
    play.give("family flamingo")
    assert play.asked == "lay 1"
    kept = position(hand, "owl").give("lay duck 1 left", "stay", "done")
    assert kept.hand(0) == {"flamingo": 2, "owl": 3}
    assert kept.told("no-family") == [{"seat": 0}]


def test_a_hand_without_a_family_is_not_asked_for_one() -> None:
    play = position("duck flamingo owl owl", "owl").give("lay duck 1 left", "stay")
    assert play.asked == "lay 1"
    assert play.told("no-family") == []
