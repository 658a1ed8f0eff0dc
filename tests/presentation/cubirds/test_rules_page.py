"""The rules page of CuBirds: every ruling named, every figure and every order real."""

from __future__ import annotations

import re
from pathlib import Path

from games.catalogue.cubirds.rules.cards import BIG, COPIES, SMALL, SPECIES
from games.presentation import presentation_for

PAGE = (Path(__file__).resolve().parents[3] / "seeds/rules/cubirds.en.md").read_text("utf-8")
RULINGS = {*(f"C{number}" for number in range(1, 25)), *(f"S{number}" for number in range(1, 6))}
ORDER = re.compile(r"(?:lay|draw|stay|family|done)\b.*")


def test_a_reader_finds_every_ruling_and_no_other() -> None:
    assert set(re.findall(r"\[([A-Z]\d+)\]", PAGE)) == RULINGS


def test_a_paragraph_that_is_pointed_to_exists() -> None:
    numbers = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", PAGE, re.MULTILINE))
    chapters = set(re.findall(r"^## (\d+)\.", PAGE, re.MULTILINE))
    pointed = set(re.findall(r"\((\d+\.\d+)\)", PAGE)) | set(re.findall(r"as in (\d+\.\d+)", PAGE))
    assert pointed
    assert pointed <= numbers
    assert set(re.findall(r"section (\d+)", PAGE)) <= chapters


def test_every_order_on_the_page_is_in_the_notation() -> None:
    words = presentation_for("cubirds")
    orders = [text for text in re.findall(r"`([^`]+)`", PAGE) if ORDER.fullmatch(text)]
    assert len(orders) > 10
    for order in orders:
        assert words.order_in_words(order) != order, order


def test_the_page_gives_the_figures_that_the_rules_play_with() -> None:
    for place, species in enumerate(SPECIES):
        name = "reed warbler" if species == "warbler" else species
        assert f"| {name} | {COPIES[place]} | {SMALL[place]} | {BIG[place]} |" in PAGE
