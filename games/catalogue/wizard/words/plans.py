"""What may be ordered ahead in Wizard: a bid, and the cards of the tricks to come."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations

from games.words.lexicon import tags
from games.words.positions.evidence import cards_named
from games.words.positions.named_things import NamedThings
from games.words.positions.scene import OrderScene

_MOST_CARDS = 5
_MOST_RUNS = 40


def plans(scene: OrderScene, named: NamedThings, first: str) -> Iterator[str]:
    """The bid and the plays that the named things may make behind this step."""
    plays = list(dict.fromkeys(_plays(scene, named, first)))[:_MOST_CARDS]
    runs = list(islice(dict.fromkeys(_runs(plays)), _MOST_RUNS))
    if first.startswith("trump"):
        for bid in _bids(named):
            yield bid
            yield from (f"{bid}; {run}" for run in runs)
    yield from runs


def _plays(scene: OrderScene, named: NamedThings, first: str) -> Iterator[str]:
    """The cards that are named, and those of which there are two; a hand may be hidden from its
    own player."""
    cards = [card for _place, card in named.cards if card in scene.hand]
    unseen = () if scene.hand else cards_named(named.tokens)
    for card in (*cards, *unseen, *named.spelled(), *(["any"] if named.has("ANY", "ALL") else [])):
        if f"play {card}" != first or list(scene.hand).count(card) > 1:
            yield f"play {card}"


def _runs(plays: list[str]) -> Iterator[str]:
    yield from plays
    for one, other in permutations(plays, 2):
        yield f"{one}; {other}"
        yield f"{one} or {other}"
    for one, other, last in combinations(plays, 3):
        yield from (f"{one}; {other}; {last}", f"{one} or {other} or {last}")
        yield f"{one} or {other}; {last}"


def _bids(named: NamedThings) -> Iterator[str]:
    yield from (f"bid {one}" for one in named.values(tags.NUMBER) if one.isdigit())
    if named.has("NONE"):
        yield "bid 0"
