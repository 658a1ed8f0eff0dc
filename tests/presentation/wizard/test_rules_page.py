"""The rules page of Wizard: every ruling named, every order real, every figure true."""

from __future__ import annotations

import re
from pathlib import Path

from games.catalogue.wizard.rules import default_orders
from games.catalogue.wizard.rules.options import WizardOptions
from games.catalogue.wizard.rules.orders import VALUES
from games.catalogue.wizard.rules.state import cards_of, rounds_of
from games.presentation import presentation_for
from tests.rules.wizard.test_rulings_covered import RULINGS

PAGE = (Path(__file__).resolve().parents[3] / "seeds/rules/wizard.en.md").read_text("utf-8")


def test_a_reader_finds_every_ruling_and_no_other() -> None:
    marks = re.findall(r"\[([ZV](?:\d+[a-d]?|X))\]", PAGE)
    assert {mark.lower() for mark in marks} == set(RULINGS)


def test_a_paragraph_that_is_pointed_to_exists() -> None:
    numbers = set(re.findall(r"^\*\*(\d+\.\d+)\*\*", PAGE, re.MULTILINE))
    chapters = set(re.findall(r"^## (\d+)\.", PAGE, re.MULTILINE))
    pointed = set(re.findall(r"\((\d+\.\d+)\)|rule of (\d+\.\d+)", PAGE))
    assert {one or other for one, other in pointed} <= numbers
    assert pointed
    assert set(re.findall(r"[Ss]ection (\d+)", PAGE)) <= chapters


def test_every_order_on_the_page_is_in_the_notation() -> None:
    words = presentation_for("wizard")
    verbs = "|".join(VALUES)
    orders = [text for text in re.findall(r"`([^`]+)`", PAGE) if re.match(rf"({verbs})\b", text)]
    assert len(orders) > 12
    loose = {"play red 13", "play wizard"}
    for order in set(orders) - loose:
        assert words.order_in_words(order) != order, order


def test_the_page_gives_the_figures_that_the_rules_play_with() -> None:
    for seats in range(3, 7):
        assert f"| {seats} | {rounds_of(seats, WizardOptions())} |" in PAGE
    hidden, colours = WizardOptions(bidding="hidden"), WizardOptions(monochrome=True)
    assert (rounds_of(2, hidden), cards_of(2, hidden, 1), cards_of(2, hidden, 6)) == (6, 2, 7)
    assert "Six rounds are played with hands of two, three, up to seven cards" in PAGE
    assert (rounds_of(3, colours), cards_of(3, colours, 1), cards_of(3, colours, 12)) == (12, 4, 15)
    assert "Monochrome has twelve rounds. You begin with four cards" in PAGE
    assert f"each trump from {default_orders.SURE_TRUMP} up" in PAGE
    assert f"each number from {default_orders.SURE_MONOCHROME} up" in PAGE
