"""The words of Wild Cards: cards, animals, leaders, phases, options.

Each function lists all its words and picks one, so that a translator finds them together; the
picks that mails repeat are remembered per language.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext, pgettext

from games.presentation.values import UnknownWordError
from games.presentation.words import and_list, per_language, pick
from games.presentation.words import gettext as _

HABITATS = ("F", "S", "M", "W")
SPECIES = ("peacock", "squirrel", "eagle", "ibex", "lion", "meerkat")
HOME = {
    "peacock": "F",
    "squirrel": "F",
    "eagle": "M",
    "ibex": "M",
    "lion": "S",
    "meerkat": "S",
}
REFILL = "R"

_CODES = {habitat + value for habitat in HABITATS for value in "1234"} | {REFILL}


def is_card(code: str) -> bool:
    """Whether this is the code of a habitat card or of the Refill card."""
    return code in _CODES


@per_language
def card_name(code: str) -> str:
    """`F3` as "forest 3". Raises UnknownWordError for another text than a card's code."""
    if not is_card(code):
        raise UnknownWordError(f"no card {code!r}")
    names = {
        "F": _("forest %(value)s"),
        "S": _("savannah %(value)s"),
        "M": _("mountains %(value)s"),
        "W": _("wild %(value)s"),
        REFILL: _("Refill card"),
    }
    return names[code[0]] % {"value": code[1:]}


def card_names(codes: Sequence[str]) -> str:
    """Several cards in words: "forest 3, savannah 1 and wild 2"."""
    return and_list([card_name(code) for code in codes])


@per_language
def bid_name(code: str) -> str:
    """A bid as the object of a sentence: "forest 3", "the Refill card"."""
    return _("the Refill card") if code == REFILL else card_name(code)


@per_language
def habitat_name(letter: str) -> str:
    """`F` as "forest"."""
    return pick(
        "habitat",
        letter,
        {
            "F": pgettext("habitat", "forest"),
            "S": pgettext("habitat", "savannah"),
            "M": pgettext("habitat", "mountains"),
            "W": pgettext("habitat", "wild"),
        },
    )


@per_language
def animal_name(species: str) -> str:
    """The animal without an article, as in a list or under a picture."""
    return pick(
        "animal",
        species,
        {
            "peacock": pgettext("animal", "peacock"),
            "squirrel": pgettext("animal", "squirrel"),
            "eagle": pgettext("animal", "eagle"),
            "ibex": pgettext("animal", "ibex"),
            "lion": pgettext("animal", "lion"),
            "meerkat": pgettext("animal", "meerkat"),
        },
    )


@per_language
def the_animal(species: str) -> str:
    """The animal as the object of a sentence."""
    return pick(
        "animal",
        species,
        {
            "peacock": _("the peacock"),
            "squirrel": _("the squirrel"),
            "eagle": _("the eagle"),
            "ibex": _("the ibex"),
            "lion": _("the lion"),
            "meerkat": _("the meerkat"),
        },
    )


@per_language
def animals(species: str, number: int) -> str:
    """`2 peacocks`."""
    words = {
        "peacock": ngettext("%(number)s peacock", "%(number)s peacocks", number),
        "squirrel": ngettext("%(number)s squirrel", "%(number)s squirrels", number),
        "eagle": ngettext("%(number)s eagle", "%(number)s eagles", number),
        "ibex": ngettext("%(number)s ibex", "%(number)s ibexes", number),
        "lion": ngettext("%(number)s lion", "%(number)s lions", number),
        "meerkat": ngettext("%(number)s meerkat", "%(number)s meerkats", number),
    }
    return pick("animal", species, words) % {"number": number}


@per_language
def the_leader(species: str) -> str:
    """A leader card as the object of a sentence."""
    return pick(
        "leader",
        species,
        {
            "peacock": _("the peacock leader"),
            "squirrel": _("the squirrel leader"),
            "eagle": _("the eagle leader"),
            "ibex": _("the ibex leader"),
            "lion": _("the lion leader"),
            "meerkat": _("the meerkat leader"),
        },
    )


@per_language
def leader_power(species: str) -> str:
    """What a leader does, in a few words."""
    return pick(
        "leader",
        species,
        {
            "peacock": _("3 points at the end"),
            "squirrel": _("refills to 10 cards"),
            "eagle": _("may bid two cards and choose later"),
            "ibex": _("takes the bid card back, unless it is wild"),
            "lion": _("wins ties"),
            "meerkat": _("when bidding Refill, may swap an animal with the market"),
        },
    )


@per_language
def phase_name(name: str) -> str:
    """The name of a phase."""
    return pick(
        "phase",
        name,
        {
            "bid": pgettext("phase", "bidding"),
            "reveal": pgettext("phase", "the eagle's choice"),
            "swap": pgettext("phase", "the meerkat's swap"),
            "refill": pgettext("phase", "refilling hands"),
            "pay": pgettext("phase", "paying in a tie"),
            "show": pgettext("phase", "showing cards in a tie"),
            "take": pgettext("phase", "taking animals"),
            "over": pgettext("phase", "the match is over"),
        },
    )


def reason(name: str) -> str:
    """Why a match ended, as a sentence."""
    return pick("reason", name, {"animals-exhausted": _("The animal cards are used up.")})


def option_label(name: str) -> str:
    """An option's name on a form."""
    return pick(
        "option",
        name,
        {
            "edition": _("Edition"),
            "leo": _("Leo, the virtual player"),
            "removal": _("Animals removed at a table of three"),
        },
    )


def option_value_label(name: str, value: str | bool | int) -> str:
    """One value of an option on a form."""
    return pick(
        "value of an option",
        (name, value),
        {
            ("edition", "2022"): _("2022: the talisman settles ties, Leo may play"),
            ("edition", "2020"): _("2020: ties go on by drawing or showing cards"),
            ("leo", True): _("Leo plays"),
            ("leo", False): _("without Leo (he always plays with two)"),
            ("removal", "suggested"): _("one of each species, and 8 more by chance"),
            ("removal", "random"): _("14 by chance"),
        },
    )
