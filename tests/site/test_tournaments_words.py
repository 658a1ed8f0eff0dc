"""Whatever the services of tournaments refuse or write down, the site has words for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.presentation.positions import ROOT
from tournaments.formats.registry import FORMATS
from tournaments.models import LogEntry
from tournaments.presentation import names
from tournaments.presentation.refusals import refusal, setup_refusal
from tournaments.values.setup import TournamentSetupError

SERVICES = ROOT / "tournaments" / "services"
PASSED_ON = {"bad-setup": {"reason": "rounds"}}


def raised(path: Path, name: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Codes and figures of the errors of this name that a source makes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        called = node.func.id if isinstance(node.func, ast.Name) else called
        code = node.args[0]
        if called == name and isinstance(code, ast.Constant) and isinstance(code.value, str):
            yield code.value, {one.arg: "7" for one in node.keywords if one.arg}


def all_raised(folder: Path, name: str) -> list[tuple[str, dict[str, str]]]:
    return [one for path in sorted(folder.rglob("*.py")) for one in raised(path, name)]


def test_every_refusal_of_the_services_has_words() -> None:
    found = all_raised(SERVICES, "TournamentError")
    assert len({code for code, _params in found}) > 30
    unsaid = set()
    for code, params in found:
        said = refusal(code, params | PASSED_ON.get(code, {}))
        if said == refusal("no-such-code", {}).replace("no-such-code", code) or "%(" in said:
            unsaid.add(code)
    assert unsaid == set()


def test_what_the_games_refuse_of_a_clock_has_words_too() -> None:
    found = list(raised(ROOT / "games" / "services" / "time_controls.py", "MatchError"))
    assert found
    for code, params in found:
        assert "That’s not possible" not in refusal(code, params), code


def test_every_refusal_of_a_set_up_has_words() -> None:
    found = all_raised(ROOT / "tournaments", "TournamentSetupError")
    assert len({code for code, _figures in found}) > 8
    for code, figures in found:
        said = setup_refusal(TournamentSetupError(code, **figures))
        assert "That’s not possible" not in said, code
        assert "%(" not in said


def test_a_code_without_words_is_still_an_answer() -> None:
    assert refusal("never-heard", {}) == "That’s not possible: never-heard."


def test_every_format_has_a_name_and_a_meaning() -> None:
    for key in FORMATS:
        assert names.format_name(key)
        assert names.format_meaning(key).endswith(".")


@pytest.mark.parametrize("action", LogEntry.Action)
def test_every_deed_has_a_name_that_is_no_code(action: LogEntry.Action) -> None:
    assert " " in str(action.label)
