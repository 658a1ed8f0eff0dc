"""What a sentence may name that is no word of a list: days, dates, a game, how often mails come."""

from __future__ import annotations

import re
from functools import cache

from games.replies.command_words import numbered, plain_words, words_for, words_of
from games.rules.registry import GAMES


def counts_days(said: str) -> bool:
    """Whether days or weeks are counted: “2 more days”."""
    units = (*words_of("match", "days"), *words_of("match", "weeks"))
    return re.search(rf" (?:\d+|\w+) (?:\w+ )?(?:{'|'.join(units)}) ", said) is not None


def names_period(said: str) -> bool:
    """Whether days from one to another are named: “2 to 12 June”, “from tomorrow to Sunday”."""
    return _period().search(said) is not None


@cache
def _period() -> re.Pattern[str]:
    months = "|".join(f"{month[:3]}\\w*" for month in words_of("dates", "months"))
    number = r"(?:the |el |il )?\d{1,2}(?:st|nd|rd|th)?"
    day = rf"{number}(?: (?:of|de|di))? (?:{months})"
    dated = rf"(?:{day}|(?:{months}) {number}|\d{{1,2}} \d{{1,2}})"
    ahead = (*words_of("dates", "weekdays"), *words_of("dates", "tomorrow"))
    named = rf"(?:{dated}|{'|'.join((*ahead, *words_of('dates', 'today')))})"
    until, first = ("|".join(words_of("dates", name)) for name in ("until", "from"))
    return re.compile(
        rf" (?:(?:{dated}|{number}) (?:{until}) {dated}"
        rf"|(?:{first}) (?:\w+ )?{named} (?:{until}) (?:\w+ )?{named}) "
    )


def names_date(said: str) -> bool:
    """Whether a month, a day of the week, today or tomorrow is named."""
    words = said.split()
    named = {*words_of("dates", "months"), *words_of("dates", "weekdays")}
    ahead = {*words_of("dates", "today"), *words_of("dates", "tomorrow")}
    return any(word in named or word in ahead for word in words)


def names_game(said: str) -> bool:
    """Whether any of the games is named."""
    return any(is_game(game.rules.name, said) for game in GAMES.values())


def is_game(name: str, said: str) -> bool:
    """Whether the game of this name is named, in one word or in several."""
    one = plain_words(name)
    return f" {one} " in said or f" {one.replace(' ', '')} " in said


def names_rhythm(text: str) -> bool:
    """Whether a text says how often mails shall come."""
    said = f" {plain_words(text)} "
    listed = (*words_of("rhythm", "daily"), *words_of("rhythm", "urgent"))
    return any(f" {phrase} " in said for phrase in listed)


def names_two_dates(said: str) -> bool:
    """Whether two days of months are named."""
    return len(_dated().findall(said)) > 1


@cache
def _dated() -> re.Pattern[str]:
    """A day of a month: “12 July”, “jul 12”, and one that names no month: “back on the 26th”."""
    months = "|".join(f"{month[:3]}\\w*" for month in words_of("dates", "months"))
    number, before = r"\d{1,2}(?:st|nd|rd|th)?", r"(?:on the|on|il|el|de|op|dal|al|the)"
    named = rf"{number}(?: (?:of|de|di))? (?:{months})|(?:{months}) {number}"
    return re.compile(rf" (?:{named}|{before} {number})(?= )")


@cache
def foreign_numbers(language: str) -> dict[str, str]:
    """The words for numbers that only other languages have, each with its figures."""
    own = set(map(plain_words, words_for("numbers", language, "match")))
    return {word: str(value) for word, value in numbered("match", "numbers") if word not in own}


@cache
def units() -> frozenset[str]:
    """The words for what a length of time is counted in."""
    names = ("days", "hours", "minutes", "weeks")
    return frozenset(word for name in names for word in words_of("match", name))
