"""Our standings of a report, as rows that JSON can hold."""

from __future__ import annotations

from fractions import Fraction

from tournaments.ranking.fide_codes import (
    USUAL,
    Code,
    RatedField,
    UnknownCodeError,
    parse_code,
    ranking,
)
from tournaments.trf.reading import Report

Value = int | float | None


def wanted_codes(report: Report, asked: str | None) -> tuple[list[Code], list[str]]:
    """The tie-breaks asked for, else the report's own, else the usual; and those passed over.

    Raises UnknownCodeError for one that was asked for and is unknown.
    """
    if asked is not None:
        return [parse_code(one) for one in asked.replace(",", " ").split()], []
    known, passed = [], []
    for text in report.records.tie_breaks or USUAL:
        try:
            known.append(parse_code(text))
        except UnknownCodeError:
            passed.append(text)
    return known, passed


def standings_rows(
    report: Report, codes: list[Code], until: int, *, scheduled: bool, unrated: int | None
) -> list[dict[str, object]]:
    """A row for each player, best first: number, name, rank, points, and figures by code."""
    book = report.book(until, scheduled=scheduled)
    ratings = {
        number: unrated if one.rating is None else one.rating
        for number, one in report.players.items()
    }
    return [
        {
            "number": number,
            "name": report.players[number].name,
            "rank": rank,
            "points": _value(book.points[number]),
            "tie_breaks": {
                code.text: _value(figure) for code, figure in zip(codes, figures, strict=True)
            },
        }
        for rank, number, figures in ranking(RatedField(book, ratings), codes)
    ]


def _value(figure: Fraction | None) -> Value:
    if figure is None:
        return None
    return figure.numerator if figure.denominator == 1 else float(figure)
