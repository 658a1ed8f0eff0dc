"""Two hours of the clock that a sentence names, as in “between ten at night and half past six”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.replies.command_words import folded, languages_of, plain_words, words_for

_AFTERNOON = 5
"""From here on to noon an hour of the evening or the night is one before midnight."""

_NIGHT = 7
"""From here on an hour may be the first of a night, where nothing says which half of the day."""

_SIGNS = re.compile(r"[^0-9a-z:–-]+")


class Hours(NamedTuple):
    """Whole hours from one to another, as many as hold what was named."""

    first: int
    until: int


class _Hour(NamedTuple):
    hour: int
    is_past: bool
    """Whether it is some minutes later."""
    is_sure: bool
    """Whether it can be meant of no other half of the day."""


def hours_named(text: str) -> Hours | None:
    """The two hours that stand together in a text; None where there are no such."""
    said = f" {_SIGNS.sub(' ', folded(text))} "
    for language in languages_of("numbers", "match"):
        found = _span(language).search(said)
        if found is not None:
            return _hours(_hour(found, "1", language), _hour(found, "2", language))
    return None


def _hours(one: _Hour, other: _Hour) -> Hours | None:
    first, until = one.hour, other.hour + other.is_past
    if not one.is_sure and not other.is_sure and until <= first and _NIGHT <= first <= 12:
        first += 12
    if first == 12 and not one.is_sure:
        first, until = 0, until % 12
    first, until = first % 24, until % 24
    return Hours(first, until) if first != until else None


def _hour(found: re.Match[str], side: str, language: str) -> _Hour:
    named = found[f"named{side}"]
    if named:
        return _Hour(12 if named in _words("noon", language) else 0, is_past=False, is_sure=True)
    said = found[f"hour{side}"]
    hour = int(said) if said.isdecimal() else _numbers(language).index(said) + 1
    is_before = bool(found[f"before{side}"])
    hour = (hour - 1) % 24 if is_before else hour
    written = (found[f"minutes{side}"] or "").strip("0")
    is_past = bool(is_before or found[f"past{side}"] or found[f"more{side}"] or written)
    is_late, is_early = bool(found[f"late{side}"]), bool(found[f"early{side}"])
    if is_late and _AFTERNOON <= hour < 12:
        hour += 12
    if is_late and hour == 12 and not is_early:
        hour = 0
    return _Hour(hour, is_past, is_sure=is_late or is_early or hour > 12 or hour == 0)


@cache
def _span(language: str) -> re.Pattern[str]:
    at, link, article = (_any((name,), language) for name in ("at", "link", "article"))
    between = rf"(?: (?:[a-z]+ ){{1,4}}(?:{at}))?"
    together = rf"(?: ?[–-] ?| (?:{link}){between}(?: (?:{article}))* )"
    one, other = _one("1", language), _one("2", language)
    return re.compile(rf"(?<= )(?<! at )(?:{one}){together}(?:{other})(?= )")


def _one(side: str, language: str) -> str:
    before, past, more = (_any((name,), language) for name in ("before", "past", "minutes"))
    late, early, clock = (_any((name,), language) for name in ("late", "early", "clock"))
    numbers = "|".join(_numbers(language))
    ahead = rf"(?:(?P<before{side}>{before}) |(?P<past{side}>{past}) )?"
    spoken = rf"(?P<hour{side}>[01]?\d|2[0-4]|{numbers})"
    minutes = rf"(?:[: h.](?P<minutes{side}>[0-5]\d)(?!\d))?(?: (?P<more{side}>{more}))?"
    part = rf"(?: ?(?:(?P<late{side}>{late})|(?P<early{side}>{early})))?"
    named = rf"(?P<named{side}>{_any(('midnight', 'noon'), language)})"
    return rf"(?:{ahead}{spoken}{minutes}|{named})(?: ?(?:{clock}))?{part}"


def _any(names: Sequence[str], language: str) -> str:
    """Any of these words; what matches nothing where there are none."""
    return "|".join(word for name in names for word in _words(name, language)) or "(?!)"


def _words(name: str, language: str) -> list[str]:
    return sorted(map(plain_words, words_for(name, language, "hours")), key=lambda one: -len(one))


def _numbers(language: str) -> list[str]:
    return list(map(plain_words, words_for("numbers", language, "match")))
