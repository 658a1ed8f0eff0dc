"""The virtual player Leo of the 2022 edition."""

from typing import Any

import pytest

from games.catalogue.wild_cards.rules.options import WildCardsOptions
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.chance import Chance
from games.rules.protocol import Adjudication, Setup, SetupError
from tests.rules.wild_cards.positions import RULES, position


def started(seats: int, **options: Any) -> Adjudication[WildState]:
    return RULES.start(Setup(seats, WildCardsOptions(**options), Chance("a seed")))


def test_l1_leo_counts_as_a_player_of_the_setup_and_sits_last() -> None:
    state = started(2, leo=True).state
    assert len(state.market) == 2
    assert len(state.animals) == 26
    assert state.leo == 2
    assert len(state.leo_pile) == 6
    view = RULES.view(state, 0)
    assert view.players[-1].leo is True
    assert view.players[-1].hand == 6


def test_l1_with_leo_there_are_at_most_four_people() -> None:
    with pytest.raises(SetupError, match="too-many-seats"):
        RULES.check(5, WildCardsOptions(leo=True))
    RULES.check(4, WildCardsOptions(leo=True))


def test_l2_leo_wins_a_tie_before_everybody() -> None:
    play = position("F1", "S1", leo="M1 F1 F1 F1 F1 R", market="lion ibex", talisman=1)
    play.give("bid F1", "bid S1")
    assert play.told("tie-ordered")[0]["order"] == [2, 0, 1]
    assert play.told("tie-ordered")[0]["by"] == {"lion": None, "leo": True, "step": "talisman"}
    assert play.told("took")[0]["seat"] == 2


def test_l2_a_tied_owner_of_the_lion_comes_before_leo() -> None:
    play = position("F1", "S1", leo="M1 F1 R", market="lion ibex", leaders={"lion": 1})
    play.give("bid F1", "bid S1")
    assert play.told("tie-ordered")[0]["order"] == [1, 2, 0]
    play.give("take ibex")
    assert [(took["seat"], took["animal"]) for took in play.told("took")] == [
        (1, "ibex"),
        (2, "lion"),
    ]


def test_l2_an_owner_of_the_lion_outside_the_tie_does_not_matter() -> None:
    play = position("F1", "S2 S1", leo="M1 F1 R", market="lion ibex", leaders={"lion": 1})
    play.give("bid F1", "bid S2").give("take lion S1")
    assert play.told("tie-ordered")[0]["order"] == [2, 0]


def test_l3_leo_with_the_lion_simply_wins() -> None:
    play = position("F1", "S1", leo="M1 F1 R", market="lion ibex", leaders={"lion": 2})
    play.give("bid F1", "bid S1")
    assert play.told("tie-ordered")[0]["by"] == {"lion": None, "leo": True, "step": "talisman"}


def test_l4_leo_has_no_total_and_the_people_compare_among_themselves() -> None:
    play = position("F2 F4", "S2 S1", leo="M2 F1 R", market="lion ibex")
    play.give("bid F2", "bid S2")
    assert play.asked == "pay 0 1"
    play.give("pay F4", "pay S1")
    assert play.told("tie-ordered")[0]["order"] == [2, 0, 1]


def test_l4_leo_and_one_person_do_not_compare() -> None:
    play = position("F2 F4", "S1", leo="M2 F1 R", market="lion ibex").give("bid F2", "bid S1")
    assert play.asked == "take 0"


def test_l5_leo_takes_the_animal_nearest_the_pile_and_slots_do_not_slide() -> None:
    play = position("F4 F1 F1 F1", "S1", "", leo="M2 F1 R", market="lion ibex eagle")
    play.give("bid F4", "bid S1", "bid R").give("refill").give("take ibex F1 F1 F1")
    assert play.told("took")[1] == {
        "seat": 3, "animal": "lion", "slot": 0, "bid": "M2", "payment": [], "bonus": False,
    }  # fmt: skip
    assert play.state.market == (None, None, "eagle")


def test_l6_leo_finding_no_animal_draws_nothing_and_his_bid_is_discarded() -> None:
    play = position("F4 F1 F1 F1", "S3 S1 S1", leo="M2 F1 R", market="lion ibex", deck="W1")
    play.give("bid F4", "bid S3").give("take ibex F1 F1 F1").give("take lion S1 S1")
    assert play.told("passed") == [{"seat": 2, "why": "market-empty", "returned": []}]
    assert "M2" in play.state.discard
    assert play.state.deck == ("W1",)


def test_l7_leos_refill_comes_after_the_other_seats_with_five_new_cards() -> None:
    play = position(
        "F1", "S1", leo="R M4 M3", deck="F2 F2 F2 F2 F2 F2 W1 W2 W3 W4 S4 S3",
        shuffles=[("leo", "W1 R W2 W3 W4 S4")],
    )  # fmt: skip
    play.give("bid R", "bid S1").give("refill")
    assert play.hand(0) == "F1 F2 F2 F2 F2 F2 F2"
    assert play.told("leo-refilled") == [{"discarded": ["M3", "M4"], "number": 5}]
    assert play.state.leo_pile == ("S4", "W4", "W3", "W2", "R", "W1")
    assert play.state.deck == ("S3",)


def test_l7_leos_pile_holds_as_many_cards_as_there_are() -> None:
    play = position("F1", "S1", leo="R", deck="F2", shuffles=[("leo", "R F2")])
    play.give("bid F1", "bid S1")
    assert play.told("leo-refilled") == [{"discarded": [], "number": 1}]


def test_l7_leo_has_neither_squirrel_nor_meerkat() -> None:
    play = position(
        "F1", "S1", leo="R F1", leaders={"squirrel": 2, "meerkat": 2},
        collections=[{}, {}, {"lion": 1}],
    )  # fmt: skip
    play.give("bid F1", "bid S1")
    assert play.told("leo-refilled")[0]["number"] == 5
    assert play.told("swapped") == []
    assert play.asked.startswith("take")


def test_l8_leos_pile_never_runs_empty() -> None:
    play = position("F1", "S1", leo="F1 R", animals="lion ibex " * 6)
    for _ in range(6):
        while not play.asked.startswith("bid"):
            default = RULES.default_order(play.state, play.state.awaited[0])
            play.give(RULES.format_order(default), *["refill"] * (len(play.state.awaited) - 1))
        assert play.state.leo_pile
        play.give("bid R", "bid R")


def test_l9_leo_gains_and_loses_leaders() -> None:
    play = position("F1", "S2 S1", leo="M3 F1 R", market="peacock lion")
    play.give("bid F1", "bid S2")
    assert play.leader("peacock") == 2
    play = position("F1", "S1", leo="M1 F1 R", market="peacock", leaders={"lion": 0, "peacock": 2},
                    collections=[{}, {}, {"peacock": 1}])  # fmt: skip
    play.give("bid F1", "bid S1").give("take peacock")
    assert play.leader("peacock") == 0


def test_l9_a_swap_may_hand_a_leader_to_leo() -> None:
    play = position("F1", "S1", leo="M1 F1 R", market="peacock", leaders={"meerkat": 0, "lion": 0},
                    collections=[{"lion": 2}, {}, {"lion": 2}])  # fmt: skip
    play.give("bid R", "bid S1").give("swap lion peacock")
    assert play.leader("lion") == 2


def test_l10_leo_gets_no_points_and_is_not_ranked() -> None:
    play = position("F4", "S1", leo="M1 F1 R", market="ibex lion", leaders={"lion": 2}, animals="")
    play.give("bid R", "bid S1").give("refill").give("take lion")
    ended = play.told("match-ended")[0]
    assert len(ended["scores"]) == len(ended["places"]) == len(ended["breakdown"]) == 2
    assert play.told("took")[0]["seat"] == 2
    assert play.told("took")[0]["bonus"] is False


def test_l11_leo_is_not_offered_in_the_2020_edition() -> None:
    with pytest.raises(SetupError, match="leo-edition"):
        RULES.check(3, WildCardsOptions("2020", leo=True))
