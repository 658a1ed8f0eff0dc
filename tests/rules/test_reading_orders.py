"""What any game makes of any text, in any position; the rest of its promises: `conformance`."""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.game import AnyRules
from games.rules.protocol import Choice, OrderError, Seat, Setup
from games.rules.registry import GAMES, rules_for
from tests.rules.random_positions import few, positions, some_position, tables_of
from tests.sizes import sized

EVERY_GAME = pytest.mark.parametrize(
    "rules", [game.rules for game in GAMES.values()], ids=lambda rules: rules.key
)
MOST_SPELLED = 400
IN_STEPS = {("emu-ranchers", "growth")}
"""Decisions whose choices are the next step alone, of orders that may have many."""

SAID = ("any", "none", "all", "lowest", "highest", "cheapest", "duck", "best", "the", "of", "with",
        "robin", "1", "13", "9", "X9", "left", "r", "wizard", "row", "deck", "2MK",
        "a")  # fmt: skip

positioned = {"seed": st.integers(0, 1000), "stop": st.integers(0, 60)}


def position_of(rules: AnyRules, seed: int, stop: int) -> Any:
    tables = tables_of(rules)
    return some_position(rules, tables[seed % len(tables)], seed, stop)


@cache
def words_of(key: str) -> tuple[str, ...]:
    """The words of the game's notation that a match brings up, and what people say besides."""
    rules, found = rules_for(key), set(SAID)
    for state in positions(rules, tables_of(rules)[0], 1):
        phase = rules.phase(state)
        for order in islice(rules.legal_orders(state, phase.awaited[0]), 40) if phase else ():
            found.update(rules.format_order(order).split())
    return tuple(sorted(found))


def spelled(choice: Choice) -> set[str]:
    """Every text of a choice; each of its parts in any sequence is the same."""
    ways = [
        [
            picked
            for size in range(part.least, part.most + 1)
            for picked in dict.fromkeys(combinations(part.values, size))
        ]
        for part in choice.parts
    ]
    return {
        " ".join((choice.verb, *(word for part in parts for word in part)))
        for parts in product(*ways)
    }


def check_is_read_or_refused(rules: AnyRules, state: Any, seat: Seat, text: str) -> None:
    """What the text means, or the example where it is refused, is an order that can be given."""
    try:
        order = rules.parse_order(state, seat, text)
    except OrderError as refusal:
        order = rules.parse_order(state, seat, refusal.example)
    assert rules.parse_order(state, seat, rules.format_order(order)) == order
    phase = rules.phase(state)
    assert phase is not None
    silent = {other: rules.default_order(state, other) for other in phase.awaited}
    rules.adjudicate(state, {**silent, seat: order})


@EVERY_GAME
@few
@given(**positioned, text=st.text(max_size=60))
def test_any_text_at_all_is_read_or_refused(
    rules: AnyRules, seed: int, stop: int, text: str
) -> None:
    state = position_of(rules, seed, stop)
    check_is_read_or_refused(rules, state, rules.phase(state).awaited[0], text)  # type: ignore[union-attr]


@EVERY_GAME
@settings(max_examples=sized(30, 300), deadline=None, database=None)
@given(seed=st.integers(0, 30), stop=st.integers(0, 29), data=st.data())
def test_any_words_of_the_notation_are_read_to_a_legal_order_or_refused(
    rules: AnyRules, seed: int, stop: int, data: st.DataObject
) -> None:
    state = position_of(rules, seed, stop)
    words = data.draw(st.lists(st.sampled_from(words_of(rules.key))))
    check_is_read_or_refused(rules, state, rules.phase(state).awaited[0], " ".join(words))  # type: ignore[union-attr]


@EVERY_GAME
@few
@given(**positioned)
def test_the_choices_spell_every_legal_order(rules: AnyRules, seed: int, stop: int) -> None:
    state = position_of(rules, seed, stop)
    phase = rules.phase(state)
    assert phase is not None
    for seat in phase.awaited if (rules.key, phase.name) not in IN_STEPS else ():
        texts = set().union(*map(spelled, rules.decision(state, seat).choices))
        if len(texts) < MOST_SPELLED:
            read = {rules.parse_order(state, seat, text) for text in texts}
            assert read == set(rules.legal_orders(state, seat))


@EVERY_GAME
def test_a_state_that_replays_a_record_is_encoded_with_its_shuffles(rules: AnyRules) -> None:
    for table in tables_of(rules):
        start = rules.start(Setup(table.seats, table.options, Chance("a seed")))
        recorded = Setup(table.seats, table.options, Chance(recorded=start.shuffles))
        again = rules.start(recorded)
        assert again.events == start.events
        assert rules.decode(rules.encode(again.state)) == again.state
