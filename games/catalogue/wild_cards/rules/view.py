"""What a seat, or a spectator, may know: built up from nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from games.catalogue.wild_cards.rules.cards import REFILL, SPECIES, Cards
from games.catalogue.wild_cards.rules.resampling import face_down, held
from games.catalogue.wild_cards.rules.scoring import WildCardsScore, scores
from games.catalogue.wild_cards.rules.state import WildState, rounds_of
from games.rules.protocol import Reveal, Seat, TableView, Value

ValueT = TypeVar("ValueT")


class LaidBid(Value, frozen=True):
    """A laid bid: open with its cards, or face down with their number."""

    open: bool
    cards: Sequence[str] | int


class WildCardsPlayer(Value, frozen=True):
    """What everybody may know of a player. Leo's `hand` counts the cards of his pile."""

    seat: Seat
    leo: bool
    hand: int
    collection: Mapping[str, int]
    tokens: int
    bid: LaidBid | None
    payment: Sequence[str] | None
    shown: Sequence[str]
    took: str | None
    state: str

    @property
    def open_cards(self) -> Sequence[str]:
        """The bid, or nothing where none lies open."""
        return () if self.bid is None or isinstance(self.bid.cards, int) else self.bid.cards

    @property
    def hidden_cards(self) -> int:
        """How many cards of the bid lie face down."""
        return self.bid.cards if self.bid is not None and isinstance(self.bid.cards, int) else 0


class WildCardsView(TableView, Value, frozen=True):
    """A view of a match. Fields that hold None do not apply, or are not this viewer's to know."""

    game: str
    edition: str
    seats: int
    seat: Seat | None
    leo: Seat | None
    virtual: Sequence[str]
    round: int
    rounds: int
    phase: str
    market: Sequence[str | None]
    animals_left: int
    deck: int
    discard: Sequence[str]
    talisman: Seat | None
    leaders: Mapping[str, Seat | None]
    players: Sequence[WildCardsPlayer]
    awaited: Sequence[Seat]
    hand: Sequence[str] | None
    own_bid: Sequence[str] | None
    score: Sequence[WildCardsScore]


@dataclass(frozen=True, slots=True)
class WildCardsReveal(Reveal[WildCardsView]):
    """Everything of a finished match, Leo's pile from its top card on."""

    leo_pile: Sequence[str]


def view(state: WildState, seat: Seat | None) -> WildCardsView:
    """What the seat (None: a spectator) may know (W52)."""
    hand = own_bid = None
    if seat is not None:
        hand = full_hand(state, seat)
        own_bid = list(face_down(state, seat)) or None
    players = len(state.collections)
    return WildCardsView(
        game="wild-cards",
        edition=state.options.edition,
        seats=state.seats,
        seat=seat,
        leo=state.leo,
        virtual=[] if state.leo is None else ["Leo"],
        round=state.round,
        rounds=rounds_of(players),
        phase=state.phase,
        market=list(state.market),
        animals_left=len(state.animals),
        deck=len(state.deck),
        discard=list(state.discard),
        talisman=state.talisman,
        leaders=_by_species(state.leaders),
        players=[_player(state, player) for player in range(players)],
        awaited=list(state.awaited),
        hand=hand,
        own_bid=own_bid,
        score=scores(state),
    )


def reveal(state: WildState) -> WildCardsReveal:
    """Everything, for the replay of a finished match."""
    hands = [full_hand(state, seat) for seat in range(state.seats)]
    return WildCardsReveal(view(state, None), hands, list(reversed(state.leo_pile)))


def full_hand(state: WildState, seat: Seat) -> list[str]:
    """A person's hand in written order, with the Refill card unless it is laid as a bid."""
    hand = list(state.hands[seat])
    if REFILL not in state.bids[seat] or state.standing[seat] == "refilled":
        hand.append(REFILL)
    return hand


def _player(state: WildState, player: Seat) -> WildCardsPlayer:
    leo = player == state.seats
    cards, payment = state.bids[player], state.payments[player]
    return WildCardsPlayer(
        player,
        leo,
        len(state.leo_pile) if leo else held(state, player),
        _by_species(state.collections[player]),
        0 if leo else state.tokens[player],
        _bid(cards) if cards else None,
        None if payment is None else list(payment),
        list(state.shown[player]),
        state.took[player],
        state.standing[player],
    )


@lru_cache(maxsize=4096)
def _by_species(values: tuple[ValueT, ...]) -> Mapping[str, ValueT]:
    """A collection or the leaders under their names, shared by all views."""
    return dict(zip(SPECIES, values, strict=True))


def _bid(cards: Cards) -> LaidBid:
    if len(cards) == 2:
        return LaidBid(
            open=False,
            cards=2,
        )
    return LaidBid(
        open=True,
        cards=list(cards),
    )
