"""A state as canonical JSON and back: its fields in their order as one array, without blanks.

Piles are one text each. Names beside the fields would cost a quarter of the time and of the space.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from games.catalogue.wild_cards.rules.cards import Cards
from games.catalogue.wild_cards.rules.options import WildCardsOptions
from games.catalogue.wild_cards.rules.state import Tie, TieStep, WildState
from games.rules.chance import chance_of, chance_values
from games.rules.protocol import Seat

_to_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_from_json = json.JSONDecoder().raw_decode
_options = cache(WildCardsOptions)


def encode(state: WildState) -> str:
    """The state as canonical JSON, below 4 kB unless it carries a record's shuffles."""
    options = state.options
    return _to_json(
        (
            (options.edition, options.leo, options.removal),
            state.seats,
            chance_values(state.chance),
            state.number,
            state.round,
            state.phase,
            state.awaited,
            _texts(state.hands),
            " ".join(state.deck),
            " ".join(state.discard),
            " ".join(state.leo_pile),
            " ".join(state.animals),
            " ".join(state.removed),
            " ".join(state.cleared),
            state.market,
            state.collections,
            state.leaders,
            state.tokens,
            state.talisman,
            state.talisman_used,
            _texts(state.bids),
            [None if cards is None else " ".join(cards) for cards in state.payments],
            _texts(state.shown),
            state.standing,
            state.took,
            state.swapped,
            state.declined,
            state.queue,
            state.tie,
        )
    )


def decode(text: str) -> WildState:
    """Read what `encode` wrote."""
    read: Any = WildState._make(_from_json(text)[0])  # lists and texts where a state has tuples
    return WildState(
        _options(*read.options),
        read.seats,
        chance_of(*read.chance),
        read.number,
        read.round,
        read.phase,
        tuple(read.awaited),
        _piles(read.hands),
        tuple(read.deck.split()),
        tuple(read.discard.split()),
        tuple(read.leo_pile.split()),
        tuple(read.animals.split()),
        tuple(read.removed.split()),
        tuple(read.cleared.split()),
        tuple(read.market),
        tuple([tuple(collection) for collection in read.collections]),
        tuple(read.leaders),
        tuple(read.tokens),
        read.talisman,
        read.talisman_used,
        _piles(read.bids),
        tuple([None if cards is None else tuple(cards.split()) for cards in read.payments]),
        _piles(read.shown),
        tuple(read.standing),
        tuple(read.took),
        tuple(read.swapped),
        tuple(read.declined),
        tuple(read.queue),
        None if read.tie is None else _tie(*read.tie),
    )


def _texts(piles: Iterable[Cards]) -> list[str]:
    return [" ".join(cards) for cards in piles]


def _piles(texts: Iterable[str]) -> tuple[Cards, ...]:
    return tuple([tuple(text.split()) for text in texts])


def _tie(
    value: int,
    lion: Seat | None,
    front: list[Seat],
    groups: list[list[Seat]],
    passed: list[Seat],
    paid: bool,
    step: TieStep,
) -> Tie:
    seats = tuple(tuple(group) for group in groups)
    return Tie(value, lion, tuple(front), seats, tuple(passed), paid, step)
