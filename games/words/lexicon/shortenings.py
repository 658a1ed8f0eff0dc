"""Shortened words: `mag 2 l`, `vrd 7`, `B2` for bosco 2; the words that begin so, or have these
letters in their sequence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.lexicon.vocabulary import LANGUAGES, WordMeaning, known_words

SHORTENED = frozenset(
    (
        "HABITAT", "REFILL", "ANIMAL", "COLOUR", "SPECIAL", "SPECIES", "ROW", "SIDE", "RANK",
        "SUIT", "BIRD", "DECK", "PILE", "TRICKS", "NAMED_ROW", tags.VERB, tags.NUMBER,
    )
)  # fmt: skip
WITH_DIGITS = re.compile(r"([^\W\d_]+)(\d{1,2})|(\d{1,2})([^\W\d_]+)")
_LONGEST_INITIALS = 3
_LEAST_SHARE = 0.4
"""So much of a word its letters must be: `gz` is "gazze", but `pno` no "pescando"."""


class Guess(NamedTuple):
    """What a word is read as, in one or more words."""

    written: str
    plain: str
    kind: str


def shortened(game: str, word: str, language: str, *, is_short: bool) -> Iterator[Guess]:
    """The words that begin so, or have these letters in this order."""
    parted = WITH_DIGITS.fullmatch(word)
    before = after = ""
    letters = word
    if parted is not None:
        letters = parted[1] or parted[4]
        after, before = f" {parted[2]}" if parted[2] else "", f"{parted[3]} " if parted[3] else ""
    elif not word.isalpha():
        return
    if len(letters) == 1 and not is_short and parted is None:
        return
    meanings: dict[WordMeaning, str] = {}
    for own in (True, False):
        words = short_words(game, language if own else "en")
        begin = {
            meaning: name
            for name, meaning in words.items()
            if name.startswith(letters) and (len(letters) > 1 or meaning.kind != tags.NUMBER)
        }
        begin = _things_first(begin) if parted is not None else begin
        meanings |= {meaning: name for meaning, name in begin.items() if meaning not in meanings}
        if not begin and len(letters) > 1:
            alike = [name for name in words if _has_letters(name, letters)]
            meanings |= {words[name]: name for name in alike if words[name] not in meanings}
        if meanings:
            break
    for meaning, name in meanings.items():
        yield Guess(word, f"{before}{name}{after}", meaning.kind)
    if 1 < len(letters) <= _LONGEST_INITIALS and not meanings:
        suits = _initials(game, language)
        if all(letter in suits for letter in letters):
            names = " ".join(suits[letter] for letter in letters)
            yield Guess(word, f"{before}{names}{after}", "SUIT")


def _things_first(begin: dict[WordMeaning, str]) -> dict[WordMeaning, str]:
    """Without the verbs where a thing begins so too: `B3` is a card, and no "bied 3"."""
    things = {meaning: name for meaning, name in begin.items() if meaning.kind != tags.VERB}
    return things or begin


def _has_letters(name: str, letters: str) -> bool:
    """Whether a word begins with the first of the letters and has the others in their order."""
    if name[0] != letters[0] or len(letters) < _LEAST_SHARE * len(name):
        return False
    rest = iter(name)
    return all(letter in rest for letter in letters)


@cache
def short_words(game: str, language: str) -> Mapping[str, WordMeaning]:
    """The words of a language that are shortened: those for things of the game, the first first."""
    known = known_words(game, (language,))
    return {name: meaning for name, meaning in known.items() if meaning.kind in SHORTENED}


@cache
def _initials(game: str, language: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name, meaning in short_words(game, language).items():
        if meaning.kind == "SUIT":
            found.setdefault(name[0], name)
    return found


def may_be_short(game: str, word: str) -> bool:
    """Whether something of the game begins with these letters in one of the languages."""
    return len(word) > 1 and any(
        name.startswith(word) and meaning.kind not in (tags.VERB, tags.NUMBER)
        for language in LANGUAGES
        for name, meaning in short_words(game, language).items()
    )
