"""Positions of random matches, for what holds in every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.configurations import Configuration, configurations
from games.rules.game import AnyRules
from games.rules.playout import Dice, LegalOrders
from games.rules.protocol import Setup
from tests.rules.cases import random_bot
from tests.sizes import sized

few = settings(
    max_examples=sized(20, 40),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)


def tables_of(rules: AnyRules) -> tuple[Configuration, ...]:
    """Every way to set the game up whose matches are not too long for this."""
    tables = configurations(rules)
    return tuple(one for one in tables if getattr(one.options, "years", 1) < 3)


def matches(
    rules: AnyRules, most: int = 150
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Draws `table`, `seed` and `stop`, at most so many decisions, for a test of this game."""
    tables = st.sampled_from(tables_of(rules))
    return given(table=tables, seed=st.integers(0, 10**6), stop=st.integers(0, most))


def positions(rules: AnyRules, table: Configuration, seed: int) -> Iterator[Any]:
    """The states of a random match, one for each decision, the end included."""
    dice, bot = Dice(str(seed), "properties"), random_bot(rules)
    state = rules.start(Setup(table.seats, table.options, Chance(str(seed)))).state
    yield state
    while (phase := rules.phase(state)) is not None:
        orders = {
            seat: bot.order(
                rules.view(state, seat),
                rules.decision(state, seat),
                LegalOrders(rules, state, seat),
                dice,
            )
            for seat in phase.awaited
        }
        state = rules.adjudicate(state, orders).state
        yield state


def some_position(rules: AnyRules, table: Configuration, seed: int, stop: int) -> Any:
    """The state after `stop` decisions, or the last one that asks something."""
    asking = (one for one in positions(rules, table, seed) if rules.phase(one) is not None)
    *_, state = islice(asking, stop + 1)
    return state
