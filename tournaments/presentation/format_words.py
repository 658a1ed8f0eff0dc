"""What a format is called and says of itself; its module `words` holds them as WORDS."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext

from tournaments.formats.registry import FORMATS
from tournaments.values.setup import TournamentSetup

Lazy = str | Promise
Lines = list[tuple[str, str]]


def _no_terms(_setup: TournamentSetup, _entries: int) -> Lines:
    return []


def _standings(_number: int) -> str:
    return gettext("Standings")


@dataclass(frozen=True, slots=True)
class FormatWords:
    """The words of one format; sentences for its own reasons are registered beside it.

    `stage` is what the stage named like the format is called within a sentence. `terms` are lines
    for the players, a name and a sentence each, for so many entries; `part_title` heads the table
    of standings with that number.
    """

    name: Lazy
    means: Lazy
    stage: Lazy = ""
    terms: Callable[[TournamentSetup, int], Lines] = _no_terms
    part_title: Callable[[int], str] = _standings


@cache
def words_of(key: str) -> FormatWords:
    """The words of the format with that key, from the package that its rules lie in.

    One without words can be played all the same, and is called by its key.
    """
    package = type(FORMATS[key]).__module__.rpartition(".")[0]
    if find_spec(f"{package}.words") is None:
        return FormatWords(said_plainly(key), "")
    words: FormatWords = import_module(f"{package}.words").WORDS
    return words


def said_plainly(key: str) -> str:
    """A key as it may be shown where nobody has written words."""
    return key.replace("_", " ").capitalize()


def load_words() -> None:
    """Load the words of every format, and with them the sentences for their reasons."""
    for key in FORMATS:
        words_of(key)


def matches_for_everybody(setup: TournamentSetup, entries: int) -> Lines:
    """How many matches nobody is denied, and how many of them one may sit out."""
    lines = [(gettext("Matches for everyone"), str(setup.rounds))] if setup.rounds else []
    return lines + rounds_to_sit_out(setup, entries)


def rounds_to_sit_out(setup: TournamentSetup, _entries: int) -> Lines:
    """How many rounds one may sit out, and what that is worth."""
    if not setup.half_byes:
        return []
    may = ngettext(
        "%(count)d round, counted as half a win",
        "%(count)d rounds, each counted as half a win",
        setup.half_byes,
    )
    return [(gettext("You may sit out"), may % {"count": setup.half_byes})]
