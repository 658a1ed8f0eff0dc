"""Two players, clairvoyance and monochrome: V4, V6, V7; what combines: VX."""

from typing import Any

import pytest

from games.catalogue.wizard.rules.cards import DECK, own_deck
from games.catalogue.wizard.rules.options import WizardOptions
from games.catalogue.wizard.rules.prompt import TrumpPrompt
from games.catalogue.wizard.rules.tricks import winning_place
from games.rules.configurations import configurations
from games.rules.protocol import SetupError
from tests.rules.events import facts
from tests.rules.wizard.positions import RULES, Play, dealt, position


def to_round(table: Play, number: int) -> Play:
    while table.state.round < number:
        table.give(*(f"{table.state.phase} any" for _ in table.state.awaited))
    return table


def test_v4_two_play_six_rounds_of_two_to_seven_cards_from_one_shuffle() -> None:
    table = dealt(2, " ".join(DECK), bidding="hidden")
    sizes, turned, dealers = [], [], []
    for number in range(1, 7):
        to_round(table, number)
        sizes.append(len(table.state.hands[0]))
        turned.append(table.state.turned)
        dealers.append(table.state.dealer)
    assert sizes == [2, 3, 4, 5, 6, 7]
    assert dealers == [0, 1, 0, 1, 0, 1]
    assert turned == ["R5", "R12", "B8", "G6", "Y6", "N"]
    assert table.state.piles == ((),)


def test_v4_bids_are_hidden_and_a_wizard_turned_up_lets_the_dealer_choose() -> None:
    table = dealt(2, "R1 R2 B1 B2 Z", bidding="hidden")
    assert table.asked == "trump 0"
    table.give("trump G")
    assert table.asked == "bid 0 1"
    table.give("bid 1", "bid 1")
    assert [player.bid for player in table.seen(0).players] == [1, None]


def test_v4a_used_cards_stay_out_and_are_public() -> None:
    table = to_round(dealt(2, " ".join(DECK), bidding="hidden"), 2)
    assert sorted(table.seen(None).gone) == sorted(["R1", "R2", "R3", "R4", "R5"])
    assert sorted(table.seen(1).gone) == sorted(table.seen(None).gone)
    assert RULES.cards(table.state) == tuple(sorted(DECK))


def raised(phase: Any = "bid", **facts: Any) -> Play:
    return position("R1 R2", "B1 B2", "G1 G2", phase=phase, leader=2, clairvoyance=True, **facts)


def test_v6_everybody_sees_all_hands_but_the_own_one_while_bids_are_made() -> None:
    table = raised()
    seen = table.seen(1)
    assert seen.hand is None
    assert [player.cards for player in seen.players] == [["R1", "R2"], None, ["G1", "G2"]]
    deal = [event for event in dealt(3, clairvoyance=True).events if event.kind == "held-up"]
    assert [event.seen_by for event in deal] == [
        frozenset({1, 2}),
        frozenset({0, 2}),
        frozenset({0, 1}),
    ]


def test_v6_the_dealer_chooses_trump_without_the_own_hand() -> None:
    table = raised("trump", turned="Z", awaited=(1,))
    assert table.seen(1).hand is None
    assert RULES.format_order(RULES.default_order(table.state, 1)) == "trump B"
    assert RULES.decision(table.state, 1).data == TrumpPrompt(2)


def test_v6a_from_the_first_lead_everybody_sees_only_the_own_hand() -> None:
    table = raised().play("bid 0", "bid 0", "bid 0")
    assert table.asked == "play 2"
    for seat, hand in enumerate((["R1", "R2"], ["B1", "B2"], ["G1", "G2"])):
        seen = table.seen(seat)
        assert seen.hand == hand
        assert [player.cards for player in seen.players] == [None] * 3
    told = [event for event in table.events if event.kind == "hand-seen"]
    assert [(facts(event)["cards"], event.seen_by) for event in told] == [
        (["R1", "R2"], frozenset({0})),
        (["B1", "B2"], frozenset({1})),
        (["G1", "G2"], frozenset({2})),
    ]


def test_v6a_a_spectator_sees_no_hand_at_any_time() -> None:
    seen = raised().seen(None)
    assert seen.hand is None
    assert [player.cards for player in seen.players] == [None] * 3


def colours(*hands: str, **facts: Any) -> Play:
    return position(*hands, monochrome=True, **facts)


def test_v7_everybody_has_the_thirteen_cards_of_a_colour_a_wizard_and_a_jester() -> None:
    for seats in (3, 4):
        table = dealt(seats, monochrome=True)
        assert len(RULES.cards(table.state)) == 15 * seats
        for seat, letter in zip(range(seats), "RBGY", strict=False):
            held = {*table.state.hands[seat], *table.state.piles[seat]}
            assert (
                held
                == set(own_deck(seat))
                == {f"{letter}{n}" for n in range(1, 14)}
                | {
                    "Z",
                    "N",
                }
            )
            assert table.seen(None).players[seat].colour == letter


def test_v7_there_is_no_trump_and_nothing_is_turned_up() -> None:
    table = dealt(3, monochrome=True)
    assert (table.state.turned, table.state.trump, table.state.phase) == (None, None, "bid")
    assert table.told("turned-up") == []


def test_v7a_nobody_has_to_follow() -> None:
    table = colours("R1 R2 R3 N", "B1 B2 Z B9", "G1 G2 G3 G4", leader=0).cards("R3")
    assert table.legal() == "B1 B2 B9 Z"


@pytest.mark.parametrize(
    ("trick", "best"),
    [
        (["R3", "B9", "G4"], 1),
        (["R9", "B9", "G9"], 0),
        (["R3", "B9", "G9"], 1),
        (["R13", "Z", "Z"], 1),
        (["N", "N", "N"], 0),
        (["N", "B1", "G1"], 1),
    ],
)
def test_v7b_the_highest_number_takes_and_of_equal_ones_the_first(
    trick: list[str], best: int
) -> None:
    assert winning_place(trick, None, WizardOptions(monochrome=True)) == best


def test_v7b_with_the_dark_wizard_the_last_of_several_wizards_takes() -> None:
    options = WizardOptions(monochrome=True, dark_wizard=True)
    assert winning_place(["Z", "B13", "Z"], None, options) == 2


def test_v7c_twelve_rounds_of_four_to_fifteen_cards_each_freshly_shuffled() -> None:
    table = dealt(3, monochrome=True, bidding="blind")
    assert table.state.rounds == 12
    sizes, used = [], []
    for number in range(1, 13):
        to_round(table, number)
        sizes.append(len(table.state.hands[0]))
        used.append(table.state.chance.used)
    assert sizes == list(range(4, 16))
    assert used == [3 * number for number in range(1, 13)]
    assert table.state.piles == ((), (), ())


def test_v7d_the_start_marker_goes_round_as_the_deal_does() -> None:
    table = dealt(3, monochrome=True)
    assert table.asked == "bid 1"
    leaders = []
    for number in range(1, 5):
        to_round(table, number)
        leaders.append(table.state.leaders[0])
    assert leaders == [1, 2, 0, 1]


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (3, {"uneven": True, "bidding": "blind"}, "uneven-open"),
        (3, {"uneven": True, "bidding": "hidden"}, "uneven-open"),
        (2, {"bidding": "open"}, "two-hide-bids"),
        (2, {"bidding": "blind"}, "two-hide-bids"),
        (2, {"bidding": "hidden", "uneven": True}, "uneven-open"),
        (2, {"bidding": "hidden", "monochrome": True}, "too-few-seats"),
        (5, {"monochrome": True}, "too-many-seats"),
    ],
)
def test_vx_what_excludes_one_another_is_refused(
    seats: int, options: dict[str, Any], code: str
) -> None:
    with pytest.raises(SetupError) as refusal:
        RULES.check(seats, WizardOptions(**options))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"bidding": "hidden", "clairvoyance": True, "dark_wizard": True}),
        (3, {"monochrome": True, "clairvoyance": True, "dark_wizard": True, "uneven": True}),
        (4, {"monochrome": True, "bidding": "hidden"}),
        (6, {"clairvoyance": True, "uneven": True, "dark_wizard": True}),
    ],
)
def test_vx_everything_else_combines(seats: int, options: dict[str, Any]) -> None:
    RULES.check(seats, WizardOptions(**options))


def test_vx_a_hundred_ways_to_play_are_offered() -> None:
    made = list(configurations(RULES))
    assert {seats: sum(one.seats == seats for one in made) for seats in range(1, 8)} == {
        1: 0, 2: 4, 3: 32, 4: 32, 5: 16, 6: 16, 7: 0
    }  # fmt: skip
