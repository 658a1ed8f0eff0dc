"""Every ruling of Wild Cards has a test that names it."""

import re
from pathlib import Path

RULINGS = (
    *(f"w{number}" for number in range(1, 56)),
    *(f"t{number}" for number in range(1, 7)),
    *(f"l{number}" for number in range(1, 12)),
)


def test_every_ruling_has_a_test_that_names_it() -> None:
    texts = (path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    named = {ruling for text in texts for ruling in re.findall(r"def test_([wtl]\d+)_", text)}
    assert [ruling for ruling in RULINGS if ruling not in named] == []
