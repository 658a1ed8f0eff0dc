"""Long tables in pages: the one that the address asks for, else the one with the looker's line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from django.http import HttpRequest

ALL, BESIDE = 12, 2
"""So many pages are all linked; of more, those on both sides of the shown one, first and last."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """One page of several, counted from 1, asked for by `name` in the address."""

    name: str
    number: int
    of: int
    size: int

    @property
    def first(self) -> int:
        """How many lines come before it."""
        return (self.number - 1) * self.size

    @property
    def last(self) -> int:
        """How many lines there are up to its end, if it is full."""
        return self.number * self.size

    @property
    def links(self) -> Iterator[int | None]:
        """The pages to link; None where some are left out."""
        beside = ALL if self.of <= ALL else BESIDE
        near = range(max(1, self.number - beside), min(self.of, self.number + beside) + 1)
        pages = sorted({1, *near, self.of})
        yield pages[0]
        for before, page in pairwise(pages):
            if page > before + 1:
                yield None
            yield page


def page_of(
    request: HttpRequest, lines: int, size: int, *, name: str = "page", own: int | None = None
) -> TablePage:
    """The page that is wanted of so many lines; `own` is how many stand before the looker's."""
    size = max(1, size)
    of = max(1, -(-lines // size))
    word = request.GET.get(name, "")
    if word.isascii() and word.isdigit() and 0 < len(word) < 6:
        wanted = int(word)
    else:
        wanted = 1 if own is None else own // size + 1
    return TablePage(name, min(max(1, wanted), of), of, size)
