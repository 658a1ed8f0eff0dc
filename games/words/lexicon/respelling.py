"""What a text comes to with its unknown words read as known ones, beside what it says as it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.words.lexicon.typos import Variant
from games.words.results import MOST_CHOICES, Question, Result, Understood

_SCRAP = 2
"""A word of so many letters may be anything."""


class Respelt(NamedTuple):
    """What a text comes to with its unknown words read as known ones."""

    orders: dict[str, Variant]
    asked: dict[str, None]


def beside(respelt: Respelt, order: Understood) -> Result:
    """An order, or a question where another spelling is another order."""
    rivals = [
        text
        for text, variant in respelt.orders.items()
        if _is_rival(text, order.text) or _goes_further(text, order.text, variant)
    ]
    return Question((*rivals, order.text)[:MOST_CHOICES]) if rivals else order


def _is_rival(text: str, other: str) -> bool:
    """Whether one of two orders may be meant for the other: both of as many steps, and unlike."""
    return text != other and text.count(";") == other.count(";")


def _goes_further(text: str, other: str, variant: Variant) -> bool:
    """Whether an order is another one with a step more, for a slip in a long word."""
    is_slip = any(len(one.written) > _SCRAP for one in variant.corrections)
    return text.startswith(f"{other};") and is_slip


def question_of(respelt: Respelt) -> Question | None:
    """The orders that the spellings come to, as a question; None for no order."""
    choices = tuple(dict.fromkeys((*respelt.orders, *respelt.asked)))
    return Question(choices[:MOST_CHOICES]) if choices else None


def is_longer(text: str, others: Iterable[str]) -> bool:
    """Whether one of the others is this order without its last steps."""
    return any(text.startswith(f"{other};") for other in others)


def is_shorter(text: str, others: Iterable[str]) -> bool:
    """Whether every one of the others is this order with further steps: a spelling lost them."""
    return all(other.startswith(f"{text};") for other in others)


def is_far_fetched(result: Understood, variant: Variant, unknown: int) -> bool:
    """Whether all of the order is one respelt word, beside others that nobody knows, or a further
    step hangs on a word of two letters, "sab 4 pa mi", or on one of several that nobody knows."""
    is_scrap = any(len(one.written) <= 2 and one.written.isalpha() for one in variant.corrections)
    is_scrap = is_scrap or unknown > variant.respelt
    return (is_scrap and ";" in result.text) or (
        " " not in result.text and unknown > variant.respelt
    )
