"""Laying birds beside a row: what they enclose, and what becomes of the row."""

from __future__ import annotations

from games.catalogue.cubirds.rules.cards import Letters

ROWS = 4
LEFT, RIGHT = "left", "right"
SIDES = (LEFT, RIGHT)


def enclosed(row: Letters, letter: str, side: str) -> Letters:
    """The birds between this end of the row and the nearest bird of the species (C5, C6)."""
    if side == LEFT:
        return row[: max(row.find(letter), 0)]
    nearest = row.rfind(letter)
    return row[nearest + 1 :] if nearest >= 0 else ""


def closed_up(row: Letters, laid: Letters, taken: Letters, side: str) -> Letters:
    """The row with birds laid at one end, those that they enclose taken out."""
    if side == LEFT:
        return laid + row[len(taken) :]
    return row[: len(row) - len(taken)] + laid


def is_single(row: Letters) -> bool:
    """Whether only one species is left in the row, so that it has to be filled up."""
    return row.count(row[0]) == len(row)
