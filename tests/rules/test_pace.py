"""How slow a match by mail is, counted."""

from __future__ import annotations

import pytest

from games.rules.configurations import configurations
from games.rules.pace import HOURS_A_DAY, match_pace
from games.rules.playout import match_seed
from games.rules.registry import GAMES, bots_for
from games.rules.steps import split_steps


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.standing])
def test_standing_orders_make_every_game_ask_less_and_last_no_longer(key: str) -> None:
    """Standing orders never make a match ask more often, nor last longer."""
    assert split_steps(GAMES[key].standing)
    rules = GAMES[key].rules
    setup = next(iter(configurations(rules)))
    bots = [bots_for(key)["steady"]] * setup.seats
    seed = match_seed("pace")
    plain = match_pace(rules, bots, setup.options, seed)
    quick = match_pace(rules, bots, setup.options, seed, standing=GAMES[key].standing)
    assert sum(quick.asked) < sum(plain.asked)
    # Where one seat is asked at a time, a turn is over in one look at the mail either way.
    assert quick.days <= plain.days


def test_nobody_is_asked_between_their_looks_at_the_mail() -> None:
    """With one look a day a match of several rounds cannot be over within the rounds' number."""
    rules = GAMES["wild-cards"].rules
    setup = next(one for one in configurations(rules) if one.seats == 3)
    bots = [bots_for("wild-cards")["steady"]] * 3
    seed = match_seed("days")
    pace = match_pace(rules, bots, setup.options, seed)
    assert pace == match_pace(rules, bots, setup.options, seed)
    rounds = 14
    assert pace.days * HOURS_A_DAY > (rounds - 1) * HOURS_A_DAY
    assert min(pace.asked) >= rounds


def test_a_forced_play_that_only_the_hand_tells_takes_as_long_as_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Wizard's players must follow suit: who has one card of it is forced, and nobody knows."""
    rules = GAMES["wizard"].rules
    setup = next(iter(configurations(rules)))
    bots = [bots_for("wizard")["steady"]] * setup.seats
    held = match_pace(rules, bots, setup.options, match_seed("forced"))
    monkeypatch.setattr(type(rules), "is_forced_openly", lambda *_arguments: True)
    at_once = match_pace(rules, bots, setup.options, match_seed("forced"))
    assert held.days > at_once.days
    assert held.asked == at_once.asked
