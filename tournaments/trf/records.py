"""The records beside the players: what the event is, and what it asks of the next pairing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournaments.trf.players import MOST_NUMBER, MOST_ROUNDS
from tournaments.trf.points import PointSystem, stated
from tournaments.trf.text import Line, shown, whole_number

_POINTS = {"162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"}
_BYE_SIGNS = {"F": "F", "H": "H", "Z": "Z", " ": "Z"}
_EVERY_ROUND = 999
_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(?:[.,][0-9]{1,2})?")
_SAYS_ROBIN = ("ROBIN", "BERGER", "ROUND-ROBIN")


class RequestedBye(NamedTuple):
    """A bye asked for in a record 240, or in XXZ (round 0: the next one)."""

    line: Line
    sign: str
    round: int
    players: tuple[int, ...]


class Accelerated(NamedTuple):
    """Points that count for the pairing of some rounds alone."""

    line: Line
    points: Fraction
    rounds: range
    players: range


class KeptApart(NamedTuple):
    """Players who are not to meet in these rounds."""

    line: Line
    players: tuple[int, ...]
    rounds: range


class Assigned(NamedTuple):
    """A record 299: points for one round's result, or beside the rounds (sign blank).

    Round 999 is the end alone.
    """

    line: Line
    sign: str
    points: Fraction
    round: int
    players: tuple[int, ...]


@dataclass
class Records:
    """What a report's records say, each as far as it stands there."""

    title: str = ""
    starts: date | None = None
    kind: str = ""
    rounds: int | None = None
    rounds_line: Line | None = None
    first_seat: str = ""
    tie_breaks: tuple[str, ...] = ()
    points: PointSystem = field(default_factory=PointSystem)
    asked: list[RequestedBye] = field(default_factory=list)
    accelerated: list[Accelerated] = field(default_factory=list)
    apart: list[KeptApart] = field(default_factory=list)
    assigned: list[Assigned] = field(default_factory=list)

    @property
    def is_round_robin(self) -> bool | None:
        """What records 092 and 192 say; None where they don't."""
        kind = self.kind.upper()
        if "SWISS" in kind or "DUTCH" in kind or "DUBOV" in kind or "BURSTEIN" in kind:
            return False
        return True if any(word in kind for word in _SAYS_ROBIN) else None


def take(records: Records, line: Line) -> None:
    """Add what the line says; a record of another kind is passed over."""
    rest = line.text[4:].strip()
    if line.code == "012":
        records.title = rest
    elif line.code == "042":
        records.starts = _date(rest)
    elif line.code in ("092", "192"):
        records.kind = f"{records.kind} {rest}"
    elif line.code in ("142", "XXR"):
        _take_rounds(records, line, rest)
    elif line.code == "152":
        records.first_seat = _seat(line, rest)
    elif line.code == "XXC":
        found = re.search(r"\b(white|black)1\b", rest.lower())
        records.first_seat = found[1][0] if found else records.first_seat
    elif line.code in ("202", "212"):
        codes = tuple(rest.replace(",", " ").upper().split())
        records.tie_breaks = codes if line.code == "212" else ("PTS", *codes)
    elif line.code in _POINTS:
        records.points = stated(records.points, line)
    elif line.code in _TAKERS:
        _TAKERS[line.code](records, line)


def _date(text: str) -> date | None:
    """A date as the programs write it; None for what is none: only the rules' age hangs on it."""
    found = re.match(r"(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})", text)
    if not found:
        return None
    first, month, last = (int(one) for one in found.groups())
    year, day = (first, last) if first > 31 else (last, first)
    try:
        return date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None


def _take_rounds(records: Records, line: Line, rest: str) -> None:
    rounds = whole_number(line, rest, "the number of rounds", 1, MOST_ROUNDS)
    if records.rounds not in (None, rounds):
        raise line.refuse(f"there are {rounds} rounds here, and {records.rounds} in a line before")
    records.rounds, records.rounds_line = rounds, line


def _seat(line: Line, rest: str) -> str:
    seat = rest[:1].lower()
    if seat not in ("w", "b"):
        raise line.refuse(f"the initial colour is {shown(rest)}, not W or B")
    return seat


def _numbers(line: Line, text: str, least: int = 1) -> tuple[int, ...]:
    words = re.split(r"[\s,/]+", text.strip())
    found = tuple(
        whole_number(line, one, "a starting rank", 1, MOST_NUMBER) for one in words if one
    )
    if len(found) < least:
        raise line.refuse(f"it names fewer than {least} players")
    return found


def _round(line: Line, text: str, missing: int = 0) -> int:
    return whole_number(line, text, "a round", 1, _EVERY_ROUND) if text.strip() else missing


def _points_at(line: Line, text: str) -> Fraction:
    plain = text.strip() or "0"
    if not _NUMBER.fullmatch(plain):
        raise line.refuse(f"{shown(plain)} is no number of points")
    return Fraction(plain.replace(",", "."))


def _take_absent(records: Records, line: Line) -> None:
    records.asked.append(RequestedBye(line, "Z", 0, _numbers(line, line.text[4:])))


def _take_byes(records: Records, line: Line) -> None:
    sign = line.text[4:5].upper() or " "
    if sign not in _BYE_SIGNS:
        raise line.refuse(f"the kind of bye is {shown(sign)}, not F, H or Z")
    number = _round(line, line.text[5:9])
    records.asked.append(
        RequestedBye(line, _BYE_SIGNS[sign], number, _numbers(line, line.text[9:]))
    )


def _take_accelerated(records: Records, line: Line) -> None:
    text = line.text.ljust(31)
    first = _round(line, text[14:17], 1)
    last = _round(line, text[18:21], first)
    start = whole_number(line, text[22:26], "the first starting rank", 1, MOST_NUMBER)
    ends = text[27:31].strip()
    end = whole_number(line, ends, "the last starting rank", 1, MOST_NUMBER) if ends else start
    points = _points_at(line, text[9:13] if text[9:13].strip() else text[4:8])
    records.accelerated.append(
        Accelerated(line, points, range(first, last + 1), range(start, end + 1))
    )


def _take_accelerated_player(records: Records, line: Line) -> None:
    number, *points = line.text[4:].split() or [""]
    player = whole_number(line, number, "the starting rank", 1, MOST_NUMBER)
    for one, text in enumerate(points[:MOST_ROUNDS], 1):
        worth = _points_at(line, text)
        players = range(player, player + 1)
        records.accelerated.append(Accelerated(line, worth, range(one, one + 1), players))


def _take_apart(records: Records, line: Line) -> None:
    players = _numbers(line, line.text[4:], 2)
    records.apart.append(KeptApart(line, players, range(1, _EVERY_ROUND + 1)))


def _take_apart_in_rounds(records: Records, line: Line) -> None:
    first = _round(line, line.text[4:7], 1)
    last = _round(line, line.text[8:11], first)
    players = _numbers(line, line.text[11:], 2)
    records.apart.append(KeptApart(line, players, range(first, last + 1)))


def _take_assigned(records: Records, line: Line) -> None:
    text = line.text.ljust(22)
    points = _points_at(line, text[13:17] if text[13:17].strip() else text[7:11])
    number = _round(line, text[19:22])
    players = _numbers(line, text[22:], 0)
    records.assigned.append(Assigned(line, text[4].upper(), points, number, players))


_TAKERS = {
    "XXZ": _take_absent,
    "240": _take_byes,
    "250": _take_accelerated,
    "XXA": _take_accelerated_player,
    "XXP": _take_apart,
    "260": _take_apart_in_rounds,
    "299": _take_assigned,
}
