"""What a member asks for by what a sentence names, in any order: “put tournament abc2345 on hold”.

Families of words and the rules that join them are data: `seeds/mail/requests.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from games.replies.clock_hours import hours_named
from games.replies.command_words import (
    SpokenCommand,
    command_within,
    plain_words,
    spoken_of,
    words_of,
)
from games.replies.named_things import (
    counts_days,
    foreign_numbers,
    is_game,
    names_date,
    names_game,
    names_period,
    names_rhythm,
    names_two_dates,
    units,
)
from games.rules.registry import GAMES

FILE = Path(__file__).resolve().parents[2] / "seeds" / "mail" / "requests.toml"
MOST_WORDS = 22
_MOST = {"replies": 30, "service": 60, "strangers": 60}
"""In longer lines words of a family stand too far apart to belong together."""

ADDRESS = re.compile(r"[^\s<>,;:\"()]+@[^\s<>,;:\"()]+\.[^\s<>,;:\"().]+")
CODE = re.compile(
    r"\b(?:(?=[a-z]*\d)[2-9a-z]{7}|(?=\w*[b-df-hj-np-tv-xz]{5})[a-z]{7})\b", re.IGNORECASE
)
"""What may be a code: with a digit, as nearly all have, or with letters as no word has them."""

_ZONE = re.compile(r"\b[A-Z]\w+(?:/[A-Z]\w+)+")
_NAME = re.compile(r"(?<=[\w,] )[A-ZÀ-Þ][\w'’-]+")
_WHOLE_NAME = re.compile(r"[A-ZÀ-Þ][\w'’.-]*(?: (?:[a-zà-ÿ]{1,3} )*[A-ZÀ-Þ][\w'’-]*)*")
_NUMBER = re.compile(r"\b\d{1,3}\b")
_HOUR = re.compile(r"\b(?:[01]?\d|2[0-3])\b")
_WORD = re.compile(r"[^\W_]+")
_WITHIN = 6
"""At most so many words stand in the gap of a phrase: “schuif … aan”."""


class NamedRequest(NamedTuple):
    """A request by its name, what it is about, and the language in which it was said."""

    name: str
    argument: str
    language: str


class NamedCommand(NamedTuple):
    """A command of a match, and the words of the sentence that its rule doesn't speak of."""

    command: SpokenCommand
    rest: str


class _Part(NamedTuple):
    """One part of a rule: any of these families is named, or none is."""

    families: tuple[str, ...]
    is_wanted: bool


class RequestLine:
    """A line as rules look at it, maybe as part of a text; what was looked up is kept."""

    def __init__(self, line: str, text: str = "", *, said: str = "") -> None:
        self.written = line
        self.said = f" {plain_words(said or line)} "
        self.text = text or line
        self._seen: dict[tuple[str, str], bool] = {}
        self._full: dict[str, str] = {}

    @cached_property
    def codes(self) -> list[str]:
        """The words that look like the code of a match or a tournament, here or in the text."""
        return CODE.findall(self.written) or CODE.findall(self.text)

    @cached_property
    def is_of_tournament(self) -> bool:
        """Whether the text has a code and says that it is one of a tournament."""
        said = f" {plain_words(self.text)} "
        named = _families()["tournament"].values()
        return bool(self.codes) and any(pattern.search(said) for pattern in named)

    @cached_property
    def games(self) -> list[str]:
        """The games that are named, as they are called."""
        return [game.rules.name for game in GAMES.values() if is_game(game.rules.name, self.said)]

    @cached_property
    def people(self) -> list[str]:
        """The words that look like somebody's name: capitals within the line, and a first word
        that says nothing here."""
        first = next(iter(_WORD.findall(self.written)), "")
        is_name = first[:1].isupper() and plain_words(first) not in known_words()
        return [first] * is_name + _NAME.findall(self.written)

    def names(self, family: str, language: str) -> bool:
        """Whether it names anything of a family in this language."""
        looked = (family, "" if family in SIGNS else language)
        if (seen := self._seen.get(looked)) is None:
            seen = self._seen[looked] = self._look(family, language)
        return seen

    def begins_with(self, family: str, language: str) -> bool:
        """Whether it begins with a word of a family."""
        return _families()[family][language].match(self.said, 1) is not None

    def _look(self, family: str, language: str) -> bool:
        if (sign := SIGNS.get(family)) is not None:
            return sign(self)
        pattern = _families()[family].get(language)
        return pattern is not None and pattern.search(self._spelled_out(language)) is not None

    def _spelled_out(self, language: str) -> str:
        """What is said, in full words where it has this language's short forms. Numbers of other
        languages that count days are no words of this one: “due giorni” is nothing due."""
        if language not in self._full:
            forms, counts = _short_forms()[language], foreign_numbers(language)
            words = self.said.split()
            full = [
                counts.get(word, word) if after in units() else forms.get(word, word)
                for word, after in pairwise([*words, ""])
            ]
            self._full[language] = f" {' '.join(full)} "
        return self._full[language]


SIGNS: Mapping[str, Callable[[RequestLine], bool]] = {
    "code": lambda line: bool(line.codes),
    "address": lambda line: ADDRESS.search(line.written) is not None,
    "name": lambda line: bool(line.people) or ADDRESS.search(line.written) is not None,
    "game": lambda line: names_game(line.said),
    "number": lambda line: _NUMBER.search(line.said) is not None,
    "at_match": lambda line: bool(line.codes) and not line.is_of_tournament,
    "at_tournament": lambda line: line.is_of_tournament,
    "span": lambda line: hours_named(line.written) is not None,
    "hours": lambda line: len(_HOUR.findall(line.said)) == 2,
    "days": lambda line: counts_days(line.said),
    "period": lambda line: names_period(line.said),
    "rhythm": lambda line: names_rhythm(line.written),
    "date": lambda line: names_date(line.said),
    "two_dates": lambda line: names_two_dates(line.said),
    "zone": lambda line: _ZONE.search(line.written) is not None,
    "colon": lambda line: re.search(r":\s+\S", line.written) is not None,
    "question": lambda line: "?" in line.written,
}
"""What a rule may ask for that is no family of words."""


def named_request(line: str) -> NamedRequest | None:
    """The request whose rule this line keeps; None for every other line. What stands behind a
    colon is why, and is read only where the words before it ask for nothing: who was taken out
    because they changed their mind changes places with nobody."""
    head = line.partition(":")[0]
    for said in dict.fromkeys([head, line] if CODE.search(head) else [line]):
        looked = RequestLine(line, said=said)
        if (kept := kept_by(looked, "rules")) is not None:
            argument = argument_of(kept.name, looked, kept.language)
            return NamedRequest(kept.name, argument, kept.language)
    return None


def named_command(sentence: str) -> NamedCommand | None:
    """As `named_request`, of the match whose mail is answered."""
    looked = RequestLine(sentence)
    kept = kept_by(looked, "replies")
    if kept is None:
        return None
    rest = looked.said
    named = [family for part in kept.rule if part.is_wanted for family in part.families]
    for family in (*named, "idle"):
        if family not in SIGNS and (found := _families()[family].get(kept.language)) is not None:
            rest = found.sub("", rest)
    argument = sentence if kept.name in _SAID else ""
    return NamedCommand(SpokenCommand(kept.name, argument), rest)


_SAID = ("absent", "done")
"""Commands with their sentence: the days, and no bare “done”, which may be an order."""


def command_asked(sentence: str) -> SpokenCommand | None:
    """The command of a match that a sentence asks for: by what it names, or by a phrase in it."""
    named = named_command(sentence)
    return named.command if named is not None else command_within(sentence)


class KeptRule(NamedTuple):
    """A rule that a line keeps, of which request it is, and in which language."""

    name: str
    rule: tuple[_Part, ...]
    language: str


def kept_by(line: RequestLine, section: str) -> KeptRule | None:
    """The first rule that the line keeps, and in which language."""
    if line.said.count(" ") > _MOST.get(section, MOST_WORDS) + 1:
        return None
    for name, rule in _rules(section):
        language = next((one for one in languages() if _keeps(line, rule, one)), "")
        if language:
            return KeptRule(name, rule, language)
    return None


def names_of(section: str) -> list[str]:
    """The requests that a section has rules for, in its order."""
    return list(_content()[section])


def named_in(line: RequestLine, family: str, language: str) -> list[str]:
    """What the line names of a family of words, in its order."""
    return _families()[family][language].findall(line.said)


def speaks_of_others(sentence: str) -> bool:
    """Whether a sentence begins with somebody else and doesn't speak of its writer: “Carla is on
    holiday”."""
    looked = RequestLine(sentence)
    first = next(iter(_WORD.findall(sentence)), "")
    if any(looked.names("first_person", one) for one in languages()):
        return False
    if looked.people[:1] == [first] and not re.match(r"\W*\w+\W*,", sentence):
        return True
    return any(_families()["others"][one].match(looked.said, 1) for one in languages())


def parts_of_match(line: str) -> list[str]:
    """The parts of a line that may be about a match: those that name nothing which only the service
    knows."""
    return [part for part in _PARTS.split(line) if part.strip() and not is_of_service(part)]


def is_of_service(text: str) -> bool:
    """Whether a text names what only the service knows, such as a tournament, a code, or mails."""
    looked = RequestLine(text)
    for language in languages():
        if any(looked.names(family, language) for family in _OF_SERVICE):
            return True
        # A wizard is a card as well.
        if looked.names("game", language) and looked.names("match", language):
            return True
    return False


_PARTS = re.compile(
    r"(?<=\D)[.!?;\n]+\s*|[,:]\s+|\s(?:and|but|then|e|ma|poi|y|pero|luego|en|dan)\s"
)
_OF_SERVICE = (
    "address", "code", "zone", "tournament", "office", "mails", "confirming", "images", "plain",
    "weekend", "tongue", "rating", "settings",
)  # fmt: skip


def names_table(text: str) -> bool:
    """Whether a text has a code, the name of a game, or an address."""
    is_place = CODE.search(text) or ADDRESS.search(text)
    return is_place is not None or names_game(f" {plain_words(text)} ")


def _keeps(line: RequestLine, rule: Sequence[_Part], language: str) -> bool:
    return all(
        any(line.names(family, language) for family in part.families) is part.is_wanted
        for part in rule
    )


def argument_of(name: str, line: RequestLine, language: str) -> str:
    """What the request is about, as its taught words would be followed by."""
    is_off = line.names("negation", language) or line.names("stopping", language)
    if name == "collect" and is_off and not line.names("number", language):
        return "off"
    if name in _SWITCHES:
        return "off" if is_off is (name != "weekends") else "on"
    if name in _FOUND:
        return _FOUND[name](line, language)
    if name in IN_SENTENCES:
        return line.written
    return " ".join(line.codes)


_SWITCHES = frozenset(("news", "pictures", "weekends"))

IN_SENTENCES = frozenset((
    "announce", "appoint", "swap", "remove", "extend", "sit-out", "pause-tournament", "invite",
    "collect", "quiet", "mails", "open", "absent", "call-off", "correct-result",
    "create-tournament", "pairings", "forfeit", "annul", "replace", "end-tournament",
    "change-tournament",
))  # fmt: skip
"""Requests about more than a match or a tournament: they find it themselves in what was said."""


def _behind(line: RequestLine, language: str) -> str:
    """What was written behind the words of the family `calling`."""
    found = _families()["calling"][language].search(line.said)
    length = line.said[: found.end()].count(" ") if found is not None else 0
    words = [word for word in _WORD.finditer(line.written) if plain_words(word[0])]
    if len(words) <= length:
        return ""
    behind = line.written[words[length].start() :]
    named = _WHOLE_NAME.match(behind) or re.match(r"[^,;:.!?]+", behind)
    return named[0].strip(" \"'") if named is not None else ""


_FOUND: Mapping[str, Callable[[RequestLine, str], str]] = {
    "name": _behind,
    "zone": lambda line, _language: next(iter(_ZONE.findall(line.written)), ""),
    "language": lambda line, language: _first(line, "tongue", language),
    "ratings": lambda line, _language: next(iter(line.people), ""),
}


def _first(line: RequestLine, family: str, language: str) -> str:
    found = _families()[family][language].search(line.said)
    return found[0].strip() if found is not None else ""


@cache
def known_words() -> frozenset[str]:
    """Every word of a family, a command or a polite opening."""
    families = (listed for one in _families_listed().values() for listed in one.values())
    spoken = (phrase for phrase, _name, _language in spoken_of("member"))
    polite = (*words_of("words", "polite"), *words_of("words", "asking"))
    phrases = (phrase for listed in families for phrase in listed)
    return frozenset(" ".join((*phrases, *spoken, *polite)).replace("*", "").split())


@cache
def _rules(section: str) -> tuple[tuple[str, tuple[_Part, ...]], ...]:
    return tuple(
        (name, tuple(map(_part, rule.split())))
        for name, rules in _content()[section].items()
        for rule in rules
    )


def _part(written: str) -> _Part:
    return _Part(tuple(written.lstrip("!").split("|")), not written.startswith("!"))


@cache
def _families() -> dict[str, dict[str, re.Pattern[str]]]:
    return {
        name: {language: _pattern(listed) for language, listed in languages.items()}
        for name, languages in _families_listed().items()
    }


def _families_listed() -> dict[str, dict[str, list[str]]]:
    return {name: languages for name, languages in _content().items() if name not in _RULES}


_RULES = ("rules", "replies", "service", "strangers", "short_forms")


@cache
def _short_forms() -> dict[str, dict[str, str]]:
    """By language: what people type on a phone, and what it stands for: “nn” for “non”."""
    return {
        language: dict(one.split("=") for one in listed)
        for language, listed in _content()["short_forms"].items()
    }


def _pattern(listed: Sequence[str]) -> re.Pattern[str]:
    """Matches any of these phrases, the longest first, where a space stands before and behind."""
    phrases = sorted(listed, key=lambda one: -len(one))
    return re.compile(rf"(?<= )(?:{'|'.join(map(_phrase, phrases))})(?= )")


def _phrase(phrase: str) -> str:
    gap = rf"(?: \w+){{0,{_WITHIN}}} "
    parts = [part.strip().replace("*", r"\w*") for part in phrase.split("..")]
    return gap.join(parts)


@cache
def languages() -> tuple[str, ...]:
    """The languages in which rules are looked at."""
    return tuple(_content()["negation"])


@cache
def _content() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
