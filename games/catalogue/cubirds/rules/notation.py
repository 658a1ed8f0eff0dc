"""Reading one step of the notation, forgivingly.

Upper and lower case are one; spaces, commas and the like separate or are missing
(`LayParrot2Left`); species may be plural, `l` and `r` are the sides, and words such as `the`,
`row`, `on` and `side` say nothing. What is named may come in any order. Of a lay it is enough to
say what leaves a single way: `lay 2 left` with one species in hand.

Shorthands, settled here where the notation leaves them open:
- `lay … highest` and `lay … any`: of the lays that fit the other words, the one that takes most
  birds; `lowest` the one that takes fewest. Among equal ones that of fewest cards laid counts.
  `cheapest`: the one that lays fewest cards, and of these the one that takes most birds. What is
  still equal goes by species (rarest first), row, left before right.
- `family any`, `family highest`: the family that wins most birds, of equal ones that of fewest
  cards; `family lowest`, `family cheapest`: that of fewest cards. `family` alone will do where only
  one can be formed.

Codes of OrderSyntaxError: `empty`, `too-long` (most), `unknown-word` (word), `no-verb`,
`two-verbs`, `shape` (verb): words that make no such order. Of IllegalOrderError: see `legal`.
Of AmbiguousOrderError: `which-lay`, `which-family`. All carry the text and an example that works.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from games.catalogue.cubirds.rules.cards import INDEX, SPECIES, families
from games.catalogue.cubirds.rules.laying import LEFT, RIGHT
from games.catalogue.cubirds.rules.legal import (
    VERBS,
    best_family,
    check_awaited,
    check_order,
    default_order,
    default_rank,
    lays,
    taken,
)
from games.catalogue.cubirds.rules.orders import (
    CANONICAL,
    DONE,
    DRAW,
    STAY,
    CuBirdsOrder,
    format_order,
)
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.protocol import (
    AmbiguousOrderError,
    IllegalOrderError,
    OrderError,
    OrderSyntaxError,
    Seat,
)

MOST_CHARACTERS = 200
MOST_QUOTED = 80
MOST_CANDIDATES = 6

_VERBS = frozenset(verb for verbs in VERBS.values() for verb in verbs)
_SHORTHANDS = frozenset(("cheapest", "lowest", "highest", "any"))
_BIRDS = {
    **{species: species for species in SPECIES},
    **{f"{species}s": species for species in SPECIES},
    "flamingoes": "flamingo",
}
_SIDES = {LEFT: LEFT, RIGHT: RIGHT, "l": LEFT, "r": RIGHT}
_SILENT = frozenset(
    ("a", "an", "all", "and", "at", "beside", "bird", "birds", "card", "cards", "end", "for", "in",
     "my", "of", "on", "reed", "row", "side", "the", "to", "with")
)  # fmt: skip
_GLUED = re.compile(
    "|".join(
        sorted((*_VERBS, *_BIRDS, *_SHORTHANDS, *_SIDES, "row", "[0-9]"), key=len, reverse=True)
    )
)
_WORD = re.compile(r"[^\W_]+")
_ROW = re.compile(r"[0-9]{1,3}", re.ASCII)


@dataclass(slots=True)
class _Words:
    """The words of a text, sorted by what they are."""

    verb: str = ""
    species: list[str] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    shorthands: list[str] = field(default_factory=list)

    def add(self, word: str) -> bool:
        """Sort a word in; returns whether it is known."""
        if word in _BIRDS:
            self.species.append(_BIRDS[word])
        elif word in _SIDES:
            self.sides.append(_SIDES[word])
        elif word in _SHORTHANDS:
            self.shorthands.append(word)
        elif _ROW.fullmatch(word):
            self.rows.append(int(word))
        else:
            return word in _SILENT
        return True

    def exceed(self, species: int = 0, rows: int = 0, sides: int = 0, shorthands: int = 0) -> bool:
        """Whether more of a kind was said than an order has room for."""
        return (
            len(self.species) > species
            or len(self.rows) > rows
            or len(self.sides) > sides
            or len(self.shorthands) > shorthands
        )


def parse_order(state: CuBirdsState, seat: Seat, text: str) -> CuBirdsOrder:
    """The order that the text means in this position.

    Raises OrderSyntaxError, IllegalOrderError or AmbiguousOrderError; never anything else.
    """
    check_awaited(state, seat)
    try:
        order = CANONICAL.get(text) or _forgiving(state, seat, text)
        check_order(state, seat, order)
    except OrderError as error:
        error.text = text[:MOST_QUOTED]
        error.example = format_order(default_order(state, seat))
        raise
    return order


def _forgiving(state: CuBirdsState, seat: Seat, text: str) -> CuBirdsOrder:
    words = _read(text)
    if words.verb not in VERBS[state.phase]:
        raise IllegalOrderError("not-now", verb=words.verb, kind=state.phase)
    return _MEANINGS[words.verb](state, seat, words)


def _read(text: str) -> _Words:
    if len(text) > MOST_CHARACTERS:
        raise OrderSyntaxError("too-long", most=MOST_CHARACTERS)
    words = _Words()
    for word in _split(text.lower()):
        if word in _VERBS:
            if words.verb:
                raise OrderSyntaxError("two-verbs")
            words.verb = word
        elif not words.add(word):
            raise OrderSyntaxError("unknown-word", word=word[:MOST_QUOTED])
    if not words.verb:
        raise OrderSyntaxError("no-verb" if words.exceed() else "empty")
    return words


def _split(text: str) -> Iterable[str]:
    """The words of a text, those written together parted."""
    for word in _WORD.findall(text):
        if word in _SILENT or word in _BIRDS or _ROW.fullmatch(word):
            yield word
            continue
        parts = _GLUED.findall(word)
        if "".join(parts) == word:
            yield from parts
        else:
            yield word


def _lay(state: CuBirdsState, seat: Seat, words: _Words) -> CuBirdsOrder:
    if words.exceed(1, 1, 1, 1):
        raise OrderSyntaxError("shape", verb="lay")
    if words.species and words.rows and words.sides and not words.shorthands:
        return CuBirdsOrder("lay", words.species[0], words.rows[0], words.sides[0])
    for species in words.species:
        check_order(state, seat, CuBirdsOrder("lay", species, 1, LEFT))
    for row in words.rows:
        if not 1 <= row <= len(state.rows):
            raise IllegalOrderError("no-row", row=row)
    fitting = [
        order
        for order in lays(state, seat)
        if order.species in (words.species or SPECIES)
        and order.row in (words.rows or (order.row,))
        and order.side in (words.sides or (order.side,))
    ]
    if words.shorthands:
        return _picked_lay(state, seat, words.shorthands[0], fitting)
    return _only_one(fitting, "which-lay")


def _picked_lay(
    state: CuBirdsState, seat: Seat, which: str, fitting: Sequence[CuBirdsOrder]
) -> CuBirdsOrder:
    def rank(order: CuBirdsOrder) -> tuple[int, int]:
        hand = state.hands[seat]
        laid, birds = hand[INDEX[order.species]], len(taken(state, order))
        if which == "lowest":
            return birds, laid
        return (laid, -birds) if which == "cheapest" else default_rank(state, seat, order)

    return min(fitting, key=rank)


def _only_one(orders: Sequence[CuBirdsOrder], code: str) -> CuBirdsOrder:
    if len(orders) > 1:
        candidates = [format_order(order) for order in orders[:MOST_CANDIDATES]]
        raise AmbiguousOrderError(code, candidates=candidates)
    return orders[0]


def _family(state: CuBirdsState, seat: Seat, words: _Words) -> CuBirdsOrder:
    if words.exceed(1, 0, 0, 1) or (words.species and words.shorthands):
        raise OrderSyntaxError("shape", verb="family")
    if words.species:
        return CuBirdsOrder("family", words.species[0])
    hand = state.hands[seat]
    possible = [CuBirdsOrder("family", SPECIES[species]) for species in families(hand)]
    if not words.shorthands:
        return _only_one(possible, "which-family")
    if words.shorthands[0] in ("lowest", "cheapest"):
        return min(possible, key=lambda order: hand[INDEX[order.species]])
    return best_family(possible, hand)


def _draw(state: CuBirdsState, seat: Seat, words: _Words) -> CuBirdsOrder:
    # "draw 2 cards": the number is the rules' own.
    if words.exceed(0, 1, 0, 0) or words.rows not in ([], [2]):
        raise OrderSyntaxError("shape", verb="draw")
    return DRAW


def _bare(order: CuBirdsOrder) -> Callable[[CuBirdsState, Seat, _Words], CuBirdsOrder]:
    def meaning(state: CuBirdsState, seat: Seat, words: _Words) -> CuBirdsOrder:
        if words.exceed():
            raise OrderSyntaxError("shape", verb=order.verb)
        return order

    return meaning


_MEANINGS: dict[str, Callable[[CuBirdsState, Seat, _Words], CuBirdsOrder]] = {
    "lay": _lay,
    "draw": _draw,
    "stay": _bare(STAY),
    "family": _family,
    "done": _bare(DONE),
}
