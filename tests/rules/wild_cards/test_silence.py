"""What silence means in every decision: nothing is bluffed, paid or thrown away."""

import pytest

from tests.rules.wild_cards.positions import RULES, Play, position


def default(play: Play) -> str:
    """The default order of the first awaited seat; it must be legal."""
    seat = play.state.awaited[0]
    order = RULES.default_order(play.state, seat)
    assert order in set(RULES.legal_orders(play.state, seat))
    return RULES.format_order(order)


def in_duel(deck: str) -> Play:
    play = position("F1 S2 M3", "S1 M1", "", edition="2020", deck=deck)
    play.give("bid F1", "bid S1", "bid R")
    return play.give("refill")


@pytest.mark.parametrize(
    ("play", "meaning"),
    [
        (position("F1", "S1", "M1"), "bid R"),
        (position("F1 M2", "S1", "M1", leaders={"eagle": 0}), "bid R"),
        (
            position("M2 F1", "S1", "S1", leaders={"eagle": 0}).give("bid M2 F1", "bid R", "bid R"),
            "reveal F1",
        ),
        (
            position("", "", "", collections=[{"lion": 1}], leaders={"meerkat": 0}).give(
                "bid R", "bid R", "bid R"
            ),
            "swap none",
        ),
        (position("F1", "S1", "M1").give("bid R", "bid S1", "bid M1"), "refill"),
        (position("F2 F1", "S2 S1", "M1").give("bid F2", "bid S2", "bid M1"), "pass"),
        (position("F2 F1", "S1", "M1").give("bid F2", "bid S1", "bid M1"), "pass"),
        (in_duel("W1 W1 W1 W1 W1 W1 W1 W1"), "draw"),
        (in_duel(""), "show S2"),
    ],
)
def test_silence_is_the_harmless_order(play: Play, meaning: str) -> None:
    assert default(play) == meaning
