"""What may be ordered ahead in Wild Cards, behind a bid and what follows it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from games.words.lexicon import tags
from games.words.positions.named_things import NamedThings, alternatives, in_hand_order
from games.words.positions.scene import OrderScene

_MOST_ANIMALS = 3
_MOST_REFILLS = 10
_TWO_CARDS = 3
_LEAVES_OPEN = (
    "NONE", "OR", "IF", "THEN", tags.DOUBT, tags.GONE, tags.NOT, tags.OTHERS,
)  # fmt: skip


def plans(scene: OrderScene, named: NamedThings, first: str) -> Iterator[str]:
    """The steps that the named things may make behind this one."""
    if scene.kind in ("take", "refill"):
        return
    if first == "bid R" or scene.kind == "swap":
        yield from _refilling(named, is_bid=first == "bid R")
        return
    taking = list(dict.fromkeys(_taking(named)))
    yield from taking
    if first.startswith("bid") and len(first.split()) == _TWO_CARDS:
        for card in first.split()[1:]:
            yield f"reveal {card}"
            yield from (f"reveal {card}; {one}" for one in taking)


def _refilling(named: NamedThings, *, is_bid: bool) -> Iterator[str]:
    """Swaps, where one is still to come, and what is thrown away."""
    cards = [card for _place, card in named.cards]
    thrown = (
        f"refill{in_hand_order(named.hand, cards[start:end])}"
        for end in range(len(cards), -1, -1)
        for start in range(end + 1)
    )
    refills = list(dict.fromkeys(("refill", *thrown)))[:_MOST_REFILLS]
    yield from refills
    if is_bid:
        animals = named.values("ANIMAL")[:_MOST_ANIMALS]
        swaps = [f"swap {given} {taken}" for given, taken in permutations(animals, 2)]
        for swap in (*swaps, "swap none"):
            yield swap
            yield from (f"{swap}; {refill}" for refill in refills)


def _taking(named: NamedThings) -> Iterator[str]:
    """The animals, each for nothing, for the cards named behind it, or for those of the first."""
    places = named.places("ANIMAL")
    if not places:
        return
    shown = [f"take {named.tokens[place].value}" for place in places]
    ends = (*places[1:], len(named.tokens))
    paid = [named.cards_between(place, end) for place, end in zip(places, ends, strict=True)]
    first = in_hand_order(named.hand, next(filter(None, paid), []))
    own = [take + in_hand_order(named.hand, cards) for take, cards in zip(shown, paid, strict=True)]
    is_open = len(set(shown)) > 1 or named.has(*_LEAVES_OPEN) or "pass" in named.values(tags.VERB)
    otherwise = "pass" if is_open else ""
    for steps in (shown, own, [take + first for take in shown]):
        yield from alternatives(steps, otherwise)
    for take, cards in zip(shown, paid, strict=True):
        for some in _some(cards):
            yield from alternatives([take + in_hand_order(named.hand, some)], otherwise)


def _some(cards: list[str]) -> Iterator[list[str]]:
    """Some of the cards: those that stand together, and all but one."""
    runs = [cards[start:end] for end in range(1, len(cards)) for start in range(end)]
    yield from runs[:6]
    yield from ([*cards[:place], *cards[place + 1 :]] for place in range(len(cards)))
