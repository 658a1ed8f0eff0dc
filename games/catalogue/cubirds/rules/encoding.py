"""A state as canonical JSON and back: sorted keys, no blanks, a letter a card, a digit a count."""

from __future__ import annotations

from functools import cache

import msgspec

from games.catalogue.cubirds.rules.cards import SPECIES, Counts, Letters
from games.catalogue.cubirds.rules.options import CuBirdsOptions
from games.catalogue.cubirds.rules.state import CuBirdsState, Phase, Rows
from games.rules.chance import StoredChance, chance_of, chance_values
from games.rules.protocol import Seat

_DIGITS = b"0123456789abcdefghijk"
"""A count of 0 to 20, the most cards that a species has."""

_COUNTS = bytes(range(len(_DIGITS)))
_TO_DIGITS = bytes.maketrans(_COUNTS, _DIGITS)
_TO_COUNTS = bytes.maketrans(_DIGITS, _COUNTS)
_WIDTH = len(SPECIES)


class _StoredState(msgspec.Struct, gc=False):
    """The JSON object. Its fields stand in sorted order, which is that of the text."""

    active: Seat
    chance: StoredChance
    collections: str
    deck: Letters
    discard: str
    hands: str
    known: str
    number: int
    options: tuple[int]
    phase: Phase
    reason: str
    rows: Rows
    seats: int
    turn: int


_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(_StoredState).decode
_options = cache(CuBirdsOptions)


def encode(state: CuBirdsState) -> str:
    """The state as canonical JSON, below 1 kB unless it carries a record's shuffles."""
    stored = _StoredState(
        state.active,
        chance_values(state.chance),
        _digits(state.collections),
        state.deck,
        _digits((state.discard,)),
        _digits(state.hands),
        _digits(state.known),
        state.number,
        (state.options.robin_birds,),
        state.phase,
        state.reason,
        state.rows,
        state.seats,
        state.turn,
    )
    return _to_json(stored).decode()


def decode(text: str) -> CuBirdsState:
    """Read what `encode` wrote."""
    stored = _from_json(text)
    return CuBirdsState(
        _options(*stored.options),
        stored.seats,
        chance_of(*stored.chance),
        stored.number,
        stored.turn,
        stored.phase,
        stored.active,
        stored.rows,
        _counts(stored.hands),
        _counts(stored.known),
        _counts(stored.collections),
        stored.deck,
        _counts(stored.discard)[0],
        stored.reason,
    )


def _digits(piles: tuple[Counts, ...]) -> str:
    return b"".join([bytes(counts) for counts in piles]).translate(_TO_DIGITS).decode()


def _counts(text: str) -> tuple[Counts, ...]:
    numbers = text.encode().translate(_TO_COUNTS)
    firsts = range(0, len(numbers), _WIDTH)
    return tuple([tuple(numbers[first : first + _WIDTH]) for first in firsts])
