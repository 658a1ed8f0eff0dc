"""What a seat may leave for decisions to come: read by the rules, said in words of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import pytest

from games.presentation import presentation_for
from games.presentation.default_presentation import Presentation
from games.rules.protocol import OrderError
from games.rules.registry import game_for, rules_for
from games.rules.steps import check_later_steps
from games.words import is_notation
from tests.presentation.cubirds.positions import positions as cubirds
from tests.presentation.emu_ranchers.positions import positions as emu_ranchers
from tests.presentation.positions import positions as wild_cards
from tests.presentation.wizard.positions import positions as wizard

POSITIONS: dict[str, Callable[[], Sequence[Any]]] = {
    "cubirds": cubirds,
    "emu-ranchers": emu_ranchers,
    "wild-cards": wild_cards,
    "wizard": wizard,
}


@pytest.mark.parametrize("game", POSITIONS)
def test_every_order_that_may_be_left_is_notation_with_words_of_its_own(game: str) -> None:
    rules, words = rules_for(game), presentation_for(game)
    for place in POSITIONS[game]()[::9]:
        for viewer in (0, None):
            for decision in words.later(rules.view(place.state, viewer)):
                assert decision.name
                check_later_steps(rules, [(order,) for order in decision.orders])
                said = {words.order_in_words(order) for order in decision.orders}
                assert len(said) == len(decision.orders)
                assert not said & set(decision.orders) - {"pass"}
                assert all(is_notation(game, order) for order in decision.orders)


@pytest.mark.parametrize("game", POSITIONS)
def test_every_kind_of_order_that_may_be_left_fits_when_its_time_comes(game: str) -> None:
    rules, words = rules_for(game), presentation_for(game)
    offered: set[str] = set()
    fitting: set[str] = set()
    asked: set[str] = set()
    for place in POSITIONS[game]()[::4]:
        for seat, decision in place.decisions():
            open_now = {choice.verb.split()[0] for choice in decision.choices}
            asked |= open_now
            left = words.later(rules.view(place.state, seat))
            for order in chain.from_iterable(each.orders for each in left):
                verb = order.split()[0]
                offered.add(verb)
                if verb in open_now and verb not in fitting:
                    try:
                        rules.parse_order(place.state, seat, order)
                    except OrderError:
                        continue
                    fitting.add(verb)
    assert len(fitting) >= 2
    assert offered & asked == fitting


def test_a_game_without_words_of_its_own_offers_nothing_for_later() -> None:
    assert Presentation(game_for("wizard")).later(None) == ()
