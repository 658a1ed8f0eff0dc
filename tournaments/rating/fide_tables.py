"""FIDE's two tables between a share of points and a difference of ratings (B.02, 8.1)."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction

# The least difference at which the expected share is 51, 52 … 100 per cent.
_FROM = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154),
    *(163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345),
    *(358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736),
)
# The difference that 51, 52 … 100 per cent tell of.
_TOLD = (
    *(7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158),
    *(166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
EVEN = 50


def expected_percent(difference: int) -> int:
    """What is expected of somebody rated so much above an opponent, in per cent."""
    above = bisect_left(_FROM, abs(difference) + 1)
    return EVEN + above if difference >= 0 else EVEN - above


def told_difference(percent: int) -> int:
    """By how much somebody with that share of points played above the opponents."""
    if percent == EVEN:
        return 0
    return _TOLD[percent - EVEN - 1] if percent > EVEN else -_TOLD[EVEN - percent - 1]


def half_up(value: Fraction) -> int:
    """The nearest whole number, a half upwards."""
    return int((value + Fraction(1, 2)).__floor__())


def average(ratings: list[int]) -> int | None:
    """The mean of the ratings as a whole number (ARO)."""
    return half_up(Fraction(sum(ratings), len(ratings))) if ratings else None


def performed(score: Fraction, ratings: list[int]) -> int | None:
    """The tournament performance rating (TPR)."""
    mean = average(ratings)
    if mean is None:
        return None
    return mean + told_difference(half_up(score * 100 / len(ratings)))


def performed_perfectly(score: Fraction, ratings: list[int]) -> int | None:
    """The lowest rating from which the score was to be expected (PTP)."""
    if not ratings:
        return None
    if not score:
        return min(ratings) - 800
    low, high = min(ratings) - 801, max(ratings) + 800
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum(expected_percent(middle - one) for one in ratings)
        if expected >= score * 100:
            high = middle
        else:
            low = middle
    return high
