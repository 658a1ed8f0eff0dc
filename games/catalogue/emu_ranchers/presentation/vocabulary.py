"""The words of Emu Ranchers: cards, suits, phases, options.

Each function lists all its words and picks one, so that a translator finds them together; the
picks that mails repeat are remembered per language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import ngettext, pgettext

from games.presentation.values import UnknownWordError
from games.presentation.words import and_list, comma_list, per_language, pick
from games.presentation.words import gettext as _

SUITS = "MSVLYK"
EXCUSE = "X"
ACE, CROWN = 1, 10

_CARD = re.compile(r"[A2-9CPT](?=[MSVLYK])M?S?V?L?Y?K?")


def is_card(code: str) -> bool:
    """Whether this is written like a card: a rank with suits in their order, or the Excuse."""
    return code == EXCUSE or bool(_CARD.fullmatch(code))


@per_language
def suit_name(letter: str) -> str:
    """`M` as "Moons"."""
    return pick(
        "suit",
        letter,
        {
            "M": pgettext("suit", "Moons"),
            "S": pgettext("suit", "Suns"),
            "V": pgettext("suit", "Waves"),
            "L": pgettext("suit", "Leaves"),
            "Y": pgettext("suit", "Wyrms"),
            "K": pgettext("suit", "Knots"),
        },
    )


@per_language
def suit_names(letters: str) -> str:
    """`MK` as "Moons and Knots"."""
    return and_list([suit_name(letter) for letter in letters])


@per_language
def card_name(code: str) -> str:
    """`2MK` as "2 of Moons and Knots". Raises UnknownWordError for what is no card's code."""
    if not is_card(code):
        raise UnknownWordError(f"no card {code!r}")
    if code == EXCUSE:
        return _("the Excuse")
    names = {
        "A": _("Ace of %(suits)s"),
        "C": _("Crown of %(suits)s"),
        "P": _("Pawn of %(suits)s"),
        "T": _("Court of %(suits)s"),
    }
    values = {"rank": code[0], "suits": suit_names(code[1:])}
    return names.get(code[0], _("%(rank)s of %(suits)s")) % values


def card_names(codes: Sequence[str]) -> str:
    """Several cards, each with its code where the words alone would be long."""
    if len(codes) > 2:
        return comma_list(codes)
    return and_list([card_name(code) for code in codes])


@per_language
def bird_name(number: int) -> str:
    """`bird 2`, as the object of a sentence."""
    return _("bird %(number)s") % {"number": number}


@per_language
def next_card(above: int | None, below: int | None) -> str:
    """Which ranks a bird still takes."""
    if above is None and below is None:
        return _("closed")
    if below is None:
        return _("goes on above %(rank)s") % {"rank": _rank(above)}
    if above is None:
        return _("goes on below %(rank)s") % {"rank": _rank(below)}
    values = {"above": _rank(above), "below": _rank(below)}
    return _("goes on above %(above)s or below %(below)s") % values


def _rank(height: int | None) -> str:
    names = {ACE: _("the Ace"), CROWN: _("the Crown")}
    return names.get(height or 0, str(height))


@per_language
def phase_name(name: str) -> str:
    """The name of a phase."""
    return pick(
        "phase",
        name,
        {
            "act": pgettext("phase", "hatch, grow or discard"),
            "draw": pgettext("phase", "drawing a card"),
            "growth": pgettext("phase", "the last growth of the year"),
            "over": pgettext("phase", "the match is over"),
        },
    )


def reason(name: str) -> str:
    """Why a match ended, as a sentence."""
    return pick("reason", name, {"years-complete": _("All years have been played.")})


def option_label(name: str) -> str:
    """An option's name on a form."""
    return pick(
        "option",
        name,
        {
            "years": _("Number of years"),
            "deck": _("Extra cards"),
            "excuse": _("The Excuse"),
        },
    )


def option_value_label(name: str, value: str | bool | int) -> str:
    """One value of an option on a form."""
    if name == "years" and type(value) is int:
        return ngettext("%(number)s year", "%(number)s years", value) % {"number": value}
    return pick(
        "value of an option",
        (name, value),
        {
            ("deck", "basic"): _("none: the 36 cards of the basic deck"),
            ("deck", "pawns"): _("the four Pawns, which stand for any number"),
            ("deck", "courts"): _("the four Courts, which stand for any number"),
            ("excuse", True): _("with the Excuse, which lets a losing bird go"),
            ("excuse", False): _("without the Excuse"),
        },
    )
