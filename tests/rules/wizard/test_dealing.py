"""Dealing, trump and the end: Z1 to Z5, Z12 to Z14."""

import pytest

from games.catalogue.wizard.rules.cards import DECK
from games.catalogue.wizard.rules.options import WizardOptions
from games.rules.chance import Chance
from games.rules.protocol import IllegalOrderError, Setup, SetupError
from tests.rules.wizard.positions import RULES, dealt, position


def test_the_deck_has_four_colours_of_thirteen_four_wizards_and_four_jesters() -> None:
    assert len(DECK) == 60
    assert [sum(card[0] == letter for card in DECK) for letter in "RBGYZN"] == [13] * 4 + [4] * 2


def test_z1_seat_0_deals_first_and_the_deal_passes_to_the_left() -> None:
    table = dealt(3)
    dealers = []
    while table.state.awaited:
        if (
            not table.state.played
            and table.state.phase == "bid"
            and not any(bid is not None for bid in table.state.bids)
        ):
            dealers.append(table.state.dealer)
        table.give(*("bid 0" if table.state.phase == "bid" else f"{table.state.phase} any",))
    assert dealers[:5] == [0, 1, 2, 0, 1]


def test_whole_hands_are_dealt_from_the_dealers_left_and_the_next_card_is_turned_up() -> None:
    first = "R1 B1 G1 Y2"
    second = "R3 R4 R5 R6 R7 R8 Y9"
    table = dealt(3, first, second)
    assert table.state.hands == (("G1",), ("R1",), ("B1",))
    assert (table.state.turned, table.state.trump) == ("Y2", "Y")
    table.play("bid 0", "bid 0", "bid 0").cards("R1 B1 G1")
    # the second round is dealt by seat 1: seat 2 comes first
    assert [table.seen(seat).hand for seat in range(3)] == [
        ["R5", "R6"],
        ["R7", "R8"],
        ["R3", "R4"],
    ]
    assert table.seen(None).turned == "Y9"


def test_z2_the_dealer_sees_the_hand_then_chooses_trump_before_any_bid() -> None:
    table = dealt(3, "R1 B1 G1 Z")
    assert table.asked == "trump 0"
    assert table.seen(0).hand == ["G1"]
    assert table.seen(1).trump is None
    table.give("trump B")
    assert table.asked == "bid 1"
    assert [table.seen(seat).trump for seat in (0, 1, 2, None)] == ["B"] * 4
    assert table.told("trump-chosen") == [{"seat": 0, "trump": "B"}]


def test_z3_the_dealer_has_four_colours_and_cannot_play_without_trump() -> None:
    table = dealt(3, "R1 B1 G1 Z")
    assert table.legal() == "R B G Y"
    with pytest.raises(IllegalOrderError) as refusal:
        RULES.adjudicate(table.state, {0: RULES.parse_order(table.state, 0, "trump R")._replace(
            value="none")})  # fmt: skip
    assert refusal.value.code == "not-a-colour"


@pytest.mark.parametrize(
    ("turned", "trump", "asked"),
    [("N", None, "bid 1"), ("Z", None, "trump 0"), ("G7", "G", "bid 1")],
)
def test_z4_whatever_is_turned_up_stays_out_of_the_round_in_front_of_everybody(
    turned: str, trump: str | None, asked: str
) -> None:
    table = dealt(3, f"R1 B1 G1 {turned}")
    assert (table.state.turned, table.state.trump, table.asked) == (turned, trump, asked)
    assert all(table.seen(seat).turned == turned for seat in (0, 1, 2, None))
    assert table.seen(None).deck == 60 - 3 - 1
    assert table.told("turned-up") == [{"card": turned, "trump": trump, "dealer": 0}]


def test_z5_in_the_last_round_all_cards_are_dealt_and_nothing_is_trump() -> None:
    table = dealt(6)
    while table.state.round < 10:
        table.give("bid 0" if table.state.phase == "bid" else f"{table.state.phase} any")
    assert [len(hand) for hand in table.state.hands] == [10] * 6
    assert (table.state.turned, table.state.trump, table.asked) == (None, None, "bid 4")
    assert table.told("turned-up")[-1] == {"card": None, "trump": None, "dealer": 3}


def test_z12_the_dealers_left_leads_and_then_who_took_the_trick() -> None:
    table = position("R5 B1", "R2 G1", "R9 B2", number=2)
    assert table.asked == "play 2"
    table.cards("R9 R5 R2")
    assert table.asked == "play 2"
    table.cards("B2 B1 G1")
    assert table.told("trick-won") == [
        {"seat": 2, "card": "R9", "trick": 1, "leader": 2, "cards": ["R9", "R5", "R2"]},
        {"seat": 2, "card": "B2", "trick": 2, "leader": 2, "cards": ["B2", "B1", "G1"]},
    ]


def test_z13_equal_totals_share_the_victory_and_the_next_place_is_left_out() -> None:
    table = position("R1", "R2", "R3", number=20, totals=(40, 40, 20), bids=(0, 0, 1), leader=2)
    table.cards("R3 R1 R2")
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.places) == (
        "rounds-complete",
        (60, 60, 50),
        (1, 1, 3),
    )
    assert table.told("match-ended") == [
        {"reason": "rounds-complete", "scores": [60, 60, 50], "places": [1, 1, 3]}
    ]


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 20), (4, 15), (5, 12), (6, 10)])
def test_a_match_lasts_until_all_cards_are_dealt(seats: int, rounds: int) -> None:
    table = dealt(seats, bidding="hidden")
    assert table.state.rounds == rounds
    while table.state.awaited:
        table.give(*(f"{table.state.phase} any" for _ in table.state.awaited))
    assert len(table.told("round-ended")) == rounds
    assert not any(table.state.hands)


def test_z14_three_to_six_play_and_two_only_by_variant_4() -> None:
    for seats in (0, 1, 7):
        with pytest.raises(SetupError) as refusal:
            RULES.check(seats, WizardOptions())
        assert refusal.value.code == ("too-many-seats" if seats > 6 else "too-few-seats")
    for seats in range(3, 7):
        RULES.check(seats, WizardOptions())
    RULES.check(2, WizardOptions(bidding="hidden"))
    for seats in (2, 5, 6):
        with pytest.raises(SetupError):
            RULES.check(seats, WizardOptions(monochrome=True))
    with pytest.raises(SetupError):
        RULES.start(Setup(2, WizardOptions(), Chance("a seed")))


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"edition": "2022"}, "unknown-option"),
        ({"bidding": "loud"}, "bad-option"),
        ({"uneven": 1}, "bad-option"),
        ({"uneven": "false"}, "bad-option"),
    ],
)
def test_unknown_options_and_values_are_refused(values: dict[str, object], code: str) -> None:
    with pytest.raises(SetupError) as refusal:
        WizardOptions.from_mapping(values)
    assert refusal.value.code == code


def test_options_are_written_out_in_full_and_read_back() -> None:
    options = WizardOptions.from_mapping({"uneven": True})
    assert options.as_mapping() == {
        "bidding": "open",
        "dark_wizard": False,
        "uneven": True,
        "clairvoyance": False,
        "monochrome": False,
    }
    assert WizardOptions.from_mapping(options.as_mapping()) == options
