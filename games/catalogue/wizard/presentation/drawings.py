"""Our own drawings of Wizard: a flame, a drop, a leaf and a sun, a hat, a cap, and the night.

They are the symbols of `sprite.svg`. Colours come from classes of `games/table-wizard.css`, which
change between light and dark. The drawings hold no text; they are named where they are used.
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
