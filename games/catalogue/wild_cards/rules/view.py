"""What a seat, or a spectator, may know: built up from nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypedDict

from games.catalogue.wild_cards.rules.cards import REFILL, SPECIES, Cards
from games.catalogue.wild_cards.rules.hidden import face_down, held
from games.catalogue.wild_cards.rules.scoring import Score, scores
from games.catalogue.wild_cards.rules.state import State, rounds_of
from games.rules.protocol import Seat


class BidView(TypedDict):
    """A laid bid: open with its cards, or face down with their number."""

    open: bool
    cards: list[str] | int


class PlayerView(TypedDict):
    """What everybody may know of a player. Leo's `hand` counts the cards of his pile."""

    seat: Seat
    leo: bool
    hand: int
    collection: dict[str, int]
    tokens: int
    bid: BidView | None
    payment: list[str] | None
    shown: list[str]
    took: str | None
    state: str


class WildCardsView(TypedDict):
    """A view of a match. Keys that hold None do not apply, or are not this viewer's to know."""

    game: str
    edition: str
    seats: int
    seat: Seat | None
    leo: Seat | None
    virtual: list[str]
    round: int
    rounds: int
    phase: str
    market: list[str | None]
    animals_left: int
    deck: int
    discard: list[str]
    talisman: Seat | None
    leaders: dict[str, Seat | None]
    players: list[PlayerView]
    awaited: list[Seat]
    hand: list[str] | None
    own_bid: list[str] | None
    score: list[Score]


class WildCardsReveal(WildCardsView):
    """The view of a finished match with all hands open."""

    hands: list[list[str]]
    leo_pile: list[str]


def view(state: State, seat: Seat | None) -> WildCardsView:
    """What the seat (None: a spectator) may know (W52)."""
    hand = own_bid = None
    if seat is not None:
        hand = full_hand(state, seat)
        own_bid = list(face_down(state, seat)) or None
    players = len(state.collections)
    return {
        "game": "wild-cards",
        "edition": state.options.edition,
        "seats": state.seats,
        "seat": seat,
        "leo": state.leo,
        "virtual": [] if state.leo is None else ["Leo"],
        "round": state.round,
        "rounds": rounds_of(players),
        "phase": state.phase,
        "market": list(state.market),
        "animals_left": len(state.animals),
        "deck": len(state.deck),
        "discard": list(state.discard),
        "talisman": state.talisman,
        "leaders": _by_species(state.leaders).copy(),
        "players": [_player(state, player) for player in range(players)],
        "awaited": list(state.awaited),
        "hand": hand,
        "own_bid": own_bid,
        "score": scores(state),
    }


def reveal(state: State) -> WildCardsReveal:
    """Everything, for the replay of a finished match."""
    return {
        **view(state, None),
        "hands": [full_hand(state, seat) for seat in range(state.seats)],
        "leo_pile": list(reversed(state.leo_pile)),
    }


def full_hand(state: State, seat: Seat) -> list[str]:
    """A person's hand in written order, with the Refill card unless it is laid as a bid."""
    hand = list(state.hands[seat])
    if REFILL not in state.bids[seat] or state.standing[seat] == "refilled":
        hand.append(REFILL)
    return hand


def _player(state: State, player: Seat) -> PlayerView:
    leo = player == state.seats
    cards, payment = state.bids[player], state.payments[player]
    return {
        "seat": player,
        "leo": leo,
        "hand": len(state.leo_pile) if leo else held(state, player),
        "collection": _by_species(state.collections[player]).copy(),
        "tokens": 0 if leo else state.tokens[player],
        "bid": _bid(cards) if cards else None,
        "payment": None if payment is None else list(payment),
        "shown": list(state.shown[player]),
        "took": state.took[player],
        "state": state.standing[player],
    }


@lru_cache(maxsize=4096)
def _by_species(values: tuple[int | None, ...]) -> dict[str, Any]:
    """A collection or the leaders under their names. Shared by all views: each takes a copy."""
    return dict(zip(SPECIES, values, strict=True))


def _bid(cards: Cards) -> BidView:
    if len(cards) == 2:
        return {"open": False, "cards": 2}
    return {"open": True, "cards": list(cards)}
