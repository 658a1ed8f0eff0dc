from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.protocol import (
    AmbiguousOrderError,
    IllegalOrderError,
    OrderError,
    OrderSyntaxError,
    Setup,
)
from games.rules.steps import (
    MOST_ALTERNATIVES,
    MOST_CHARACTERS,
    MOST_STEPS,
    NoAlternativeError,
    first_legal,
    join_steps,
    split_steps,
)
from tests.rules.toy_game import HighCard, ToyOptions, ToyState
from tests.sizes import sized

RULES = HighCard()


def dealt() -> ToyState:
    return RULES.start(Setup(2, ToyOptions(), Chance("steps"))).state


def a_legal_text(seat: int = 0) -> str:
    return RULES.format_order(next(iter(RULES.legal_orders(dealt(), seat))))


class Forgetful(HighCard):
    """Reads `lay` without a card as any of the hand."""

    def parse_order(self, state: ToyState, seat: int, text: str) -> Any:
        if text == "lay":
            candidates = [self.format_order(one) for one in self.legal_orders(state, seat)]
            raise AmbiguousOrderError("which-card", candidates=candidates, text=text)
        return super().parse_order(state, seat, text)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("bid F3", (("bid F3",),)),
        (
            "bid F3; take lion F2 M1 or take eagle F2 M1 or pass",
            (("bid F3",), ("take lion F2 M1", "take eagle F2 M1", "pass")),
        ),
        (
            "bid F3\ntake lion OR pass\r\n\r\nswap none;",
            (("bid F3",), ("take lion", "pass"), ("swap none",)),
        ),
        (" ;; bid R ; ", (("bid R",),)),
        ("take lion\tor\tpass", (("take lion", "pass"),)),
        ("show fortress", (("show fortress",),)),
        ("bid F1\u2028pass", (("bid F1",), ("pass",))),
    ],
)
def test_semicolons_and_line_breaks_end_steps_and_or_parts_alternatives(
    text: str, steps: tuple[tuple[str, ...], ...]
) -> None:
    assert split_steps(text) == steps
    assert split_steps(join_steps(steps)) == steps


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty-order"),
        (" ;\n; ", "empty-order"),
        ("or", "empty-alternative"),
        ("bid F3 or", "empty-alternative"),
        ("or bid F3", "empty-alternative"),
        ("bid F3 or or pass", "empty-alternative"),
        ("x" * (MOST_CHARACTERS + 1), "order-too-long"),
        ("pass;" * (MOST_STEPS + 1), "too-many-steps"),
        ("pass or " * MOST_ALTERNATIVES + "pass", "too-many-alternatives"),
    ],
)
def test_what_is_empty_or_too_much_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises(OrderSyntaxError) as caught:
        split_steps(text)
    assert caught.value.code == code
    assert len(caught.value.text) <= 80


def test_the_most_that_is_allowed_is_taken() -> None:
    assert len(split_steps("pass;" * MOST_STEPS)) == MOST_STEPS
    (step,) = split_steps(" or ".join(["pass"] * MOST_ALTERNATIVES))
    assert len(step) == MOST_ALTERNATIVES


@settings(max_examples=sized(25, 200))
@given(st.text())
def test_any_text_gives_steps_or_a_syntax_error(text: str) -> None:
    try:
        steps = split_steps(text)
    except OrderSyntaxError:
        return
    assert steps
    assert all(alternative == alternative.strip() != "" for step in steps for alternative in step)
    assert split_steps(join_steps(steps)) == steps


def test_ten_megabytes_are_refused_for_their_length() -> None:
    with pytest.raises(OrderSyntaxError) as refusal:
        split_steps(" or ;" * 2_000_000)
    assert refusal.value.code == "order-too-long"
    assert len(refusal.value.text) < 100


def test_the_first_legal_alternative_counts() -> None:
    legal = a_legal_text()
    fit = first_legal(RULES, dealt(), 0, ("lay z9", "dance", legal.upper(), "keep 1"))
    assert fit.text == legal
    assert fit.order == tuple(legal.split())
    assert [type(reason) for reason in fit.refused] == [IllegalOrderError, OrderSyntaxError]


@pytest.mark.parametrize(
    ("alternatives", "kind"),
    [(("dance",), OrderSyntaxError), (("lay z9",), IllegalOrderError)],
)
def test_a_single_alternative_is_refused_for_its_own_reason(
    alternatives: tuple[str, ...], kind: type[OrderError]
) -> None:
    with pytest.raises(kind) as caught:
        first_legal(RULES, dealt(), 0, alternatives)
    assert not isinstance(caught.value, NoAlternativeError)


def test_where_no_alternative_fits_every_reason_is_told_with_an_order_that_would_work() -> None:
    with pytest.raises(NoAlternativeError) as caught:
        first_legal(RULES, dealt(), 0, ("lay z9", "dance"))
    assert [reason.code for reason in caught.value.reasons] == ["not-legal", "not-an-order"]
    assert caught.value.text == "lay z9 or dance"
    assert caught.value.example == a_legal_text()


def test_an_ambiguous_alternative_is_asked_about_rather_than_called_illegal() -> None:
    with pytest.raises(AmbiguousOrderError) as caught:
        first_legal(Forgetful(), dealt(), 0, ("lay z9", "lay"))
    assert a_legal_text() in caught.value.candidates


def test_a_legal_alternative_goes_before_an_ambiguous_one() -> None:
    assert first_legal(Forgetful(), dealt(), 0, ("lay", a_legal_text())).text == a_legal_text()


def test_an_alternative_of_a_later_decision_is_not_legal_now() -> None:
    orders: Mapping[int, Any] = {seat: RULES.default_order(dealt(), seat) for seat in (0, 1)}
    later = RULES.adjudicate(dealt(), orders).state
    (winner,) = RULES.phase(later).awaited  # type: ignore[union-attr]
    with pytest.raises(IllegalOrderError):
        first_legal(RULES, dealt(), winner, ("keep 2",))
    assert first_legal(RULES, later, winner, ("keep 2",)).text == "keep 2"
