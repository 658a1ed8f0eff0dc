"""The single ways to describe a thing: how many there are of it, where it lies, what it is worth,
what it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from games.words.descriptions.referents import worth
from games.words.lexicon import tags
from games.words.lexicon.said import SpokenWords
from games.words.positions.evidence import atoms

if TYPE_CHECKING:
    from games.words.descriptions.described_orders import Described

_TWO, _THREE = 2, 3


def by_count(found: Described) -> None:
    """By how many are held: "the ones I've got three of", "the colour I have most of"."""
    said = found.said
    is_held = said.says("holding")
    hand = Counter(_kind(found, card) for card in found.scene.hand)
    numbers = [t for t in said.tokens if t.kind == tags.NUMBER and t.place not in said.read]
    names = {"most": max, "fewest": min}
    extreme = next((pick for name, pick in names.items() if is_held and said.says(name)), None)
    if len(hand) == len(found.scene.hand) and max(hand.values(), default=0) <= 1:
        return
    if extreme is not None:
        kinds = {_kind_of(text) for text in found.left}
        best = extreme([hand[kind] for kind in kinds])
        found.keep(lambda text: hand[_kind_of(text)] == best)
        return
    double, single = said.says("double"), said.says("single")
    count = 1 if single and is_held and not double else 0
    count = _TWO if double and not (numbers and is_held) else count
    if not count and numbers and (is_held or found.scene.kind == "lay"):
        count = int(numbers[0].value) if numbers[0].value.isdigit() else 0
    if count and (not found.named or (single and count == 1)):
        said.take(numbers[:1])
        found.keep(lambda text: hand[_kind_of(text)] == count)


def _kind(found: Described, card: str) -> str:
    """What is counted: colours where one is chosen, else the things themselves."""
    return card[0] if found.scene.kind == "trump" and len(card) > 1 else card


def _kind_of(text: str) -> str:
    words = text.split()
    return words[1] if len(words) > 1 else ""


def by_place(found: Described) -> None:
    """By where it lies in the hand, or in the market: "the rightmost card", "the middle one"."""
    said = found.said
    picks: dict[str, Callable[[Sequence[str]], Sequence[str]]] = {
        "leftmost": lambda row: row[:1],
        "rightmost": lambda row: row[-1:],
        "middle": lambda row: row[len(row) // 2 : len(row) // 2 + 1] if len(row) % 2 else (),
    }
    name = next((one for one in picks if said.says(one)), "")
    if name == "middle" and all(is_by_bird(said, place) for place in said.places(name)):
        return
    if not name or found.scene.kind == "lay":
        return
    row = [
        card
        for card in found.scene.hand
        if any(map(str.isdigit, card)) or len(card) > 1 or card in "ZN"
    ]
    if any(text.startswith("take") for text in found.left) and "market" in found.facts.lying:
        row = list(found.facts.lying["market"])
    if found.named:
        values = {token.value for token in found.named}
        row = [card for card in row if atoms(card) & values] or row
    if name == "middle":
        row = sorted(row, key=worth)
    meant = picks[name](row)
    numbers = [t for t in said.tokens if t.kind == tags.NUMBER and t.value == str(len(row))]
    said.take(numbers)
    found.keep(lambda text: _kind_of(text) in meant)


def is_by_bird(said: SpokenWords, place: int) -> bool:
    """Whether this stands beside a bird: "the middle bird", "el pájaro del medio"."""
    birds = [token for token in said.tokens if token.kind == "BIRD"]
    return any(place in (bird.place - 1, bird.end) for bird in birds)


def by_extreme(found: Described) -> None:
    """The lowest or the highest by value of what is left."""
    said = found.said
    picks = [pick for name, pick in (("lowest", min), ("highest", max)) if said.says(name)]
    if len(picks) != 1 or found.scene.kind in ("lay", "family", "trump"):
        return
    numbers = {text: worth(_card_of(text)) for text in found.left}
    numbered = [number for number in numbers.values() if number]
    if numbered:
        counts = {str(len(found.left)), str(len(found.scene.hand))}
        said.take(t for t in said.tokens if t.kind == tags.NUMBER and t.value in counts)
        best = picks[0](numbered)
        found.keep(lambda text: numbers[text] == best)


def _card_of(text: str) -> str:
    """The card that an order gives, "" for none."""
    return next((word for word in text.split() if any(map(str.isupper, word))), "")
