"""Random phrases in every game and language: none raises, takes long or hangs on a greeting.

`python -m tests.words.fuzz [--count N] [--seed N]`: phrases that people wrote are joined by words
that turn, add or doubt, misspelt and read in a position of their game.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from types import FrameType
from typing import NamedTuple

from games.rules.registry import GAMES, rules_for
from games.words import NotUnderstood, Result, Understood, understand
from games.words.lexicon.vocabulary import LANGUAGES, section_words
from tests.words.reading import Position, phrasings, positions

COUNT = 10_000
MOST_CALLS = 200_000
"""So many functions may be called to read a phrase: a count depends on no processor and on nothing
that runs beside. How many take longer than `WANTED_SECONDS` is told, and fails nothing."""

WANTED_SECONDS = 0.05

GREETINGS = {"en": "Hi all,", "it": "Ciao a tutti,", "es": "Hola a todos,", "nl": "Hallo allemaal,"}
JOINTS = (
    ("connectors", "then"),
    ("connectors", "or"),
    ("connectors", "and"),
    ("acts", "correct"),
    ("acts", "gone"),
    ("careful", "if"),
    ("careful", "not"),
    ("polite", "because"),
)
SIGNS = ("", " ", "\n", ",", ".", "?", "no", "7", "é")


class Phrase(NamedTuple):
    """A text in a position of a match, in somebody's language."""

    position: Position
    language: str
    text: str


def phrases(count: int, seed: str) -> Iterator[Phrase]:
    """So many phrases, the same ones for the same seed."""
    random = Random(seed)
    every = [*phrasings(), *phrasings("strangers"), *phrasings("strangers2")]
    texts = {
        (game, language): [
            one.text for one in every if (one.game, one.language) == (game, language)
        ]
        for game in GAMES
        for language in LANGUAGES
    }
    places = sorted(key for key in positions() if any(texts[key[0], each] for each in LANGUAGES))
    for _number in range(count):
        game, name = random.choice(places)
        language = random.choice(LANGUAGES)
        parts = [random.choice(texts[game, language]) for _part in range(random.randint(1, 3))]
        text = parts[0]
        for part in parts[1:]:
            text += random.choice((" ", ", ", "\n", ". ")) + _joint(random, language) + part
        yield Phrase(positions()[game, name], language, _misspelt(random, text))


def _joint(random: Random, language: str) -> str:
    section, key = random.choice(JOINTS)
    return random.choice(("", f"{random.choice(section_words(language, section, key))} "))


def _misspelt(random: Random, text: str) -> str:
    signs = list(text)
    for _change in range(random.randint(0, 3)):
        place = random.randrange(len(signs))
        signs[place] = random.choice((*SIGNS, signs[place] * 2, signs[place].swapcase()))
    return "".join(signs)


def read(phrase: Phrase, text: str) -> Result:
    """What a text comes to in the phrase's position."""
    rules = rules_for(phrase.position.game)
    return understand(rules, phrase.position.state, phrase.position.seat, text, [phrase.language])


def calls_of(read_it: Callable[[], object]) -> int:
    """How many functions of Python are called by one."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read_it()
    finally:
        sys.setprofile(before)
    return calls


def fault(phrase: Phrase) -> str:
    """What is wrong with how a phrase is read, "" for nothing."""
    try:
        return _fault(phrase)
    except Exception as error:
        return f"{error!r} at {traceback.extract_tb(error.__traceback__)[-1]}"


def _fault(phrase: Phrase) -> str:
    plain = read(phrase, phrase.text)
    calls = calls_of(lambda: read(phrase, phrase.text))  # the first one compiles what it looks for
    if calls > MOST_CALLS:
        return f"{calls:,} calls"
    greeted = read(phrase, f"{GREETINGS[phrase.language]}\n\n{phrase.text}")
    if any(isinstance(one, NotUnderstood) and one.refusal is not None for one in (plain, greeted)):
        return ""  # a first line in notation says what is wrong with it, whatever is below
    orders = [one.text if isinstance(one, Understood) else "" for one in (plain, greeted)]
    return "" if orders[0] == orders[1] else f"{orders[0]!r}, with a greeting {orders[1]!r}"


def _seconds_of(phrase: Phrase) -> float:
    """The processor's seconds for one more reading; nothing for a phrase that raises."""
    begun = time.process_time()
    with suppress(Exception):
        read(phrase, phrase.text)
    return time.process_time() - begun


def main() -> None:
    """Read as many phrases as the command line says, and fail where one is at fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    faults, seconds = 0, []
    for phrase in phrases(asked.count, asked.seed):
        said = fault(phrase)
        seconds.append(_seconds_of(phrase))
        if said:
            faults += 1
            place = f"{phrase.position.game} {phrase.position.name} {phrase.language}"
            sys.stdout.write(f"{place} {phrase.text!r}: {said}\n")
    slow = sum(one > WANTED_SECONDS for one in seconds)
    sys.stdout.write(
        f"{asked.count} phrases, {faults} at fault; {slow} took longer than "
        f"{WANTED_SECONDS * 1000:.0f} ms of a processor, the longest {max(seconds) * 1000:.0f} ms\n"
    )
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
