"""What may be ordered ahead in Wizard: the cards of the tricks to come."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from games.words.positions.named_things import NamedThings
from games.words.positions.scene import OrderScene

_MOST_CARDS = 4


def plans(scene: OrderScene, named: NamedThings, first: str) -> Iterator[str]:
    """The plays that the named cards may make behind this step."""
    cards = dict.fromkeys(card for _place, card in named.cards if card in scene.hand)
    plays = [f"play {card}" for card in cards if f"play {card}" != first][:_MOST_CARDS]
    yield from plays
    for pair in permutations(plays, 2):
        yield "; ".join(pair)
        yield " or ".join(pair)
    for one, other, last in combinations(plays, 3):
        yield from (f"{one}; {other}; {last}", f"{one} or {other} or {last}")
        yield f"{one} or {other}; {last}"
    if list(scene.hand).count(first.removeprefix("play ")) > 1:
        yield first
