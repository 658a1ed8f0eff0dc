"""How strict seats are: whole events, and rounds of reports paired anew."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.tournaments.formats.playing import TWO, play
from tests.tournaments.trf.events import KINDS, SHAPES, report
from tournaments.pairing.seat_wishes import seat_wish
from tournaments.trf.next_round import next_round
from tournaments.trf.reading import read_report
from tournaments.values.setup import EntryId, TournamentSetup


@dataclass
class SeatCount:
    """Pairs, those who both had to have the same seat, and seats that broke the rule."""

    pairs: int = 0
    clashes: int = 0
    broken: int = 0

    def add(self, first: list[int], second: list[int]) -> None:
        """Count a pair by the seats that both had before it."""
        self.pairs += 1
        self.clashes += seat_wish(first).clashes(seat_wish(second))
        self.broken += _is_broken([*first, 0]) + _is_broken([*second, 1])


def _is_broken(seats: list[int]) -> bool:
    """Whether the latest seat makes three in a row, or three more than of the other."""
    in_a_row = len(seats) > 2 and len(set(seats[-3:])) == 1
    return in_a_row or abs(2 * sum(seats) - len(seats)) > 2


def count_event(count: SeatCount, entries: int, rounds: int, seed: int, *, strict: bool) -> None:
    """Play a Swiss to its end and count its seats."""
    setup = TournamentSetup("swiss", f"seats {seed}", rounds=rounds, strict_seats=strict, **TWO)
    had: dict[EntryId, list[int]] = {}
    for plan in play(setup, entries, seed).plans:
        for table in plan.tables:
            if not table.is_bye:
                first, second = table.entries
                count.add(had.setdefault(first, []), had.setdefault(second, []))
        for table in plan.tables:
            if not table.is_bye:
                for seat, entry in enumerate(table.entries):
                    had[entry].append(seat)


def count_report(count: SeatCount, seed: str, kind: str = "all") -> None:
    """Pair every round of a chance report anew and count the seats."""
    read = read_report(report(Random(seed), KINDS[kind], SHAPES["many rounds"]).encode())
    for number in range(1, read.played + 1):
        lines = read.book(number - 1, scheduled=False).lines
        for pair in next_round(read, number).pairs:
            first, second = (
                [0 if line.first else 1 for line in lines[player] if line.is_met] for player in pair
            )
            count.add(first, second)
