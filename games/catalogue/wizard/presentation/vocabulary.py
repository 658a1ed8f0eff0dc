"""The words of Wizard: cards, colours, numbers, phases, options.

Each function lists all its words and picks one, so that a translator finds them together; the
picks that mails repeat are remembered per language.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext, pgettext

from games.catalogue.wizard.rules.options import WizardOptions
from games.presentation.values import UnknownWordError
from games.presentation.words import and_list, per_language, pick
from games.presentation.words import gettext as _

COLOURS = ("R", "B", "G", "Y")
WIZARD = "Z"
JESTER = "N"

_CODES = {f"{colour}{value}" for colour in COLOURS for value in range(1, 14)} | {WIZARD, JESTER}


def is_card(code: str) -> bool:
    """Whether this is the code of a card."""
    return code in _CODES


def is_number(text: str) -> bool:
    """Whether this is a number of tricks as an order writes it."""
    return text.isascii() and text.isdecimal() and len(text) <= 2


@per_language
def card_name(code: str) -> str:
    """`R13` as "red 13". Raises UnknownWordError for another text than a card's code."""
    if not is_card(code):
        raise UnknownWordError(f"no card {code!r}")
    names = {
        "R": _("red %(value)s"),
        "B": _("blue %(value)s"),
        "G": _("green %(value)s"),
        "Y": _("yellow %(value)s"),
        WIZARD: _("wizard"),
        JESTER: _("jester"),
    }
    return names[code[0]] % {"value": code[1:]}


def card_names(codes: Sequence[str]) -> str:
    """Several cards in words: "red 13, blue 1 and wizard"."""
    return and_list([card_name(code) for code in codes])


@per_language
def a_card(code: str) -> str:
    """A card as the object of a sentence: "red 13", "a wizard"."""
    words = {WIZARD: _("a wizard"), JESTER: _("a jester")}
    return words.get(code) or card_name(code)


@per_language
def colour_name(letter: str) -> str:
    """`R` as "red"."""
    return pick(
        "colour",
        letter,
        {
            "R": pgettext("colour", "red"),
            "B": pgettext("colour", "blue"),
            "G": pgettext("colour", "green"),
            "Y": pgettext("colour", "yellow"),
        },
    )


@per_language
def group_name(letter: str) -> str:
    """The name of a part of a hand: a colour, the wizards, the jesters."""
    words = {WIZARD: _("wizards"), JESTER: _("jesters")}
    return words.get(letter) or colour_name(letter)


def groups(cards: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Cards by colour, then wizards and jesters; those with cards only."""
    every = [
        (letter, [card for card in cards if card[0] == letter])
        for letter in (*COLOURS, WIZARD, JESTER)
    ]
    return [(letter, held) for letter, held in every if held]


@per_language
def number_of_tricks(number: int) -> str:
    """`3 tricks`."""
    return ngettext("%(number)s trick", "%(number)s tricks", number) % {"number": number}


@per_language
def phase_name(name: str) -> str:
    """The name of a phase."""
    return pick(
        "phase",
        name,
        {
            "trump": pgettext("phase", "choosing trump"),
            "bid": pgettext("phase of Wizard", "bidding"),
            "play": pgettext("phase", "playing"),
            "over": pgettext("phase", "the match is over"),
        },
    )


def reason(name: str) -> str:
    """Why a match ended, as a sentence."""
    return pick("reason", name, {"rounds-complete": _("All rounds have been played.")})


def option_label(name: str) -> str:
    """An option's name on a form."""
    return pick(
        "option",
        name,
        {
            "bidding": _("How bids are made"),
            "dark_wizard": _("Dark wizard"),
            "uneven": _("Open sum of the bids"),
            "clairvoyance": _("Clairvoyance"),
            "monochrome": _("Monochrome"),
        },
    )


def option_value_label(name: str, value: str | bool | int) -> str:
    """One value of an option on a form."""
    return pick(
        "value of an option",
        (name, value),
        {
            ("bidding", "open"): _("open, one after the other"),
            ("bidding", "blind"): _("blind: all at once, then revealed"),
            ("bidding", "hidden"): _("hidden until the round is over (two players always)"),
            ("dark_wizard", False): _("no: the first wizard takes the trick"),
            ("dark_wizard", True): _("yes: the last wizard takes the trick"),
            ("uneven", False): _("no: the bids may add up to anything"),
            ("uneven", True): _("yes: a leader in points who bids last can’t make them add up"),
            ("clairvoyance", False): _("no: you see your own hand"),
            ("clairvoyance", True): _("yes: you bid by the others’ hands"),
            ("monochrome", False): _("no: one deck for all"),
            ("monochrome", True): _("yes: one deck per colour, no trump (3 or 4 players)"),
        },
    )


def variants(options: WizardOptions) -> list[str]:
    """The variants that these options play with, in a few words each."""
    words = {
        ("bidding", "blind"): _("blind bids"),
        ("bidding", "hidden"): _("hidden bids"),
        ("dark_wizard", True): _("dark wizard"),
        ("uneven", True): _("open sum"),
        ("clairvoyance", True): _("clairvoyance"),
        ("monochrome", True): _("monochrome"),
    }
    return [word for key, word in words.items() if getattr(options, key[0]) == key[1]]
