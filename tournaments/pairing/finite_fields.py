"""Finite fields: the numbers below a prime power, with sums and products that can be undone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

_LARGEST_POWER = 64  # of a higher power of a prime the products take too long to find


@dataclass(frozen=True, slots=True)
class FiniteField:
    """`sums[a][b]` and `products[a][b]` of the elements 0 to the field's size less one."""

    sums: tuple[tuple[int, ...], ...]
    products: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def finite_field(size: int) -> FiniteField | None:
    """The field of that size; None if there is none, or only a larger one than is made here."""
    prime = next((n for n in range(2, size + 1) if size % n == 0), 0)
    degree = 0
    while prime and prime**degree < size:
        degree += 1
    if not prime or prime**degree != size or (degree > 1 and size > _LARGEST_POWER):
        return None
    elements = [_digits(n, prime, degree) for n in range(size)]
    sums = tuple(
        tuple(
            _number([(x + y) % prime for x, y in zip(a, b, strict=True)], prime) for b in elements
        )
        for a in elements
    )
    for tail in product(range(prime), repeat=degree):
        products = _products(elements, list(tail), prime)
        if products is not None:
            return FiniteField(sums, products)
    raise AssertionError("every degree has a polynomial that does not divide")


def _digits(number: int, base: int, digits: int) -> list[int]:
    return [number // base**n % base for n in range(digits)]


def _number(digits: list[int], base: int) -> int:
    return sum(digit * base**n for n, digit in enumerate(digits))


def _products(
    elements: list[list[int]], tail: list[int], prime: int
) -> tuple[tuple[int, ...], ...] | None:
    """All products modulo x^degree = -tail; None if two elements without zero make zero."""
    rows = []
    for a in elements:
        row = [_number(_multiplied(a, b, tail, prime), prime) for b in elements]
        if any(a) and row.count(0) > 1:
            return None
        rows.append(tuple(row))
    return tuple(rows)


def _multiplied(a: list[int], b: list[int], tail: list[int], prime: int) -> list[int]:
    degree = len(tail)
    whole = [0] * (2 * degree - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            whole[i + j] += x * y
    for power in range(len(whole) - 1, degree - 1, -1):
        for n, coefficient in enumerate(tail):
            whole[power - degree + n] -= whole[power] * coefficient
    return [value % prime for value in whole[:degree]]
