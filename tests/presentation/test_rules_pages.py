"""The rules pages: numbered without gaps, every ruling named, every order in them real."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.catalogue.wild_cards.presentation.vocabulary import HOME
from games.catalogue.wild_cards.rules.state import removed_of, rounds_of
from games.presentation import presentation_for
from games.rules.decks import deck_file
from games.rules.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "seeds/rules"
PAGES = sorted(FOLDER.glob("*.md"))
WILD_CARDS = (FOLDER / "wild-cards.en.md").read_text(encoding="utf-8")
RULINGS = [
    *(f"W{number}" for number in range(1, 56)),
    *(f"T{number}" for number in range(1, 7)),
    *(f"L{number}" for number in range(1, 12)),
]
EXAMPLE = re.compile(r"\{example \d+\}")  # a picture, without a number
FIGURE = re.compile(r"\{(\w+)\}")
MARK = re.compile(r"\[([A-Z]\d+)\]")
ORDER = re.compile(r"(?:bid|reveal|swap|refill|pay|draw|show|take)\b.*")


def blocks(text: str) -> list[str]:
    return [block for block in text.split("\n\n") if block.strip()]


def test_every_registered_game_has_a_page_in_english() -> None:
    for key, rules in GAMES.items():
        text = (FOLDER / f"{key}.en.md").read_text(encoding="utf-8")
        assert text.startswith(f"# {rules.name}\n")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_numbers_of_a_page_have_no_gap_and_every_paragraph_has_one(page: Path) -> None:
    chapter = paragraph = 0
    for block in blocks(page.read_text(encoding="utf-8"))[1:]:
        if block.startswith("## "):
            chapter, paragraph = chapter + 1, 0
            assert block.startswith(f"## {chapter}. "), block
        elif not block.startswith("|") and not EXAMPLE.fullmatch(block.strip()):
            paragraph += 1
            assert block.startswith(f"**{chapter}.{paragraph}** "), block


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_gives_every_figure_that_its_game_declares_and_no_other(page: Path) -> None:
    game = GAMES[page.name.split(".")[0]]
    assert set(FIGURE.findall(page.read_text(encoding="utf-8"))) == set(game.figures)


def test_a_reader_finds_every_ruling_of_wild_cards_and_no_other() -> None:
    assert set(MARK.findall(WILD_CARDS)) == set(RULINGS)


def test_a_paragraph_that_is_pointed_to_exists() -> None:
    numbers = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", WILD_CARDS, re.MULTILINE))
    chapters = set(re.findall(r"^## (\d+)\.", WILD_CARDS, re.MULTILINE))
    assert set(re.findall(r"\((\d+\.\d+)\)", WILD_CARDS)) <= numbers
    assert set(re.findall(r"[Ss]ection (\d+)", WILD_CARDS)) <= chapters


def test_every_order_on_the_page_is_in_the_notation() -> None:
    words = presentation_for("wild-cards")
    orders = [text for text in re.findall(r"`([^`]+)`", WILD_CARDS) if ORDER.fullmatch(text)]
    assert len(orders) > 12
    for order in orders:
        assert words.order_in_words(order) != order, order


def test_the_page_gives_the_figures_that_the_rules_play_with() -> None:
    rounds = {players: rounds_of(players) for players in (3, 4, 5)}
    assert (
        f"after {rounds[3]} rounds with three players, {rounds[4]} with four"
        f" and {rounds[5]} with five"
    ) in WILD_CARDS
    removed = {players: removed_of(players) for players in (3, 4, 5)}
    assert (
        f"{removed[3]} with three players, {removed[4]} with four, {removed[5]} with five"
    ) in WILD_CARDS


def test_the_assumed_card_values_on_the_page_are_those_of_the_deck() -> None:
    values = deck_file("wild-cards")["habitats"]
    for letter in "FSM":
        counts = [values[letter]["values"].count(value) for value in (1, 2, 3, 4)]
        assert counts == [5, 4, 3, 2]
    assert sorted(values["W"]["values"]) == [1, 2, 3, 4]
    assert "five 1s, four 2s, three 3s and two 4s" in WILD_CARDS
    assert "the four wild cards are a 1, a 2, a 3 and a 4" in WILD_CARDS


def test_words_and_page_give_each_animal_the_habitat_that_the_rules_do() -> None:
    animals = deck_file("wild-cards")["animals"]
    assert {species: entry["natural"] for species, entry in animals.items()} == HOME
    for letter, habitat in {"F": "forest", "S": "savannah", "M": "mountains"}.items():
        at_home = ", ".join(species for species in HOME if HOME[species] == letter)
        assert f"| {habitat} | {letter} | {at_home} |" in WILD_CARDS
