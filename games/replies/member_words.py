"""The words of those who are asked yes or no, and of how people name themselves: the lists of
`seeds/members.toml`, of all languages together."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from games.replies.command_words import plain_words

FILE = Path(__file__).resolve().parents[2] / "seeds" / "members.toml"


@cache
def member_words(name: str) -> tuple[str, ...]:
    """Every language's words under this name, as `plain_words` gives them, the longest first."""
    words = {plain_words(word) for listed in _content()[name].values() for word in listed}
    return tuple(sorted(words, key=lambda word: (-word.count(" "), -len(word), word)))


def longest(said: Sequence[str], *lists: Sequence[str]) -> int:
    """How many of these plain words the longest phrase is with which they begin."""
    text = " ".join(said) + " "
    found = (one for listed in lists for one in listed if text.startswith(one + " "))
    return max((one.count(" ") + 1 for one in found), default=0)


@cache
def _content() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
