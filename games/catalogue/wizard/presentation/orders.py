"""Orders of the notation in words: "play R13" as "play red 13"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.catalogue.wizard.presentation.vocabulary import (
    COLOURS,
    a_card,
    colour_name,
    is_card,
    is_number,
    number_of_tricks,
)
from games.presentation.words import gettext as _


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
        "cheapest": _("play the lowest card that takes the trick as it is"),
        "duck": _("play the highest card that doesn’t take the trick as it is"),
        "any": _("play any card that helps your bid"),
    }
    if value.lower() in shorthands:
        return shorthands[value.lower()]
    if not is_card(value.upper()):
        return None
    return _("play %(card)s") % {"card": a_card(value.upper())}


def _of_one(words: Callable[[str], str | None]) -> Callable[[Sequence[str]], str | None]:
    return lambda values: words(values[0]) if len(values) == 1 else None


VERBS: Mapping[str, Callable[[Sequence[str]], str | None]] = {
    "trump": _of_one(_trump),
    "bid": _of_one(_bid),
    "play": _of_one(_play),
}
