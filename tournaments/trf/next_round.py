"""The next round of a report: our pairing of equals, with strict colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.pairing.history import History, pair_of
from tournaments.pairing.pairs import paired
from tournaments.pairing.seat_wishes import higher_first
from tournaments.ranking.round_book import NOTHING, RoundBook, RoundKind
from tournaments.trf.reading import Report
from tournaments.trf.text import MalformedReportError

_UNITS = 60  # of a win
_NO_OTHER_BYE = {RoundKind.PAIRING_BYE, RoundKind.FULL_BYE, RoundKind.WON_UNPLAYED}


@dataclass(frozen=True, slots=True)
class NextRound:
    """White and black of each board, the highest scores first; `bye` sits out."""

    number: int
    pairs: tuple[tuple[int, int], ...]
    bye: int | None

    @property
    def as_javafo_has_it(self) -> str:
        """The number of pairs, then a line for each; the bye meets 0."""
        lines = [f"{white} {black}" for white, black in self.pairs]
        lines += [f"{self.bye} 0"] if self.bye is not None else []
        return "\n".join([str(len(lines)), *lines]) + "\n"


def next_round(report: Report, number: int | None = None) -> NextRound:
    """The pairing of that round (the next one) from all rounds before it.

    A round that the file has already is paired anew, with those who are paired in it there.
    Raises MalformedReportError where there is nothing to pair.
    """
    number = report.played + 1 if number is None else number
    last = report.records.rounds
    if last is not None and number > last:
        raise MalformedReportError(
            None, f"all {last} rounds are paired; there is no round {number}"
        )
    if not 1 <= number <= report.played + 1:
        raise MalformedReportError(
            None, f"round {number} cannot be paired: the file has {report.played} rounds"
        )
    for earlier in range(1, number):
        if not report.has_ended(earlier):
            raise MalformedReportError(None, f"round {earlier} has matches without a result")
    here = _present(report, number)
    if len(here) < 2:
        raise MalformedReportError(None, f"{len(here)} players take part in round {number}")
    book = report.book(number - 1, scheduled=False)
    history = _history(book)
    scores = _scores(report, book, number)
    order = sorted(here, key=lambda player: (-scores[player], player))
    found = paired(order, scores, history, _apart(report, number), strict_seats=True)
    first = report.records.first_seat or "w"
    boards = tuple(_coloured(pair, history, first) for pair in found.tables)
    return NextRound(number, boards, found.bye)


def _present(report: Report, number: int) -> list[int]:
    """Who is paired: in a round to come all who have not asked for a bye."""
    absent = {
        player
        for one in report.records.asked
        if one.round == 0 and number == report.played + 1
        for player in one.players
    }
    here = []
    for player, own in sorted(report.players.items()):
        cell = own.cells[number - 1] if number <= len(own.cells) else None
        if number <= report.played:
            plays = cell is not None and (cell.opponent is not None or cell.result == "U")
        else:
            plays = cell is None and player not in absent
        if plays:
            here.append(player)
    return here


def _history(book: RoundBook) -> History:
    """Meetings and colours of what was played; byes are what bars somebody from another."""
    history = History()
    for player, own in book.lines.items():
        for line in own:
            if line.is_met and line.opponent is not None:
                history.seats[player].append((0 if line.first else 1, 2))
                if player < line.opponent:
                    history.meetings[pair_of(player, line.opponent)] += 1
            history.byes[player] += line.kind in _NO_OTHER_BYE
    return history


def _scores(report: Report, book: RoundBook, number: int) -> dict[int, int]:
    """The scores that count for this pairing, accelerated points among them, in units."""
    scores: dict[int, Fraction] = dict(book.points)
    for one in report.records.accelerated:
        if number in one.rounds:
            for player in one.players:
                if player in scores:
                    scores[player] = scores.get(player, NOTHING) + one.points
    win = book.worth.win or Fraction(1)
    return {player: round(points * _UNITS / win) for player, points in scores.items()}


def _apart(report: Report, number: int) -> frozenset[frozenset[int]]:
    return frozenset(
        frozenset(pair)
        for one in report.records.apart
        if number in one.rounds
        for pair in combinations(one.players, 2)
    )


def _coloured(pair: Sequence[int], history: History, first: str) -> tuple[int, int]:
    """White and black; without any matches before the number decides, odd ones as lots say."""
    higher, lower = pair
    own, theirs = ([seat for seat, _ in history.seats[one]] for one in pair)
    white = higher_first(own, theirs)
    if white is None:
        white = (higher % 2 == 1) == (first == "w")
    return (higher, lower) if white else (lower, higher)
