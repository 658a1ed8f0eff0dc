"""The suite itself: what it begins with, where its tests run, and that all of them do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPS = re.compile(r"\bpytest\.(skip|importorskip|xfail)\(|\bmark\.(skip|skipif|xfail)\b")


def test_a_pure_test_begins_without_django_and_hypothesis() -> None:
    run = "import sys, pytest; code = pytest.main(sys.argv[1:]); print('loaded:', *sys.modules)"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(
        [sys.executable, "-c", run, "-q", "tests/rules/wizard/test_view.py"],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    said, _colon, loaded = done.stdout.partition("loaded:")
    assert " passed" in said
    assert set(loaded.split()) & {"hypothesis", "polib", "django.db", "wildcards_site"} == set()


def test_a_long_test_of_pure_code_waits_for_make_long() -> None:
    environment = {**os.environ, "LONG_TESTS": ""}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    said = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/words/test_people.py"],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert re.search(r"\([1-9]\d* deselected\)", said)
    assert "ten_thousand" not in said


def test_every_test_of_one_databases_own_is_in_its_part_of_make_test() -> None:
    said = subprocess.run(
        ["make", "--dry-run", "--always-make", "test"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    (on_postgresql,) = [one for one in said.splitlines() if "not alone" in one]
    run = [word for word in on_postgresql.split() if word.startswith("tests/")]
    assert all((ROOT / path).exists() for path in run)
    unrun = [one for one in marked("postgresql") if not one.startswith(tuple(run))]
    (on_sqlite,) = [one for one in said.splitlines() if "lite=0" in one]
    left_out = [word.partition("=")[2] for word in on_sqlite.split() if "--ignore=" in word]
    unrun += [one for one in marked("sqlite") if one.startswith(tuple(left_out))]
    assert unrun == []


def marked(name: str) -> list[str]:
    """Files with a test of this mark."""
    mark = re.compile(rf"^[^#\"]*\bmark\.{name}\b", re.MULTILINE)
    return [
        file.relative_to(ROOT).as_posix()
        for file in ROOT.glob("tests/**/test_*.py")
        if mark.search(file.read_text(encoding="utf-8"))
    ]


def test_no_test_is_skipped() -> None:
    """What a machine lacks fails by name (`not_here`): a skip hides that a part was never tried."""
    skipping = [
        file.relative_to(ROOT).as_posix()
        for file in ROOT.glob("tests/**/*.py")
        if SKIPS.search(file.read_text(encoding="utf-8"))
    ]
    assert skipping == []
