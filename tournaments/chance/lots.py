"""Lots that anybody can draw again: an order by SHA-256 of the seed, a name and each entry."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable


def lot(seed: str, name: str, entry: int) -> bytes:
    """The entry's lot in the drawing of that name; the smallest comes first."""
    return hashlib.sha256(f"{seed}\n{name}\n{entry}".encode()).digest()


def drawn(seed: str, name: str, entries: Iterable[int]) -> list[int]:
    """The entries in the order of their lots."""
    return sorted(entries, key=lambda entry: lot(seed, name, entry))


def stream(seed: str, name: str) -> random.Random:
    """Chance for a search. Use random() alone: of the rest Python promises no stability."""
    digest = hashlib.sha256(f"{seed}\n{name}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))  # noqa: S311
