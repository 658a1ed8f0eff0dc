"""Single cards and signs as inline SVGs that refer to the sprite."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVarTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.catalogue.wild_cards.presentation.vocabulary import (
    HOME,
    REFILL,
    SPECIES,
    animal_name,
    card_name,
    is_card,
)
from games.presentation.base import UnknownWordError

BACK = "back"

Arguments = TypeVarTuple("Arguments")


def drawn_once(draw: Callable[[*Arguments], SafeString]) -> Callable[[*Arguments], SafeString]:
    """Remember a drawing for its arguments and the active language.

    Only for functions of few different arguments: cards and animals, never a member's name.
    """

    @lru_cache(maxsize=1024)
    def remembered(_language: str | None, arguments: tuple[*Arguments]) -> SafeString:
        return draw(*arguments)

    @wraps(draw)
    def call(*arguments: *Arguments) -> SafeString:
        return remembered(get_language(), arguments)

    return call


@drawn_once
def card(code: str) -> SafeString:
    """A habitat card, the Refill card, an animal card, or a card's `back`, with its name.

    Raises UnknownWordError for anything else.
    """
    if code == BACK:
        return _framed("back", _("a card, face down"), sign("paw", 15, 27, 30))
    if code == REFILL:
        return _framed("refill", card_name(code), _corner(REFILL) + sign("refill", 12, 26, 36))
    if is_card(code):
        drawing = _corner(code[1]) + sign(f"habitat-{code[0]}", 9, 24, 42) + _foot(code)
        return _framed(code[0], card_name(code), drawing)
    if code in SPECIES:
        return _framed(HOME[code], animal_name(code), sign(code, 4, 12, 52) + _home(code))
    raise UnknownWordError(f"no card {code!r}")


def sign(name: str, x: int, y: int, size: int) -> SafeString:
    """A symbol of the sprite inside another drawing."""
    return format_html(
        '<use href="#wc-{}" x="{}" y="{}" width="{}" height="{}"/>', name, x, y, size, size
    )


@lru_cache(maxsize=256)
def icon(name: str, kind: str = "") -> SafeString:
    """A symbol that stands beside words which say the same."""
    classes = f"wc-icon {kind}".strip()
    return format_html(
        '<svg class="{}" aria-hidden="true" focusable="false"><use href="#wc-{}"/></svg>',
        classes,
        name,
    )


def _framed(kind: str, name: str, drawing: SafeString) -> SafeString:
    return format_html(
        '<svg class="wc-card wc-{}" viewBox="0 0 60 84" role="img" aria-label="{}">'
        "<title>{}</title>"
        '<rect class="wc-face" x="1.5" y="1.5" width="57" height="81" rx="8"/>{}</svg>',
        kind,
        name,
        name,
        drawing,
    )


def _corner(text: str) -> SafeString:
    return format_html('<text class="wc-value" x="8" y="23" aria-hidden="true">{}</text>', text)


def _foot(code: str) -> SafeString:
    return format_html('<text class="wc-code" x="52" y="78" aria-hidden="true">{}</text>', code)


def _home(species: str) -> SafeString:
    return sign(f"habitat-{HOME[species]}", 22, 66, 15)
