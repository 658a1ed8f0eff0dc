"""Single cards, colours and numbers as inline SVGs that refer to the sprite."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.catalogue.wizard.presentation.vocabulary import (
    COLOURS,
    JESTER,
    WIZARD,
    card_name,
    colour_name,
    is_card,
    is_number,
    number_of_tricks,
)
from games.presentation.base import UnknownWordError

BACK = "back"
_SPECIALS = {WIZARD: "wizard", JESTER: "jester"}


def card(code: str) -> SafeString:
    """A card, a card's `back`, or what an order form offers beside them: a colour, a number.

    Raises UnknownWordError for anything else.
    """
    if code == BACK:
        return _framed("back", _("a card, face down"), sign("night", 13, 25, 34))
    if code in _SPECIALS:
        drawing = _corner(code) + sign(_SPECIALS[code], 8, 26, 44)
        return _framed(_SPECIALS[code], card_name(code), drawing)
    if is_card(code):
        drawing = _corner(code[1:]) + sign(code[0], 11, 28, 38) + _foot(code)
        return _framed(code[0], card_name(code), drawing)
    if code in COLOURS:
        return _token(code, colour_name(code), sign(code, 12, 12, 36))
    if is_number(code):
        drawing = format_html('<text class="wz-figure" x="30" y="40">{}</text>', code)
        return _token("number", number_of_tricks(int(code)), drawing)
    raise UnknownWordError(f"no card {code!r}")


def sign(name: str, x: int, y: int, size: int) -> SafeString:
    """A symbol of the sprite inside another drawing."""
    return format_html(
        '<use href="#wz-{}" x="{}" y="{}" width="{}" height="{}"/>', name, x, y, size, size
    )


def icon(name: str) -> SafeString:
    """A symbol that stands beside words which say the same."""
    return format_html(
        '<svg class="wz-icon" aria-hidden="true" focusable="false"><use href="#wz-{}"/></svg>', name
    )


def _framed(kind: str, name: str, drawing: SafeString) -> SafeString:
    return format_html(
        '<svg class="wz-card wz-{}" viewBox="0 0 60 84" role="img" aria-label="{}">'
        "<title>{}</title>"
        '<rect class="wz-face" x="1.5" y="1.5" width="57" height="81" rx="8"/>{}</svg>',
        kind,
        name,
        name,
        drawing,
    )


def _token(kind: str, name: str, drawing: SafeString) -> SafeString:
    return format_html(
        '<svg class="wz-token wz-{}" viewBox="0 0 60 60" role="img" aria-label="{}">'
        "<title>{}</title>"
        '<circle class="wz-face" cx="30" cy="30" r="28"/>{}</svg>',
        kind,
        name,
        name,
        drawing,
    )


def _corner(text: str) -> SafeString:
    return format_html('<text class="wz-value" x="7" y="24" aria-hidden="true">{}</text>', text)


def _foot(code: str) -> SafeString:
    return format_html('<text class="wz-code" x="53" y="78" aria-hidden="true">{}</text>', code)
