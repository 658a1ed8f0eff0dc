"""Countries by the two letters of ISO 3166, named in the reader's language."""

from __future__ import annotations

import unicodedata
from functools import cache

from babel import Locale, UnknownLocaleError
from django.utils.translation import get_language

# Unions, test codes and parts of countries that the list of names holds besides.
NO_COUNTRIES = frozenset(
    ("AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ")
)


def country_names(language: str | None = None) -> dict[str, str]:
    """Every country's name by its code, in the order of the alphabet of the language."""
    return _names(language or get_language() or "en")


def country_name(code: str) -> str:
    """The name in the reader's language; the code where it is unknown."""
    return country_names().get(code, code)


def country_choices() -> list[tuple[str, str]]:
    """For a form: nothing first, then all countries by name."""
    return [("", "–"), *country_names().items()]


@cache
def _names(language: str) -> dict[str, str]:
    try:
        locale = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        locale = Locale("en")
    names = {
        code: name
        for code, name in locale.territories.items()
        if len(code) == 2 and code.isalpha() and code not in NO_COUNTRIES
    }
    return dict(sorted(names.items(), key=lambda pair: _without_accents(pair[1])))


def _without_accents(name: str) -> str:
    letters = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
