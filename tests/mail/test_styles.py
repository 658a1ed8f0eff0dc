"""Styles written into the tags: the same as a reader of the whole sheet would find."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import css_inline
import pytest
from django.conf import settings
from django.template.loader import render_to_string

from games.composing.inline_css import inlined

MAILS = sorted(path.stem for path in Path(settings.BASE_DIR, "templates/emails").glob("[!_]*.html"))
CONTEXT = {
    "match_link": "https://cards.example.org/matches/x/",
    "profile_link": "https://cards.example.org/profile/",
    "marker": "##- reply above this line -##",
    "why": "What was\nwrong <p class='card'>",
    "quoted": ["bid F9"],
    "prompt": "Which card do you bid?",
    "board": "Round 1",
    "board_blocks": [[("Round 1", False), ("Market: lion", True)]],
    "recap": ["Anna bid forest 3."],
    "hand": [{"code": "F3", "name": "forest 3"}],
    "examples": ["bid R"],
    "own_order": "bid F3",
    "standing": ["pass"],
    "later": ["pass"],
    "deadline_local": "Tue 24 Nov 2026, 18:30",
    "order": "bid R",
    "scores": [{"name": "Anna", "total": 7, "is_you": True, "sum": "Leaders 7"}],
}


class Tags(HTMLParser):
    """Every opening tag with its attributes, whatever their order and the spaces in a style."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: "".join((value or "").split()) for name, value in attrs}))


@pytest.mark.parametrize("name", MAILS)
def test_every_tag_gets_the_style_that_the_whole_sheet_gives_it(name: str) -> None:
    html = render_to_string(f"emails/{name}.html", CONTEXT)
    whole = css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False).inline(html)

    ours = Tags(inlined(html)).found

    assert ours == Tags(whole).found
    assert sum("style" in attributes for _tag, attributes in ours) > 5


def test_text_that_looks_like_a_tag_and_a_page_without_a_sheet_stay_as_they_are() -> None:
    page = (
        "<html><head><style>p { margin: 0 }</style></head><body>&lt;p> <pre>x</pre></body></html>"
    )
    assert inlined(page) == page
    assert inlined("<p>no sheet</p>") == "<p>no sheet</p>"
    assert inlined("") == ""


def test_no_mail_has_lines_that_a_phone_cannot_wrap() -> None:
    templates = Path(settings.BASE_DIR, "templates", "emails").glob("*.html")
    assert [file.name for file in templates if "<pre" in file.read_text(encoding="utf-8")] == []
