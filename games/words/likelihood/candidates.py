"""The orders that a text may mean, each with what speaks for it and against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.words.learnt_weights import bucket_of
from games.words.likelihood.further_orders import further_orders
from games.words.likelihood.judged_text import JudgedText
from games.words.likelihood.mentions import OUTLINE, Mention, mentions, names
from games.words.likelihood.order_features import Compared, of_nothing, of_pairs, of_readings
from games.words.positions.evidence import atoms
from games.words.positions.scene import OrderScene

NOTHING = ""
"""The candidate that orders nothing."""

BUCKETS = 1 << 18
"""So many features are told apart."""

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
    orders = list(dict.fromkeys((*scene.legal(), *text.read, *further)))
    shown = [_Shown.of(one) for one in named if one.word.token.kind != "HOW"]
    compared = Compared.among(text, named, orders)
    found = []
    for order in orders:
        own = [*compared.features(order), *of_pairs(text, named, order), *of_readings(text, order)]
        own.append(f"put together {order in further}")
        parts = (part for one in shown for part in one.parts(order))
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
        outline = mention.contexts[:OUTLINE]
        every = (("in", mention.contexts), ("in later", outline), ("out", mention.contexts))
        inside, later, outside = (_hashed(name, said) for name, said in every)
        return cls(mention, inside, later, outside)

    def parts(self, order: str) -> Iterator[Features]:
        if not names(self.mention, atoms(order)):
            yield self.outside
            return
        yield self.inside
        if ";" in order and not names(self.mention, atoms(order.partition(";")[0])):
            yield self.later


def _hashed(name: str, said: Iterable[str]) -> Features:
    return tuple(bucket_of(f"{name} {one}", BUCKETS) for one in said)
