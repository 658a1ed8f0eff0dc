"""Who is due which seat at a table for two, as FIDE words it for colours (C.04.3, 1.7 and 5.2)."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NamedTuple


class Strength(enum.IntEnum):
    """How much the seat is due."""

    NONE = 0
    MILD = 1  # to alternate
    STRONG = 2  # one seat was had once more than the other
    ABSOLUTE = 3  # twice more, or the same one in the last two matches


class SeatWish(NamedTuple):
    """The seat that somebody is due, 0 the first, and how far the seats are out of balance."""

    seat: int | None
    strength: Strength
    difference: int

    def clashes(self, other: SeatWish) -> bool:
        """Whether both must have the same seat."""
        return self.strength is other.strength is Strength.ABSOLUTE and self.seat == other.seat


def seat_wish(had: Sequence[int]) -> SeatWish:
    """What is due after these seats, the latest last."""
    firsts = sum(seat == 0 for seat in had)
    difference = 2 * firsts - len(had)
    if abs(difference) > 1:
        return SeatWish(int(difference > 0), Strength.ABSOLUTE, difference)
    if len(had) > 1 and had[-1] == had[-2]:
        return SeatWish(1 - had[-1], Strength.ABSOLUTE, difference)
    if difference:
        return SeatWish(int(difference > 0), Strength.STRONG, difference)
    if had:
        return SeatWish(1 - had[-1], Strength.MILD, difference)
    return SeatWish(None, Strength.NONE, 0)


def higher_first(higher: Sequence[int], lower: Sequence[int]) -> bool | None:
    """Whether of two the one ranked higher has the first seat, after the seats that both had.

    None where neither has had any: then the lot, or the number, decides.
    """
    one, other = seat_wish(higher), seat_wish(lower)
    if one.seat != other.seat or one.seat is None:
        return _granted(one, other)
    mine, theirs = _weight(one), _weight(other)
    if mine != theirs:
        return (one.seat == 0) if mine > theirs else (other.seat == 1)
    for before, there in zip(reversed(higher), reversed(lower), strict=False):
        if before != there:
            return before == 1
    return one.seat == 0


def _weight(wish: SeatWish) -> tuple[int, int]:
    """How much a wish weighs: among absolute ones the wider difference more."""
    absolute = wish.strength is Strength.ABSOLUTE
    return wish.strength, abs(wish.difference) if absolute else 0


def _granted(one: SeatWish, other: SeatWish) -> bool | None:
    if one.seat is not None:
        return one.seat == 0
    return None if other.seat is None else other.seat == 1
