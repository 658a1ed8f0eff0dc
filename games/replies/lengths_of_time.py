"""Lengths of time that a line tells, and does not ask for."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from games.replies.command_words import numbered, plain_words, words_of

_MOST_WORDS = 6


def only_counts_time(guessed: str, text: str) -> bool:
    """Whether a short text that is like a question for the deadline tells a length of time and asks
    nothing: “two days a turn”."""
    words = plain_words(text).split()
    if guessed != "deadline" or "?" in text or len(words) > _MOST_WORDS:
        return False
    return any(_is_number(one) and unit in _units() for one, unit in pairwise(words))


def _is_number(word: str) -> bool:
    return word.isdecimal() or word in dict(numbered("match", "numbers"))


@cache
def _units() -> frozenset[str]:
    return frozenset(
        word for name in ("weeks", "days", "hours", "minutes") for word in words_of("match", name)
    )
