"""Worlds that a seat could be in: the same for all positions that it cannot tell apart."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.chance import Chance
from games.rules.game import AnyRules
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import IllegalOrderError, Setup
from games.rules.registry import GAMES, bots_for
from games.rules.what_if import (
    NoWorldError,
    imagined,
    opening,
    others_played,
    played_on,
    tried_on,
)


def positions(game: str, number: int) -> list[tuple[AnyRules, Any]]:
    """As many positions on the way of one match of random orders, from its first to later ones."""
    rules = GAMES[game].rules
    seats = min(3, rules.table_sizes[-1])
    state = rules.start(Setup(seats, rules.options.from_mapping({}), Chance("what if"))).state
    dice, found = Dice("what if", game), []
    for _phase in range(number * 3):
        phase = rules.phase(state)
        if phase is None:
            break
        found.append((rules, state))
        orders = {
            seat: ask_bot(rules, bots_for(game)["random"], state, seat, dice)
            for seat in phase.awaited
        }
        state = rules.adjudicate(state, orders).state
    return found[::3]


@pytest.mark.parametrize("game", GAMES)
def test_positions_that_a_seat_cannot_tell_apart_make_the_same_world(game: str) -> None:
    different = 0
    for rules, state in positions(game, 25):
        for seat in range(min(3, rules.table_sizes[-1])):
            other = rules.resample(state, seat, Chance("another deal"))
            different += rules.encode(other) != rules.encode(state)
            worlds = []
            for one in (state, other):
                try:
                    worlds.append(rules.encode(imagined(rules, one, seat, "seed")))
                except NoWorldError:
                    worlds.append("none")
            assert worlds[0] == worlds[1]
    assert different > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_world_shows_its_seat_what_the_match_does_and_shuffles_by_its_own_chance(
    game: str,
) -> None:
    for rules, state in positions(game, 8):
        seat = rules.phase(state).awaited[0]  # type: ignore[union-attr]
        world = imagined(rules, state, seat, "seed")
        assert rules.view(world, seat) == rules.view(state, seat)
        assert world.chance.seed == "seed"
        assert world.chance != state.chance


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_played_on_with_bots_for_the_others(game: str) -> None:
    rules, state = positions(game, 2)[0]
    own = 0
    here = opening(rules, imagined(rules, state, own, "seed"), own)
    bot = bots_for(game)["steady"]
    for _turn in range(3):
        here = others_played(rules, here, own, bot, 40)
        assert here.next_seat == own
        order = next(iter(rules.legal_orders(here.state, own)))
        here = tried_on(rules, here, own, rules.format_order(order))
    again = played_on(
        rules, imagined(rules, state, own, "seed"), own, [one.text for one in here.tried]
    )
    assert rules.encode(again.state) == rules.encode(here.state)
    assert again.tried == here.tried
    assert {one.is_assumed for one in here.tried if one.seat == own} == {False}
    assert all(one.is_assumed for one in here.tried if one.seat != own)


def test_bots_stop_at_the_limit_and_nothing_follows_the_end() -> None:
    rules, state = positions("wizard", 1)[0]
    world = imagined(rules, state, 0, "seed")
    here = others_played(rules, opening(rules, world, 7), 7, bots_for("wizard")["random"], 5)
    assert len(here.tried) == 5
    whole = others_played(rules, here, 7, bots_for("wizard")["random"], 5000)
    assert whole.phase is None
    with pytest.raises(IllegalOrderError, match="match-over"):
        tried_on(rules, whole, 7, "bid 1")


def test_a_deal_that_the_rules_cannot_make_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state = positions("emu-ranchers", 1)[0]
    monkeypatch.setattr(type(rules), "resample", lambda _rules, state, _seat, _chance: state)
    with pytest.raises(NoWorldError):
        imagined(rules, state, 0, "seed")
