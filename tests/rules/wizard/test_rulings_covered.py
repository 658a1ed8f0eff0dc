"""Every ruling of Wizard has a test that names it."""

import re
from pathlib import Path

RULINGS = (
    *(f"z{number}" for number in range(1, 15)),
    "v1", "v2", "v3", "v4", "v4a", "v5", "v5a", "v6", "v6a",
    "v7", "v7a", "v7b", "v7c", "v7d", "vx",
)  # fmt: skip


def test_every_ruling_has_a_test_that_names_it() -> None:
    texts = (path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    named = {
        name for text in texts for name in re.findall(r"def test_(z\d+|v(?:x|\d[a-d]?))_", text)
    }
    assert [ruling for ruling in RULINGS if ruling not in named] == []
