"""Adding a game is a checklist; what is forgotten of it fails here, by its step."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from games.presentation import presentation_for
from games.rules.registry import GAMES, bots_for

ROOT = Path(__file__).resolve().parent.parent
MOST_STEPS = 10


def steps() -> list[str]:
    """The numbered lines of the page on adding a game."""
    text = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line[:1].isdigit()]


def package_of(key: str) -> str:
    return key.replace("-", "_")


def test_the_checklist_is_short() -> None:
    assert 1 < len(steps()) <= MOST_STEPS


@pytest.mark.parametrize("path", ["seeds/decks", "seeds/rules", "games/catalogue", "tests/rules"])
def test_the_checklist_names_every_place(path: str) -> None:
    assert any(path in step for step in steps())


@pytest.mark.parametrize("key", GAMES)
def test_its_rules_are_a_package_of_its_own(key: str) -> None:
    module = import_module(f"games.catalogue.{package_of(key)}.rules")
    assert type(GAMES[key].rules).__module__.startswith(module.__name__)


@pytest.mark.parametrize("key", GAMES)
def test_its_deck_is_a_data_file(key: str) -> None:
    assert (ROOT / "seeds" / "decks" / f"{key}.json").is_file()


@pytest.mark.parametrize("key", GAMES)
def test_its_rules_page_is_written(key: str) -> None:
    assert (ROOT / "seeds" / "rules" / f"{key}.en.md").is_file()


@pytest.mark.parametrize("key", GAMES)
def test_every_ruling_has_a_test(key: str) -> None:
    folder = ROOT / "tests" / "rules" / package_of(key)
    assert (folder / "test_rulings_covered.py").is_file()


@pytest.mark.parametrize("key", GAMES)
def test_it_has_a_random_and_a_steady_bot(key: str) -> None:
    assert {"random", "steady"} <= set(bots_for(key))


@pytest.mark.parametrize("key", GAMES)
def test_it_is_presented_in_words_and_pictures(key: str) -> None:
    presentation = presentation_for(key)
    assert presentation.key == key
    assert "<symbol" in presentation.sprite()


@pytest.mark.parametrize("key", GAMES)
def test_it_has_transcripts_and_recorded_matches(key: str) -> None:
    rules = ROOT / "tests" / "rules"
    assert list((rules / "transcripts" / key).glob("*.txt"))
    assert list((rules / "records" / key).glob("*.jsonl"))


@pytest.mark.parametrize("key", GAMES)
def test_its_standing_rule_and_its_authors_are_named(key: str) -> None:
    assert GAMES[key].standing
    assert GAMES[key].name in GAMES[key].authors
