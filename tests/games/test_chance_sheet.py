"""A stranger's script repeats the chance of finished matches from what the page gives."""

from __future__ import annotations

import ast
import copy
import importlib.util
import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.common.errors import NotVisibleError
from games.models import Match, Player
from games.rules.configurations import configurations
from games.rules.registry import GAMES, rules_for
from games.selectors import chance_proof, chance_sheet
from games.services.matches import add_bot, create_match
from games.services.phases import advance_match
from tests.cast import member, player, running_match

pytestmark = pytest.mark.django_db
SCRIPT = Path(settings.BASE_DIR) / "docs" / "verify_chance.py"


def faults(sheet: dict[str, Any]) -> list[str]:
    spec = importlib.util.spec_from_file_location("verify_chance", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.faults(sheet))


def finished(game: str, number: int = 0) -> Match:
    """A match of bots, over as soon as it is full; its host has given the seat to one, too."""
    rules = rules_for(game)
    tables = [table for table in configurations(rules) if 2 <= table.seats <= 3]
    table = tables[number % len(tables)]
    host = member("Anna")
    match = create_match(
        member=host,
        game=game,
        options=table.options.as_mapping(),
        seats=table.seats,
        phase_time=timedelta(days=1),
        contribution="Anna's luck, ñ",
    )
    Player.objects.filter(match=match).update(bot="random")
    for _seat in range(table.seats - 1):
        add_bot(member=host, match=match)
    for _go in range(50):
        match.refresh_from_db()
        if match.is_over or not advance_match(match.pk):
            break
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


@pytest.mark.parametrize("game", GAMES)
def test_the_script_repeats_every_shuffle_from_the_sheet(game: str, tmp_path: Path) -> None:
    match = finished(game)
    answer = Client().get(reverse("match-chance-sheet", kwargs={"code": match.code}))
    assert answer.status_code == 200
    file = tmp_path / "chance.json"
    file.write_bytes(answer.content)
    noted = [match.commitment, chance_proof(match).contributions_digest]
    ran = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(file), *noted],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"all {len(answer.json()['shuffles'])} shuffles" in ran.stdout
    assert answer.json()["shuffles"]


def test_the_script_finds_whatever_is_changed() -> None:
    sheet = json.loads(json.dumps(chance_sheet(finished("wild-cards", 3))))
    assert faults(sheet) == []
    first = sheet["shuffles"][0]
    changes: list[tuple[list[Any], Any]] = [
        (["server_seed"], "0" * 64),
        (["seed"], "0" * 64),
        (["players", 0, "contribution"], "another"),
        (["shuffles", 0, "after"], [*reversed(first["after"])]),
        (["shuffles", 0, "before"], [*reversed(first["before"])]),
    ]
    for path, value in changes:
        changed = copy.deepcopy(sheet)
        place = changed
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        assert faults(changed), path


def test_the_script_takes_nothing_but_the_standard_library() -> None:
    tree = ast.parse(SCRIPT.read_text())
    names = {
        name.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))
    assert names <= sys.stdlib_module_names


def test_while_a_match_runs_there_is_no_sheet_but_the_hash_of_what_was_added() -> None:
    match = running_match()
    with pytest.raises(NotVisibleError):
        chance_sheet(match)
    path = reverse("match-chance-sheet", kwargs={"code": match.code})
    assert Client().get(path).status_code == 404
    digest = chance_proof(match).contributions_digest
    assert (
        digest
        in Client().get(reverse("match-chance", kwargs={"code": match.code})).content.decode()
    )
    who = player(match, "Bo")
    who.contribution = "chosen afterwards"
    who.save()
    assert chance_proof(match).contributions_digest != digest
