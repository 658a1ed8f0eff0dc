"""A public class is called like no other, so that its name alone says which one is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APPS = ("games", "tournaments", "wildcards_site")
ASIDE = ("games/bench", "games/migrations", "tournaments/migrations")
"""The benchmarks measure the product with classes of their own."""

ALIKE = {
    "Command": "Django's name for every command",
}


def public_classes(app: str) -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / app).rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if where.startswith(ASIDE):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, where


def test_no_two_public_classes_share_a_name() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for app in APPS:
        for name, where in public_classes(app):
            found[name].append(where)
    alike = {name: places for name, places in found.items() if len(places) > 1}
    assert {name: places for name, places in alike.items() if name not in ALIKE} == {}
    assert alike.keys() == ALIKE.keys()
