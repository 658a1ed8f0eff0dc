"""Style sheets written into the tags, as mail programs need it that drop the sheet itself.

Reading every mail's HTML anew for that costs more than to render it. The sheet of our mails selects
by tag and class alone, so a tag's style depends on nothing around it: each kind of opening tag is
inlined once, and found again in every mail.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

import css_inline
from django.template import Engine

_INLINER = css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)
_SHEET = re.compile(r"<style>.*?</style>", re.DOTALL)
_OPENING = re.compile(r'<(body|div|h1|h2|p|ul|li|a|span|strong)(?: class="([\w -]*)")?(?=[ >])')
_STYLE = re.compile(r' style="[^"]*"')


def inlined(html: str) -> str:
    """The page with the rules of its one `<style>` in the tags as well; it stays in the head.

    A class must be a tag's first attribute. Text and the values of attributes are never touched:
    a `<` in them is escaped.
    """
    sheet = _SHEET.search(html)
    if sheet is None:
        return html
    return html[: sheet.end()] + _styled(html[sheet.end() :], sheet.group())


def in_style(piece: str) -> str:
    """The same for a piece of a mail's template, which has whole tags."""
    return _styled(piece, _sheet_of_mails())


@cache
def _sheet_of_mails() -> str:
    template = Engine.get_default().get_template("emails/_base.html")
    sheet = _SHEET.search(template.source)
    return sheet.group() if sheet is not None else ""


def _styled(html: str, sheet: str) -> str:
    return _OPENING.sub(
        lambda opening: opening[0] + _style(sheet, opening[1], opening[2] or ""), html
    )


@lru_cache(maxsize=512)
def _style(sheet: str, tag: str, classes: str) -> str:
    """The style attribute of such a tag, empty where the sheet says nothing of it."""
    attribute = f' class="{classes}"' if classes else ""
    inside = "" if tag == "body" else f"<{tag}{attribute}></{tag}>"
    body = f"<body{attribute}>" if tag == "body" else "<body>"
    page = _INLINER.inline(f"<!doctype html><html><head>{sheet}</head>{body}{inside}</body></html>")
    opening = re.search(rf"<{tag}(?=[ >])[^>]*>", page[page.index("</head>") :])
    style = _STYLE.search(opening.group()) if opening is not None else None
    return style.group() if style is not None else ""
