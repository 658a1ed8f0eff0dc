"""FIDE's tie-breaks by their codes, for a whole field of pairs: BH/C1, SB, DE and the others.

Codes and modifiers are those of C.07 and of the report files: `/C1` cuts the lowest, `/M1` the
lowest and the highest, `/P` counts forfeits as played, `/F` is the fore mode, `/L60` Koya's limit
in per cent, `/U1400` the rating of whoever has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from tournaments.ranking.round_book import (
    NOTHING,
    BuchholzWay,
    PlayedRound,
    RoundBook,
    RoundKind,
    encounter_order,
    is_win,
)
from tournaments.rating.fide_tables import average, performed, performed_perfectly
from tournaments.values.setup import EntryId

Figures = dict[EntryId, Fraction | None]
"""A figure for each; None where there is nothing to reckon it from."""

_SHAPE = re.compile(r"(?P<name>[A-Z]{2,4})(?::[GM]P)?(?P<modifiers>(?:/[A-Z][0-9.+-]*)*)")
_MOST_CUT = 99


class UnknownCodeError(ValueError):
    """A code, or a modifier of it, that is not reckoned here."""


@dataclass(frozen=True, slots=True)
class Code:
    """A tie-break with its modifiers; `text` is how it was written."""

    text: str
    name: str
    lowest: int = 0
    highest: int = 0
    as_played: bool = False
    fore: bool = False
    percent: Fraction = Fraction(50)
    unrated: int | None = None

    @property
    def rises(self) -> bool:
        """Whether the lower figure is the better one."""
        return self.name in ("DE", "TPN", "SNO")


@dataclass(frozen=True, slots=True)
class RatedField:
    """The rounds of a field with the ratings of its entries."""

    book: RoundBook
    ratings: Mapping[EntryId, int | None]


def parse_code(text: str) -> Code:
    """The tie-break that is meant; raise UnknownCodeError for what is none."""
    plain = text.strip().upper().replace("!", "/").replace("#", "/")
    found = _SHAPE.fullmatch(plain)
    if found is None or found["name"] not in _RECKONED:
        raise UnknownCodeError(text)
    code = Code(plain, found["name"])
    for modifier in found["modifiers"].split("/")[1:]:
        code = _modified(code, modifier[0], modifier[1:], text)
    return code


def _modified(code: Code, letter: str, amount: str, text: str) -> Code:
    if letter in "PF" and not amount:
        return replace(code, as_played=True) if letter == "P" else replace(code, fore=True)
    if letter not in "CMLU" or not re.fullmatch(r"[0-9]{1,4}", amount):
        raise UnknownCodeError(text)
    number = int(amount)
    if letter == "U":
        return replace(code, unrated=number)
    if letter == "L":
        return replace(code, percent=Fraction(number))
    if number > _MOST_CUT:
        raise UnknownCodeError(text)
    return replace(code, lowest=number, highest=number if letter == "M" else 0)


def reckoned(field: RatedField, code: Code) -> Figures:
    """Everybody's figure; not for DE, which depends on who is tied (see `encounter_order`)."""
    return _RECKONED[code.name](field, code)


def _counting(counts: Callable[[PlayedRound, RoundBook], bool]) -> Callable[..., Figures]:
    def count(field: RatedField, _code: Code) -> Figures:
        return {
            entry: Fraction(sum(counts(line, field.book) for line in own))
            for entry, own in field.book.lines.items()
        }

    return count


def _points(field: RatedField, _code: Code) -> Figures:
    return dict(field.book.points)


def _as_opponents(field: RatedField, code: Code) -> Figures:
    return dict(field.book.as_opponents(code.fore or code.name == "AFB"))


def _buchholz(field: RatedField, code: Code) -> Figures:
    way = BuchholzWay(
        code.lowest,
        code.highest,
        weighed=code.name == "SB",
        fore=code.fore or code.name == "FB",
        as_played=code.as_played,
    )
    return {
        entry: sum(
            (one.value for one in field.book.contributions(entry, way) if not one.is_cut), NOTHING
        )
        for entry in field.book.lines
    }


def _mean_of_opponents(field: RatedField, of: Figures, digits: int) -> Figures:
    figures: Figures = {}
    for entry, own in field.book.lines.items():
        met = [of[line.opponent] for line in own if line.is_met and line.opponent is not None]
        known = [one for one in met if one is not None]
        figures[entry] = _rounded(sum(known, NOTHING) / len(known), digits) if known else None
    return figures


def _rounded(value: Fraction, digits: int) -> Fraction:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return Fraction(exact.quantize(Decimal(1).scaleb(-digits), rounding=ROUND_HALF_UP))


def _mean_buchholz(field: RatedField, code: Code) -> Figures:
    rounds = field.book.rounds
    digits = 2 + sum(rounds >= most for most in (9, 27, 73))  # what tells all sums apart
    return _mean_of_opponents(field, _buchholz(field, replace(code, name="BH")), digits)


def _progressive(field: RatedField, code: Code) -> Figures:
    figures: Figures = {}
    for entry, own in field.book.lines.items():
        earned = {line.number: line.points for line in own}
        so_far, total = NOTHING, NOTHING
        for number in range(1, field.book.rounds + 1):
            so_far += earned.get(number, NOTHING)
            total += so_far if number > code.lowest else NOTHING
        figures[entry] = total
    return figures


def _koya(field: RatedField, code: Code) -> Figures:
    book = field.book
    limit = code.percent * book.worth.win * _most_matches(book) / 100
    return {
        entry: sum(
            (
                line.points
                for line in own
                if line.opponent is not None and book.points[line.opponent] >= limit
            ),
            NOTHING,
        )
        for entry, own in book.lines.items()
    }


def _most_matches(book: RoundBook) -> int:
    """How many matches one can have: in a round robin without the free round and the missing."""
    if not book.scheduled:
        return book.rounds
    absent = sum(
        all(line.opponent is None and line.kind is not RoundKind.PAIRING_BYE for line in own)
        for own in book.lines.values()
    )
    free = book.rounds // len(book.lines) if book.rounds % len(book.lines) == 0 else 0
    return book.rounds - free - absent


Performance = Callable[[Fraction, list[int]], int | None]


def _performing(reckon: Performance) -> Callable[..., Figures]:
    """A figure from the ratings of those met: nothing for anybody while somebody has none."""

    def figure(field: RatedField, code: Code) -> Figures:
        ratings = {
            entry: code.unrated if rating is None else rating
            for entry, rating in field.ratings.items()
        }
        if any(rating is None for rating in ratings.values()):
            return dict.fromkeys(ratings)
        return {
            entry: _fraction(reckon(*_cut_by_rating(own, ratings, code, field.book.rounds)))
            for entry, own in field.book.lines.items()
        }

    return figure


def _cut_by_rating(
    own: Sequence[PlayedRound], ratings: Mapping[EntryId, int | None], code: Code, rounds: int
) -> tuple[Fraction, list[int]]:
    met = sorted(
        (
            (ratings[line.opponent] or 0, line.number, line.score)
            for line in own
            if line.is_met and line.opponent is not None
        ),
        key=lambda one: one[0],
    )
    lowest = min(code.lowest, rounds)
    highest = min(code.highest, rounds - lowest)
    left = met[lowest : max(lowest, len(met) - highest)]
    return sum((score for _rating, _round, score in left), NOTHING), [one[0] for one in left]


def _fraction(value: int | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def _mean_performance(name: str) -> Callable[..., Figures]:
    def figure(field: RatedField, code: Code) -> Figures:
        plain = replace(code, name=name, lowest=0, highest=0)
        return _mean_of_opponents(field, _RECKONED[name](field, plain), 0)

    return figure


def _rating(field: RatedField, code: Code) -> Figures:
    return {
        entry: _fraction(code.unrated if rating is None else rating)
        for entry, rating in field.ratings.items()
    }


def _number(field: RatedField, _code: Code) -> Figures:
    return {entry: Fraction(entry) for entry in field.book.lines}


_elected = _counting(lambda line, _book: line.is_elected)

_RECKONED: dict[str, Callable[..., Figures]] = {
    "PTS": _points,
    "DE": _number,  # stands here for its name alone
    "BH": _buchholz,
    "FB": _buchholz,
    "SB": _buchholz,
    "ABH": _as_opponents,
    "AFB": _as_opponents,
    "AOB": _mean_buchholz,
    "WIN": _counting(lambda line, book: is_win(line, book.worth)),
    "WON": _counting(lambda line, book: line.is_met and is_win(line, book.worth)),
    "BPG": _counting(lambda line, _book: line.is_met and not line.first),
    "BWG": _counting(
        lambda line, book: line.is_met and not line.first and is_win(line, book.worth)
    ),
    "GE": _elected,
    "REP": _elected,
    "VUR": _counting(lambda line, _book: line.is_voluntary),
    "NUM": _counting(lambda line, _book: line.is_met),
    "PS": _progressive,
    "KS": _koya,
    "ARO": _performing(lambda _score, ratings: average(ratings)),
    "TPR": _performing(performed),
    "PTP": _performing(performed_perfectly),
    "APRO": _mean_performance("TPR"),
    "APPO": _mean_performance("PTP"),
    "RTG": _rating,
    "TPN": _number,
    "SNO": _number,
}
CODES = tuple(_RECKONED)
USUAL = (
    "PTS",
    "DE",
    "BH/C1",
    "BH",
    "SB",
    "WIN",
    "WON",
    "BPG",
    "BWG",
    "BH/C2",
    "BH/M1",
    "SB/C1",
    "AOB",
    "PS",
    "KS",
    "REP",
    "GE",
    "ARO",
    "TPR",
    "PTP",
    "APRO",
    "APPO",
    "FB",
    "FB/C1",
)
"""What a report without a list of its own is ranked by, in this order."""


def ranking(
    field: RatedField, codes: list[Code]
) -> list[tuple[int, EntryId, list[Fraction | None]]]:
    """Everybody's place, shared with whom nothing parts, and the figures in the codes' order."""
    figures: dict[EntryId, list[Fraction | None]] = {entry: [] for entry in field.book.lines}
    groups = [sorted(figures)]
    for code in codes:
        if code.name == "DE":
            made: Figures = {}
            for group in groups:
                order = encounter_order(field.book, frozenset(group), as_played=code.as_played)
                made |= {entry: Fraction(place) for entry, place in order.items()}
        else:
            made = reckoned(field, code)
        for entry, own in figures.items():
            own.append(made[entry])
        groups = [part for group in groups for part in _parted(group, made, rises=code.rises)]
    rows: list[tuple[int, EntryId, list[Fraction | None]]] = []
    for group in groups:
        place = len(rows) + 1
        rows += [(place, entry, figures[entry]) for entry in group]
    return rows


def _parted(group: list[EntryId], made: Figures, *, rises: bool) -> list[list[EntryId]]:
    """The group by a figure, best first; who has none comes last."""
    by_figure: dict[Fraction | None, list[EntryId]] = {}
    for entry in group:
        by_figure.setdefault(made[entry], []).append(entry)
    known = sorted((one for one in by_figure if one is not None), reverse=not rises)
    order = [*known, *([None] if None in by_figure else [])]
    return [by_figure[figure] for figure in order]
