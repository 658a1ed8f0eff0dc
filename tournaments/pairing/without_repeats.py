"""Whether a field can be split into tables at which nobody has met: an exhaustive search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_MOST_STEPS = 50_000


def split_without_repeats(
    sizes: Sequence[int], met: Sequence[Sequence[int]]
) -> list[list[int]] | None:
    """Tables of these sizes without a pair that has met; None if there are none.

    None as well if 50,000 steps did not settle it, which fields up to 16 stay far below.
    """
    return _Splitting(sizes, met).tables_for((1 << len(met)) - 1, tuple(sorted(sizes)))


class _Splitting:
    """Groups of positions are bit sets; what has failed once is not tried again."""

    def __init__(self, sizes: Sequence[int], met: Sequence[Sequence[int]]) -> None:
        self.strangers = [
            sum(1 << other for other, times in enumerate(row) if not times and other != one)
            for one, row in enumerate(met)
        ]
        self.failed: set[tuple[int, tuple[int, ...]]] = set()
        self.steps = _MOST_STEPS

    def tables_for(self, free: int, sizes: tuple[int, ...]) -> list[list[int]] | None:
        """Tables for the free positions, the hardest to seat first."""
        if not sizes:
            return []
        if (free, sizes) in self.failed or self.steps < 0:
            return None
        hardest = min(_members(free), key=lambda one: (self.strangers[one] & free).bit_count())
        for size in sorted(set(sizes)):
            rest_sizes = list(sizes)
            rest_sizes.remove(size)
            candidates = self.strangers[hardest] & free
            for table in self._tables([hardest], candidates, size):
                rest = free & ~sum(1 << one for one in table)
                if (tables := self.tables_for(rest, tuple(rest_sizes))) is not None:
                    return [table, *tables]
        self.failed.add((free, sizes))
        return None

    def _tables(self, begun: list[int], candidates: int, size: int) -> Iterator[list[int]]:
        """Every table of the size that the begun one can grow to with candidates."""
        self.steps -= 1
        if self.steps < 0:
            return
        if len(begun) == size:
            yield begun
            return
        for one in _members(candidates):
            later = candidates & self.strangers[one] & ~((2 << one) - 1)
            yield from self._tables([*begun, one], later, size)


def _members(group: int) -> list[int]:
    return [one for one in range(group.bit_length()) if group >> one & 1]
