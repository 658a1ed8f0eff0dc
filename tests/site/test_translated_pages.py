"""The rules and the notation in every language: the same paragraphs, rulings and orders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.rules.registry import GAMES
from games.views.rules_pages import RulesPage, notation_page, rules_page

SEEDS = Path(settings.BASE_DIR) / "seeds" / "rules"
PAGES = (*(key for key in GAMES if (SEEDS / f"{key}.en.md").is_file()), "notation")
LANGUAGES = tuple(code for code, _name in settings.LANGUAGES if code != "en")


def page(name: str, language: str) -> RulesPage:
    return notation_page(language) if name == "notation" else rules_page(GAMES[name], language)


def source(name: str, language: str) -> str:
    folder = "pages" if name == "notation" else "rules"
    path = Path(settings.BASE_DIR) / "seeds" / folder / f"{name}.{language}.md"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_same_paragraphs_in_every_language(name: str, language: str) -> None:
    translated, english = page(name, language), page(name, "en")
    assert translated.language == language
    assert [entry.anchor for entry in translated.contents] == [
        entry.anchor for entry in english.contents
    ]
    assert re.findall(r'id="(s[\d.]+)"', translated.html) == re.findall(
        r'id="(s[\d.]+)"', english.html
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_paragraph_names_the_same_rulings_in_every_language(name: str, language: str) -> None:
    assert rulings(source(name, language)) == rulings(source(name, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_no_order_of_the_english_page_is_lost_or_translated(name: str, language: str) -> None:
    missing = code(source(name, "en")) - code(source(name, language))
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_regional_form_of_a_language_finds_the_page_of_the_language(language: str) -> None:
    assert page("wizard", f"{language}-{language}").language == language


def test_a_language_without_a_page_of_its_own_reads_english() -> None:
    assert page("wizard", "xx").language == "en"


def rulings(text: str) -> dict[str, list[str]]:
    """The marks of each numbered paragraph, with the rows of its table."""
    parts = re.split(r"^\*\*(\d+\.\d+)\*\*", text, flags=re.MULTILINE)
    return {
        number: sorted(re.findall(r"\[([A-Z]+\d*[a-z]?)\]", body))
        for number, body in zip(parts[1::2], parts[2::2], strict=True)
    }


def code(text: str) -> set[str]:
    """What stands in the form that nothing translates: cards, orders, keys."""
    return set(re.findall(r"`([^`\n]+)`", text))
