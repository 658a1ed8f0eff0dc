"""Named, verifiable shuffles: the only source of chance that the rules know.

A match's seed is expanded by HMAC-SHA256 over the pile's name and its running number, read as a
stream of 32-bit words with rejection sampling, and applied as a Fisher-Yates shuffle. Anybody who
knows the seed can repeat every shuffle in any language; see `shuffled`.
"""

from __future__ import annotations

import hmac
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from typing import NamedTuple, TypeAlias

import msgspec

_BLOCK = struct.Struct(">8I")


class Shuffle(NamedTuple):
    """One shuffle that happened: the pile's name and its cards, the top card first."""

    pile: str
    cards: tuple[str, ...]


class ChanceError(ValueError):
    """Recorded shuffles do not fit the match: missing, of another pile, or of other cards."""


_HEARD: ContextVar[list[Shuffle] | None] = ContextVar("heard_shuffles", default=None)


@contextmanager
def piles_heard() -> Iterator[list[Shuffle]]:
    """Within the block each pile is noted as it lies before it is shuffled: what a check needs."""
    heard: list[Shuffle] = []
    token = _HEARD.set(heard)
    try:
        yield heard
    finally:
        _HEARD.reset(token)


class Chance(msgspec.Struct, frozen=True):
    """Where shuffles come from: a seed, or the shuffles that a record lists.

    A frozen value that lives in a game's state; `shuffle` returns its successor. `used` counts the
    shuffles so far, and makes two shuffles of one pile different.
    """

    seed: str = ""
    recorded: tuple[Shuffle, ...] | None = None
    used: int = 0

    def shuffle(
        self, pile: str, cards: Sequence[str], kept: int | None = None
    ) -> tuple[Shuffle, Chance]:
        """Shuffle `cards` under the pile's name; raise ChanceError if a record says otherwise.

        With `kept` only so many cards from the top stay in the pile; the shuffle lists just them.
        """
        heard = _HEARD.get()
        if heard is not None:
            heard.append(Shuffle(pile, tuple(cards)))
        following = Chance(self.seed, self.recorded, self.used + 1)
        if self.recorded is None:
            return Shuffle(pile, shuffled(cards, self.seed, pile, self.used)[:kept]), following
        if self.used >= len(self.recorded):
            raise ChanceError(f"shuffle {self.used + 1} ({pile}) is missing")
        listed = self.recorded[self.used]
        if listed.pile != pile:
            raise ChanceError(f"shuffle {self.used + 1} is of {listed.pile!r}, not of {pile!r}")
        expected = len(cards) if kept is None else min(kept, len(cards))
        if len(listed.cards) != expected or Counter(listed.cards) - Counter(cards):
            raise ChanceError(f"shuffle {self.used + 1} ({pile}) does not hold the pile's cards")
        return listed, following


StoredChance: TypeAlias = tuple[str, int, list[tuple[str, str]] | None]
"""The chance as JSON values: seed, shuffles so far, and those of a record, the cards one text."""


def chance_values(chance: Chance) -> StoredChance:
    """The chance as it is stored, to be read by `chance_of`."""
    recorded = chance.recorded
    listed = None if recorded is None else [(one.pile, " ".join(one.cards)) for one in recorded]
    return chance.seed, chance.used, listed


def chance_of(seed: str, used: int, listed: list[tuple[str, str]] | None) -> Chance:
    """The chance that `chance_values` wrote out."""
    if listed is None:
        return Chance(seed, None, used)
    recorded = tuple(Shuffle(pile, tuple(cards.split())) for pile, cards in listed)
    return Chance(seed, recorded, used)


def shuffled(cards: Sequence[str], seed: str, pile: str, number: int) -> tuple[str, ...]:
    """The cards in the order that seed, pile name and running number fix, the top card first.

    Fisher-Yates from the last position down to the second; position i swaps with a uniform number
    in 0..i, drawn from `words(seed, pile, number)` by rejection: a word at or above the largest
    multiple of i + 1 is thrown away (no modulo bias).
    """
    deck = list(cards)
    last = len(deck) - 1
    if last < 1:
        return tuple(deck)
    for word in words(seed, pile, number):
        other = word % (last + 1)
        if word - other + last >= 2**32:  # the last multiple of last + 1 is at or below the word
            continue
        deck[last], deck[other] = deck[other], deck[last]
        last -= 1
        if not last:
            break
    return tuple(deck)


def words(seed: str, pile: str, number: int) -> Iterator[int]:
    """Big-endian 32-bit words of HMAC-SHA256(key=seed, "pile/number/block"), block 0, 1, 2, …

    The seed is keyed as its UTF-8 text, so a reader needs no other encoding.
    """
    # What all blocks begin with is digested once: a copy goes on from there in half the time.
    begun = hmac.new(seed.encode(), f"{pile}/{number}/".encode(), "sha256")
    for block in count():
        digest = begun.copy()
        digest.update(b"%d" % block)
        yield from _BLOCK.unpack(digest.digest())
