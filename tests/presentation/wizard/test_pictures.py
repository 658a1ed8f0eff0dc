"""Cards and the table as drawings: well formed, named, safe, and styled by the style sheet."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.catalogue.wizard.rules.cards import COLOURS, FACES
from games.catalogue.wizard.rules.view import WizardView
from games.presentation.values import UnknownWordError
from tests.presentation.positions import ROOT
from tests.presentation.wizard.positions import RULES, WORDS, Position, positions, whole_matches

if TYPE_CHECKING:
    from playwright.sync_api import Page

STYLE = ROOT / "games/static/games/table-wizard.css"
NUMBERS = [str(number) for number in range(21)]


def tree(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<main>{html}</main>")


@cache
def tables() -> list[tuple[Position, WizardView, str]]:
    ends = [place for place in whole_matches() if not place.state.awaited]
    return [
        (place, view, WORDS.table_picture(view, place.names, view.seat))
        for place in (*positions()[::9], *ends)
        for view in place.views()
    ]


def test_every_card_colour_and_number_has_a_drawing_with_its_name() -> None:
    names = {code: WORDS.card_name(code) for code in FACES}
    names |= {"back": "a card, face down", "R": "red", "B": "blue", "G": "green", "Y": "yellow"}
    names |= {number: f"{number} tricks" for number in NUMBERS} | {"1": "1 trick"}
    for code, name in names.items():
        svg = tree(WORDS.card(code))[0]
        assert svg.get("role") == "img"
        assert svg.get("aria-label") == svg.findtext("title") == name


def test_no_card_has_no_drawing() -> None:
    for code in ("R14", "Q", "", "-1"):
        with pytest.raises(UnknownWordError):
            WORDS.card(code)


def test_colours_differ_by_drawing_and_letters_and_not_by_colour_alone() -> None:
    drawings = set()
    for colour in COLOURS:
        svg = tree(WORDS.card(f"{colour}7"))[0]
        use = svg.find("use")
        assert use is not None
        assert svg.findtext("text[@class='wz-code']") == f"{colour}7"
        drawings.add(use.get("href"))
    assert len(drawings) == 4


def all_html() -> str:
    cards = "".join(WORDS.card(code) for code in (*FACES, "back", *COLOURS, *NUMBERS))
    return cards + "".join(picture for _place, _view, picture in tables())


def test_every_drawing_used_is_in_the_sprite_and_every_one_in_the_sprite_is_used() -> None:
    sprite = {symbol.get("id") for symbol in tree(WORDS.sprite()).iter("symbol")}
    assert {use.get("href", "")[1:] for use in tree(all_html()).iter("use")} == sprite


def test_every_class_of_the_drawings_is_in_the_style_sheet() -> None:
    style = STYLE.read_text(encoding="utf-8")
    html = WORDS.sprite() + all_html()
    used = {name for names in re.findall(r'class="([^"]+)"', html) for name in names.split()}
    where_asked = {"wz-asked"}  # of the form around a hand, drawn by the scene
    assert used | where_asked == set(re.findall(r"\.(wz-[\w-]+)", style))


def test_nothing_has_a_style_attribute_or_a_script_which_the_site_forbids() -> None:
    for element in tree(WORDS.sprite() + all_html()).iter():
        assert element.tag not in ("script", "style")
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


def test_a_spectators_picture_holds_no_hand_and_a_seats_picture_only_its_own() -> None:
    for _place, view, picture in tables():
        hand = tree(picture).find(".//div[@class='wz-hand']")
        shown = [] if hand is None else [svg.get("aria-label") for svg in hand.iter("svg")]
        assert shown == [WORDS.card_name(code) for code in view.hand or ()]


def test_names_are_text_and_never_markup() -> None:
    names = dict.fromkeys(range(6), "<b onclick='x'>&")
    for place in positions()[::40]:
        picture = WORDS.table_picture(RULES.view(place.state, None), names, None)
        assert "<b onclick" not in picture
        assert "&lt;b onclick=&#x27;x&#x27;&gt;&amp;" in picture


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_fits_a_phone_and_has_no_fault_of_accessibility(page: Page, scheme: str) -> None:
    busiest = max(tables(), key=lambda table: len(table[2]))[2]
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_content(
        '<!doctype html><html lang="en"><head><title>Table</title>'
        '<meta name="color-scheme" content="light dark"></head>'
        f"<body><main><h1>Table</h1>{WORDS.sprite()}{busiest}"
        f"{''.join(WORDS.card(code) for code in (*FACES, *COLOURS))}</main></body></html>"
    )
    page.add_style_tag(path=STYLE)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    faults = Axe().run(page)
    assert faults.violations_count == 0, faults.generate_report()
