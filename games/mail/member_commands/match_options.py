"""The options of a game as a line names them, by the names that the site has for them in any
language, and as a mail confirms them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from games.letters.member_commands import UnclearRequestError
from games.presentation import presentation_for
from games.presentation.words import speaking
from games.replies.command_words import plain_words, words_of
from games.replies.named_requests import languages
from games.rules.configurations import configurations
from games.rules.game import AnyRules
from games.rules.protocol import SetupError
from games.rules.registry import GAMES

Value = str | bool | int
_HEAD_END = re.compile(r"[:,(]")
_MOST_WORDS = 3
_MOST_OF_ARTICLE = 3


class _Name(NamedTuple):
    words: str
    option: str
    value: Value


class OptionsNamed(NamedTuple):
    """The options that a text names, and the text in small letters without them."""

    options: dict[str, Value]
    rest: str


def options_named(game: str, text: str) -> OptionsNamed:
    """What a text says of a game's options: “2020 edition, with Leo”, “senza la Scusa”."""
    said = f" {plain_words(text)} "
    found: dict[str, Value] = {}
    without = "|".join(words_of("match", "without"))
    for words, option, value in _names(game):
        pattern = rf" (?:(?P<without>{without}) (?:\w{{1,{_MOST_OF_ARTICLE}}} )?)?{words} "
        spoken = re.search(pattern, said)
        if spoken is None or option in found:
            continue
        found[option] = False if spoken["without"] and value is True else value
        said = said.replace(f" {words} ", " ", 1)
    return OptionsNamed(found, said.strip())


def is_option(game: str, text: str) -> bool:
    """Whether a text is the name of something that a game is played with or without."""
    return game in GAMES and any(one.words == plain_words(text) for one in _names(game))


def options_for(rules: AnyRules, seats: int, named: Mapping[str, Value]) -> dict[str, object]:
    """The usual options but for those that are named, or the nearest with which so many can play.
    Raises UnclearRequestError where nobody can play by what was named."""
    usual: dict[str, object] = {one.name: one.values[0] for one in rules.option_fields}
    fitting = [
        dict(one.options.as_mapping())
        for one in configurations(rules, dict(named))
        if one.seats == seats
    ]
    if not fitting:
        try:
            rules.check(seats, rules.options.from_mapping({**usual, **named}))
        except SetupError as error:
            raise UnclearRequestError(presentation_for(rules.key).error(error)) from error
        return usual
    return max(
        fitting, key=lambda one: sum(one.get(name) == value for name, value in usual.items())
    )


def option_words(game: str, options: Mapping[str, object], named: Mapping[str, Value]) -> list[str]:
    """The options that were named or are unusual, each in a few words of the active language."""
    rules, words = GAMES[game].rules, presentation_for(game)
    told = []
    for field in rules.option_fields:
        value = options.get(field.name)
        if field.name not in named and value == field.values[0]:
            continue
        if not isinstance(value, str | bool | int):
            continue
        label = _head(words.option_label(field.name))
        shown = _head(words.option_value_label(field.name, value))
        told.append(shown if label.casefold() in shown.casefold() else f"{label}: {shown}")
    return told


@cache
def _names(game: str) -> tuple[_Name, ...]:
    """Every name of a value that is not the usual one, the longest first, and of years."""
    names: dict[str, _Name] = {}
    for language in languages():
        with speaking(language):
            names.update({one.words: one for one in _names_spoken(game)})
    return tuple(sorted(names.values(), key=lambda one: (-len(one.words), one.words)))


def _names_spoken(game: str) -> Iterator[_Name]:
    words = presentation_for(game)
    for field in GAMES[game].rules.option_fields:
        usual = field.values[0]
        label = _head(words.option_label(field.name))
        for value in field.values:
            is_switch = isinstance(value, bool)
            shown = label if is_switch else _head(words.option_value_label(field.name, value))
            is_told = value is True if is_switch else value != usual or str(value).isdecimal()
            for spelt in _spellings(shown, is_switch=is_switch) if is_told else ():
                yield _Name(spelt, field.name, value)


def _spellings(shown: str, *, is_switch: bool) -> Iterator[str]:
    """A name as it stands and without its article; of a long one its beginning, as boards have
    it: “open sum”, “hidden”."""
    words = plain_words(shown).split()
    if len(words) > _MOST_WORDS and not any(word.isdecimal() for word in words):
        yield " ".join(words[: 2 if is_switch else 1])
    elif len(words) > 1 and len(words[0]) <= _MOST_OF_ARTICLE and not words[0].isdecimal():
        yield " ".join(words[1:])
    yield " ".join(words)


def _head(label: str) -> str:
    return _HEAD_END.split(label, maxsplit=1)[0].strip()
