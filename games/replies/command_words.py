"""The words of commands in four languages, read from `seeds/mail/commands.toml`.

All languages are always read: who plays in one may well write in another.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.rules.protocol import Facts

FILE = Path(__file__).resolve().parents[2] / "seeds" / "mail" / "commands.toml"

_NO_COMMANDS = frozenset(
    (
        "words",
        "dates",
        "inside",
        "member",
        "match",
        "rhythm",
        "zones",
        "hours",
        "formats",
        "tournament",
    )
)
_NOT_WORDS = re.compile(r"[^0-9a-z]+")
_WRITTEN_DATE = re.compile(r"\d ?[-–/] ?\d")
_MOST_GREETING_WORDS = 5
_SAYS_MORE = re.compile(r"[,!.:]\s+\w")
"""Behind such a sign somebody says more than hello: "Hi all, I pass."."""


class SpokenCommand(NamedTuple):
    """A command by its name, with what was written behind it in small letters."""

    name: str
    argument: str = ""


def folded(text: str) -> str:
    """The text in small letters and without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def plain_words(text: str) -> str:
    """The text as small letters and digits in words with single spaces between."""
    return _NOT_WORDS.sub(" ", folded(text)).strip()


def spoken_command(line: str) -> SpokenCommand | None:
    """The command that this line is, alone and whole; None for every other line."""
    if line.strip(" .!") == "?":
        return SpokenCommand("help")
    said = _without_politeness(plain_words(line))
    name = _exact().get(said)
    if name is not None:
        return SpokenCommand(name)
    for start, command in _beginnings():
        if said.startswith(start + " "):
            argument = said.removeprefix(start).strip()
            written = _as_written(line, start)
            if _is_argument(command, argument) or (
                command == "absent" and _WRITTEN_DATE.search(written)
            ):
                return SpokenCommand(command, written)
    return None


def command_within(sentence: str) -> SpokenCommand | None:
    """The command that a sentence asks for in its own words: "could you undo that for me?"

    Only for one that names nothing of a game.
    """
    spoken = spoken_command(sentence)
    if spoken is not None:
        return spoken
    said = f" {_without_politeness(plain_words(sentence))} "
    phrase, name = _phrase_within(said)
    if not name:
        return None
    return SpokenCommand(name, said.partition(f" {phrase} ")[2].strip() if name == "absent" else "")


def beside_command(sentence: str) -> str:
    """The plain words of a sentence without the phrase by which it means a command."""
    said = f" {_without_politeness(plain_words(sentence))} "
    phrase, name = _phrase_within(said)
    return said.replace(f" {phrase} ", " ", 1).strip() if name else said.strip()


def takes_back(sentence: str) -> bool:
    """Whether a sentence of one piece takes its writer's move back, which it may name: "I'd like to
    retract my bid of F3"."""
    said = f" {plain_words(sentence)} "
    names_move = any(f" {one} " in said for one in words_of("words", "own_move"))
    is_one = not any(sign in sentence.rstrip(" .!?") for sign in ",;:.")
    return (
        is_one
        and names_move
        and any(name == "withdraw" and f" {phrase} " in said for phrase, name in _inside())
    )


def _phrase_within(said: str) -> tuple[str, str]:
    """The first phrase in plain words, with a space at either end, that means a command, and its
    name; empty for none."""
    for idiom in words_of("words", "idioms"):
        said = said.replace(f" {idiom} ", "  ")
    found = [
        (phrase, name)
        for phrase, name in _inside()
        if f" {phrase} " in said and (" " in phrase or said.count(" ") <= _MOST_ROUND_A_WORD)
        if name != "done" or not _is_done_with(said, phrase)
    ]
    # Of two commands that one is meant which is said in more than a word, or at length.
    first = next((one for one in found if " " in one[0]), found[0] if found else ("", ""))
    longest = max(found, key=lambda one: one[0].count(" "), default=first)
    is_longer = longest[0].count(" ") > max(first[0].count(" "), 1)
    return longest if is_longer else first


def _is_done_with(said: str, phrase: str) -> bool:
    """Whether a "done" is said of something else: "I'm done with this weather"."""
    behind = said.partition(f" {phrase} ")[2].split()
    return bool(behind) and behind[0] in words_of("words", "done_with")


def names_match(sentence: str) -> bool:
    """Whether a sentence speaks of the match, whatever is done in it."""
    said = f" {plain_words(sentence)} "
    return any(f" {one} " in said for one in words_of("words", "match"))


_MOST_ROUND_A_WORD = 8
"""A single word means a command only in a short sentence."""

_FIRST_MEANT = (
    "deadline", "standings", "withdraw", "resign", "absent", "back", "log", "hand", "show",
    "wait", "done", "help",
)  # fmt: skip
"""Which command a sentence means that has the words of several."""


@cache
def _inside() -> tuple[tuple[str, str], ...]:
    """The phrases that mean a command wherever they stand, the likelier command first."""
    content = _content()["inside"]
    return tuple(
        (phrase, name)
        for name in _FIRST_MEANT
        for phrase in sorted(
            {plain_words(word) for listed in _lists(content[name]) for word in listed},
            key=lambda one: (-len(one), one),
        )
    )


def is_greeting(line: str) -> bool:
    """Whether the line greets and says no more: a greeting word and at most a few names."""
    words = plain_words(line).split()
    if not words or len(words) > _MOST_GREETING_WORDS or any(word.isdecimal() for word in words):
        return False
    if _SAYS_MORE.search(line):
        return False
    said = " ".join(words)
    return any(
        said == greeting or (said.startswith(greeting + " ") and line.rstrip()[-1:] in ",!.:")
        for greeting in words_of("words", "greeting")
    )


def is_closing(line: str) -> bool:
    """Whether the line says goodbye or wishes luck; some such lines begin with an order's verb."""
    said = plain_words(line)
    return any(
        said == closing or said.startswith(closing + " ")
        for closing in words_of("words", "closing")
    )


@cache
def words_of(section: str, name: str) -> tuple[str, ...]:
    """Every language's words under this name, as `plain_words` gives them, the longest first."""
    languages: Mapping[str, list[str]] = _content()[section][name]
    words = {plain_words(word) for listed in languages.values() for word in listed}
    return tuple(sorted(words - {""}, key=lambda word: (-len(word), word)))


@cache
def numbered(section: str, name: str) -> tuple[tuple[str, int], ...]:
    """The words of every language with their place in its list, counted from 1."""
    languages: Mapping[str, list[str]] = _content()[section][name]
    return tuple(
        (plain_words(word), place)
        for listed in languages.values()
        for place, word in enumerate(listed, start=1)
    )


@cache
def short_months() -> dict[str, int]:
    """Short forms of months that are no beginning of their names."""
    return dict(_content()["dates"]["short_months"])


@cache
def spoken_of(section: str) -> tuple[tuple[str, str, str], ...]:
    """The words of a section with their name in it and their language, the longest first."""
    found = {
        (plain_words(word), name, language)
        for name, languages in _content()[section].items()
        for language, listed in languages.items()
        for word in listed
    }
    return tuple(sorted(found, key=lambda one: (-len(one[0]), one)))


def without_politeness(said: str) -> str:
    """Plain words without the polite ones at either end."""
    return _without_politeness(said)


def taught_word(name: str, language: str, section: str = "") -> str:
    """The word for a command that mails in this language teach."""
    return words_for(name, language, section)[0]


def words_for(name: str, language: str, section: str = "") -> Sequence[str]:
    """The words for a command in this language, that which mails teach first."""
    content = _content()[section] if section else _content()
    languages: Mapping[str, list[str]] = content[name]
    return languages.get(language, languages["en"])


def languages_of(name: str, section: str) -> list[str]:
    """The languages that have words under this name."""
    return list(_content()[section][name])


@cache
def _content() -> Facts:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def command_names() -> tuple[str, ...]:
    """Every command that the file has words for."""
    return tuple(name for name in _content() if name not in _NO_COMMANDS)


def _lists(words: Mapping[str, object]) -> list[list[str]]:
    """Each language's words."""
    return [listed for listed in words.values() if isinstance(listed, list)]


@cache
def _exact() -> dict[str, str]:
    return {
        plain_words(word): name
        for name in command_names()
        for listed in _lists(_content()[name])
        for word in listed
        if plain_words(word)
    }


@cache
def _beginnings() -> tuple[tuple[str, str], ...]:
    """The beginnings of commands that take an argument, the longest first."""
    found = [(word, name) for word, name in _exact().items() if "argument" in _content()[name]]
    return tuple(sorted(found, key=lambda pair: -len(pair[0])))


def _without_politeness(said: str) -> str:
    before = ""
    while said != before:
        before = said
        for polite in words_of("words", "polite"):
            said = said.removesuffix(" " + polite).removeprefix(polite + " ")
    return said


def _is_argument(command: str, argument: str) -> bool:
    first = argument.split(maxsplit=1)[0]
    match _content()[command]["argument"]:
        case "yes":
            return argument in words_of("words", "yes")
        case "round":
            return log_argument(argument) is not None
    if not any(sign.isdecimal() for sign in argument):
        return _is_date_word(first, argument)
    # Bare numbers are cards: "via 3 e 4" throws them away.
    return any(_is_date_word(word, argument) for word in argument.split())


def _is_date_word(first: str, argument: str) -> bool:
    for name in ("until", "from", "today", "tomorrow"):
        if any((argument + " ").startswith(word + " ") for word in words_of("dates", name)):
            return True
    words = [word for name in ("months", "weekdays") for word, _place in numbered("dates", name)]
    return len(first) > 2 and any(word.startswith(first) for word in words)


def log_argument(argument: str) -> int | str | None:
    """A round's number, "last" or "all"; None for what is none of these."""
    said = plain_words(argument)
    if not said or said in words_of("words", "last"):
        return "last"
    if said in words_of("words", "all"):
        return "all"
    for word in words_of("words", "round"):
        said = said.removeprefix(word + " ")
    return int(said) if said.isdecimal() and len(said) < 6 else None


def _as_written(line: str, start: str) -> str:
    """What stands behind the command's words, with the marks that dates are written with."""
    rest = folded(line)
    for word in start.split():
        rest = rest[rest.index(word) + len(word) :]
    return rest.strip()
