"""Our own drawings of Wild Cards: habitats, animals, signs of the leaders' powers, card backs.

They are the symbols of `sprite.svg`. Colours that change between light and dark come from classes
of `games/table.css`; an animal keeps its own colours on the tile of its habitat. The drawings hold
no text, so they need no translation; they are named where they are used.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe

_SPRITE = Path(__file__).with_name("sprite.svg")


@cache
def sprite() -> SafeString:
    """All symbols in one hidden SVG: once a page, before they are used."""
    lines = _SPRITE.read_text(encoding="utf-8").splitlines()
    return mark_safe("".join(line.strip() for line in lines))  # noqa: S308  a file of this package
