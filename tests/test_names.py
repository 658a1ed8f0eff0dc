"""A public class is called like no other, so that its name alone says which one is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("games/rules", "games/catalogue", "games/presentation", "games/api")


def public_classes(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, path.relative_to(ROOT).as_posix()


def test_no_two_public_classes_share_a_name() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for folder in FOLDERS:
        for name, path in public_classes(ROOT / folder):
            found[name].append(path)
    assert len(found) > 100
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
