"""What an order does in Wizard, said beforehand, in positions worked out by hand."""

from __future__ import annotations

import pytest

from games.catalogue.wizard.rules.unseen import unseen_cards
from tests.presentation.wizard.positions import RULES, WORDS, whole_matches
from tests.rules.events import told
from tests.rules.wizard.positions import Play, position


def effect(play: Play, order: str) -> str:
    [seat] = play.state.awaited
    return WORDS.effect(RULES.decision(play.state, seat), RULES.view(play.state, seat), order)


def three(**facts: object) -> Play:
    hands = ("R5 G9 N", "R2 G1 Z", "R9 B4 Y7")
    return position(*hands, leader=0, trump="B", turned="B1", bids=(1, 1, 0), **facts)  # type: ignore[arg-type]


def test_z10_a_lead_says_which_colour_it_asks_for() -> None:
    assert effect(three(), "play R5") == "Leads red; can be beaten"
    assert effect(three(), "play N") == (
        "The next card that is no jester sets the colour; can be beaten"
    )


def test_z6_following_with_a_lower_card_cannot_win() -> None:
    assert effect(three().cards("R5"), "play R2") == (
        "Follows red; can't win this trick; 0 tricks, bid 1"
    )


def test_z8_the_first_wizard_of_a_trick_surely_wins_it() -> None:
    assert effect(three().cards("R5"), "play Z") == "Wins this trick; 1 trick, bid 1"


def test_v3_a_dark_wizard_may_be_beaten_by_a_later_one() -> None:
    assert effect(three(dark_wizard=True).cards("R5"), "play Z") == (
        "Beats the trick so far; can still be beaten"
    )


def test_the_last_card_of_a_trick_wins_or_does_not() -> None:
    play = three().cards("R5 R2")
    assert effect(play, "play R9") == "Follows red; wins this trick; 1 trick, bid 0"


def test_a_trump_and_a_card_of_another_colour_are_called_so() -> None:
    play = position("R5 G9 N", "G3 B8 Z", "R9 B4 Y7", leader=0, trump="B", bids=(1, 1, 0))
    play.cards("R5")
    assert effect(play, "play B8") == (
        "Trumps with blue; beats the trick so far; can still be beaten"
    )
    assert effect(play, "play G3").startswith("Throws off green; can't win")


def test_a_card_that_no_unseen_one_beats_is_sure() -> None:
    """All wizards and the higher reds lie open or in the own hand."""
    play = position("R13 Z Z Z Z", "R2 G1 G2 G3 G4", "R9 B4 Y7 Y8 Y9", leader=0, turned="N",
                    bids=(5, 0, 0))  # fmt: skip
    assert effect(play, "play R13") == "Leads red; wins this trick; 1 trick, bid 5"
    trump = position("R13 Z Z Z Z", "R2 G1 G2 G3 G4", "R9 B4 Y7 Y8 Y9", leader=0, trump="B",
                     turned="B2", bids=(5, 0, 0))  # fmt: skip
    assert effect(trump, "play R13") == "Leads red; can be beaten"


def test_v7b_in_monochrome_only_what_opponents_of_own_decks_hold_can_beat() -> None:
    play = position(
        "R13 R1 R2 R3", "B12 B1 B2 Z", "G13 G1 G2 N", leader=0, monochrome=True, bids=(1, 1, 1)
    )
    assert effect(play, "play R13") == "Can be beaten"
    play.cards("R13 Z G1")
    assert effect(play, "play B12") == "Can be beaten"
    seen = unseen_cards(RULES.view(play.state, 1))
    assert "G1" not in seen
    assert {"R1", "G2", "Z", "N"} <= set(seen)


def test_an_open_bid_says_what_all_bids_make_together() -> None:
    play = position(
        "R5 G9 N", "R2 G1 Z", "R9 B4 Y7", phase="bid", awaited=(1,), bids=(None, None, 2)
    )
    assert effect(play, "bid 1") == (
        "30 points if you take exactly that; bids so far: 3 for 3 tricks, 1 to come"
    )
    last = position("R5 G9 N", "R2 G1 Z", "R9 B4 Y7", phase="bid", awaited=(0,), bids=(None, 1, 2))
    assert effect(last, "bid 1") == (
        "30 points if you take exactly that; all bids together: 4 for 3 tricks"
    )


@pytest.mark.parametrize(
    ("bidding", "said"),
    [
        ("blind", "the bids are revealed together"),
        ("hidden", "the others see it when the round is over"),
    ],
)
def test_v1_v2_a_sealed_bid_tells_nothing_of_the_other_bids(bidding: str, said: str) -> None:
    play = position("R5 G9", "R2 G1", "R9 B4", phase="bid", awaited=(0,), bids=(None, 1, 2),
                    bidding=bidding)  # fmt: skip
    assert effect(play, "bid 0") == f"20 points if you take exactly that; {said}"


def test_v6_trump_chosen_with_the_own_hand_unseen_says_nothing() -> None:
    seen = position("R5 G9 R7", "R2 G1 Z", "R9 B4 Y7", phase="trump", turned="Z", awaited=(0,))
    assert effect(seen, "trump R") == "You hold 2 cards of red"
    unseen = position("R5 G9 R7", "R2 G1 Z", "R9 B4 Y7", phase="trump", turned="Z", awaited=(0,),
                      clairvoyance=True)  # fmt: skip
    assert effect(unseen, "trump R") == ""


def test_what_is_said_to_win_or_to_lose_a_trick_comes_true_in_whole_matches() -> None:
    checked = 0
    promised: tuple[int, bool] | None = None
    for here, after in zip(whole_matches(), whole_matches()[1:], strict=False):
        played = told(after.events, "played")
        if not played:
            promised = None
            continue
        seat, card = played[0]["seat"], played[0]["card"]
        said = WORDS.effect(
            RULES.decision(here.state, seat), RULES.view(here.state, seat), f"play {card}"
        ).lower()
        if promised is None and "wins this trick" in said:
            promised = (seat, True)
        losers = "can't win" in said
        for won in told(after.events, "trick-won"):
            if promised is not None:
                assert won["seat"] == promised[0]
                checked += 1
            if losers:
                assert won["seat"] != seat
            promised = None
    assert checked > 20
