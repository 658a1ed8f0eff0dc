"""Orders of several steps that were read, and cannot be given as they stand."""

from __future__ import annotations

import pytest

from games.rules.registry import rules_for
from games.words.doubts.possible_steps import possible
from games.words.positions.scene import OrderScene
from games.words.results import Question, Understood
from tests.words.reading import positions


def scene(game: str, name: str) -> OrderScene:
    position = positions()[game, name]
    return OrderScene.of(rules_for(game), position.state, position.seat)


def card() -> str:
    return next(one for one in scene("wild-cards", "bid").hand if one[0] in "FSM")


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [
        ("wild-cards", "bid", "bid {card}; take lion; pay cheapest"),
        ("wild-cards", "bid", "bid {card}; take lion {card} {card} {card} {card} {card}"),
        ("cubirds", "lay", "lay duck 1 left; done; stay"),
        ("emu-ranchers", "act", "hatch {card}; draw deck; draw discard"),
    ],
)
def test_a_step_that_cannot_come_is_asked_about_with_the_first_one_alone(
    game: str, name: str, text: str
) -> None:
    own = card() if game == "wild-cards" else scene(game, name).hand[0]
    text = text.format(card=own)
    assert possible(scene(game, name), Understood(text)) == Question((text.partition("; ")[0],))


def test_an_alternative_that_was_said_twice_stands_once() -> None:
    read = Understood(f"bid {card()}; take lion or take eagle or take lion")
    found = possible(scene("wild-cards", "bid"), read)
    assert found == Understood(f"bid {card()}; take lion or take eagle")


@pytest.mark.parametrize("text", ["play Z; play N", "draw deck; grow 4MS 1; draw deck", "pass"])
def test_what_may_come_again_is_left_as_it_was_read(text: str) -> None:
    assert possible(scene("cubirds", "lay"), Understood(text)) == Understood(text)
