"""A whole report: read, and refused where its parts contradict each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from tournaments.ranking.round_book import NOTHING, PlayedRound, RoundBook, RoundKind
from tournaments.trf.checks import check_meetings, check_mentions, checked_points, last_pairing
from tournaments.trf.players import ReportedCell, ReportedPlayer, read_player
from tournaments.trf.points import PointSystem
from tournaments.trf.records import Records, RequestedBye, take
from tournaments.trf.text import MalformedReportError, read_lines

MOST_CELLS = 100_000
RULES_OF_2026 = (2026, 3, 1)
_SCORES = {"1": Fraction(1), "W": Fraction(1), "=": Fraction(1, 2), "D": Fraction(1, 2)}
_BYES = {
    "U": RoundKind.PAIRING_BYE,
    "F": RoundKind.FULL_BYE,
    "+": RoundKind.FULL_BYE,
    "H": RoundKind.HALF_BYE,
    "=": RoundKind.HALF_BYE,
}


@dataclass(frozen=True)
class Report:
    """A report that holds together; players by their starting ranks."""

    players: Mapping[int, ReportedPlayer]
    records: Records
    points: PointSystem

    @cached_property
    def played(self) -> int:
        """The last round that has a pairing; what follows are byes asked for beforehand."""
        return last_pairing(self.players)

    @property
    def rounds(self) -> int:
        """How many the event has, as far as the report tells."""
        return max(self.records.rounds or 0, self.played)

    @property
    def is_round_robin(self) -> bool:
        """What the report says, or else whether everybody meets everybody equally often."""
        said = self.records.is_round_robin
        return _meets_all(self) if said is None else said

    def has_ended(self, number: int) -> bool:
        """Whether every match of that round has its result."""
        cells = (_at(one.cells, number) for one in self.players.values())
        return not any(cell and cell.opponent and cell.result == " " for cell in cells)

    def book(self, until: int, *, scheduled: bool) -> RoundBook:
        """The rounds up to that one as the tie-breaks read them."""
        starts = self.records.starts
        adjusted: dict[int, Fraction] = {}
        for one in self.records.assigned:
            if one.sign == " " and (one.round <= until or one.round == 999):
                for number in one.players:
                    adjusted[number] = adjusted.get(number, NOTHING) + one.points
        return RoundBook(
            {
                number: [self._line(one, at) for at in range(1, until + 1)]
                for number, one in sorted(self.players.items())
            },
            until,
            self.points.worth,
            last=max(self.rounds, until),
            scheduled=scheduled,
            lenient=starts is not None and (starts.year, starts.month, starts.day) < RULES_OF_2026,
            adjusted=adjusted,
        )

    def _line(self, player: ReportedPlayer, at: int) -> PlayedRound:
        cell = _at(player.cells, at)
        if cell is None:
            return PlayedRound(at, RoundKind.ABSENT)
        kind = _kind(cell, at, self.played)
        points = self.points.worth_of(cell)
        for one in self.records.assigned:
            if one.sign != " " and one.round == at and player.number in one.players:
                points = one.points
        return PlayedRound(
            at,
            kind,
            points,
            _SCORES.get(cell.result, NOTHING),
            cell.opponent,
            cell.seat == "w",
        )


def read_report(content: bytes) -> Report:
    """The report in the file; raise MalformedReportError with the line and what is wrong there."""
    players: dict[int, ReportedPlayer] = {}
    records = Records()
    cells = 0
    for line in read_lines(content):
        if line.code != "001":
            take(records, line)
            continue
        player = read_player(line)
        if player.number in players:
            before = players[player.number].line.number
            raise line.refuse(f"player {player.number} stands in line {before} already")
        players[player.number] = player
        cells += len(player.cells)
        if cells > MOST_CELLS:
            raise line.refuse(f"more than {MOST_CELLS:,} results; that many are not read")
    if not players:
        raise MalformedReportError(None, "there is no record 001: the file names no players")
    _check_numbers(players)
    check_mentions(players, records)
    players = _with_byes(players, records.asked)
    check_meetings(players, records)
    return Report(players, records, checked_points(players, records))


def _check_numbers(players: Mapping[int, ReportedPlayer]) -> None:
    for number in range(1, len(players) + 1):
        if number not in players:
            last = players[max(players)]
            raise last.line.refuse(
                f"player {last.number} is the last of {len(players)}: {number} is missing"
            )


def _with_byes(
    players: dict[int, ReportedPlayer], asked: Sequence[RequestedBye]
) -> dict[int, ReportedPlayer]:
    """The players with the byes of records 240 in rounds where they have nothing else."""
    for one in asked:
        for number in one.players if one.round else ():
            own = players[number]
            cells = [*own.cells, *[None] * (one.round - len(own.cells))]
            written = cells[one.round - 1]
            if written is not None and written.opponent is not None:
                raise one.line.refuse(
                    f"player {number} asks for a bye in round {one.round}, but meets "
                    f"{written.opponent} there (line {own.line.number})"
                )
            cells[one.round - 1] = written or ReportedCell(None, "-", one.sign)
            players[number] = replace(own, cells=tuple(cells))
    return players


def _at(cells: Sequence[ReportedCell | None], number: int) -> ReportedCell | None:
    return cells[number - 1] if number <= len(cells) else None


def _kind(cell: ReportedCell, at: int, played: int) -> RoundKind:
    if cell.opponent is None:
        return _BYES.get(cell.result, RoundKind.ABSENT)
    if cell.result == "+":
        return RoundKind.WON_UNPLAYED
    if cell.result == "-":
        return RoundKind.LOST_UNPLAYED
    if cell.result == " ":
        # A match of an earlier round without a result was never played.
        return RoundKind.OPEN if at == played else RoundKind.LOST_UNPLAYED
    return RoundKind.PLAYED


def _meets_all(report: Report) -> bool:
    """Whether each pair stands in the report equally often, and nobody was given a bye's points."""
    met: dict[tuple[int, int], int] = {}
    for number, one in report.players.items():
        for cell in one.cells:
            if cell is None or cell.opponent is None:
                if cell is not None and cell.result not in "Z- ":
                    return False
            elif number < cell.opponent:
                pair = (number, cell.opponent)
                met[pair] = met.get(pair, 0) + 1
    size = len(report.players)
    return 2 * len(met) == size * (size - 1) and len(set(met.values())) == 1 and size > 1
