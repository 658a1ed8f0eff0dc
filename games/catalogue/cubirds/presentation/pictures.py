"""Single cards and signs as inline SVGs that refer to the sprite."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.catalogue.cubirds.presentation.vocabulary import FAMILY, bird_name
from games.presentation.drawings import BACK, Drawings
from games.presentation.values import UnknownWordError
from games.presentation.words import gettext as _

_DRAWINGS = Drawings("cu")
sign, icon = _DRAWINGS.sign, _DRAWINGS.icon


def card(code: str) -> SafeString:
    """A bird's card with the sizes of its families, or a card's `back`, with its name.

    Raises UnknownWordError for anything else.
    """
    if code == BACK:
        return _DRAWINGS.framed(BACK, _("a card, face down"), sign("feather", 12, 24, 36))
    if code not in FAMILY:
        raise UnknownWordError(f"no card {code!r}")
    small, big = FAMILY[code]
    sizes = format_html(
        '<text class="cu-sizes" x="8" y="17" aria-hidden="true">{}</text>'
        '<text class="cu-sizes cu-big" x="52" y="17" aria-hidden="true">{}</text>',
        small,
        big,
    )
    return _DRAWINGS.framed(code, bird_name(code), sizes + sign(code, 4, 24, 52))
