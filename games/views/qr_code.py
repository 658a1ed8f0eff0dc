"""Addresses as pictures that a phone's camera reads; drawn here, so that nobody learns them."""

from __future__ import annotations

import io

import segno
from django.utils.html import escape


def qr_svg(address: str, label: str) -> str:
    """The address as an SVG that may stand in a page: dark squares on white in every theme."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn,
        kind="svg",
        border=4,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass="qr",
        lineclass=None,
        omitsize=True,
        title=None,
    )
    svg = drawn.getvalue().decode().strip()
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)
