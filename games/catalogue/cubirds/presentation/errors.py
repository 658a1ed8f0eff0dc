"""What CuBirds refuses, in words: what was wrong, what was understood, and what would work.

A test reads the codes of `games.catalogue.cubirds.rules` and finds any that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.cubirds.presentation.vocabulary import (
    SPECIES,
    bird_name,
    birds,
    option_label,
)
from games.presentation.refusals import Problems, quoted
from games.presentation.words import comma_list

Params = Mapping[str, Any]


def _not_in_hand(params: Params) -> str:
    return _("Your hand holds no %(bird)s. It holds: %(hand)s.") % {
        "bird": bird_name(params["species"]),
        "hand": comma_list([bird_name(species) for species in params["hand"]]),
    }


def _no_row(params: Params) -> str:
    return _("There is no row %(row)s. Rows are 1 to 4, from the top.") % {"row": params["row"]}


def _no_family(params: Params) -> str:
    return _("A family of this species takes at least %(needed)s; you hold %(birds)s.") % {
        "needed": birds(params["species"], params["needed"]),
        "birds": birds(params["species"], params["number"]),
    }


def _unknown_word(params: Params) -> str:
    return _("The word “%(word)s” is not known. The birds are: %(birds)s.") % {
        "word": quoted(params["word"]),
        "birds": comma_list([_spelled(species) for species in SPECIES]),
    }


def _spelled(species: str) -> str:
    """A bird's name, and behind it the word of the notation where that is another."""
    name = bird_name(species)
    return name if name == species else f"{name} ({species})"


def _shape(params: Params) -> str:
    shapes = {
        "lay": _("“lay” wants one species, a row from 1 to 4, and “left” or “right”."),
        "draw": _("“draw” stands alone."),
        "stay": _("“stay” stands alone."),
        "family": _("“family” wants one species."),
        "done": _("“done” stands alone."),
    }
    return shapes.get(params["verb"]) or _("These words make no order.")


def _bad_option(params: Params) -> str:
    allowed = params["allowed"]
    return _("%(option)s: %(value)s is not possible. Possible: %(least)s to %(most)s.") % {
        "option": option_label(params["option"]),
        "value": quoted(str(params["value"])),
        "least": allowed[0],
        "most": allowed[-1],
    }


def _seats(params: Params) -> str:
    return _("The game is for %(least)s to %(most)s players, not for %(seats)s.") % params


PROBLEMS: Problems = {
    # Orders: words
    "unknown-word": _unknown_word,
    "no-verb": lambda _params: _(
        "The word that says what to do is missing: lay, draw, stay, family or done."
    ),
    "shape": _shape,
    "which-lay": lambda _params: _("This leaves open which birds you lay, or where."),
    "which-family": lambda _params: _("You can form more than one family."),
    # Orders: the position
    "order-form": lambda _params: _("These words make no order here."),
    "not-in-hand": _not_in_hand,
    "no-row": _no_row,
    "no-family": _no_family,
    # Set-up
    "bad-option": _bad_option,
    "too-few-seats": _seats,
    "too-many-seats": _seats,
    "robin-needed": lambda _params: _("One player alone plays against RobinBird."),
    "robin-alone": lambda _params: _("RobinBird plays against one player alone."),
}
