"""A state as canonical JSON and back: its fields in their order as one array, without blanks.

Piles are one text each. Names beside the fields would cost a quarter of the time and of the space.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec

from games.catalogue.wild_cards.rules.cards import Cards
from games.catalogue.wild_cards.rules.options import Edition, Removal, WildCardsOptions
from games.catalogue.wild_cards.rules.state import Phase, Standing, Tie, WildState
from games.rules.chance import StoredChance, chance_of, chance_values
from games.rules.protocol import Seat


class _StoredState(msgspec.Struct, array_like=True, gc=False):
    """The JSON array: the fields of a state, with texts for its cards."""

    options: tuple[Edition, bool, Removal]
    seats: int
    chance: StoredChance
    number: int
    round: int
    phase: Phase
    awaited: tuple[Seat, ...]
    hands: list[str]
    deck: str
    discard: str
    leo_pile: str
    animals: str
    removed: str
    cleared: str
    market: tuple[str | None, ...]
    collections: tuple[tuple[int, ...], ...]
    leaders: tuple[Seat | None, ...]
    tokens: tuple[int, ...]
    talisman: Seat | None
    talisman_used: bool
    bids: list[str]
    payments: list[str | None]
    shown: list[str]
    standing: tuple[Standing, ...]
    took: tuple[str | None, ...]
    swapped: tuple[Seat, ...]
    declined: tuple[Seat, ...]
    queue: tuple[Seat, ...]
    tie: Tie | None


_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(_StoredState).decode
_options = cache(WildCardsOptions)


def encode(state: WildState) -> str:
    """The state as canonical JSON, below 4 kB unless it carries a record's shuffles."""
    options = state.options
    stored = _StoredState(
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
    return _to_json(stored).decode()


def decode(text: str) -> WildState:
    """Read what `encode` wrote."""
    stored = _from_json(text)
    return WildState(
        _options(*stored.options),
        stored.seats,
        chance_of(*stored.chance),
        stored.number,
        stored.round,
        stored.phase,
        stored.awaited,
        _piles(stored.hands),
        tuple(stored.deck.split()),
        tuple(stored.discard.split()),
        tuple(stored.leo_pile.split()),
        tuple(stored.animals.split()),
        tuple(stored.removed.split()),
        tuple(stored.cleared.split()),
        stored.market,
        stored.collections,
        stored.leaders,
        stored.tokens,
        stored.talisman,
        stored.talisman_used,
        tuple(map(_few, stored.bids)),
        tuple([None if cards is None else _few(cards) for cards in stored.payments]),
        tuple(map(_few, stored.shown)),
        stored.standing,
        stored.took,
        stored.swapped,
        stored.declined,
        stored.queue,
        stored.tie,
    )


def _texts(piles: Iterable[Cards]) -> list[str]:
    return [" ".join(cards) for cards in piles]


def _piles(texts: Iterable[str]) -> tuple[Cards, ...]:
    return tuple([tuple(text.split()) for text in texts])


@lru_cache(maxsize=1024)
def _few(text: str) -> Cards:
    """The cards of a bid or a payment, which recur."""
    return tuple(text.split())
