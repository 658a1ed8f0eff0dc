"""Single cards, colours and numbers as inline SVGs that refer to the sprite."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

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
from games.presentation.drawings import BACK, Drawings
from games.presentation.values import UnknownWordError
from games.presentation.words import gettext as _

_DRAWINGS = Drawings("wz")
sign, icon = _DRAWINGS.sign, _DRAWINGS.icon
_SPECIALS = {WIZARD: "wizard", JESTER: "jester"}


def card(code: str) -> SafeString:
    """A card, a card's `back`, or what an order form offers beside them: a colour, a number.

    Raises UnknownWordError for anything else.
    """
    if code == BACK:
        return _DRAWINGS.framed("back", _("a card, face down"), sign("night", 13, 25, 34))
    if code in _SPECIALS:
        drawing = _corner(code) + sign(_SPECIALS[code], 8, 26, 44)
        return _DRAWINGS.framed(_SPECIALS[code], card_name(code), drawing)
    if is_card(code):
        drawing = _corner(code[1:]) + sign(code[0], 11, 28, 38) + _foot(code)
        return _DRAWINGS.framed(code[0], card_name(code), drawing)
    if code in COLOURS:
        return _token(code, colour_name(code), sign(code, 12, 12, 36))
    if is_number(code):
        drawing = format_html('<text class="wz-figure" x="30" y="40">{}</text>', code)
        return _token("number", number_of_tricks(int(code)), drawing)
    raise UnknownWordError(f"no card {code!r}")


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
    return _DRAWINGS.text("value", 7, 24, text)


def _foot(code: str) -> SafeString:
    return _DRAWINGS.text("code", 53, 78, code)
