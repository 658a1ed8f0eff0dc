"""What of a reply stands in a mail that went before: found by comparing the words.

Four words in a row that a mail of ours, or an earlier one of the writer's, has in the same order
are taken from it, however they were wrapped, marked or turned from HTML to text since.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterable, Sequence
from itertools import islice

IN_A_ROW = 4
MOST_WORDS = 20_000
_COVERED = 0.8
_WORD = re.compile(r"\w+")
_TAG = re.compile(r"<[^<>]{0,2000}>")
_SILENT = re.compile(r"<(style|head|title)\b.*?</\1>", re.DOTALL | re.IGNORECASE)


class OldWords:
    """The words of mails that went before."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._rows: set[tuple[str, ...]] = set()
        for text in texts:
            words = words_of(text)
            self._rows.update(zip(*(words[start:] for start in range(IN_A_ROW)), strict=False))

    @classmethod
    def unpacked(cls, packed: Iterable[bytes]) -> OldWords:
        """Of mails that `packed_words` kept."""
        return cls(map(unpacked_words, packed))

    def __bool__(self) -> bool:
        return bool(self._rows)

    def lines_in(self, lines: Sequence[str], numbers: Collection[int]) -> set[int]:
        """Which of these lines, taken as one text, stand in those mails."""
        words: list[str] = []
        places: list[int] = []
        for number in numbers:
            found = words_of(lines[number])
            words += found
            places += [number] * len(found)
        covered: dict[int, int] = {}
        is_old = [False] * len(words)
        for start, row in enumerate(zip(*(words[at:] for at in range(IN_A_ROW)), strict=False)):
            if row in self._rows:
                is_old[start : start + IN_A_ROW] = [True] * IN_A_ROW
        for place, old in zip(places, is_old, strict=True):
            covered[place] = covered.get(place, 0) + old
        return _mostly_old(places, covered)


def _mostly_old(places: Sequence[int], covered: dict[int, int]) -> set[int]:
    counts: dict[int, int] = {}
    for place in places:
        counts[place] = counts.get(place, 0) + 1
    return {place for place, old in covered.items() if old and old >= counts[place] * _COVERED}


def words_of(text: str) -> list[str]:
    """The words in small letters, without the marks between them."""
    found = (one[0] for one in _WORD.finditer(text.casefold()))
    return list(islice(found, MOST_WORDS))


def packed_words(text: str, html: str) -> bytes:
    """A mail of ours as it is kept to be compared with: its text, and that of its HTML."""
    shown = _TAG.sub(" ", _SILENT.sub(" ", html))
    return zlib.compress(f"{text}\n{shown}".encode(), 6)


def unpacked_words(packed: bytes) -> str:
    """What `packed_words` kept; "" for what it did not make."""
    try:
        return zlib.decompressobj().decompress(packed, 256 * 1024).decode("utf-8", "replace")
    except zlib.error:
        return ""
