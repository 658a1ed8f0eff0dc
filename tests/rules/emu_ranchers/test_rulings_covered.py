"""Every ruling of Emu Ranchers has a test that names it."""

import re
from pathlib import Path

RULINGS = tuple(f"e{number}" for number in range(1, 28))


def test_every_ruling_has_a_test_that_names_it() -> None:
    texts = (path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    named = {ruling for text in texts for ruling in re.findall(r"def test_(e\d+)_", text)}
    assert [ruling for ruling in RULINGS if ruling not in named] == []
