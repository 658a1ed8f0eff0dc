"""Rows as blocks of one species, which is what every lay leaves of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from games.catalogue.cubirds.presentation.vocabulary import bird_name, birds
from games.presentation.words import comma_list


def blocks(row: Sequence[str]) -> list[tuple[str, int]]:
    """The species of a row from left to right, each with its number."""
    return [(species, len(list(cards))) for species, cards in groupby(row)]


def row_in_words(row: Sequence[str]) -> str:
    """A row from left to right: "owl, 2 ducks, robin"."""
    return comma_list(
        [
            bird_name(species) if number == 1 else birds(species, number)
            for species, number in blocks(row)
        ]
    )
