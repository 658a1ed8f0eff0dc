"""A result as a picture to share: drawn by a template as SVG, and from that as PNG."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import resvg_py
from django.template.loader import render_to_string

from games.presentation.endings import headline
from games.presentation.people import SHORT, one_line
from games.presentation.qr_code import qr_code
from games.presentation.values import Names
from games.rules.endings import Ending

FONTS = Path(__file__).parent / "fonts"
WIDTH_OF_HEADLINE = 1080
LARGEST, SMALLEST = 64, 26
MOST_LETTERS = 68
QR_WIDTH = 246
TOP, BOTTOM, GAP, TALLEST = 214, 548, 12, 72
COLOURS = {1: "#e5b93c", 2: "#c3c7c9", 3: "#d29a66"}
OTHER_COLOUR = "#e9e2d0"
LAST_LETTER_HERE = 0x52F
"""The fonts beside this module hold all letters up to here, which are the Latin, Greek and Cyrillic
ones; for others those of the machine are looked at, which takes longer."""


class PictureRow(NamedTuple):
    """One line of the podium with where it stands."""

    place: int
    name: str
    score: int
    colour: str
    top: int
    height: int
    middle: int
    baseline: int


def result_svg(ending: Ending, names: Names, *, about: str, address: str) -> str:
    """The picture of the result, 1200 × 630: no script, no style, nothing from elsewhere.

    `about` says what was played, `address` is where it is replayed, which the QR code holds too.
    """
    title = _cut(headline(ending, names), MOST_LETTERS)
    code = qr_code(address)
    context = {
        "headline": title,
        "size": max(SMALLEST, min(LARGEST, int(WIDTH_OF_HEADLINE / (0.66 * len(title))))),
        "about": _cut(one_line(about), 56),
        "rows": _rows(ending, names),
        "qr": code,
        "scale": round(QR_WIDTH / code.side, 3),
        "address": address.partition("://")[2],
    }
    return render_to_string("games/result.svg", context)


def png_of(svg: str) -> bytes:
    """The drawing as PNG, in fonts of our own wherever they have the letters."""
    is_ours = all(ord(letter) <= LAST_LETTER_HERE or letter in "…→−" for letter in svg)
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=is_ours,
        font_dirs=[str(FONTS)],
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
    )
    return drawn


def _rows(ending: Ending, names: Names) -> list[PictureRow]:
    number = len(ending.finishers)
    height = min(TALLEST, (BOTTOM - TOP - GAP * (number - 1)) // number)
    return [
        PictureRow(
            one.place,
            _cut(one_line(names[one.seat]), SHORT),
            one.score,
            COLOURS.get(one.place, OTHER_COLOUR),
            TOP + index * (height + GAP),
            height,
            height // 2,
            height // 2 + 10,
        )
        for index, one in enumerate(ending.finishers)
    ]


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
