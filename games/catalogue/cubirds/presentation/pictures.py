"""Single cards and signs as inline SVGs that refer to the sprite."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.catalogue.cubirds.presentation.vocabulary import FAMILY, bird_name
from games.presentation.base import UnknownWordError

BACK = "back"


def card(code: str) -> SafeString:
    """A bird's card with the sizes of its families, or a card's `back`, with its name.

    Raises UnknownWordError for anything else.
    """
    if code == BACK:
        return _framed(BACK, _("a card, face down"), sign("feather", 12, 24, 36))
    if code not in FAMILY:
        raise UnknownWordError(f"no card {code!r}")
    small, big = FAMILY[code]
    sizes = format_html(
        '<text class="cu-sizes" x="8" y="17" aria-hidden="true">{}</text>'
        '<text class="cu-sizes cu-big" x="52" y="17" aria-hidden="true">{}</text>',
        small,
        big,
    )
    return _framed(code, bird_name(code), sizes + sign(code, 4, 24, 52))


def sign(name: str, x: int, y: int, size: int) -> SafeString:
    """A symbol of the sprite inside another drawing."""
    return format_html(
        '<use href="#cu-{}" x="{}" y="{}" width="{}" height="{}"/>', name, x, y, size, size
    )


def icon(name: str, kind: str) -> SafeString:
    """A symbol that stands beside words which say the same."""
    return format_html(
        '<svg class="{}" aria-hidden="true" focusable="false"><use href="#cu-{}"/></svg>',
        f"cu-icon {kind}",
        name,
    )


def _framed(kind: str, name: str, drawing: SafeString) -> SafeString:
    return format_html(
        '<svg class="cu-card cu-{}" viewBox="0 0 60 84" role="img" aria-label="{}">'
        "<title>{}</title>"
        '<rect class="cu-face" x="1.5" y="1.5" width="57" height="81" rx="8"/>{}</svg>',
        kind,
        name,
        name,
        drawing,
    )
