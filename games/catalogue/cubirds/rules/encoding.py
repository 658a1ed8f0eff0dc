"""A state as canonical JSON and back: sorted keys, no blanks, a letter a card, a digit a count."""

from __future__ import annotations

import json

from games.catalogue.cubirds.rules.cards import SPECIES, Counts
from games.catalogue.cubirds.rules.options import CuBirdsOptions
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.chance import chance_of, chance_values

_DIGITS = "0123456789abcdefghijk"
"""A count of 0 to 20, the most cards that a species has."""

_COUNT = {digit: number for number, digit in enumerate(_DIGITS)}
_WIDTH = len(SPECIES)

# The keys are written in sorted order below: sorting them again would cost a tenth of the time.
_to_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_from_json = json.JSONDecoder().raw_decode


def encode(state: CuBirdsState) -> str:
    """The state as canonical JSON, below 1 kB unless it carries a record's shuffles."""
    return _to_json(
        {
            "active": state.active,
            "chance": chance_values(state.chance),
            "collections": _digits(state.collections),
            "deck": state.deck,
            "discard": _digits((state.discard,)),
            "hands": _digits(state.hands),
            "known": _digits(state.known),
            "number": state.number,
            "options": [state.options.robin_birds],
            "phase": state.phase,
            "reason": state.reason,
            "rows": state.rows,
            "seats": state.seats,
            "turn": state.turn,
        }
    )


def decode(text: str) -> CuBirdsState:
    """Read what `encode` wrote."""
    values, _ = _from_json(text)
    return CuBirdsState(
        CuBirdsOptions(*values["options"]),
        values["seats"],
        chance_of(*values["chance"]),
        values["number"],
        values["turn"],
        values["phase"],
        values["active"],
        tuple(values["rows"]),
        _counts(values["hands"]),
        _counts(values["known"]),
        _counts(values["collections"]),
        values["deck"],
        _counts(values["discard"])[0],
        values["reason"],
    )


def _digits(piles: tuple[Counts, ...]) -> str:
    return "".join([_DIGITS[number] for counts in piles for number in counts])


def _counts(text: str) -> tuple[Counts, ...]:
    numbers = tuple([_COUNT[digit] for digit in text])
    return tuple([numbers[first : first + _WIDTH] for first in range(0, len(numbers), _WIDTH)])
