"""Exact figures as people write them."""

from __future__ import annotations

from fractions import Fraction

from django.utils.formats import number_format

HALVES = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼"}
HALVES |= {Fraction(3, 4): "¾"}
PLACES = 3


def figure(value: Fraction) -> str:
    """A fraction: whole, with ½ ⅓ ⅔ ¼ ¾, or with at most three decimals."""
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    if rest in HALVES:
        return f"{sign}{whole or ''}{HALVES[rest]}"
    decimal = round(float(abs(value)), PLACES)
    return sign + number_format(f"{decimal:.{PLACES}f}".rstrip("0").rstrip("."))


def plain(value: Fraction) -> str:
    """The figure for programs: a decimal with a point, never rounded where it is whole."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.6f}".rstrip("0")
