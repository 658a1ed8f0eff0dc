"""What may be ordered ahead in Emu Ranchers, behind what is done with a card and behind a draw."""

from __future__ import annotations

from collections.abc import Iterator

from games.words.lexicon import tags
from games.words.positions.named_things import NamedThings
from games.words.positions.scene import OrderScene


def plans(scene: OrderScene, named: NamedThings, first: str) -> Iterator[str]:
    """From where a card may be drawn behind this step, or which bird grows by the one drawn."""
    del first
    if scene.kind == "act":
        yield from ("draw deck", "draw discard")
        if named.has("IF", "OR", tags.DOUBT, tags.GONE):
            yield "draw discard or draw deck"
    elif scene.kind == "draw":
        birds = [one for one in named.values(tags.NUMBER) if one.isdigit()] or ["1"]
        cards = dict.fromkeys(card for _place, card in named.cards)
        yield from (f"grow {card} {bird}" for card in cards for bird in birds)
