"""New keys by which push services know this service (RFC 8292)."""

from __future__ import annotations

import base64
import secrets

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def new_vapid_key() -> str:
    """A private key of P-256: its number in base64 for addresses, as VAPID's tools write it."""
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")
