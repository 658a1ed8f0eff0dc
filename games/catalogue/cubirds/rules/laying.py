"""Laying birds beside a row: what they enclose, and what becomes of the row."""

from __future__ import annotations

from games.catalogue.cubirds.rules.cards import Letters

LEFT, RIGHT = "left", "right"
SIDES = (LEFT, RIGHT)


def enclosed(row: Letters, letter: str, side: str) -> Letters:
    """The birds between this end of the row and the nearest bird of the species (C5, C6)."""
    if side == LEFT:
        return row[: max(row.find(letter), 0)]
    nearest = row.rfind(letter)
    return row[nearest + 1 :] if nearest >= 0 else ""


def closed_up(row: Letters, letter: str, number: int, side: str) -> Letters:
    """The row with so many birds laid at one end, the enclosed ones taken out."""
    taken = len(enclosed(row, letter, side))
    if side == LEFT:
        return letter * number + row[taken:]
    return row[: len(row) - taken] + letter * number


def is_single(row: Letters) -> bool:
    """Whether only one species is left in the row, so that it has to be filled up."""
    return row.count(row[0]) == len(row)
