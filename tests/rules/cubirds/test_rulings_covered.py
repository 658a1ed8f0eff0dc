"""Every ruling of CuBirds has a test that names it."""

import re
from pathlib import Path

RULINGS = (*(f"c{number}" for number in range(1, 25)), *(f"s{number}" for number in range(1, 6)))


def test_every_ruling_has_a_test_that_names_it() -> None:
    texts = (path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    named = {ruling for text in texts for ruling in re.findall(r"def test_([cs]\d+)_", text)}
    assert [ruling for ruling in RULINGS if ruling not in named] == []
