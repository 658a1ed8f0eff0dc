"""The rules page: every ruling is in it, its orders are real, its figures are the rules'."""

import re
from pathlib import Path

from games.catalogue.emu_ranchers.rules.cards import ALL_CARDS
from games.catalogue.emu_ranchers.rules.options import YEARS
from games.catalogue.emu_ranchers.rules.scoring import EXTREME_POINTS, UPKEEP
from games.catalogue.emu_ranchers.rules.wording import VERBS
from games.presentation import presentation_for
from games.rules.decks import deck_file

PAGE = (Path(__file__).parents[3] / "seeds/rules/emu-ranchers.en.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"\{example \d+\}")  # a picture, without a number
CODES = re.findall(r"`([^`]+)`", PAGE)


def test_a_reader_finds_every_ruling_and_no_other() -> None:
    assert set(re.findall(r"\[([A-Z]\d+)\]", PAGE)) == {f"E{number}" for number in range(1, 28)}


def test_the_numbers_have_no_gap_and_every_paragraph_has_one() -> None:
    chapter = paragraph = 0
    for block in [block for block in PAGE.split("\n\n") if block.strip()][1:]:
        if block.startswith("## "):
            chapter, paragraph = chapter + 1, 0
            assert block.startswith(f"## {chapter}. "), block
        elif not block.startswith("|") and not EXAMPLE.fullmatch(block.strip()):
            paragraph += 1
            assert block.startswith(f"**{chapter}.{paragraph}** "), block


def test_every_order_on_the_page_is_in_the_notation() -> None:
    orders = [code for code in CODES if code.split()[0] in VERBS and code != "hatch 5M"]
    words = presentation_for("emu-ranchers")
    assert {order.split()[0] for order in orders} == set(VERBS)
    for order in orders:
        assert words.order_in_words(order) != order, order


def test_every_card_on_the_page_is_one_of_the_deck_with_its_name() -> None:
    decks = deck_file("emu-ranchers")
    named = {**decks["basic"], **decks["pawns"], **decks["courts"]}
    listed = {code: name for name, code in re.findall(r"(?:[|,]) ([^|,`]+) `(\w+)`", PAGE)}
    assert {code: listed.get(code) for code in named if code[0] not in "AC"} == {
        code: name for code, name in named.items() if code[0] not in "AC"
    }
    for code, name in decks["basic"].items():
        if code[0] == "C":
            assert f"the {name} ({decks['suits'][code[1]]})" in PAGE
    cards = [code for code in CODES if re.fullmatch(r"[A2-9CPT][MSVLYK]+", code)]
    assert set(cards) <= set(ALL_CARDS)


def test_the_page_gives_the_figures_that_the_rules_play_with() -> None:
    assert f"costs {UPKEEP}:" in PAGE
    assert f"and {EXTREME_POINTS} more for an Ace and {EXTREME_POINTS} more for a Crown" in PAGE
    assert f"{YEARS[0]} to {YEARS[-1]} are possible" in PAGE


def test_a_paragraph_that_is_pointed_to_exists() -> None:
    chapters = set(re.findall(r"^## (\d+)\.", PAGE, re.MULTILINE))
    assert set(re.findall(r"[Ss]ection (\d+)", PAGE)) <= chapters
