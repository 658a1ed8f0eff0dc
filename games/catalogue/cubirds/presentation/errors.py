"""What CuBirds refuses, in words: what was wrong, what was understood, and what would work.

A test reads the codes of `games.catalogue.cubirds.rules` and finds any that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.cubirds.presentation.vocabulary import bird_name, birds, option_label
from games.catalogue.cubirds.rules.cards import SPECIES
from games.presentation.refusals import Problems, quoted
from games.presentation.words import comma_list
from games.presentation.words import gettext as _


def _not_in_hand(species: str, hand: Sequence[str]) -> str:
    return _("You hold no %(bird)s. Your hand: %(hand)s.") % {
        "bird": bird_name(species),
        "hand": comma_list([bird_name(species) for species in hand]),
    }


def _no_row(row: int) -> str:
    return _("There’s no row %(row)s. Rows are 1 to 4, from the top.") % {"row": row}


def _no_family(species: str, needed: int, number: int) -> str:
    return _("A family of this species takes at least %(needed)s; you have %(birds)s.") % {
        "needed": birds(species, needed),
        "birds": birds(species, number),
    }


def _unknown_word(word: str) -> str:
    return _("We don’t know the word “%(word)s”. The birds are: %(birds)s.") % {
        "word": quoted(word),
        "birds": comma_list([_spelled(species) for species in SPECIES]),
    }


def _spelled(species: str) -> str:
    """A bird's name, and behind it the word of the notation where that is another."""
    name = bird_name(species)
    return name if name == species else f"{name} ({species})"


def _shape(verb: str) -> str:
    shapes = {
        "lay": _("“lay” takes a species, a row from 1 to 4, and “left” or “right”."),
        "draw": _("“draw” takes nothing after it."),
        "stay": _("“stay” takes nothing after it."),
        "family": _("“family” takes one species."),
        "done": _("“done” takes nothing after it."),
    }
    return shapes.get(verb) or _("We couldn’t read this as a move.")


def _bad_option(allowed: Sequence[int], option: str, value: object) -> str:
    return _("%(option)s: %(value)s isn’t possible. Choose from %(least)s to %(most)s.") % {
        "option": option_label(option),
        "value": quoted(str(value)),
        "least": allowed[0],
        "most": allowed[-1],
    }


def _seats(seats: int, least: int, most: int) -> str:
    return _("The game is for %(least)s to %(most)s players, not %(seats)s.") % {
        "seats": seats,
        "least": least,
        "most": most,
    }


PROBLEMS: Problems = {
    # Orders: words
    "unknown-word": _unknown_word,
    "no-verb": lambda: _("Say what to do: lay, draw, stay, family or done."),
    "shape": _shape,
    "which-lay": lambda: _("Which birds do you lay, and where?"),
    "which-family": lambda: _("You can form more than one family: which one?"),
    # Orders: the position
    "order-form": lambda: _("This isn’t a move here."),
    "not-in-hand": _not_in_hand,
    "no-row": _no_row,
    "no-family": _no_family,
    # Set-up
    "bad-option": _bad_option,
    "too-few-seats": _seats,
    "too-many-seats": _seats,
    "robin-needed": lambda: _("One player alone plays against RobinBird."),
    "robin-alone": lambda: _("RobinBird plays against one player alone."),
}
