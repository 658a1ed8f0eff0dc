"""A correction of a part of one step among several: "S3, then the squirrel for M1 M2. No, the
lion" pays for that as before."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import values_of
from games.words.positions.evidence import atoms
from games.words.positions.scene import OrderScene
from games.words.results import Understood
from games.words.speech.orders import Orders

_SUITS = ("HABITAT", "COLOUR")
_IDLE = ("THEN", "AND", "OF", "TRICKS")
_PLACES = ("BIRD", "ROW")
_KINDS = {
    "ANIMAL": "animal",
    "CODE": "card",
    tags.NUMBER: "number",
    "COLOUR": "colour",
    "SIDE": "side",
    "SPECIES": "species",
}
_GIVING = ("take", "pay")
"""A card is paid in the step that takes an animal."""


def changed_step(scene: OrderScene, orders: Orders, earlier: str) -> Understood | None:
    """The earlier order with that one of its steps changed that has what a correction names; None
    where none has, or several have."""
    tokens = [one for part in orders.parts for one in part.tokens if one.kind not in _IDLE]
    is_open = bool(orders.doubts or orders.refusals) or _excludes_more(orders, earlier)
    if ";" not in earlier or " or " in earlier or is_open:
        return None
    named = _named(tokens)
    verbs = {one.value for one in tokens if one.kind == tags.VERB}
    if named is None or not named:
        return None
    steps = earlier.split("; ")
    animals = values_of(scene.rules.key, "ANIMAL")
    fitting = [i for i, one in enumerate(steps) if _has(one, set(named), verbs, animals)]
    if len(fitting) != 1:
        return None
    place = fitting[0]
    steps[place] = _changed(steps[place], named, animals)
    first = scene.tried(steps[0])
    return Understood("; ".join((first, *steps[1:]))) if isinstance(first, str) else None


def _excludes_more(orders: Orders, earlier: str) -> bool:
    """Whether what is said not to be meant is anything but what was ordered."""
    said = {one.value for tokens in orders.excluded for one in tokens}
    return not said <= atoms(earlier)


def _named(tokens: Sequence[Token]) -> dict[str, list[str]] | None:
    """What the words name, by what it is in a step; None where they say anything else."""
    found: dict[str, list[str]] = {}
    rest = [one for one in tokens if one.kind != tags.VERB]
    while rest:
        kind, value, length = _first(rest)
        if not kind:
            return None
        found.setdefault(kind, []).append(value)
        del rest[:length]
    return found if all(len(found[kind]) == 1 for kind in found if kind != "card") else None


def _first(tokens: Sequence[Token]) -> tuple[str, str, int]:
    """What the first words name, its value, and how many words do."""
    first, second = tokens[0], tokens[1] if len(tokens) > 1 else None
    kinds = {first.kind, second.kind if second is not None else ""}
    if second is not None and kinds & {*_SUITS} and tags.NUMBER in kinds:
        suit, number = (second, first) if first.kind == tags.NUMBER else (first, second)
        return "card", suit.value + number.value, 2
    if second is not None and kinds & {*_PLACES} and kinds & {tags.NUMBER, tags.ORDINAL}:
        return "place", second.value if first.kind in _PLACES else first.value, 2
    return _KINDS.get(first.kind, ""), first.value, 1


def _kind(verb: str, word: str, animals: frozenset[str]) -> str:
    """What a word of a step is; "" for whatever no correction changes alone."""
    if word in animals:
        return "animal"
    if verb == "trump":
        return "colour"
    if word.isdigit():
        return "number" if verb == "bid" else "place"
    if word in ("left", "right"):
        return "side"
    return "card" if word != "R" and any(map(str.isupper, word)) else "species"


def _has(step: str, named: set[str], verbs: set[str], animals: frozenset[str]) -> bool:
    """Whether a step has all that is named, and is what the verbs say."""
    verb, *words = step.split()
    kinds = {_kind(verb, word, animals) for word in words}
    if sum(word.isdigit() for word in words) > 1:
        return False  # cards that grow on several birds
    known = {verb} | ({*_GIVING} if verb == "take" else set())
    is_paid = verb == "take" and "pay" in verbs and named == {"card"}
    return verbs <= known and (named <= kinds or is_paid) and verb != "swap"


def _changed(step: str, named: dict[str, list[str]], animals: frozenset[str]) -> str:
    """The step with what is named in the place of what it had."""
    verb, *words = step.split()
    found: list[str] = []
    anew = {kind: list(values) for kind, values in named.items()}
    for word in words:
        kind = _kind(verb, word, animals)
        found.extend(anew.pop(kind, ()) if kind in named else [word])
    return " ".join((verb, *found, *(word for values in anew.values() for word in values)))
