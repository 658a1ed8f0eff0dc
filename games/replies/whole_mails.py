"""What a whole mail to the service asks for: in one of its sentences, in two that stand together,
or in all of them.

The words and the rules are data: the sections `service` and `strangers` of
`seeds/mail/requests.toml`. Nothing in such a mail is an order of a match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from games.replies.clock_hours import hours_named
from games.replies.command_words import plain_words, spoken_of, words_of
from games.replies.named_requests import (
    IN_SENTENCES,
    KeptRule,
    NamedRequest,
    RequestLine,
    kept_by,
    languages,
    named_in,
    names_of,
)

MOST_CHARACTERS = 700
NOTHING = "nothing"
"""Under this name stands what looks like a request and is none: “I don't want to leave match …”."""

OF_OTHERS = frozenset(("annul", "appoint", "correct-result", "forfeit", "replace"))
"""Requests that an organiser makes by telling what others did or shall do."""

_SENTENCE_END = re.compile(r"(?<=[.!?…])[\s\"”»)]+(?=\S)|\n+")

_NAME_FIRST = re.compile(r"\s*[A-ZÀ-Þ][\w'’-]+ \w")


class _Found(NamedTuple):
    kept: KeptRule
    line: RequestLine


def asked_in_mail(text: str) -> NamedRequest | None:
    """The request that a mail makes, however it is told; None where it makes none that is known
    here. Its name is NOTHING where it looks like one and is none."""
    found = _found(text[:MOST_CHARACTERS], "service")
    is_of_others = found is not None and found.kept.name in OF_OTHERS
    if not is_of_others and _is_of_somebody_else(text):
        return NamedRequest(NOTHING, "", "")
    if found is None:
        return None
    kept, line = found
    usual = _everything if kept.name in IN_SENTENCES else _codes
    argument = _ARGUMENTS.get(kept.name, usual)(line, kept.language)
    return NamedRequest(kept.name, argument, kept.language)


def _is_of_somebody_else(text: str) -> bool:
    """Whether a text begins with a name and what that person does: “Carla can't play in …”."""
    line = RequestLine(text)
    first, _space, behind = line.said.strip().partition(" ")
    if not line.codes or line.names("mine", "en") or not _NAME_FIRST.match(text):
        return False
    if [first] != _plain(line.people[:1]):
        return False
    return any(RequestLine(behind).begins_with("third_person", one) for one in languages())


def _plain(words: list[str]) -> list[str]:
    return [plain_words(word) for word in words]


def is_asked_in_mails(name: str) -> bool:
    """Whether whole mails are read for this request."""
    return name in names_of("service")


def tells_pace(text: str) -> bool:
    """Whether a text says how long a turn is and asks nothing: “two days a turn”."""
    line = RequestLine(text)
    is_told = any(line.names("per_turn", one) for one in languages())
    return is_told and line.names("days", "") and "?" not in text


def wish_of_stranger(text: str) -> tuple[str, str]:
    """What a stranger wishes, to join or to be told how, and the language of it: empty where they
    wish neither, and NOTHING where they wish not to."""
    found = _found(text[:MOST_CHARACTERS], "strangers")
    return (found.kept.name, found.kept.language) if found is not None else ("", "")


def _found(text: str, section: str) -> _Found | None:
    """What the smallest part of a text says; of several parts, that of the first rule, and the last
    that keeps it: reasons stand before what is asked for."""
    for parts in _parts(text):
        lines = [RequestLine(part, text) for part in parts]
        found = [
            _Found(kept, line)
            for line in reversed(lines)
            if (kept := kept_by(line, section)) is not None
        ]
        if found:
            return min(found, key=lambda one: names_of(section).index(one.kept.name))
    return None


def _parts(text: str) -> Iterator[list[str]]:
    """The sentences, each two that stand together, and the whole."""
    sentences = [one for one in _SENTENCE_END.split(text) if plain_words(one)]
    yield sentences
    if len(sentences) > 1:
        yield [f"{one} {following}" for one, following in pairwise(sentences)]
    if len(sentences) > 2:
        yield [text]


def _codes(line: RequestLine, _language: str) -> str:
    return " ".join(line.codes)


def _hours(line: RequestLine, language: str) -> str:
    if line.names("quiet_ends", language):
        return "off"
    hours = hours_named(line.written) or hours_named(line.text)
    return f"{hours.first} {hours.until}" if hours is not None else ""


def _weekends(line: RequestLine, language: str) -> str:
    """Weekends are off where the clock stands still."""
    is_running = line.names("clock_runs", language) and not line.names("clock_halts", language)
    return "off" if is_running else "on"


def _news(line: RequestLine, language: str) -> str:
    whole = RequestLine(line.text)
    if whole.names("never_again", language):
        return "off"
    if whole.names("once_more", language):
        return "on"
    is_off = whole.names("halting", language) or whole.names("negation", language)
    return "off" if is_off else "on"


def _tongue(line: RequestLine, language: str) -> str:
    """The only language that is named with “in” or “to”, or else the first one named at all."""
    for family in ("in_tongue", "tongue"):
        named = named_in(line, family, language)
        tongues = [
            one for phrase in named for one in named_in(RequestLine(phrase), "tongue", language)
        ]
        if tongues:
            return tongues[0] if len(set(tongues)) == 1 or family == "in_tongue" else ""
    return ""


def _rhythm(line: RequestLine, language: str) -> str:
    """How often, and at which hour: other numbers count no hours of the day, and a bare “no” asks
    for no end of all mails."""
    said = line.said
    for phrase in words_of("words", "instead"):
        said = re.sub(rf" {phrase} (?:\w+ ){{0,4}}\w+(?= )", " ", said)
    listed = (word for word, name, _language in spoken_of("rhythm") if name != "none")
    often = next((word for word in listed if f" {word} " in said), "")
    hour = re.search(rf" (?:{'|'.join(words_of('hours', 'at'))}) (\d{{1,2}}) ", said)
    if not often:
        return next(iter(named_in(line, "how_often", language)), "?").strip()
    return f"{often} {hour[1]}" if hour is not None else often


def _person(line: RequestLine, language: str) -> str:
    """Whose rating it is, where the sentence isn't about its writer."""
    games = {word for game in line.games for word in game.split()}
    others = [one for one in line.people if one not in games and not line.written.startswith(one)]
    return others[0] if others and not line.names("mine", language) else ""


def _everything(line: RequestLine, _language: str) -> str:
    return line.text


_ARGUMENTS: Mapping[str, Callable[[RequestLine, str], str]] = {
    "collect": lambda line, _language: line.written,
    "language": _tongue,
    "mails": _rhythm,
    "news": _news,
    "quiet": _hours,
    "ratings": _person,
    "weekends": _weekends,
}
