"""Names the test files nearest to what changed, for `make quick`: `python -m tests.nearest`.

Near is a test that changed, and one that imports a changed module by name. Of very many, those that
import least come first, because they are about little else; the rest is `make test`'s.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_FILES = 6


def changed() -> list[str]:
    """Paths that differ from the last commit; of a clean tree, what the last commit changed."""
    edited = _git("diff", "--name-only", "HEAD")
    edited += _git("ls-files", "--others", "--exclude-standard")
    return edited or _git("diff", "--name-only", "HEAD~1")


def nearest(paths: Iterable[str], most: int = MOST_FILES) -> list[str]:
    """At most so many test files to run for these paths, the nearest first."""
    paths = set(paths)
    modules = {_dotted(path) for path in paths if path.endswith(".py")}
    found: list[tuple[bool, int, str]] = []
    for file in sorted(ROOT.glob("tests/**/test_*.py")):
        name = file.relative_to(ROOT).as_posix()
        imported = _imported(file)
        if name in paths or modules & imported:
            found.append((name not in paths, len(imported), name))
    return [name for _is_unchanged, _imports, name in sorted(found)[:most]]


def _imported(file: Path) -> set[str]:
    """Every dotted name that an import in the file speaks of, with and without its last part."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


if __name__ == "__main__":
    sys.stdout.write("\n".join(nearest(changed())))
