"""What may be ordered ahead in Emu Ranchers, behind what is done with a card."""

from __future__ import annotations

from collections.abc import Iterator

from games.words.lexicon import tags
from games.words.positions.named_things import NamedThings
from games.words.positions.scene import OrderScene


def plans(scene: OrderScene, named: NamedThings, first: str) -> Iterator[str]:
    """From where a card may be drawn behind this step."""
    del first
    if scene.kind == "act":
        yield from ("draw deck", "draw discard")
        if named.has("IF", "OR", tags.DOUBT):
            yield "draw discard or draw deck"
