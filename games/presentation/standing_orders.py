"""Orders that may be left for a decision that is not open yet."""

from __future__ import annotations

from typing import NamedTuple


class LaterDecision(NamedTuple):
    """A decision that may come, by its name, and orders for it in the notation.

    Each is one that the rules read when the decision comes, in some position.
    """

    name: str
    orders: tuple[str, ...]
