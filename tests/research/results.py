"""Results of any game from a file of `match,ended,player,place`, a line for each player."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TextIO

from django.core.management.base import CommandError

from tournaments.rating.pools import DAY, MatchToRate

COLUMNS = ("match", "ended", "player", "place")
LARGEST_FILE = 100_000_000
MOST_LINES, MOST_AT_A_TABLE = 2_000_000, 100
LONGEST_NAME = 200


class Results(NamedTuple):
    """The matches in the order in which they ended, and how many had a single player."""

    matches: tuple[MatchToRate, ...]
    players: int
    alone: int


class Line(NamedTuple):
    """What one line tells; `at` in seconds, `is_date` False where it was a number."""

    match: str
    at: float
    is_date: bool
    player: str
    place: float


@dataclass(slots=True)
class _Match:
    at: float
    places: dict[int, float] = field(default_factory=dict)


class Malformed(ValueError):  # noqa: N818 - what a line is
    """A line that cannot be read, with its number."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")


def read_results(path: str) -> Results:
    """The results that the file holds. CommandError names the first line that cannot be read."""
    try:
        if Path(path).stat().st_size > LARGEST_FILE:
            raise CommandError(f"{path} is larger than {LARGEST_FILE // 1_000_000} MB.")
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            return _results(file)
    except Malformed as error:
        raise CommandError(f"{path}, {error}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8: {error.reason}.") from error
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def _results(file: TextIO) -> Results:
    matches: dict[str, _Match] = {}
    people: dict[str, int] = {}
    kind: bool | None = None
    for number, line in _lines(file):
        if kind is None:
            kind = line.is_date
        if kind != line.is_date:
            raise Malformed(number, "“ended” is a date in some lines and a number in others")
        match = matches.setdefault(line.match, _Match(line.at))
        player = people.setdefault(line.player, len(people))
        if player in match.places:
            raise Malformed(number, f"{line.player} is in match {line.match} a second time")
        if len(match.places) == MOST_AT_A_TABLE:
            raise Malformed(number, f"match {line.match} has more than {MOST_AT_A_TABLE} players")
        match.places[player] = line.place
        match.at = max(match.at, line.at)
    if kind is None:
        raise Malformed(1, "there is a heading and no result")
    played = [match for match in matches.values() if len(match.places) > 1]
    played.sort(key=lambda match: match.at)  # stable: as in the file where they ended together
    return Results(tuple(map(_rated, played)), len(people), len(matches) - len(played))


def _rated(match: _Match) -> MatchToRate:
    """Places as whole numbers, equal ones shared."""
    ranks = {place: rank for rank, place in enumerate(sorted(set(match.places.values())), start=1)}
    return MatchToRate(
        tuple(match.places),
        tuple(ranks[place] for place in match.places.values()),
        at=int(match.at),
    )


def _lines(file: TextIO) -> Iterator[tuple[int, Line]]:
    heading = file.readline()
    if not heading.strip():
        raise Malformed(1, f"a heading is missing: {','.join(COLUMNS)}")
    split = max(",;\t", key=heading.count)
    names = [name.strip().strip('"').lower() for name in heading.rstrip("\r\n").split(split)]
    for name in COLUMNS:
        if names.count(name) != 1:
            raise Malformed(1, f"the heading names no column {name}" if name not in names
                            else f"the heading names {name} twice")  # fmt: skip
    reader = csv.reader(file, delimiter=split, strict=True)
    spots = [names.index(name) for name in COLUMNS]
    try:
        for row in reader:
            number = reader.line_num + 1
            if reader.line_num > MOST_LINES:
                raise Malformed(number, f"there are more than {MOST_LINES:,} lines")
            if any(cell.strip() for cell in row):
                yield number, _line(number, row, spots)
    except csv.Error as error:
        raise Malformed(reader.line_num + 1, str(error)) from error


def _line(number: int, row: list[str], spots: list[int]) -> Line:
    if len(row) <= max(spots):
        raise Malformed(number, f"{len(row)} columns, {max(spots) + 1} are needed")
    match, ended, player, place = (row[spot].strip() for spot in spots)
    for name, value in (("match", match), ("player", player)):
        if not value or len(value) > LONGEST_NAME:
            raise Malformed(number, f"“{name}” is empty or longer than {LONGEST_NAME} letters")
    try:
        position = float(place)
    except ValueError:
        position = math.nan
    if not 0 <= position <= 1_000_000:
        raise Malformed(number, f"“place” is no place: {place[:40]!r}")
    at, is_date = _moment(number, ended)
    return Line(match, at, is_date, player, position)


def _moment(number: int, ended: str) -> tuple[float, bool]:
    """Seconds, and whether a date told them; a plain number counts days."""
    try:
        at = float(ended) * DAY
    except ValueError:
        try:
            moment = datetime.fromisoformat(ended)
            aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            return aware.timestamp(), True
        except (ValueError, OverflowError):
            at = math.nan
    if not abs(at) < 1e15:
        raise Malformed(number, f"“ended” is neither an ISO date nor a number: {ended[:40]!r}")
    return at, False
