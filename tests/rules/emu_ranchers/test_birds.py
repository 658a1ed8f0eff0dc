"""Which card a bird takes: suits, directions, room for wild cards."""

import pytest

from games.catalogue.emu_ranchers.rules.birds import bird_of
from games.rules.protocol import IllegalOrderError
from tests.rules.emu_ranchers.positions import RULES, position


def takes(bird: str, card: str) -> bool:
    """Whether a bird of these cards takes one more."""
    play = position(card, birds=bird, cards="pawns", excuse=True)
    return f"grow {card} 1" in play.legal()


def refusal(bird: str, card: str) -> IllegalOrderError:
    play = position(card, birds=bird, cards="pawns", excuse=True)
    with pytest.raises(IllegalOrderError) as caught:
        RULES.parse_order(play.state, 0, f"grow {card} 1")
    return caught.value


def test_the_rulebooks_blue_bird_takes_only_waves_from_5_up() -> None:
    cards = ["2VL", "3MV", "5SV", "6MV", "7VY", "8VL", "9VY", "CV", "4VL", "5ML", "6LK", "CL"]
    taken = [card for card in cards if takes("AV 4VL", card)]
    assert taken == ["5SV", "6MV", "7VY", "8VL", "9VY", "CV"]


def test_e6_a_card_must_leave_a_suit_that_all_cards_share() -> None:
    assert takes("7SK", "8MS")
    assert takes("7SK", "8YK")
    assert not takes("7SK", "8VL")
    assert not takes("7SK 8MS", "9LK")
    assert takes("7SK 8MS", "9MS")
    error = refusal("7SK 8MS", "9LK")
    assert error.code == "no-common-suit"
    assert error.params == {"card": "9LK", "bird": 1, "suits": "S"}


def test_e7_two_common_suits_need_never_be_decided() -> None:
    play = position("2MK", "", deck="AM", birds="5YK 4YK", years=1)
    assert RULES.view(play.state, None).players[0].birds[0].suits == "YK"
    play.give("discard 2MK")
    assert play.told("match-ended")[0]["scores"] == [-9, 0]


def test_e8_several_birds_of_one_suit_are_allowed() -> None:
    play = position("2MK 3MV", "4MS", birds="AM / 5ML").give("hatch 3MV")
    assert play.birds() == ["AM", "5ML", "3MV"]


def test_e9_an_ace_rises_a_crown_falls_a_number_does_what_comes_next() -> None:
    assert takes("AM", "2MK")
    assert takes("CM", "9MS")
    assert takes("5ML", "3MV")
    assert takes("5ML", "6MV")
    assert takes("5ML 3MV", "2MK")
    assert not takes("5ML 3MV", "6MV")
    assert not takes("5ML 6MV", "3MV")


def test_e9_steps_may_be_left_out_but_ranks_never_repeat() -> None:
    assert takes("AM", "9MS")
    assert not takes("5ML", "5SV")
    error = refusal("5ML 6MV", "3MV")
    assert error.code == "no-room"
    assert error.params == {"card": "3MV", "bird": 1, "above": 6, "below": None}


def test_e10_ace_and_crown_alone_are_a_bird_that_is_closed_and_loses_28() -> None:
    assert takes("AM", "CM")
    assert takes("CM", "AM")
    assert not any(takes("AM CM", card) for card in ("2MK", "9MS", "PMSL"))
    assert not any(takes("CM AM", card) for card in ("2MK", "9MS", "PMSL"))
    play = position("2SY", "", deck="AV", birds="AM CM", years=1).give("discard 2SY")
    assert play.told("match-ended")[0]["scores"] == [-28, 0]


def test_e11_an_ace_closes_a_falling_bird_and_a_crown_a_rising_one() -> None:
    assert takes("5ML 3MV", "AM")
    assert takes("5ML 6MV", "CM")
    assert not takes("5ML 3MV AM", "2MK")
    assert not takes("5ML 6MV CM", "9MS")
    assert not takes("5ML 3MV", "CM")


def test_e17_the_excuse_neither_hatches_nor_grows_but_may_be_discarded() -> None:
    play = position("X", birds="5ML", excuse=True)
    assert play.legal() == {"discard X"}
    with pytest.raises(IllegalOrderError, match="cannot-hatch"):
        RULES.parse_order(play.state, 0, "hatch X")
    assert refusal("5ML", "X").code == "cannot-grow"


def test_e19_a_wild_card_grows_only_and_shares_a_suit_that_it_narrows() -> None:
    play = position("PMSL", birds="5ML", cards="pawns")
    assert play.legal() == {"grow PMSL 1", "discard PMSL"}
    with pytest.raises(IllegalOrderError, match="cannot-hatch"):
        RULES.parse_order(play.state, 0, "hatch PMSL")
    assert not takes("5YK", "PMSL")
    assert bird_of(["5ML", "PMYK"]).suits == bird_of(["AM"]).suits


def test_e19_a_wild_card_is_never_an_ace_or_a_crown() -> None:
    assert not takes("AM 9MS", "PMSL")
    assert not takes("CM 2MK", "PMSL")


def test_e19_room_must_remain_between_the_neighbours() -> None:
    assert takes("AM 6MV PMSL", "8MS")
    assert not takes("AM 6MV PMSL", "7ML")
    assert takes("AM 6MV PMSL", "9MS")


def test_e20_one_direction_with_room_is_enough_and_a_wild_card_may_fix_it() -> None:
    assert takes("2MK", "PMSL")
    assert not takes("2MK PMSL", "AM")
    assert takes("9MS", "PMSL")
    assert not takes("9MS PMSL", "CM")
    assert takes("8MS PMSL", "PMYK")
    assert not takes("8MS PMSL PMYK", "9MS")
    assert takes("8MS PMSL PMYK", "2MK")
    assert takes("3MV PMSL", "PMYK")
    assert not takes("3MV PMSL PMYK", "2MK")
    assert takes("3MV PMSL PMYK", "9MS")
    assert takes("5ML PMSL", "7ML")
    assert takes("5ML PMSL", "3MV")
    assert not takes("5ML PMSL", "6MV")


def test_e21_no_wild_card_goes_beyond_a_9_that_rose_or_a_2_that_fell() -> None:
    assert not takes("8MS 9MS", "PMSL")
    assert not takes("3MV 2MK", "PMSL")
    assert refusal("8MS 9MS", "PMSL").code == "no-room"


def test_e22_a_crown_after_wild_cards_needs_room_for_all_of_them() -> None:
    assert not takes("9MS PMSL", "CM")
    assert takes("7ML PMSL PMYK", "CM")
    assert not takes("8MS PMSL PMYK", "CM")
