"""A format says all of itself in its own package: what it lacks is named here, in words."""

from __future__ import annotations

import ast
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

import pytest

from games.rules.registry import GAMES
from tournaments.formats.registry import FORMATS
from tournaments.formats.settings import ChoiceSetting
from tournaments.models import Tournament
from tournaments.presentation import names
from tournaments.presentation.format_words import load_words, words_of
from tournaments.presentation.reasons import sentence
from tournaments.values.setup import TournamentSetup
from tournaments.values.tables import Reason

TOURNAMENTS = Path(__file__).resolve().parents[2] / "tournaments"
STAGES = {
    "knockout": {"presentation/brackets.py", "stages/bracket_plans.py"},
    "elimination": {"presentation/stage_boxes.py", "stages/elimination.py"},
    "heats": {"stages/schedule.py"},
    "round_robin": {"ranking/score_sheet.py"},
    "groups": {"ranking/score_sheet.py"},
    "league": {"ranking/score_sheet.py"},
}
"""Stages that several formats have are called like one of them, and so is a lot of the schedule.
Tie-breaks go by whether all pairs are fixed beforehand."""


def missing(key: str) -> list[str]:
    """What the format with that key lacks, each thing in a sentence."""
    made = FORMATS[key]
    lacks = []
    if len(key) > (Tournament._meta.get_field("format").max_length or 0):
        lacks.append(f"{key}: its key is longer than the tournament's column")
    package = type(made).__module__.rpartition(".")[0]
    if find_spec(f"{package}.words") is None:
        lacks.append(f"{key}: there is no module {package}.words with WORDS")
    if not str(words_of(key).means).endswith("."):
        lacks.append(f"{key}: WORDS.means is no sentence")
    known = {one.name for one in fields(TournamentSetup)}
    for one in made.settings:
        if one.name not in known:
            lacks.append(f"{key}: its setting {one.name} is no field of TournamentSetup")
        if one.name not in names.SETTINGS:
            lacks.append(f"{key}: names.SETTINGS has no label for {one.name}")
        if isinstance(one, ChoiceSetting):
            values = {value.value for value in type(one.usual)}
            unsaid = values - set(names.CHOICES.get(one.name, {}))
            lacks += [f"{key}: names.CHOICES lacks {one.name}: {value}" for value in unsaid]
    return lacks + wordless(package)


def wordless(package: str) -> list[str]:
    """The reasons of a package for which no sentence is registered."""
    load_words()
    plain = sentence.dispatch(Reason)
    return [
        f"{kind.__name__}: no sentence is registered for this reason"
        for kind in Reason.__subclasses__()
        if kind.__module__.startswith(package) and sentence.dispatch(kind) is plain
    ]


@pytest.mark.parametrize("key", FORMATS)
def test_nothing_is_missing_of_a_format(key: str) -> None:
    assert missing(key) == []


def test_every_reason_that_formats_share_has_a_sentence() -> None:
    assert wordless("tournaments.stages") == []


def test_reasons_are_told_apart_by_their_codes() -> None:
    codes = [kind.code for kind in Reason.__subclasses__() if "danish" not in kind.__module__]
    assert len(codes) == len(set(codes)) > 15


def test_a_format_s_key_stands_in_its_own_package_alone() -> None:
    for path in sorted(TOURNAMENTS.rglob("*.py")):
        place = path.relative_to(TOURNAMENTS).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in FORMATS:
                own = place.startswith(f"formats/{node.value}/")
                assert own or place in STAGES.get(str(node.value), set()), f"{place}:{node.lineno}"


def test_no_setting_is_called_like_an_option_of_a_game() -> None:
    # Both are fields of one form.
    options = {field.name for game in GAMES.values() for field in game.rules.option_fields}
    settings = {field.name for field in fields(TournamentSetup)}
    assert not options & settings
