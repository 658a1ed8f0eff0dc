"""The records 001: players with what they did in each round."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.trf.text import Line, MalformedReportError, shown, whole_number

MOST_NUMBER = 9999
MOST_ROUNDS = 99
MOST_RATING = 4000
_FIRST_CELL = 91
_CELL = 10
_PLAYED = "1=0WDL"
_BYES = "HFUZ"
_FORFEITS = "+-"
_UNKNOWN = " *"


class ReportedCell(NamedTuple):
    """A round as one player's record has it: `result` is a sign of the format, blank if unknown."""

    opponent: int | None
    seat: str  # w, b, or - without one
    result: str

    @property
    def is_played(self) -> bool:
        """Whether the sign is that of a match that was played."""
        return self.result in _PLAYED


@dataclass(frozen=True, slots=True)
class ReportedPlayer:
    """One record 001. `points` are as the file says, None where it doesn't."""

    line: Line
    number: int
    name: str
    title: str
    federation: str
    rating: int | None
    points: Fraction | None
    rank: int | None
    cells: tuple[ReportedCell | None, ...]
    """One a round, None where nothing is written."""


def read_player(line: Line) -> ReportedPlayer:
    """The player; columns are counted in characters, or else in bytes as some programs do."""
    try:
        return _read(line, line.text)
    except MalformedReportError:
        if line.by_bytes == line.text:
            raise
        try:
            return _read(line, line.by_bytes)
        except MalformedReportError:
            pass
        raise


def _read(line: Line, text: str) -> ReportedPlayer:
    if text[3:4].strip():
        raise line.refuse("column 4 is not blank: the columns are shifted")
    number = whole_number(line, text[4:8], "the starting rank", 1, MOST_NUMBER)
    if re.fullmatch(r"[^\d\s]+", text[57:68].strip()) or re.search(r"[A-Za-z]", text[69:79]):
        raise line.refuse("letters stand in the columns of the FIDE number or the date of birth")
    rating = text[48:52].strip()
    rank = text[85:89].strip()
    name = text[14:47].strip()
    if text is line.by_bytes:
        name = name.encode("latin-1").decode("utf-8", errors="replace")
    rated = whole_number(line, rating, "the rating", 0, MOST_RATING) if rating else 0
    return ReportedPlayer(
        line,
        number,
        name,
        text[10:13].strip(),
        text[53:56].strip(),
        rated or None,
        _points(line, text[80:84]),
        whole_number(line, rank, "the rank", 0, MOST_NUMBER) if rank else None,
        _cells(line, text, number),
    )


def _points(line: Line, text: str) -> Fraction | None:
    plain = text.strip().replace(",", ".")
    if not plain:
        return None
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{0,2})?|\.[0-9]{1,2}", plain):
        raise line.refuse(f"the points are {shown(plain)}, not a number")
    return Fraction(plain if plain[-1] != "." else plain[:-1])


def _cells(line: Line, text: str, number: int) -> tuple[ReportedCell | None, ...]:
    rounds = -(-(len(text) - _FIRST_CELL) // _CELL)
    if rounds > MOST_ROUNDS:
        raise line.refuse(f"{rounds} rounds; {MOST_ROUNDS} are read at most")
    if text[84:85].strip() or text[89:91].strip():
        raise line.refuse("the columns of points, rank and rounds are shifted")
    cells = []
    for one in range(max(0, rounds)):
        start = _FIRST_CELL + one * _CELL
        cells.append(_cell(line, text[start : start + _CELL].ljust(_CELL), one + 1, number))
    while cells and cells[-1] is None:
        cells.pop()
    return tuple(cells)


def _cell(line: Line, text: str, round_number: int, own: int) -> ReportedCell | None:
    if not text.strip():
        return None
    where = f"round {round_number}"
    if text[4] != " " or text[6] != " " or text[8:].strip():
        raise line.refuse(f"{where} is {shown(text.strip())}: the columns are shifted")
    opponent = 0
    if text[:4].strip():
        opponent = whole_number(line, text[:4], f"the opponent of {where}", 0, MOST_NUMBER)
    seat, result = text[5].lower(), text[7].upper()
    if seat not in "wb- ":
        raise line.refuse(f"the colour of {where} is {shown(seat)}, not w, b or -")
    if result not in _PLAYED + _BYES + _FORFEITS + _UNKNOWN:
        raise line.refuse(f"the result of {where} is {shown(result)}, which is none")
    cell = ReportedCell(
        opponent or None, "-" if seat == " " else seat, " " if result == "*" else result
    )
    if opponent == own:
        raise line.refuse(f"in {where} the player meets nobody but itself")
    _check_cell(line, cell, where)
    return cell


def _check_cell(line: Line, cell: ReportedCell, where: str) -> None:
    if cell.opponent is None:
        if cell.is_played and cell.result != "=":  # older files have = for a half-point bye
            raise line.refuse(f"{where} has the result {cell.result} but no opponent")
        if cell.seat != "-":
            raise line.refuse(f"{where} has the colour {cell.seat} but no opponent")
    elif cell.result in _BYES:
        raise line.refuse(f"{where} is a bye ({cell.result}) and has an opponent, {cell.opponent}")
    elif cell.is_played and cell.seat == "-":
        raise line.refuse(f"{where} was played against {cell.opponent} without a colour")
