"""Orders of the notation in words: "lay parrot 2 left" as what it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from games.catalogue.cubirds.presentation.vocabulary import all_birds
from games.catalogue.cubirds.rules.cards import SPECIES
from games.presentation.words import gettext as _

_SHORTHANDS = ("any", "highest", "lowest", "cheapest")
_ROW = re.compile(r"[1-9]\d?", re.ASCII)
"""Also one that there is not: a refusal says what it read."""


def _lay(values: Sequence[str]) -> str | None:
    if len(values) == 1 and values[0] in _SHORTHANDS:
        shorthands = {
            "any": _("lay the birds that take most"),
            "highest": _("lay the birds that take most"),
            "lowest": _("lay the birds that take fewest"),
            "cheapest": _("lay as few birds as possible"),
        }
        return shorthands[values[0]]
    if len(values) == 2 and values[0] in SPECIES and values[1] in ("any", "highest"):
        return _("lay %(birds)s where they take most") % {"birds": all_birds(values[0])}
    if len(values) != 3 or values[0] not in SPECIES or _ROW.fullmatch(values[1]) is None:
        return None
    sides = {
        "left": _("lay %(birds)s on the left of row %(row)s"),
        "right": _("lay %(birds)s on the right of row %(row)s"),
    }
    words = sides.get(values[2])
    return words % {"birds": all_birds(values[0]), "row": values[1]} if words else None


def _family(values: Sequence[str]) -> str | None:
    if len(values) != 1:
        return None
    shorthands = {
        "any": _("form the family that wins most"),
        "highest": _("form the family that wins most"),
        "lowest": _("form the smallest family"),
        "cheapest": _("form the smallest family"),
    }
    if values[0] in SPECIES:
        return _("form a family of %(birds)s") % {"birds": all_birds(values[0])}
    return shorthands.get(values[0])


def _draw(values: Sequence[str]) -> str | None:
    return None if values else _("draw two cards")


def _stay(values: Sequence[str]) -> str | None:
    return None if values else _("draw nothing")


def _done(values: Sequence[str]) -> str | None:
    return None if values else _("form no family")


VERBS: Mapping[str, Callable[[Sequence[str]], str | None]] = {
    "lay": _lay,
    "draw": _draw,
    "stay": _stay,
    "family": _family,
    "done": _done,
}
