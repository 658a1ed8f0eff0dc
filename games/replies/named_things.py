"""What a sentence may name that is no word of a list: days, dates, a game, how often mails come."""

from __future__ import annotations

import re
from functools import cache

from games.replies.command_words import plain_words, words_of
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
