"""Swapping those who sit badly with the best partner, until no swap helps."""

from __future__ import annotations

from tournaments.pairing.annealing import Search

_MOST_PASSES = 4
_NEAR = 400  # slots to either side: the best partner of a row sorted by score is hardly farther


def descend(search: Search) -> None:
    """Swap each who sits badly with the best partner near, while that helps.

    Badly is beside somebody met before or of another score. Who meets somebody again, and finds
    no better seat near, is tried against everybody.
    """
    descent = Descent(search)
    for _ in range(_MOST_PASSES):
        if not sum(descent.improves(slot) for slot in range(len(search.slots))):
            return


class Descent:
    """What a swap asks for, kept for each slot: score, its table's total, its own meetings."""

    def __init__(self, search: Search) -> None:
        self.search = search
        slots = len(search.slots)
        self.scores, self.totals, self.meetings = [0] * slots, [0] * slots, [0] * slots
        self.slot_of = [0] * slots
        for slot, (first, last) in enumerate(search.ranges):
            if slot == first:
                self._count(first, last)

    def improves(self, slot: int) -> bool:
        """Swap the slot with its best partner if it sits badly and that helps."""
        first, last = self.search.ranges[slot]
        if not self.meetings[slot] and len(set(self.scores[first:last])) == 1:
            return False
        starts, ends = max(0, first - _NEAR), min(len(self.scores), last + _NEAR)
        best, other = self.best(slot, starts, ends)
        if best >= 0 and self.meetings[slot] and ends - starts < len(self.scores):
            best, other = self.best(slot, 0, len(self.scores))
        if best >= 0:
            return False
        self.search.swap(slot, other)
        self._count(first, last)
        self._count(*self.search.ranges[other])
        return True

    def _count(self, first: int, last: int) -> None:
        """Take the table's figures anew."""
        search = self.search
        table = search.slots[first:last]
        total = sum(search.scores[one] for one in table)
        for slot, one in enumerate(table, first):
            met = search.met[one]
            self.slot_of[one] = slot
            self.scores[slot], self.totals[slot] = search.scores[one], total
            self.meetings[slot] = sum(met[other] for other in table)

    def best(self, slot: int, starts: int, ends: int) -> tuple[int, int]:
        """The least change that swapping the slot with one of those makes, and with which."""
        first, last = self.search.ranges[slot]
        changes = self._spreads(slot, starts, ends)
        cost = self.search.repeat_cost
        for other, times in self._new_meetings(slot):
            if starts <= other < ends:
                changes[other - starts] += cost * times
        # Nobody is swapped within the table: 0 changes nothing.
        changes[first - starts : last - starts] = [0] * (last - first)
        best = min(changes)
        return best, starts + changes.index(best)

    def _spreads(self, slot: int, starts: int, ends: int) -> list[int]:
        """The changes of the spread, and of the meetings that end."""
        search, low = self.search, self.scores[slot]
        cost, ending = search.repeat_cost, self.meetings[slot]
        base = self.totals[slot] - low
        others = zip(
            self.scores[starts:ends],
            self.totals[starts:ends],
            self.meetings[starts:ends],
            strict=True,
        )
        changes = [
            2 * (low - high) * (base - total + high) - cost * (ending + times)
            for high, total, times in others
        ]
        if search.short[0] != search.short[-1]:
            for other in range(starts, ends):
                changes[other - starts] += search.change_of_sizes(slot, other)
        return changes

    def _new_meetings(self, slot: int) -> list[tuple[int, int]]:
        """The slots with whom a swap lets people meet again, and how often they have met."""
        search, one = self.search, self.search.slots[slot]
        first, last = search.ranges[slot]
        # Who comes here meets those who stay; who has met `one` stays apart from them.
        found = [
            (self.slot_of[other], times)
            for seated in search.slots[first:last]
            if seated != one
            for other, times in search.known[seated].items()
        ]
        for other, times in search.known[one].items():
            its_slot = self.slot_of[other]
            there, end = search.ranges[its_slot]
            found += [(new, times) for new in range(there, end) if new != its_slot]
        return found
