"""What people wrote in positions of matches between bots, and what they meant: the examples that
likelihoods are learnt from."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from games.rules.playout import play_match
from games.rules.protocol import Seat
from games.rules.record import MatchRecord, replay_record
from games.rules.registry import bots_for, rules_for

PHRASES = Path(__file__).resolve().parents[3] / "seeds" / "words" / "phrases.jsonl"
PLACES = PHRASES.with_name("places.jsonl")


class PhraseInPlace(msgspec.Struct):
    """A text at a place, and what its writer means: one order, one of several, or none."""

    place: str
    language: str
    text: str
    meant: list[str]


class Place(msgspec.Struct):
    """A seat's decision in a match of bots: after `at` orders of the match with this seed."""

    id: str
    game: str
    seats: int
    options: dict[str, str | bool | int]
    seed: str
    at: int
    seat: Seat
    names: list[str]


def phrases(path: Path = PHRASES) -> list[PhraseInPlace]:
    """The examples of a file. Raises msgspec.DecodeError for a line that is none."""
    return msgspec.json.Decoder(PhraseInPlace).decode_lines(path.read_bytes())


def places(path: Path = PLACES) -> dict[str, Place]:
    """The places of a file, by their names. Raises msgspec.DecodeError for a line that is none."""
    found = msgspec.json.Decoder(Place).decode_lines(path.read_bytes())
    return {one.id: one for one in found}


def state_at(place: Place) -> Any:
    """The state of its match there: the match is played anew. Raises LookupError past its end."""
    played = 0
    options = tuple(sorted(place.options.items()))
    record = _match(place.game, place.seats, options, place.seed)
    for phase in replay_record(rules_for(place.game), record):
        played += len(phase.entries)
        if played == place.at:
            return phase.adjudication.state
    raise LookupError(place.id)


@lru_cache(maxsize=8)
def _match(
    game: str, seats: int, options: tuple[tuple[str, str | bool | int], ...], seed: str
) -> MatchRecord:
    rules = rules_for(game)
    bots = [bots_for(game)["steady"]] * seats
    return play_match(rules, bots, rules.options.from_mapping(dict(options)), seed)


def content() -> bytes:
    """All that is learnt from, to tell one state of it from another."""
    return PLACES.read_bytes() + PHRASES.read_bytes()
