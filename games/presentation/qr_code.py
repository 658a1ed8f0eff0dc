"""Addresses as pictures that a phone's camera reads; drawn here, so that nobody learns them."""

from __future__ import annotations

from typing import NamedTuple

import qrcode


class QrCode(NamedTuple):
    """The dark squares as one path of SVG, each one wide; so many squares to a side."""

    path: str
    side: int


def qr_code(address: str) -> QrCode:
    """The address as a QR code, without the empty border that it needs."""
    code = qrcode.QRCode(border=0)
    code.add_data(address)
    code.make(fit=True)
    matrix = code.get_matrix()
    squares = (
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark
    )
    return QrCode("".join(squares), len(matrix))
