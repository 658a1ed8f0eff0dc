"""Cards and the table as drawings: well formed, named, safe, and styled by the style sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.catalogue.emu_ranchers.rules.cards import ALL_CARDS
from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.presentation.scene import Scene
from games.presentation.values import UnknownWordError
from tests.presentation.emu_ranchers.positions import NAMES, RULES, WORDS, positions
from tests.presentation.positions import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

STYLE = ROOT / "games/static/games/table-emu-ranchers.css"
OTHERS = {"back": "a card, face down", "deck": "the deck", "discard": "the discard pile"}


def tree(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<main>{html}</main>")


@cache
def tables() -> list[tuple[EmuRanchersView, str]]:
    shown = [*positions()[::9], *(one for one in positions() if RULES.phase(one.state) is None)]
    return [
        (view, WORDS.table_picture(view, NAMES, view.seat))
        for each in shown
        for view in each.views()
    ]


def asked() -> Iterator[str]:
    """Tables with the targets of an open decision."""
    for one in positions()[::9]:
        for seat, decision in one.decisions():
            view = RULES.view(one.state, seat)
            scene = Scene(WORDS.ways(decision, view))
            yield WORDS.table_picture(view, NAMES, seat, scene)


def all_cards() -> str:
    return "".join(WORDS.card(code) for code in [*ALL_CARDS, *OTHERS])


@pytest.mark.parametrize("code", [*ALL_CARDS, *OTHERS])
def test_every_card_has_a_drawing_with_its_name(code: str) -> None:
    svg = tree(WORDS.card(code))[0]
    assert svg.get("role") == "img"
    name = OTHERS.get(code) or WORDS.card_name(code)
    assert svg.get("aria-label") == svg.findtext("title") == name


def test_a_card_with_its_bird_is_drawn_as_the_card_and_what_is_none_is_refused() -> None:
    assert WORDS.card("5ML 1") == WORDS.card("5ML")
    for code in ("9QQ", "", "1", "pile"):
        with pytest.raises(UnknownWordError):
            WORDS.card(code)


def test_suits_differ_by_drawing_and_letters_and_not_by_colour_alone() -> None:
    drawings = {
        (use.get("href"), svg.findtext("text[@class='er-code']"))
        for svg, use in (
            (tree(WORDS.card(f"A{letter}"))[0], tree(WORDS.card(f"A{letter}")).find(".//use"))
            for letter in "MSVLYK"
        )
        if use is not None
    }
    assert len({href for href, _code in drawings}) == 6
    assert {code for _href, code in drawings} == {f"A{letter}" for letter in "MSVLYK"}


def test_every_drawing_used_is_in_the_sprite_and_every_one_in_the_sprite_is_used() -> None:
    sprite = {symbol.get("id") for symbol in tree(WORDS.sprite()).iter("symbol")}
    html = "".join(picture for _view, picture in tables()) + all_cards()
    assert {use.get("href", "")[1:] for use in tree(html).iter("use")} == sprite


def test_every_class_of_the_drawings_is_in_the_style_sheet() -> None:
    style = STYLE.read_text(encoding="utf-8")
    html = WORDS.sprite() + "".join(picture for _view, picture in tables()) + all_cards()
    html += "".join(asked())
    used = {name for names in re.findall(r'class="([^"]+)"', html) for name in names.split()}
    used = {name for name in used if name.startswith("er-")}
    assert used == set(re.findall(r"\.(er-[\w-]+)", style))


def test_nothing_has_a_style_attribute_or_a_script_which_the_site_forbids() -> None:
    for element in tree(WORDS.sprite() + tables()[0][1]).iter():
        assert element.tag not in ("script", "style")
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


def test_a_spectators_picture_holds_no_hand_and_a_seats_picture_only_its_own() -> None:
    for view, picture in tables():
        hand = tree(picture).find(".//div[@class='er-hand']")
        assert (hand is None) == (not view.hand)
        if hand is not None:
            shown = [svg.get("aria-label") for svg in hand.iter("svg")]
            assert shown == [WORDS.card_name(code) for code in view.hand or ()]


def test_every_bird_lies_there_with_its_cards_in_their_sequence() -> None:
    for view, picture in tables():
        fans = tree(picture).findall(".//div[@class='er-fan']")
        birds = [bird for rancher in view.players for bird in rancher.birds]
        shown = [[svg.get("aria-label") for svg in fan.iter("svg")] for fan in fans]
        assert shown == [[WORDS.card_name(code) for code in bird.cards] for bird in birds]


def test_names_are_text_and_never_markup() -> None:
    picture = WORDS.table_picture(
        RULES.view(positions()[-1].state, None), dict.fromkeys((0, 1), "<b onclick='x'>&"), None
    )
    assert "<b onclick" not in picture
    assert "&lt;b onclick=&#x27;x&#x27;&gt;&amp;" in picture


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("last", [False, True])
def test_a_table_fits_a_phone_and_has_no_fault_of_accessibility(
    page: Page, scheme: str, last: bool
) -> None:
    shown = [picture for view, picture in tables() if (view.phase == "over") == last]
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_content(
        '<!doctype html><html lang="en"><head><title>Table</title>'
        '<meta name="color-scheme" content="light dark"></head>'
        f"<body><main><h1>Table</h1>{WORDS.sprite()}{max(shown, key=len)}</main></body></html>"
    )
    page.add_style_tag(path=STYLE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    faults = Axe().run(page)
    assert faults.violations_count == 0, faults.generate_report()
