"""Single cards and signs as inline SVGs that refer to the sprite."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString

from games.catalogue.wild_cards.presentation.vocabulary import (
    HOME,
    REFILL,
    SPECIES,
    animal_name,
    card_name,
    is_card,
)
from games.presentation.drawings import BACK, Drawings
from games.presentation.values import UnknownWordError
from games.presentation.words import gettext as _
from games.presentation.words import per_language

_DRAWINGS = Drawings("wc")
sign, icon = _DRAWINGS.sign, lru_cache(maxsize=256)(_DRAWINGS.icon)


@per_language
def card(code: str) -> SafeString:
    """A habitat card, the Refill card, an animal card, or a card's `back`, with its name.

    Raises UnknownWordError for anything else.
    """
    if code == BACK:
        return _DRAWINGS.framed("back", _("a card, face down"), sign("paw", 15, 27, 30))
    if code == REFILL:
        return _DRAWINGS.framed(
            "refill",
            card_name(code),
            _corner(REFILL) + sign("refill", 12, 26, 36),
        )
    if is_card(code):
        drawing = _corner(code[1]) + sign(f"habitat-{code[0]}", 9, 24, 42) + _foot(code)
        return _DRAWINGS.framed(code[0], card_name(code), drawing)
    if code in SPECIES:
        return _DRAWINGS.framed(HOME[code], animal_name(code), sign(code, 4, 12, 52) + _home(code))
    raise UnknownWordError(f"no card {code!r}")


def _home(species: str) -> SafeString:
    return sign(f"habitat-{HOME[species]}", 22, 66, 15)


def _corner(text: str) -> SafeString:
    return _DRAWINGS.text("value", 8, 23, text)


def _foot(code: str) -> SafeString:
    return _DRAWINGS.text("code", 52, 78, code)
