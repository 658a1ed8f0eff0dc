"""The table as text and as a picture, the scores, and the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.presentation.scene import Scene
from games.presentation.values import UnknownWordError
from tests.presentation.cubirds.positions import NAMES, RULES, WORDS, Position, positions
from tests.presentation.positions import ROOT
from tests.rules.cubirds.positions import ROWS, position

if TYPE_CHECKING:
    from playwright.sync_api import Page

STYLE = ROOT / "games/static/games/table-cubirds.css"

BOARD = """\
Turn 1, yours: laying birds
  Row 1: flamingo, 2 owls
  Row 2: duck, toucan, magpie
  Row 3: reed warbler, robin, owl
  Row 4: toucan, duck, robin
  Deck: 24 cards. Discard pile, face down: 2 cards.

Anna (you): 3 birds, 5 cards in hand
  Collection: 2 owls and 1 duck

Bo: 0 birds, 1 card in hand
  Collection: none yet

Your hand: 5 cards
  3 owls (a family, wins 1 bird; 4 win 2)
  1 duck (4 are a family, 6 a big one)
  1 robin (6 are a family, 9 a big one)"""


def test_the_board_says_everything_in_plain_lines() -> None:
    rows = ("flamingo owl owl", *ROWS[1:])
    play = position("owl owl owl duck robin", "robin", rows=rows, discard="owl duck",
                    collections=[{"owl": 2, "duck": 1}])  # fmt: skip
    assert WORDS.board(RULES.view(play.state, 0), NAMES) == BOARD


def test_the_board_tells_what_was_seen_and_robinbirds_open_hand() -> None:
    rows = ("duck toucan owl", "duck toucan magpie", "duck owl", "robin parrot")
    play = position("owl robin", robin="robin robin owl", rows=rows).give("lay owl 1 left")
    board = WORDS.board(RULES.view(play.state, None), {0: "Anna"})
    assert "  Seen going into this hand: 1 toucan and 1 duck" in board
    assert "RobinBird (virtual player): 0 birds, " in board
    assert "Hand, lying open: " in board


def test_no_line_is_wider_than_a_mail_allows_whatever_the_names() -> None:
    names = dict.fromkeys(range(5), "A very long name with many words " * 9)
    names[1] = "Donaudampfschifffahrtsgesellschaftskapitän\n" * 4
    for one in positions()[::9]:
        for view in one.views():
            assert max(map(len, WORDS.board(view, names).splitlines())) <= 72


def test_a_spectators_board_shows_no_hand_and_a_seats_board_only_its_own() -> None:
    for one in positions()[::9]:
        for view in one.views():
            assert ("Your hand" in WORDS.board(view, one.names)) == (view.hand is not None)


def test_scores_add_up_and_the_winner_stands_first() -> None:
    for one in positions():
        if RULES.phase(one.state) is None:
            view = RULES.view(one.state, None)
            table = WORDS.score_table(view, one.names)
            assert len(table.rows) == len(view.players)
            for row in table.rows:
                assert int(row.cells[0].split("= ")[-1]) == row.total
                assert row.total == view.players[row.seat].birds
            outcome = RULES.outcome(one.state)
            assert outcome is not None
            if outcome.reason in ("seven-species", "two-threes"):
                assert table.rows[0].seat == one.state.active


def test_a_score_shows_how_far_a_collection_is() -> None:
    play = position("owl", "duck", collections=[{"owl": 3, "duck": 1}, {}])
    table = WORDS.score_table(RULES.view(play.state, 1), NAMES)
    assert table.columns == ("Birds", "Species (7 win)", "Species with three birds (2 win)")
    assert [(row.name, row.cells, row.total) for row in table.rows] == [
        ("Anna", ("owl 3 + duck 1 = 4", "2", "1"), 4),
        ("you", ("0", "0", "0"), 0),
    ]


# ---- pictures


def tree(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<main>{html}</main>")


@cache
def tables() -> list[tuple[Position, CuBirdsView, str]]:
    return [
        (one, view, WORDS.table_picture(view, one.names, view.seat))
        for one in positions()[::7]
        for view in one.views()
    ]


def asked() -> Iterator[str]:
    """Tables with the targets of an open decision."""
    for one in positions()[::7]:
        for seat, decision in one.decisions():
            view = RULES.view(one.state, seat)
            scene = Scene(WORDS.ways(decision, view))
            yield WORDS.table_picture(view, one.names, seat, scene)


@pytest.mark.parametrize("code", [*SPECIES, "back"])
def test_every_card_has_a_drawing_with_its_name(code: str) -> None:
    svg = tree(WORDS.card(code))[0]
    name = "a card, face down" if code == "back" else WORDS.card_name(code)
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == svg.findtext("title") == name


def test_no_card_has_no_drawing() -> None:
    with pytest.raises(UnknownWordError, match="sparrow"):
        WORDS.card("sparrow")


def all_html() -> str:
    cards = "".join(WORDS.card(code) for code in [*SPECIES, "back"])
    return cards + "".join(picture for _position, _view, picture in tables())


def test_every_drawing_used_is_in_the_sprite_and_every_one_in_the_sprite_is_used() -> None:
    sprite = {symbol.get("id") for symbol in tree(WORDS.sprite()).iter("symbol")}
    assert {use.get("href", "")[1:] for use in tree(all_html()).iter("use")} == sprite


def test_every_class_of_the_drawings_is_in_the_style_sheet() -> None:
    html = WORDS.sprite() + all_html() + "".join(asked())
    used = {name for names in re.findall(r'class="([^"]+)"', html) for name in names.split()}
    used = {name for name in used if name.startswith("cu-")}
    assert used == set(re.findall(r"\.(cu-[\w-]+)", STYLE.read_text(encoding="utf-8")))


def test_nothing_has_a_style_attribute_or_a_script_which_the_site_forbids() -> None:
    for element in tree(WORDS.sprite() + tables()[0][2]).iter():
        assert element.tag not in ("script", "style")
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


def test_a_spectators_picture_holds_no_hand_and_a_seats_picture_only_its_own() -> None:
    for _position, view, picture in tables():
        hand = tree(picture).find(".//div[@class='cu-hand']")
        assert (hand is None) == (view.hand is None)
        if hand is not None:
            held = hand.findall(".//span[@class='cu-name']")
            assert len(held) == len(set(view.hand or ()))


def test_names_are_text_and_never_markup() -> None:
    names = dict.fromkeys(range(5), "<b onclick='x'>&")
    picture = WORDS.table_picture(RULES.view(positions()[-1].state, None), names, None)
    assert "<b " not in picture
    assert "&lt;b onclick=&#x27;x&#x27;&gt;&amp;" in picture


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_fits_a_phone_and_has_no_fault_of_accessibility(page: Page, scheme: str) -> None:
    busiest = max(tables(), key=lambda table: len(table[2]))[2]
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_content(
        '<!doctype html><html lang="en"><head><title>Table</title>'
        '<meta name="color-scheme" content="light dark"></head>'
        f"<body><main><h1>Table</h1>{WORDS.sprite()}{busiest}</main></body></html>"
    )
    page.add_style_tag(path=STYLE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    faults = Axe().run(page)
    assert faults.violations_count == 0, faults.generate_report()
