"""Whatever somebody sends instead of an order: an order error, and nothing changes."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.journal import replay
from games.rules.protocol import OrderError, OrderSyntaxError, Rules, Seat, Setup
from tests.rules.cases import ALL_GAMES, SILENCES, cases
from tests.sizes import sized

AnyRules = Rules[Any, Any]
LONGEST_ORDER = 10_000
"""No game has an order as long as this: such text is refused for its length, not read."""

POSITIONS_OF_A_KIND = 3
LONGEST_ERROR = 2000


class Asked(NamedTuple):
    """A seat that is asked, and some legal answers."""

    rules: AnyRules
    state: Any
    seat: Seat
    texts: tuple[str, ...]


_POSITIONS: dict[str, tuple[Asked, ...]] = {}


def positions(rules: AnyRules) -> tuple[Asked, ...]:
    """Of every kind of decision a few positions, each under other options; played once a run."""
    if rules.key not in _POSITIONS:
        kinds: Counter[str] = Counter()
        chosen = []
        for (kind, _options), asked in _positions(rules).items():
            kinds[kind] += 1
            if kinds[kind] <= POSITIONS_OF_A_KIND:
                chosen.append(asked)
        _POSITIONS[rules.key] = tuple(chosen)
    return _POSITIONS[rules.key]


def _positions(rules: AnyRules) -> dict[Any, Asked]:
    found: dict[Any, Asked] = {}
    for case in cases(rules):
        if case.silence != SILENCES[0]:
            continue
        record = case.play()
        setup = Setup(record.seats, case.configuration.options, Chance(record.seed))
        for played in replay(rules, setup, record.orders):
            state = played.adjudication.state
            phase = rules.phase(state)
            if phase is not None:
                legal = rules.legal_orders(state, phase.awaited[-1])
                texts = tuple(
                    rules.format_order(one) for one, _ in zip(legal, range(20), strict=False)
                )
                key = (phase.name, case.configuration.options)
                found[key] = Asked(rules, state, phase.awaited[-1], texts)
    return found


def send(asked: Asked, text: str) -> None:
    """Send it; whatever comes back must be a legal order or an order error of moderate size."""
    rules, state, seat, _ = asked
    before = rules.encode(state)
    answer = parsed(asked, text)
    if len(text) > LONGEST_ORDER:
        assert isinstance(answer, OrderSyntaxError)
    assert rules.encode(state) == before
    if isinstance(answer, OrderError):
        assert answer.code
        assert len(str(answer)) + len(answer.text) < LONGEST_ERROR
        if answer.example:
            rules.parse_order(state, seat, answer.example)
    else:
        canonical = rules.format_order(answer)
        assert canonical.isascii()
        assert rules.parse_order(state, seat, canonical) == answer


def parsed(asked: Asked, text: str) -> Any:
    """The order or the order error; anything else that is raised is a fault."""
    try:
        return asked.rules.parse_order(asked.state, asked.seat, text)
    except OrderError as error:
        return error


HOSTILE = {
    "nothing": "",
    "spaces": " \t\r\n\v\f ",
    "zero": "\0",
    "control characters": "\x1b[31mbid\x07 F3\x9b",
    "100 kB of a letter": "x" * 100_000,
    "100 kB of spaces": " " * 100_000,
    "100 kB of words": "bid " * 25_000,
    "100 kB of cards": "refill" + " F1" * 33_000,
    "100 kB of commas": "," * 100_000,
    "100 kB of digits": "bid F" + "9" * 100_000,
    "right to left": "\u202ebid F3\u202c",
    "arabic digits": "bid F٣ keep ٢ lay a٣",
    "fullwidth": "ｂｉｄ Ｆ３",
    "superscript": "bid F³ keep ² lay a³",
    "roman numeral": "bid F\u2162",
    "capital dotted i": "B\u0130D F3",
    "long s": "\u017fwap none",
    "kelvin": "\u212aeep 1",
    "sharp s": "pa\u00df",
    "zero width": "b\u200bid F\u200b3",
    "combining": "b\u0301id F3\u0335",
    "half a surrogate": "bid \ud83e",
    "lion": "take 🦁",
    "markup": "<b>bid F3</b><script>alert(1)</script>",
    "template": "{{ match.seed }} {% debug %} %(seed)s {0.__class__}",
    "query": "bid F3'; DROP TABLE games_order;--",
    "negative": "bid F-3 keep -1",
    "fraction": "keep 1.0 bid F3.5",
    "exponent": "keep 1e0",
    "two orders": "bid F3; pass",
}


@pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.key)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_changes_nothing(rules: AnyRules, name: str) -> None:
    for asked in positions(rules):
        send(asked, HOSTILE[name])
        send(asked, f"{asked.texts[0]} {HOSTILE[name]}")


@pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.key)
@settings(max_examples=sized(25, 150), deadline=None)
@given(data=st.data())
def test_any_text_gives_an_order_or_an_order_error(rules: AnyRules, data: st.DataObject) -> None:
    asked = data.draw(st.sampled_from(positions(rules)))
    words = sorted({word for text in asked.texts for word in text.split()})
    anything = st.one_of(
        st.text(max_size=200),
        st.lists(st.one_of(st.sampled_from(words), st.text(max_size=5))).map(" ".join),
        st.lists(st.sampled_from(words), max_size=30).map(" ".join),
    )
    send(asked, data.draw(anything))
