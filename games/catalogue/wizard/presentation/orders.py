"""Orders of the notation in words: "play R13" as "play red 13"."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.wizard.presentation.vocabulary import (
    COLOURS,
    a_card,
    colour_name,
    is_card,
    is_number,
    number_of_tricks,
)
from games.presentation.words import or_list
from games.rules.protocol import OrderSyntaxError
from games.rules.steps import split_steps


def order_in_words(text: str) -> str:
    """An order, or several steps with alternatives, in words.

    An alternative that is not in the canonical notation stays as it was written; so does a text
    that is no order at all. Never raises.
    """
    try:
        steps = split_steps(text)
    except OrderSyntaxError:
        return text
    return pgettext("between two steps of an order", "; then ").join(
        or_list([_alternative(alternative) for alternative in step]) for step in steps
    )


def _alternative(text: str) -> str:
    verb, *values = text.split()
    words = _VERBS.get(verb.lower())
    if words is None or len(values) != 1:
        return text
    return words(values[0]) or text


def _trump(value: str) -> str | None:
    if value.lower() == "any":
        return _("make the colour trump that you hold most of")
    if value.upper() not in COLOURS:
        return None
    return _("make %(colour)s trump") % {"colour": colour_name(value.upper())}


def _bid(value: str) -> str | None:
    shorthands = {
        "lowest": _("bid as little as possible"),
        "highest": _("bid as much as possible"),
        "any": _("bid your sure tricks"),
    }
    if value.lower() in shorthands:
        return shorthands[value.lower()]
    if not is_number(value):
        return None
    return _("bid %(tricks)s") % {"tricks": number_of_tricks(int(value))}


def _play(value: str) -> str | None:
    shorthands = {
        "lowest": _("play the lowest card"),
        "highest": _("play the highest card"),
        "cheapest": _("play the lowest card that takes the trick as it lies"),
        "duck": _("play the highest card that does not take the trick as it lies"),
        "any": _("play any card that helps your bid"),
    }
    if value.lower() in shorthands:
        return shorthands[value.lower()]
    if not is_card(value.upper()):
        return None
    return _("play %(card)s") % {"card": a_card(value.upper())}


_VERBS: Mapping[str, Callable[[str], str | None]] = {"trump": _trump, "bid": _bid, "play": _play}
