"""How many of a file's phrases are read as they were meant: `python -m tests.words.score FILE`.

Each line is one for `manage.py understand --lines` with `class` and `expect` beside it: `{"order":
text}`, `{"ask": [texts]}`, `{"command": name}` or `{"none": why}`. Printed are the share that is
right, another order, asked back and refused: of all, by class, by language and by game.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import django

OUTCOMES = ("right", "wrong", "asked", "refused")
TABLES = ("class", "language", "game")


def outcome(expected: dict[str, object], found: dict[str, object]) -> str:
    """What became of a phrase; "wrong" is only an order that was not meant."""
    (kind,) = expected
    same = found.get(kind) == expected[kind]
    if kind in found and (same or kind in ("ask", "none")):
        return "right"
    if "order" in found:
        return "wrong"
    return "asked" if "ask" in found else "refused"


def outcomes(lines: Iterable[bytes]) -> Iterator[tuple[dict[str, object], str]]:
    """Each phrase with its outcome, its expected order in the words of the notation."""
    from games.management.commands._answered_lines import answer_line

    for line in lines:
        phrase = json.loads(line)
        expected = phrase["expect"]
        if "order" in expected:
            written = {**phrase, "text": expected["order"]}
            canonical = json.loads(answer_line(json.dumps(written).encode()))
            expected = {"order": canonical.get("order", expected["order"])}
        yield phrase, outcome(expected, json.loads(answer_line(line)))


def table(counted: Iterable[tuple[dict[str, object], str]]) -> Iterator[str]:
    """The lines of the confusion table."""
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for phrase, said in counted:
        for name in ("all", *TABLES):
            counts[name, str(phrase.get(name, ""))][said] += 1
    yield f"{'':24}{'phrases':>8}" + "".join(f"{name:>9}" for name in OUTCOMES)
    for (name, value), found in sorted(counts.items()):
        shares = "".join(f"{found[one] / found.total():>9.1%}" for one in OUTCOMES)
        yield f"{name:9}{value:15}{found.total():>8}{shares}"


def main() -> None:
    """Print the table of the file that the command line names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")
    django.setup()
    with Path(sys.argv[1]).open("rb") as file:
        lines = table(outcomes(line for line in file if line.strip()))
        sys.stdout.write("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
