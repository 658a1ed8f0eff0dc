"""The words of CuBirds: birds, phases, options.

Each function lists all its words and picks one, so that a translator finds them together; the
picks that mails repeat are remembered per language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import ngettext, pgettext

from games.catalogue.cubirds.rules.cards import BIG, SMALL, SPECIES
from games.presentation.values import UnknownWordError
from games.presentation.words import and_list, per_language, pick
from games.presentation.words import gettext as _

FAMILY = dict(zip(SPECIES, zip(SMALL, BIG, strict=True), strict=True))
"""How many cards are a small family, and how many a big one."""


@per_language
def bird_name(species: str) -> str:
    """The bird without an article, as in a list or under a picture."""
    return pick(
        "bird",
        species,
        {
            "flamingo": pgettext("bird", "flamingo"),
            "owl": pgettext("bird", "owl"),
            "toucan": pgettext("bird", "toucan"),
            "duck": pgettext("bird", "duck"),
            "parrot": pgettext("bird", "parrot"),
            "magpie": pgettext("bird", "magpie"),
            "warbler": pgettext("bird", "reed warbler"),
            "robin": pgettext("bird", "robin"),
        },
    )


@per_language
def birds(species: str, number: int) -> str:
    """`2 owls`."""
    words = {
        "flamingo": ngettext("%(number)s flamingo", "%(number)s flamingos", number),
        "owl": ngettext("%(number)s owl", "%(number)s owls", number),
        "toucan": ngettext("%(number)s toucan", "%(number)s toucans", number),
        "duck": ngettext("%(number)s duck", "%(number)s ducks", number),
        "parrot": ngettext("%(number)s parrot", "%(number)s parrots", number),
        "magpie": ngettext("%(number)s magpie", "%(number)s magpies", number),
        "warbler": ngettext("%(number)s reed warbler", "%(number)s reed warblers", number),
        "robin": ngettext("%(number)s robin", "%(number)s robins", number),
    }
    return pick("bird", species, words) % {"number": number}


@per_language
def all_birds(species: str) -> str:
    """Every card of a species in a hand, as the object of a sentence."""
    return pick(
        "bird",
        species,
        {
            "flamingo": _("all flamingos"),
            "owl": _("all owls"),
            "toucan": _("all toucans"),
            "duck": _("all ducks"),
            "parrot": _("all parrots"),
            "magpie": _("all magpies"),
            "warbler": _("all reed warblers"),
            "robin": _("all robins"),
        },
    )


def flock(cards: Sequence[str]) -> str:
    """Several cards in words, by species: "1 flamingo and 2 owls"."""
    return counted_flock(Counter(cards))


def counted_flock(counts: Mapping[str, int]) -> str:
    """The same from numbers of each species. Raises UnknownWordError for no bird."""
    for species in counts:
        bird_name(species)
    held = [species for species in SPECIES if counts.get(species)]
    return and_list([birds(species, counts[species]) for species in held])


@per_language
def number_of_birds(number: int) -> str:
    """`3 birds`."""
    return ngettext("%(number)s bird", "%(number)s birds", number) % {"number": number}


@per_language
def phase_name(name: str) -> str:
    """The name of a phase."""
    return pick(
        "phase",
        name,
        {
            "lay": pgettext("phase", "laying birds"),
            "draw": pgettext("phase", "drawing cards"),
            "family": pgettext("phase", "forming a family"),
            "over": pgettext("phase", "the match is over"),
        },
    )


def reason(name: str) -> str:
    """Why a match ended, as a sentence."""
    return pick(
        "reason",
        name,
        {
            "seven-species": _("A collection holds seven species."),
            "two-threes": _("A collection holds three birds of two species."),
            "cards-exhausted": _("There aren’t enough cards for new hands."),
            "turn-limit": _("The turn limit has been reached."),
        },
    )


def option_label(name: str) -> str:
    """An option's name on a form."""
    return pick(
        "option", name, {"robin_birds": _("First birds of RobinBird (for one player alone)")}
    )


def option_value_label(name: str, value: str | bool | int) -> str:
    """One value of an option on a form."""
    if name != "robin_birds" or isinstance(value, bool) or not isinstance(value, int):
        raise UnknownWordError(f"no value {value!r} of an option {name!r}")
    if value == 0:
        return _("no: two players or more")
    return ngettext("starts with %(number)s bird", "starts with %(number)s birds", value) % {
        "number": value
    }
