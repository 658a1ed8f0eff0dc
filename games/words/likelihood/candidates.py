"""The orders that a text may mean, each with what speaks for it and against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.words.learnt_weights import buckets_of
from games.words.lexicon.vocabulary import plain_of
from games.words.likelihood.further_orders import begins_legally, further_orders
from games.words.likelihood.judged_text import JudgedText
from games.words.likelihood.mentions import Mention, mentions, names, spoken
from games.words.likelihood.order_attributes import OrderAttributes
from games.words.likelihood.order_features import Compared, of_nothing, of_pairs, of_readings
from games.words.likelihood.step_features import of_steps, shape
from games.words.positions.evidence import NAMING, atoms
from games.words.positions.scene import OrderScene

NOTHING = ""
"""The candidate that orders nothing."""

BUCKETS = 1 << 18
"""So many features of words and orders are told apart, and as many pairs of a word and an attribute
behind them: those are learnt more slowly, as there are many and each says little."""

_MOST_SPOKEN = 60
_STEM = 4

Features = tuple[int, ...]


class Candidate(NamedTuple):
    """An order, and its features in parts: those of one mention are shared by many orders."""

    order: str
    parts: tuple[Features, ...]


def candidates(scene: OrderScene, text: JudgedText) -> list[Candidate]:
    """What the text may mean: every legal order, what was read and what that may be put together
    to, and nothing at all."""
    named = mentions(text)
    further = further_orders(scene, text, named)
    read = (one for one in text.read if begins_legally(scene, one))
    orders = list(dict.fromkeys((*scene.legal(), *read, *further)))
    shown = [_Shown.of(one) for one in named if one.word.token.kind != "HOW"]
    compared = Compared.among(text, named, orders)
    attributes, described = OrderAttributes(scene, orders), _Described(text)
    found = []
    for order in orders:
        own = [*compared.features(order), *of_pairs(text, named, order), *of_readings(text, order)]
        own += [*of_steps(text, named, order), f"put together {order in further}"]
        parts = [part for one in shown for part in one.parts(order)]
        parts += map(described.by, (*attributes.of(order), *shape(order)))
        found.append(Candidate(order, (*parts, _hashed("order", own))))
    found.append(Candidate(NOTHING, (_hashed("nothing", of_nothing(text, named)),)))
    return found


class _Shown(NamedTuple):
    """A mention, and its features for an order that has it, that has it in a later step, and that
    has it not."""

    mention: Mention
    inside: Features
    later: Features
    outside: Features

    @classmethod
    def of(cls, mention: Mention) -> _Shown:
        inside, later, outside = (
            _hashed(name, mention.contexts) for name in ("in", "in later", "out")
        )
        return cls(mention, inside, later, outside)

    def parts(self, order: str) -> Iterator[Features]:
        if not names(self.mention, atoms(order)):
            yield self.outside
            return
        yield self.inside
        if ";" in order and not names(self.mention, atoms(order.partition(";")[0])):
            yield self.later


class _Described:
    """The words of a text, each with an attribute that an order may be described by."""

    def __init__(self, text: JudgedText) -> None:
        said = {"": None}
        for one in text.words[:_MOST_SPOKEN]:
            if one.token.kind in NAMING:
                continue
            word = spoken(one)
            said |= {word: None, f"{one.token.kind} {one.token.value}": None}
            said |= {f"{plain_of(word)[:_STEM]}…": None} if len(word) > _STEM else {}
        self.said = tuple(said)
        self.found: dict[str, Features] = {}

    def by(self, attribute: str) -> Features:
        """The features of an order of which this is true."""
        if attribute not in self.found:
            buckets = _hashed(attribute, self.said)
            self.found[attribute] = tuple(BUCKETS + bucket for bucket in buckets)
        return self.found[attribute]


def _hashed(name: str, said: Iterable[str]) -> Features:
    return buckets_of(name, said, BUCKETS)
