"""Winning, the empty hand, and the other ends of a match."""

from __future__ import annotations

import pytest

from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.state import TURN_LIMIT
from games.rules.protocol import IllegalOrderError
from tests.rules.cubirds.positions import RULES, Play, letters, position

SIX = dict.fromkeys(SPECIES[2:], 1)


def about_to_form(species: str, number: int, *collections: dict[str, int], hand: str = "") -> Play:
    """Seat 0 is asked for a family of so many birds; the collections are the players'."""
    hands = [f"duck {hand} " + f"{species} " * number, *["robin"] * (len(collections) - 1)]
    return position(*hands, collections=collections).give("lay duck 1 left", "stay")


def test_the_rulebooks_example_a_third_toucan_beside_three_flamingos_wins() -> None:
    play = about_to_form("toucan", 3, {"toucan": 2, "flamingo": 3}, {"owl": 1}, hand="robin")
    play.give("family toucan")
    assert play.outcome.reason == "two-threes"
    assert play.outcome.scores == (6, 1)
    assert play.outcome.places == (1, 2)
    assert play.told("match-ended")[0]["winner"] == 0


def test_a_seventh_species_wins() -> None:
    play = about_to_form("owl", 3, SIX, {}, hand="robin").give("family owl")
    assert play.outcome.reason == "seven-species"
    assert RULES.phase(play.state) is None


def test_c17_the_win_is_tested_before_the_empty_hand() -> None:
    play = about_to_form("owl", 3, SIX, {}).give("family owl")
    assert play.outcome.reason == "seven-species"
    assert play.told("hand-empty") == []
    assert play.hand(1) == {"robin": 1}


def test_c17_only_the_active_player_can_win() -> None:
    full = {"toucan": 3, "flamingo": 3}
    play = about_to_form("owl", 3, {}, full, hand="robin").give("family owl")
    assert play.asked == "lay 1"


def test_the_winner_is_first_and_the_rest_are_placed_by_birds() -> None:
    collections = ({"toucan": 2, "flamingo": 3}, {"owl": 9}, {"owl": 4}, {"owl": 9}, {"owl": 10})
    play = about_to_form("toucan", 3, *collections, hand="robin").give("family toucan")
    assert play.outcome.scores == (6, 9, 4, 9, 10)
    assert play.outcome.places == (1, 3, 5, 3, 2)


def test_c18_others_discard_then_all_are_dealt_eight_and_the_same_player_goes_on() -> None:
    deck = "owl " * 8 + "duck " * 8 + "toucan " * 8 + "robin"
    play = position("duck", "robin robin", "magpie", deck=deck).give("lay duck 1 left", "stay")
    assert play.told("hand-empty") == [
        {
            "seat": 0,
            "discarded": [{"seat": 1, "number": 2}, {"seat": 2, "number": 1}],
            "dealt": True,
        }
    ]
    assert [play.hand(seat) for seat in (0, 1, 2)] == [{"owl": 8}, {"duck": 8}, {"toucan": 8}]
    assert play.asked == "lay 0"
    assert play.state.turn == 2
    assert play.state.deck == letters("robin")


def test_c18_the_deal_goes_on_with_the_shuffled_discard_pile() -> None:
    play = position("duck", "robin", deck="owl " * 12, discard="duck " * 3,
                    shuffles=["duck robin duck duck"])  # fmt: skip
    play.give("lay duck 1 left", "stay")
    assert [play.hand(0), play.hand(1)] == [{"owl": 8}, {"owl": 4, "duck": 3, "robin": 1}]


def test_c18_with_too_few_cards_the_match_ends_by_the_size_of_the_collections() -> None:
    play = position("duck", "robin", collections=[{"owl": 1}, {"duck": 2}], deck="owl " * 14)
    play.give("lay duck 1 left", "stay")
    assert play.outcome.reason == "cards-exhausted"
    assert play.outcome.places == (2, 1)
    assert play.told("hand-empty")[0]["dealt"] is False


def test_c19_the_discarded_hands_count_for_the_deal() -> None:
    play = position("duck", "robin robin", deck="owl " * 14).give("lay duck 1 left", "stay")
    assert play.asked == "lay 0"
    assert sum(play.state.hands[0]) == sum(play.state.hands[1]) == 8


def test_c20_equal_collections_share_a_place_when_the_cards_are_used_up() -> None:
    collections = [{"owl": 1}, {"duck": 2}, {"robin": 1, "owl": 1}]
    play = position("duck", "robin", "robin", collections=collections, deck="")
    play.give("lay duck 1 left")
    assert play.outcome.scores == (1, 2, 2)
    assert play.outcome.places == (3, 1, 1)
    assert play.told("match-ended")[0]["winner"] is None


def test_c21_the_extra_turn_is_a_whole_turn() -> None:
    deck = "owl " * 8 + "duck " * 8
    play = position("duck", "robin", deck=deck).give("lay duck 1 left", "stay")
    play.give("lay owl 3 left")
    assert play.hand(0) == {"warbler": 1, "robin": 1}
    assert play.asked == "lay 1"
    assert play.told("laid")[1]["seat"] == 0
    assert play.told("laid")[1]["turn"] == 2


def test_a_family_can_empty_the_hand_too() -> None:
    play = about_to_form("flamingo", 2, {}, {}).give("family flamingo")
    assert play.told("hand-empty")[0]["seat"] == 0
    assert play.asked == "lay 0"


def test_c22_of_the_discard_pile_only_the_number_is_shown() -> None:
    play = position("duck", "robin", discard="owl owl parrot")
    for viewer in (0, 1, None):
        assert RULES.view(play.state, viewer).discard == 3


def test_c23_after_turn_2000_the_match_is_decided_by_birds() -> None:
    before = position("duck robin", "owl", turn=TURN_LIMIT - 1, collections=[{"owl": 1}])
    assert before.give("lay duck 1 left", "stay").asked == "lay 1"
    last = position("duck robin", "owl", turn=TURN_LIMIT, collections=[{"owl": 1}])
    last.give("lay duck 1 left", "stay")
    assert TURN_LIMIT == 2000
    assert last.outcome.reason == "turn-limit"
    assert last.outcome.places == (1, 2)


def test_c23_an_extra_turn_counts_and_an_exhausted_deck_goes_before_the_limit() -> None:
    extra = position("duck", "owl", turn=TURN_LIMIT).give("lay duck 1 left", "stay")
    assert extra.outcome.reason == "turn-limit"
    short = position("duck", "owl", turn=TURN_LIMIT, deck="owl").give("lay duck 1 left", "stay")
    assert short.outcome.reason == "cards-exhausted"


def test_c24_nobody_waits_with_an_empty_hand() -> None:
    play = position("duck robin", "owl", "magpie").give("lay duck 1 left", "stay")
    play.give("lay owl 2 left", "stay")
    assert play.asked == "lay 1"
    assert all(sum(hand) for hand in play.state.hands)


def test_a_match_that_is_over_takes_no_order() -> None:
    play = about_to_form("owl", 3, SIX, {}).give("family owl")
    order = RULES.default_order(position("owl", "duck").state, 0)
    with pytest.raises(IllegalOrderError, match="wrong-seats"):
        RULES.adjudicate(play.state, {0: order})
    with pytest.raises(IllegalOrderError, match="not-awaited"):
        RULES.parse_order(play.state, 0, "lay owl 1 left")
