"""What silence means: a lay that loses least, two cards, and the family that wins most."""

from __future__ import annotations

import pytest

from tests.rules.cubirds.positions import RULES, Play, position

ROWS = ("owl flamingo parrot", "duck toucan magpie", "warbler robin owl", "toucan duck robin")


def forming(hand: str) -> Play:
    return position(f"magpie {hand}", "robin", rows=ROWS).give("lay magpie 1 left", "stay")


@pytest.mark.parametrize(
    ("play", "meaning"),
    [
        (position("parrot magpie robin", "robin", rows=ROWS), "lay parrot 1 left"),
        (position("parrot parrot magpie", "robin", rows=ROWS), "lay magpie 2 left"),
        (position("parrot parrot flamingo", "robin", rows=ROWS), "lay parrot 1 left"),
        (position("owl toucan", "robin", rows=ROWS), "lay owl 1 right"),
        (position("parrot parrot flamingo", "robin", rows=("owl",) * 4), "lay flamingo 1 left"),
        (position("magpie robin", "robin", rows=ROWS).give("lay magpie 1 left"), "draw"),
        (forming("flamingo flamingo owl owl owl owl"), "family owl"),
        (forming("flamingo flamingo owl owl owl"), "family flamingo"),
        (forming("duck duck duck duck parrot parrot parrot parrot"), "family duck"),
    ],
)
def test_silence_is_the_plain_sensible_order(play: Play, meaning: str) -> None:
    order = RULES.default_order(play.state, 0)
    assert order in set(RULES.legal_orders(play.state, 0))
    assert RULES.format_order(order) == meaning
