"""Which thing of the position a run of words picks: a card, an animal of the market, a bird."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from games.words.descriptions.pieces import Piece
from games.words.lexicon import tags
from games.words.positions.evidence import atoms
from games.words.positions.facts import Facts
from games.words.positions.scene import MOST_LEGAL, OrderScene

SUITS = ("HABITAT", "COLOUR", "SUIT")
NARROWING = (*SUITS, "RANK", "CODE", "SPECIAL")
_WORTH = {"A": 1, "C": 10}
PICKING = frozenset(
    ("lowest", "highest", "second lowest", "second highest", "leftmost", "rightmost", "left",
     "right", "middle", "only", "wild", "penultimate", "last", "longest", "shortest", "worst",
     "best", "without", "behind", tags.ORDINAL)
)  # fmt: skip
_OF_CARDS = frozenset(("card", "numbered", "hand", "held", "lowest", "highest", "trumps"))
_EXTREME = frozenset(("lowest", "highest", "second lowest", "second highest", tags.ORDINAL))
_OF_BIRDS = frozenset(("longest", "shortest", "worst", "best"))
_BUT = ("without", "save", "all but")
_PLACED = frozenset(("hand", "held", "left", "right", "animal"))
"""Beside these words "the third" counts off what lies in a row."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The things of a position that words may pick, each kind in its sequence at the table."""

    scene: OrderScene
    facts: Facts
    hand: Sequence[str]
    cards: Sequence[str]
    """Those that an order may give now."""

    is_many: bool
    """Whether an order may give several of them."""

    is_bare: bool
    """Whether no card is named beside, that "the lowest" might be one of the like of."""

    suit: str
    """The one suit that is named anywhere: "not the highest green but the lowest"."""

    @classmethod
    def of(cls, scene: OrderScene, facts: Facts, *, is_bare: bool, suit: str) -> Picture:
        """What the writer sees of an open decision."""
        legal = scene.legal()
        given = dict.fromkeys(word for text in legal for word in text.split()[1:] if is_card(word))
        held = [card for card in scene.hand if len(card) > 1 or card in "ZN"]
        if len(legal) < MOST_LEGAL:
            shown = [card for card in held if card in given]
            held = shown if set(shown) == set(given) else list(given)
        is_many = any(
            sum(map(is_card, text.split())) > 1 and not _is_placed(text) for text in legal
        )
        return cls(scene, facts, [*scene.hand], held, is_many, is_bare, suit)


def _is_placed(text: str) -> bool:
    """Whether an order says where its cards go."""
    return any(map(str.isdigit, text.split()))


def is_card(word: str) -> bool:
    """Whether a word of an order is a card and no name, number or side."""
    return any(map(str.isupper, word)) and word != "R"


def named(picture: Picture, parts: Sequence[Piece]) -> str:
    """The name of the one thing that is described; "" where none is, or several are."""
    kinds = {piece.kind for piece in parts}
    market = picture.facts.lying.get("market", ())
    if market and picture.scene.kind in ("take", "swap") and not kinds & _OF_CARDS:
        is_sure = not picture.cards or "animal" in kinds
        found = _animal(parts, kinds, market, picture.facts.traits if is_sure else {})
        if found or "animal" in kinds:
            return found
    if parts[0].kind in ("ALL", "all but", "both") or _counts(parts, kinds):
        return " ".join(_several(picture, parts, kinds)) if picture.is_many else ""
    if not kinds & PICKING or kinds <= PICKING or not _is_denied_well(parts):
        return ""
    is_bare = kinds <= {"determiner", "link", *_EXTREME}
    if is_bare and not picture.is_bare and not picture.suit:
        return ""
    if "BIRD" in kinds:
        return _bird(picture, parts, kinds)
    return "" if kinds & {"animal", *_OF_BIRDS} else _card(picture, parts, kinds)


def _counts(parts: Sequence[Piece], kinds: set[str]) -> bool:
    """Whether a run says how many cards of a suit there are: "my two mountains"."""
    is_plain = kinds <= {"determiner", "link", "card", "held", "hand", tags.NUMBER, *SUITS}
    numbers = [piece for piece in parts if piece.kind == tags.NUMBER]
    is_many = len(numbers) == 1 and _count(numbers[0]) > 1
    order = [piece.kind for piece in parts if piece.kind in (tags.NUMBER, *SUITS)]
    is_begun = parts[0].kind in ("determiner", tags.NUMBER)
    return is_plain and is_many and is_begun and order[0] == tags.NUMBER and len(order) > 1


def _count(piece: Piece) -> int:
    """How many a word says, 2 for "both"."""
    return int(piece.value) if piece.value.isdigit() else 2


def _several(picture: Picture, parts: Sequence[Piece], kinds: set[str]) -> list[str]:
    """All cards of a kind but those that are not meant; none where it is not clear which."""
    place = next((i for i, one in enumerate(parts) if one.kind in _BUT), len(parts))
    shown, besides = parts[:place], parts[place:]
    cards = [card for card in picture.cards if all(_shows(card, v) for v in _values(shown)[0])]
    numbers = [_count(piece) for piece in shown if piece.kind in (tags.NUMBER, "both")]
    is_all = bool(kinds & {"ALL", "all but"})
    if bool(besides) != is_all or any(number != len(cards) for number in numbers):
        return []
    groups = [group for group in map(partial(_found, cards), _values(besides)[1]) if group]
    if kinds & _EXTREME:
        groups = [_extreme(group, besides, kinds) for group in groups or [cards]]
    out = [card for group in groups for card in group]
    return [card for card in cards if card not in out] if out or not besides else []


def _found(cards: Sequence[str], values: Sequence[str]) -> list[str]:
    """The cards that show all of these; of "the two forests" all, where there are so many."""
    found = [card for card in cards if all(_shows(card, value) for value in values)]
    if found or not values or not values[0].isdigit():
        return found
    found = [card for card in cards if all(_shows(card, value) for value in values[1:])]
    return found if len(found) == int(values[0]) else []


def _is_denied_well(parts: Sequence[Piece]) -> bool:
    """Whether what is said not to be meant is something that things show."""
    kinds = [one.kind for one in parts]
    if ("save" in kinds) != ("behind" in kinds) or kinds[:1] == ["save"]:
        return False
    after = [one.kind for one in parts if one.kind not in ("determiner", "link")]
    return all(
        after[place + 1 : place + 2] and after[place + 1] in (*NARROWING, "wild", tags.NUMBER)
        for place, kind in enumerate(after)
        if kind == "without"
    )


def _animal(
    parts: Sequence[Piece],
    kinds: set[str],
    market: Sequence[str],
    traits: Mapping[str, Sequence[str]],
) -> str:
    """An animal of the market, by its place there or its habitat."""
    habitats = [piece.value for piece in parts if piece.kind == "HABITAT"]
    if kinds & {"left", "right", "leftmost", "rightmost", "middle", "last", tags.ORDINAL}:
        return "" if habitats else _single(_in_place(market, parts, kinds))
    if len(habitats) != 1 or not kinds & {"link", "animal"}:
        return ""
    return _single([one for one in market if habitats[0] in traits.get(one, ())])


def _card(picture: Picture, parts: Sequence[Piece], kinds: set[str]) -> str:
    """A card of the writer's, by what it shows, is worth, or where it is in the hand."""
    is_placed = bool(kinds & {"leftmost", "rightmost"})
    is_placed |= bool(kinds & {"last", "penultimate"} and kinds & _PLACED)
    is_placed |= bool("middle" in kinds and kinds & {"card", "trumps", *_PLACED, *SUITS})
    is_placed |= bool(kinds & {tags.ORDINAL, "left", "right"} and kinds & _PLACED)
    is_extreme = any(kind.endswith(("lowest", "highest")) for kind in kinds)
    cards = list(picture.cards)
    if is_placed and not is_extreme and not kinds & {*SUITS, "trumps"}:
        cards = [card for card in picture.hand if len(card) > 1 or card in "ZN"]
    shown, denied = _values(parts)
    if kinds <= {"determiner", "link", *_EXTREME} and picture.suit:
        shown = [picture.suit]
    cards = [card for card in cards if all(_shows(card, value) for value in shown)]
    cards = [card for card in cards if not any(all(_shows(card, v) for v in d) for d in denied)]
    cards = [card for card in cards if "numbered" not in kinds or any(map(str.isdigit, card))]
    if "trumps" in kinds:
        trump = getattr(picture.scene.view, "trump", None)
        cards = [card for card in cards if trump and card[0] == trump]
    for number in (piece.value for piece in _meant(parts) if piece.kind == tags.NUMBER):
        is_count = number in (str(len(cards)), str(len(set(cards))))
        if not (is_count and (is_extreme or is_placed)):
            cards = [card for card in cards if number in atoms(card)]
    if is_extreme:
        beyond = "N" if kinds & {"lowest", "second lowest"} else "Z"
        if beyond in cards and not kinds & {"numbered", "trumps"}:
            return ""
        return _single(_extreme(cards, parts, kinds))
    if is_placed:
        found = _single(_in_place(cards, parts, kinds))
        return found if found in picture.cards else ""
    if tags.ORDINAL in kinds or kinds & {"left", "right"}:
        return ""
    is_told = bool(kinds & {*SUITS, "trumps", "wild", tags.NUMBER})
    return _single(cards) if is_told or len(set(picture.hand)) == 1 else ""


def _meant(parts: Sequence[Piece]) -> list[Piece]:
    """The pieces without those that say what is not meant."""
    denied = {piece for group in _denied(parts) for piece in group}
    return [piece for piece in parts if piece not in denied]


def _denied(parts: Sequence[Piece]) -> list[list[Piece]]:
    """What is not meant: what follows a "without", and what stands before Dutch "na"."""
    found: list[list[Piece]] = []
    is_denied = False
    for piece in parts:
        is_thing = piece.kind in (*NARROWING, "wild", tags.NUMBER)
        if piece.kind in _BUT:
            is_denied = True
            found.append([])
        elif is_denied and piece.kind in ("AND", tags.NOT):
            found.append([])
        elif is_denied and is_thing:
            found[-1].append(piece)
        elif piece.kind not in ("determiner", "link", *_EXTREME):
            is_denied = False
    return found


def _values(parts: Sequence[Piece]) -> tuple[list[str], list[list[str]]]:
    """What a card must show, and what it must not show all of."""

    def value(piece: Piece) -> str:
        return "W" if piece.kind == "wild" else piece.value

    shown = [value(piece) for piece in _meant(parts) if piece.kind in (*NARROWING, "wild")]
    return shown, [[value(piece) for piece in group] for group in _denied(parts) if group]


def _shows(card: str, value: str) -> bool:
    return value == card or value in atoms(card)


def _extreme(cards: Sequence[str], parts: Sequence[Piece], kinds: set[str]) -> list[str]:
    """The cards of the lowest or highest number, or of the second such."""
    ways = [kind for kind in kinds if kind.endswith(("lowest", "highest"))]
    numbers = sorted({worth(card) for card in cards} - {0}, reverse=ways[0].endswith("highest"))
    ordinals = [int(piece.value) for piece in parts if piece.kind == tags.ORDINAL]
    number = ordinals[0] if ordinals else 1 + ways[0].startswith("second")
    if len(ways) > 1 or len(ordinals) > 1 or not 0 < number <= len(numbers):
        return []
    return [card for card in cards if worth(card) == numbers[number - 1]]


def _in_place(row: Sequence[str], parts: Sequence[Piece], kinds: set[str]) -> list[str]:
    """What lies at the place that is said."""
    ordinals = [int(piece.value) for piece in parts if piece.kind == tags.ORDINAL]
    is_right = bool(kinds & {"right", "rightmost", "last", "penultimate"})
    if is_right and kinds & {"left", "leftmost"}:
        return []
    if "middle" in kinds:
        return [row[len(row) // 2]] if len(row) % 2 and not ordinals else []
    place = ordinals[0] if ordinals else 1 + ("penultimate" in kinds)
    if len(ordinals) > 1 or not 0 < place <= len(row):
        return []
    return [row[-place] if is_right else row[place - 1]]


def _bird(picture: Picture, parts: Sequence[Piece], kinds: set[str]) -> str:
    """One of the writer's birds, by its length, its points, its suits or its age."""
    points = picture.facts.parts.get("birds", ())
    if not points or kinds & {tags.ORDINAL, tags.NUMBER, "left", "right"}:
        return ""
    own = points[picture.scene.seat]
    cards = [len(picture.facts.lying[f"bird {number}"]) for number in range(1, len(own) + 1)]
    ways: dict[str, tuple[Callable[..., int], Sequence[Sequence[int]]]] = {
        "shortest": (min, [cards]),
        "longest": (max, [cards]),
        "worst": (min, [own]),
        "best": (max, [own]),
        "lowest": (min, [own, cards]),
        "highest": (max, [own, cards]),
        "last": (max, [range(len(own))]),
    }
    if "middle" in kinds and len(own) % 2 and len(own) > 1:
        return f"bird {len(own) // 2 + 1}"
    said = [kind for kind in ways if kind in kinds]
    if len(said) != 1 or kinds & {"SUIT", "without"}:
        return ""
    pick, figures = ways[said[0]]
    best = {tuple(i for i, one in enumerate(each) if one == pick(each)) for each in figures if each}
    found = best.pop() if len(best) == 1 else ()
    return f"bird {found[0] + 1}" if len(found) == 1 and len(own) > 1 else ""


def _single(found: Sequence[str]) -> str:
    """The one thing of these, "" where there is none or another."""
    return found[0] if len(set(found)) == 1 else ""


def worth(card: str) -> int:
    """The number on a card; 0 for one that has none."""
    digits = "".join(filter(str.isdigit, card))
    return int(digits) if digits else _WORTH.get(card[:1], 0) if len(card) > 1 else 0
