"""The single ways to describe a thing: how many there are of it, where it lies, what it is worth,
what it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from games.words import tags
from games.words.evidence import atoms
from games.words.referents import worth
from games.words.said import SpokenWords

if TYPE_CHECKING:
    from games.words.descriptions import Described

_TWO, _THREE = 2, 3


def by_row(found: Described) -> None:
    """The rows that are named, the longest, the shortest, or the one with so many of a bird."""
    said, tokens = found.said, found.said.tokens
    rows = {place.split()[1]: birds for place, birds in found.facts.lying.items() if "row" in place}
    sizes = {number: len(birds) for number, birds in rows.items()}
    for name, pick in (("longest row", max), ("shortest row", min)):
        if said.says(name):
            best = pick(sizes.values())
            found.keep(lambda text, best=best: sizes[text.split()[2]] == best)  # type: ignore[misc]
            return
    named = [t for t in tokens if t.kind in (tags.ORDINAL, "NAMED_ROW")]
    for row in (t for t in tokens if t.kind == "ROW"):
        named += [t for t in tokens if t.kind == tags.NUMBER and t.place == row.end]
    said.take(t for t in tokens if t.kind == "ROW")
    if named:
        said.take(named)
        found.left = [text for text in found.left if text.split()[2] == named[-1].value]
    starts = said.places("row with")
    birds = [t for t in tokens if t.kind == "SPECIES" and starts and t.place > starts[0]][:1]
    if birds and not named:
        counts = [t for t in tokens if t.kind == tags.NUMBER and t.end == birds[0].place]
        least = int(counts[0].value) if counts else 1
        said.take([*birds, *counts])
        found.keep(lambda text: list(rows[text.split()[2]]).count(birds[0].value) >= least)


def by_neighbour(found: Described) -> None:
    """The side, or the bird that lies at that end: "on the magpie side of row 3"."""
    said, tokens = found.said, found.said.tokens
    sides = [t for t in tokens if t.kind == "SIDE"]
    said.take(sides)
    if len({t.value for t in sides}) == 1:
        found.left = [text for text in found.left if text.endswith(sides[0].value)]
    starts = said.places("beside")
    birds = [
        t
        for t in tokens
        if t.kind == "SPECIES" and any(abs(t.place - one) <= _THREE for one in starts)
    ]
    behind = [t for t in birds if any(t.place > one for one in starts)] or birds
    if starts and behind and not sides:
        meant = behind[-1]
        said.take([meant])
        found.keep(lambda text: _end_of(found, text) == meant.value)


def _end_of(found: Described, text: str) -> str:
    """The bird at the end that a lay goes to."""
    _verb, _species, number, side = text.split()
    row = found.facts.lying[f"row {number}"]
    return row[0 if side == "left" else -1] if row else ""


def by_gain(found: Described) -> None:
    """What a lay takes: "what takes all three ducks", "the most cards", "the only one that can"."""
    said, gains = found.said, found.facts.gains
    if not gains:
        return
    birds = [t for t in said.tokens if t.kind == "SPECIES" and t.place not in said.read]
    taking = said.places("takes")
    is_taken = bool(taking)
    is_one = len(birds) == 1 and any(birds[0].value in taken for taken in gains.values())
    wanted = [
        t
        for t in birds
        if t.value not in found.scene.hand or (is_taken and (is_one or t.place > taking[0]))
    ]
    held = [t for t in birds if t not in wanted]
    if is_taken and said.says("most cards"):
        best = max(map(len, gains.values()))
        found.keep(lambda text: len(gains[text]) == best)
        return
    if wanted:
        said.take(wanted)
        found.keep(lambda text: all(_takes(found, text, t.value) for t in wanted))
    elif is_taken and (said.says("something") or said.says("single")):
        found.keep(lambda text: bool(gains[text]))
    if held:
        said.take(held)
        found.left = [text for text in found.left if text.split()[1] in {t.value for t in held}]


def _takes(found: Described, text: str, bird: str) -> bool:
    """Whether a lay takes these birds, as many as are said."""
    tokens = found.said.tokens
    places = {t.place for t in tokens if t.kind == "SPECIES" and t.value == bird}
    counts = [t for t in tokens if t.kind == tags.NUMBER and _is_beside(t.end, places)]
    found.said.take(counts)
    least = int(counts[0].value) if counts and counts[0].value.isdigit() else 1
    return list(found.facts.gains[text]).count(bird) >= least


def _is_beside(end: int, places: set[int]) -> bool:
    """Whether one of these places is here, or a word behind."""
    return end in places or end + 1 in places


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
    count = _TWO if double else 1 if single and is_held else 0
    if not count and numbers and (is_held or found.scene.kind == "lay"):
        count = int(numbers[0].value) if numbers[0].value.isdigit() else 0
    if count and not found.named:
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
