"""Drawings as inline SVG that refer to the symbols of a game's sprite."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

BACK = "back"
NOTHING = SafeString("")


@cache
def sprite_of(path: Path) -> SafeString:
    """All symbols of a file of ours in one hidden SVG: once a page, before they are used."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return mark_safe("".join(line.strip() for line in lines))  # noqa: S308  a file of the program


def joined(parts: Iterable[SafeString]) -> SafeString:
    """The parts, one after the other."""
    return format_html_join("", "{}", ((part,) for part in parts))


@dataclass(frozen=True, slots=True)
class Drawings:
    """The drawings of a game: its symbols and classes begin with `prefix` and a hyphen."""

    prefix: str

    def sign(self, name: str, x: int, y: int, size: int, kind: str = "") -> SafeString:
        """A symbol of the sprite inside another drawing."""
        return format_html(
            '<use{} href="#{}-{}" x="{}" y="{}" width="{}" height="{}"/>',
            format_html(' class="{}"', kind) if kind else NOTHING,
            self.prefix,
            name,
            x,
            y,
            size,
            size,
        )

    def icon(self, name: str, kind: str = "") -> SafeString:
        """A symbol that stands beside words which say the same."""
        return format_html(
            '<svg class="{}" aria-hidden="true" focusable="false"><use href="#{}-{}"/></svg>',
            f"{self.prefix}-icon {kind}".strip(),
            self.prefix,
            name,
        )

    def framed(self, kind: str, name: str, drawing: SafeString) -> SafeString:
        """A card: its face, and the name that is read aloud."""
        return format_html(
            '<svg class="{0}-card {0}-{1}" viewBox="0 0 60 84" role="img" aria-label="{2}">'
            "<title>{2}</title>"
            '<rect class="{0}-face" x="1.5" y="1.5" width="57" height="81" rx="8"/>{3}</svg>',
            self.prefix,
            kind,
            name,
            drawing,
        )

    def text(self, kind: str, x: int, y: int, text: object) -> SafeString:
        """Figures on a card, which its name says in words."""
        return format_html(
            '<text class="{}" x="{}" y="{}" aria-hidden="true">{}</text>',
            " ".join(f"{self.prefix}-{one}" for one in kind.split()),
            x,
            y,
            text,
        )
