"""Standings of report files: FIDE's own server reaches the same figures and ranks."""

from __future__ import annotations

from random import Random

import pytest

from tests.sizes import sized
from tests.tournaments.trf.compared import Comparison
from tests.tournaments.trf.events import KINDS, SHAPES, report

FILES = sized(1, 20)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", KINDS)
def test_r6_every_row_is_fides(kind: str) -> None:
    """Each shape of event, with absences of one kind."""
    compared = Comparison()
    for name, shape in SHAPES.items():
        for number in range(FILES):
            seed = f"suite {name} {kind} {number}"
            compared.add(report(Random(seed), KINDS[kind], shape), seed)
    assert compared.rows > 50 * FILES
    assert (compared.differing, compared.first) == (0, "")


def test_standings_between_the_rounds_are_fides() -> None:
    compared = Comparison()
    for number in range(4 * FILES):
        text = report(Random(f"between {number}"), KINDS["all"], SHAPES["usual"])
        compared.add(text, f"between {number}", until=1 + number % 3)
    assert (compared.differing, compared.first) == (0, "")
