"""What must agree within a report: meetings, colours, results, points, and who is named."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tournaments.trf.players import MOST_ROUNDS, ReportedCell, ReportedPlayer
from tournaments.trf.points import PointSystem, possible_systems
from tournaments.trf.records import Records

Players = Mapping[int, ReportedPlayer]
_PAIRS = {"10", "01", "==", "00", "=0", "0=", "WL", "LW", "DD", "LL", "+-", "-+", "--", "  "}


def check_mentions(players: Players, records: Records) -> None:
    """Raise MalformedReportError where a record names a player or a round that there is not."""
    said = [
        *((one.line, one.players, one.round) for one in records.asked),
        *((one.line, one.players, one.rounds.start) for one in records.apart),
        *((one.line, (one.players.start, one.players[-1]), 0) for one in records.accelerated
          if one.players),
        *((one.line, one.players, one.round % 999) for one in records.assigned),
    ]  # fmt: skip
    for line, named, number in said:
        for one in named:
            if one not in players:
                raise line.refuse(f"there is no player {one}; they are 1 to {len(players)}")
        if number > (records.rounds or MOST_ROUNDS):
            raise line.refuse(f"there is no round {number}")


def check_meetings(players: Players, records: Records) -> None:
    """Raise MalformedReportError where two records of one match differ, or a round is too many."""
    byes: dict[int, int] = {}
    for number, player in sorted(players.items()):
        if records.rounds is not None and len(player.cells) > records.rounds:
            raise player.line.refuse(
                f"player {number} has {len(player.cells)} rounds; the event has {records.rounds}"
            )
        for at, cell in enumerate(player.cells, 1):
            if cell is None:
                continue
            if cell.opponent is not None:
                _check_meeting(players, player, cell, at)
            elif cell.result == "U" and byes.setdefault(at, number) != number:
                raise player.line.refuse(
                    f"round {at} has a second bye (U) beside that of player {byes[at]}"
                )


def _check_meeting(players: Players, player: ReportedPlayer, cell: ReportedCell, at: int) -> None:
    number, other = player.number, players.get(cell.opponent or 0)
    if other is None:
        raise player.line.refuse(f"round {at}: there is no player {cell.opponent}")
    theirs = other.cells[at - 1] if at <= len(other.cells) else None
    there = f"line {other.line.number}"
    if theirs is None or theirs.opponent != number:
        met = "nobody" if theirs is None or not theirs.opponent else f"{theirs.opponent}"
        raise player.line.refuse(
            f"round {at}: player {number} meets {other.number}, who meets {met} ({there})"
        )
    if cell.seat == theirs.seat and cell.seat != "-":
        raise player.line.refuse(
            f"round {at}: players {number} and {other.number} both have the colour {cell.seat}"
        )
    if cell.result + theirs.result not in _PAIRS:
        raise player.line.refuse(
            f"round {at}: the result of player {number} is “{cell.result}”, that of "
            f"{other.number} “{theirs.result}” ({there})"
        )


def checked_points(players: Players, records: Records) -> PointSystem:
    """The points that results are worth; raise MalformedReportError if no sum fits."""
    first = records.points
    if records.assigned:
        return _with_assigned(first, records)
    played = last_pairing(players)
    if not _wrong(players, first, played):
        return first
    for system in possible_systems(first):
        if not _wrong(players, system, played):
            return system
    wrong = _wrong(players, first, played)[0]
    made = " or ".join(f"{float(one):g}" for one in _totals(wrong, first, played))
    raise wrong.line.refuse(
        f"player {wrong.number} has {float(wrong.points or 0):g} points, "
        f"but the results come to {made}"
    )


def _with_assigned(system: PointSystem, records: Records) -> PointSystem:
    for one in records.assigned:
        if one.sign != " " and not one.players:
            system = system.with_sign(
                {"W": "1", "D": "=", "L": "0"}.get(one.sign, one.sign), one.points
            )
    return system


def last_pairing(players: Players) -> int:
    """The last round that has a pairing; what follows are byes asked for beforehand."""
    return max(
        (
            number
            for one in players.values()
            for number, cell in enumerate(one.cells, 1)
            if cell is not None and (cell.opponent is not None or cell.result == "U")
        ),
        default=0,
    )


def _wrong(players: Players, system: PointSystem, played: int) -> list[ReportedPlayer]:
    return [
        one
        for _number, one in sorted(players.items())
        if one.points is not None and one.points not in _totals(one, system, played)
    ]


def _totals(player: ReportedPlayer, system: PointSystem, played: int) -> list[Fraction]:
    """The total, and that without byes for rounds to come, which some programs leave out."""
    earned = [system.worth_of(cell) if cell else Fraction(0) for cell in player.cells]
    sums = (sum(earned, Fraction(0)), sum(earned[:played], Fraction(0)))
    return list(dict.fromkeys(sums))
