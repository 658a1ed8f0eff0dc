"""Pages made from the Markdown of seeds/: anchors for every § and a table of contents."""

from __future__ import annotations

import re
from functools import lru_cache
from inspect import getdoc
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.rules.game import Game
from games.rules.registry import GAMES
from games.views.worked_examples import example_in_page

EMPTY_HEADER = "<th></th>"
"""Markdown's corner of a table: read aloud as a heading that says nothing."""

FOCUSED_BLOCK = '<pre tabindex="0">'
"""May be wider than the page: with the focus on it, keys scroll it."""

_EXAMPLE = re.compile(r"\{example (\d+)\}")
"""A paragraph of its own in the Markdown: a step of the game's lesson is shown in its place."""

_FIGURE = re.compile(r"\{(\w+)\}")
"""One of the figures that the game declares."""

_RULING = re.compile(r"\[[A-Z]{1,2}\d*[a-z]?\]")
_NUMBER = re.compile(r"^§?\s*(\d+(?:\.\d+)*)\.?(?=\s|$)\s*")


class ContentsLine(NamedTuple):
    """A line of the table of contents."""

    anchor: str
    title: str


class RulesPage(NamedTuple):
    """The page as HTML, its title and contents, and the language that it is written in."""

    title: str
    language: str
    contents: tuple[ContentsLine, ...]
    html: SafeString


def rules_page(game: Game, language: str) -> RulesPage:
    """The rules of a game; in English where there are none in this language.

    Where no page is written, it is what the class of the rules says of itself.
    """
    seeds = Path(settings.BASE_DIR) / "seeds" / "rules"
    for code in _codes(language):
        for path in (seeds / f"{game.key}.{code}.md", game.folder / f"rules.{code}.md"):
            if path.is_file():
                return _rendered(path, code, path.stat().st_mtime_ns, game.key)
    return _page(f"# {game.name}\n\n{getdoc(type(game.rules)) or ''}\n", "en", "")


def notation_page(language: str) -> RulesPage:
    """The notation and the match record; in English where it is not translated."""
    folder = Path(settings.BASE_DIR) / "seeds" / "pages"
    for code in _codes(language):
        path = folder / f"notation.{code}.md"
        if path.is_file():
            return _rendered(path, code, path.stat().st_mtime_ns, "")
    raise FileNotFoundError(f"no page on the notation in {folder}")


def _codes(language: str) -> tuple[str, ...]:
    return language, language.partition("-")[0], "en"


@lru_cache(maxsize=32)
def _rendered(path: Path, language: str, _changed: int, game: str) -> RulesPage:
    with translation.override(language):
        return _page(_with_figures(path.read_text(encoding="utf-8"), game), language, game)


def _with_figures(text: str, game: str) -> str:
    if not game:
        return text
    figures = GAMES[game].figures
    return _FIGURE.sub(lambda found: str(figures.get(found[1], found[0])), text)


def _page(text: str, language: str, game: str) -> RulesPage:
    markdown = MarkdownIt("commonmark", {"html": True, "typographer": False}).enable("table")
    tokens = markdown.parse(text)
    title, contents = "", []
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            heading = inline.content
            if opening.tag == "h1":
                title = title or heading
            else:
                anchor = _anchor(heading)
                opening.attrSet("id", anchor)
                if opening.tag == "h2":
                    contents.append(ContentsLine(anchor, heading))
        elif opening.type == "paragraph_open" and not opening.hidden:
            if game and (wanted := _EXAMPLE.fullmatch(inline.content)):
                _put_example(opening, inline, example_in_page(GAMES[game], int(wanted[1])))
            _number_paragraph(opening, inline)
    body = _without_title(tokens)
    # The Markdown is a file of this repository, not something that a visitor wrote.
    html = markdown.renderer.render(body, markdown.options, {}).replace(EMPTY_HEADER, "<td></td>")
    html = html.replace("<pre>", FOCUSED_BLOCK)
    html = _RULING.sub(r'<small class="clause">\g<0></small>', html)
    return RulesPage(title, language, tuple(contents), mark_safe(html))  # noqa: S308


def _anchor(heading: str) -> str:
    """`s4` for `4. Leaders`; words joined by hyphens for a heading without a number."""
    number = _NUMBER.match(heading)
    if number:
        return "s" + number[1]
    return re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-") or "top"


def _number_paragraph(opening: Token, inline: Token) -> None:
    """Give a paragraph that begins with its § number that anchor."""
    plain = re.sub(r"<[^>]*>|[*_]", "", inline.content[:60]).strip()
    number = _NUMBER.match(plain)
    if number and "." in number[1]:
        opening.attrSet("id", "s" + number[1])


def _put_example(opening: Token, inline: Token, html: str) -> None:
    """The paragraph becomes the example: its own tags are hidden, as those of a tight list are."""
    opening.hidden = True
    block = Token("html_inline", "", 0, content=html)
    inline.children = [block]


def _without_title(tokens: list[Token]) -> list[Token]:
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h1":
            return tokens[:index] + tokens[index + 3 :]
    return tokens
