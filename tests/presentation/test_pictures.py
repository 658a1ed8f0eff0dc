"""Cards and the table as drawings: well formed, named, safe, and styled by the style sheet."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template import Context, Template

from games.catalogue.wild_cards.presentation.vocabulary import HABITATS, SPECIES
from games.catalogue.wild_cards.rules.view import WildCardsView
from games.presentation import presentation_for
from games.presentation.values import UnknownWordError
from tests.presentation.positions import NAMES, ROOT, RULES, Position, positions

if TYPE_CHECKING:
    from playwright.sync_api import Page

words = presentation_for("wild-cards")
STYLE = ROOT / "games/static/games/table.css"
CARDS = [f"{habitat}{value}" for habitat in HABITATS for value in range(1, 5)]


def tree(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<main>{html}</main>")


@cache
def tables() -> list[tuple[Position, WildCardsView, str]]:
    return [
        (position, view, words.table_picture(view, position.names, view.seat))
        for position in positions()[::11]
        for view in position.views()
    ]


@pytest.mark.parametrize("code", [*CARDS, "R", "back", *SPECIES])
def test_every_card_has_a_drawing_with_its_name(code: str) -> None:
    svg = tree(words.card(code))[0]
    name = "a card, face down" if code == "back" else None
    name = name or (code if code in SPECIES else words.card_name(code))
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == svg.findtext("title") == name


def test_no_card_has_no_drawing() -> None:
    with pytest.raises(UnknownWordError, match="F9"):
        words.card("F9")


def test_habitats_differ_by_drawing_and_letters_and_not_by_colour_alone() -> None:
    drawings = {
        (use.get("href"), svg.findtext("text[@class='wc-code']"))
        for svg, use in (
            (tree(words.card(code))[0], tree(words.card(code)).find(".//use")) for code in CARDS
        )
        if use is not None
    }
    assert len({href for href, _code in drawings}) == 4
    assert {code for _href, code in drawings} == set(CARDS)


def test_every_drawing_used_is_in_the_sprite_and_every_one_in_the_sprite_is_used() -> None:
    sprite = {symbol.get("id") for symbol in tree(words.sprite()).iter("symbol")}
    html = "".join(picture for _position, _view, picture in tables())
    html += "".join(words.card(code) for code in [*CARDS, "R", "back", *SPECIES])
    assert {use.get("href", "")[1:] for use in tree(html).iter("use")} == sprite


def test_every_class_of_the_drawings_is_in_the_style_sheet() -> None:
    style = STYLE.read_text(encoding="utf-8")
    html = words.sprite() + "".join(picture for _position, _view, picture in tables())
    html += "".join(words.card(code) for code in [*CARDS, "R", "back", *SPECIES])
    used = {name for names in re.findall(r'class="([^"]+)"', html) for name in names.split()}
    assert used == set(re.findall(r"\.(wc-[\w-]+)", style))


def test_nothing_has_a_style_attribute_or_a_script_which_the_site_forbids() -> None:
    for element in tree(words.sprite() + tables()[0][2]).iter():
        assert element.tag not in ("script", "style")
        assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


def test_a_spectators_picture_holds_no_hand_and_a_seats_picture_only_its_own() -> None:
    for _position, view, picture in tables():
        hand = tree(picture).find(".//div[@class='wc-hand']")
        assert (hand is None) == (view.hand is None)
        if hand is not None:
            shown = [svg.get("aria-label") for svg in hand.iter("svg")]
            assert shown == [words.card_name(code) for code in view.hand or ()]


def test_names_are_text_and_never_markup() -> None:
    names = dict.fromkeys(range(5), "<b onclick='x'>&")
    picture = words.table_picture(RULES.view(positions()[0].state, None), names, None)
    assert "<b " not in picture
    assert "&lt;b onclick=&#x27;x&#x27;&gt;&amp;" in picture


def test_templates_draw_cards_and_tables() -> None:
    view = RULES.view(positions()[0].state, 0)
    template = Template(
        '{% load cards %}{% cards_sprite %}{% card "F3" %}{% table view names 0 %}'
        "{{ order|order_in_words }}"
    )
    html = template.render(Context({"view": view, "names": NAMES, "order": "bid F3"}))
    assert html == (
        words.sprite()
        + words.card("F3")
        + words.table_picture(view, NAMES, 0)
        + words.order_in_words("bid F3")
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_fits_a_phone_and_has_no_fault_of_accessibility(page: Page, scheme: str) -> None:
    busiest = max(tables(), key=lambda table: len(table[2]))[2]
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_content(
        '<!doctype html><html lang="en"><head><title>Table</title>'
        '<meta name="color-scheme" content="light dark"></head>'
        f"<body><main><h1>Table</h1>{words.sprite()}{busiest}</main></body></html>"
    )
    page.add_style_tag(path=STYLE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    faults = Axe().run(page)
    assert faults.violations_count == 0, faults.generate_report()
