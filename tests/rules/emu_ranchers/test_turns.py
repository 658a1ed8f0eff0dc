"""Turns: who begins, what one does, what one draws, and when the year ends."""

import pytest

from games.catalogue.emu_ranchers.rules.cards import ALL_CARDS, BASIC, SUITS
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.rules.chance import Chance
from games.rules.protocol import IllegalOrderError, Setup
from tests.rules.emu_ranchers.positions import RULES, Play, position
from tests.rules.events import facts

WHOLE = " ".join(BASIC)


def start(**options: object) -> Play:
    setup = Setup(2, EmuRanchersOptions.from_mapping(options), Chance("a seed"))
    done = RULES.start(setup)
    play = Play(done.state)
    play.history = list(done.events)
    play.shuffles = list(done.shuffles)
    return play


def to_the_end(play: Play) -> Play:
    """Everybody discards and draws until the year is over."""
    year = play.state.year
    while play.state.year == year and play.state.phase == "act":
        play.give("discard lowest")
    return play


def test_the_deck_is_thirty_six_cards_each_suit_once_in_every_rank_of_numbers() -> None:
    assert len(BASIC) == 36
    for rank in "23456789":
        suits = "".join(card[1:] for card in BASIC if card[0] == rank)
        assert sorted(suits) == sorted(SUITS)
    for rank in "PT":
        suits = "".join(card[1:] for card in ALL_CARDS if card[0] == rank)
        assert sorted(suits) == sorted(SUITS * 2)


def test_six_cards_are_dealt_to_each_from_the_top_seat_0_first() -> None:
    play = start()
    (shuffle,) = play.shuffles
    assert shuffle.pile == "deck"
    assert set(play.state.hands[0]) == set(shuffle.cards[:6])
    assert set(play.state.hands[1]) == set(shuffle.cards[6:12])
    assert play.state.deck[::-1] == shuffle.cards[12:]
    assert [event.seen_by for event in play.history if event.kind == "dealt"] == [{0}, {1}]


def test_e1_seat_0_begins_the_first_year_and_then_they_begin_in_turns() -> None:
    play = start(years=4)
    for year in (1, 2, 3, 4):
        assert play.state.year == year
        assert play.asked == f"act {(year - 1) % 2}"
        to_the_end(play)
    assert [event["starter"] for event in play.told("year-began")] == [0, 1, 0, 1]
    assert play.state.phase == "over"


def test_e2_a_turn_is_one_act_then_one_draw_and_nobody_passes() -> None:
    play = position("2MK 3SK", "4MS", deck="AM AS AV", birds="5ML", discard="9MS")
    assert play.legal() == {
        "hatch 2MK", "hatch 3SK", "grow 2MK 1", "discard 2MK", "discard 3SK",
    }  # fmt: skip
    play.give("grow 2MK 1")
    assert play.asked == "draw 0"
    play.give("draw deck")
    assert play.asked == "act 1"
    assert play.hand(0) == "AM 3SK"
    with pytest.raises(IllegalOrderError, match="not-now"):
        RULES.parse_order(play.state, 1, "done")


def test_e2_a_hand_without_a_card_to_hatch_or_grow_can_discard() -> None:
    play = position("X PMSL", "", birds="9LK", excuse=True, cards="pawns")
    assert play.legal() == {"grow PMSL 1", "discard PMSL", "discard X"}


def test_e3_after_a_discard_the_card_comes_from_the_deck_without_a_question() -> None:
    play = position("2MK", "4MS", discard="9MS").give("discard 2MK")
    assert play.asked == "act 1"
    assert play.hand(0) == "AM"
    assert play.state.discard == ("9MS", "2MK")


def test_e3_after_hatching_or_growing_the_top_discard_may_be_taken() -> None:
    play = position("2MK", "4MS", discard="9MS 8YK").give("hatch 2MK")
    assert play.asked == "draw 0"
    assert play.legal() == {"draw deck", "draw discard"}
    play.give("draw discard")
    assert play.hand(0) == "9MS"
    assert play.state.discard == ("8YK",)
    assert len(play.state.deck) == 4


def test_e3_without_a_discard_pile_nothing_is_asked() -> None:
    assert position("2MK", "4MS").give("hatch 2MK").asked == "act 1"


def test_e4_the_year_ends_the_moment_the_last_card_is_drawn() -> None:
    play = position("2MK 3SK", "8MS", others="7ML", deck="AM").give("discard 2MK")
    assert play.told("last-card") == [{"seat": 0, "year": 1}]
    assert play.asked == "growth 1"


def test_e4_taking_a_discard_does_not_end_the_year() -> None:
    play = position("2MK", "8MS", deck="AM", discard="9MS").give("hatch 2MK").give("draw discard")
    assert play.asked == "act 1"
    assert play.told("last-card") == []


def test_e5_a_year_ends_although_all_discards_are_taken_again() -> None:
    play = start(years=1)
    turns = 0
    while play.state.phase in ("act", "draw"):
        able = play.legal(play.state.awaited[0])
        grows = sorted(text for text in able if text.startswith("grow"))
        hatches = sorted(text for text in able if text.startswith("hatch"))
        if play.state.phase == "draw":
            play.give("draw discard")
        elif turns % 2 or not (grows or hatches):
            play.give("discard any")
        else:
            play.give((grows or hatches)[0])
        turns += 1
        assert turns <= 24 * 3


def test_e24_any_number_of_years_may_be_played_four_by_default() -> None:
    assert EmuRanchersOptions().years == 4
    assert EmuRanchersOptions.from_mapping({"years": 7}).years == 7
    play = start(years=3)
    for _ in range(3):
        to_the_end(play)
    assert play.state.phase == "over"
    assert len(play.state.scores) == 3


def test_e25_an_equal_total_is_a_shared_first_place() -> None:
    outcome = RULES.outcome(to_the_end(start(years=1)).state)
    assert outcome is not None
    assert outcome.reason == "years-complete"
    assert outcome.scores == (0, 0)
    assert outcome.places == (1, 1)


def test_the_higher_total_has_the_first_place() -> None:
    play = position("2MK", "", deck="AM", birds="AS", years=1).give("discard 2MK")
    outcome = RULES.outcome(play.state)
    assert outcome is not None
    assert outcome.scores == (-23, 0)
    assert outcome.places == (2, 1)
    assert play.told("match-ended") == [
        {"reason": "years-complete", "scores": [-23, 0], "places": [2, 1]}
    ]


def test_points_of_all_years_are_added_and_may_be_negative() -> None:
    play = position("2MK", "", deck="AM", birds="7SK", year=2, years=2, scores=((-5, 30),))
    play.give("discard 2MK")
    assert play.told("match-ended")[0]["scores"] == [-16, 30]


def test_e26_the_discard_pile_birds_and_number_of_cards_are_seen_by_all() -> None:
    play = position("2MK 3SK", "4MS", birds="5ML", others="6SY 8MS", discard="9MS 8YK")
    seen = RULES.view(play.state, None)
    assert seen.discard == ["8YK", "9MS"]
    assert seen.deck == 4
    assert [rancher.hand for rancher in seen.players] == [2, 1]
    assert seen.players[1].birds[0].cards == ["6SY", "8MS"]
    assert seen.hand is None
    assert RULES.view(play.state, 1).hand == ["4MS"]


def test_e26_a_card_taken_from_the_discard_pile_is_known_until_it_is_played() -> None:
    play = position("2MK 3SK", "4MS", discard="9MS")
    play.give("hatch 2MK").give("draw discard")
    assert RULES.view(play.state, 1).players[0].known == ["9MS"]
    other = RULES.resample(play.state, 1, Chance("another"))
    assert "9MS" in other.hands[0]
    play.give("discard 4MS").give("discard 9MS")
    assert RULES.view(play.state, 1).players[0].known == []


def test_e26_a_card_drawn_from_the_deck_is_told_to_its_owner_only() -> None:
    play = position("2MK", "4MS").give("discard 2MK")
    told = [(event.kind, facts(event), event.seen_by) for event in play.events]
    assert ("drew", {"seat": 0, "left": 3}, None) in told
    assert ("drew-card", {"seat": 0, "card": "AM"}, {0}) in told


@pytest.mark.parametrize(
    ("options", "number"),
    [
        ({}, 36),
        ({"excuse": True}, 37),
        ({"deck": "pawns"}, 40),
        ({"deck": "courts"}, 40),
        ({"deck": "pawns", "excuse": True}, 41),
        ({"deck": "courts", "excuse": True}, 41),
    ],
)
def test_e23_the_deck_may_have_the_excuse_and_either_pawns_or_courts(
    options: dict[str, object], number: int
) -> None:
    cards = RULES.cards(start(**options).state)
    assert len(cards) == len(set(cards)) == number
    assert ("X" in cards) == ("excuse" in options)
    assert sum(card[0] in "PT" for card in cards) == 4 * ("deck" in options)
