"""Slips of a thumb: which of the words near to a misspelt one its keys speak for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

_VOWELS = frozenset("aeiou")
_ENDING = 2
"""In so many last letters one vowel is written for another: `puedas` is "puedes"."""

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def likeliest(word: str, near: Sequence[str]) -> list[str]:
    """Those of the near words that a neighbouring key, a letter too many or too few or two changed
    letters make of it; all where none does: `goen` is "groen", and no "geen"."""
    by_slip = [name for name in near if is_slip_of_thumb(word, name)]
    return by_slip or list(near)


def is_slip_of_thumb(word: str, name: str) -> bool:
    """Whether a word is another one but for a single slip, and no letter that lies far off."""
    if len(word) != len(name):
        return True
    odd = [i for i, (one, other) in enumerate(zip(word, name, strict=True)) if one != other]
    if len(odd) != 1:
        return sorted(word) == sorted(name)
    (place,) = odd
    is_ending = place >= len(word) - _ENDING and {word[place], name[place]} <= _VOWELS
    return is_ending or name[place] in beside(word[place])


@cache
def beside(key: str) -> frozenset[str]:
    """The letters round a key, on the keyboard that all four languages are written on."""
    found: set[str] = set()
    for row, keys in enumerate(_ROWS):
        place = keys.find(key)
        for other, letters in enumerate(_ROWS) if place >= 0 else ():
            reach = range(place - 1, place + 2)
            near = (i for i in reach if 0 <= i < len(letters) and abs(other - row) <= 1)
            found |= {letters[i] for i in near}
    return frozenset(found - {key})
