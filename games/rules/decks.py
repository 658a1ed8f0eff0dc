"""Reads the deck files, in which a game's cards and the source of every figure stand."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from games.rules.protocol import Facts

DECKS = Path(__file__).resolve().parents[2] / "seeds" / "decks"


@cache
def deck_file(game: str) -> Facts:
    """The deck file of a game, read once; shared, so to be left unchanged by the reader."""
    text = (DECKS / f"{game}.json").read_text(encoding="utf-8")
    content: Facts = json.loads(text)
    return content
