"""docs/security.md names what is there: every file that it points to exists."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`((?:tests|games|tournaments|wildcards_site|templates|docs)/[\w./-]+)`")
REQUIREMENT = re.compile(r"^\| (\d+\.\d+\.\d+)", re.MULTILINE)


def test_every_file_that_the_page_names_is_there() -> None:
    named = set(NAMED.findall(PAGE))
    assert len(named) > 40
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


def test_no_requirement_stands_twice() -> None:
    rows = REQUIREMENT.findall(PAGE)
    assert len(rows) > 100
    assert len(set(rows)) == len(rows)
