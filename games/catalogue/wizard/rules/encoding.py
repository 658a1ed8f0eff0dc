"""A state as canonical JSON and back: sorted keys, no blanks, piles as one text each."""

from __future__ import annotations

from functools import cache

import msgspec

from games.catalogue.wizard.rules.options import Bidding, WizardOptions
from games.catalogue.wizard.rules.state import Phase, WizardState
from games.rules.chance import StoredChance, chance_of, chance_values
from games.rules.protocol import Seat


class _StoredState(msgspec.Struct, gc=False):
    """The JSON object. Its fields stand in sorted order, which is that of the text."""

    awaited: tuple[Seat, ...]
    bids: tuple[int | None, ...]
    chance: StoredChance
    gone: str
    hands: list[str]
    leaders: tuple[Seat, ...]
    number: int
    options: tuple[Bidding, bool, bool, bool, bool]
    phase: Phase
    piles: list[str]
    played: str
    round: int
    seats: int
    sheet: tuple[int, ...]
    totals: tuple[int, ...]
    tricks: tuple[int, ...]
    trump: str | None
    turned: str | None


_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(_StoredState).decode
_options = cache(WizardOptions)


def encode(state: WizardState) -> str:
    """The state as canonical JSON, below 4 kB unless it carries a record's shuffles."""
    options = state.options
    stored = _StoredState(
        state.awaited,
        state.bids,
        chance_values(state.chance),
        " ".join(state.gone),
        [" ".join(hand) for hand in state.hands],
        state.leaders,
        state.number,
        (
            options.bidding,
            options.dark_wizard,
            options.uneven,
            options.clairvoyance,
            options.monochrome,
        ),
        state.phase,
        [" ".join(pile) for pile in state.piles],
        " ".join(state.played),
        state.round,
        state.seats,
        state.sheet,
        state.totals,
        state.tricks,
        state.trump,
        state.turned,
    )
    return _to_json(stored).decode()


def decode(text: str) -> WizardState:
    """Read what `encode` wrote."""
    stored = _from_json(text)
    return WizardState(
        _options(*stored.options),
        stored.seats,
        chance_of(*stored.chance),
        stored.number,
        stored.round,
        stored.phase,
        stored.awaited,
        tuple([tuple(pile.split()) for pile in stored.piles]),
        tuple(stored.gone.split()),
        stored.turned,
        stored.trump,
        tuple([tuple(hand.split()) for hand in stored.hands]),
        stored.bids,
        tuple(stored.played.split()),
        stored.leaders,
        stored.tricks,
        stored.totals,
        stored.sheet,
    )
