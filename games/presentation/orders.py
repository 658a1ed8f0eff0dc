"""Orders of the notation in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from django.utils.translation import pgettext

from games.presentation.words import or_list
from games.rules.protocol import OrderSyntaxError
from games.rules.steps import split_steps

OrderWords: TypeAlias = Callable[[str, Sequence[str]], str | None]
"""The words for a verb with its values, all in lower case; None for what is not canonical."""


def order_in_words(text: str, words: OrderWords) -> str:
    """An order, or several steps with alternatives, in words.

    An alternative that is not in the canonical notation stays as it was written; so does a text
    that is no order at all. Never raises.
    """
    try:
        steps = split_steps(text)
    except OrderSyntaxError:
        return text
    return pgettext("between two steps of an order", "; then ").join(
        or_list([_alternative(alternative, words) for alternative in step]) for step in steps
    )


def _alternative(text: str, words: OrderWords) -> str:
    verb, *values = text.split()
    return words(verb.lower(), [value.lower() for value in values]) or text
