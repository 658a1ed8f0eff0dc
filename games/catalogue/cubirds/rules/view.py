"""What a seat, or a spectator, may know: built up from nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.catalogue.cubirds.rules.cards import by_name, names, spread
from games.catalogue.cubirds.rules.state import CuBirdsState
from games.rules.protocol import Reveal, Seat, TableView, Value


class CuBirdsPlayer(Value, frozen=True):
    """What everybody may know of a player.

    `hand` counts the cards; `known` are those of them that everybody saw being taken from a row;
    `open` is RobinBird's hand, card by card.
    """

    seat: Seat
    virtual: bool
    hand: int
    known: Mapping[str, int]
    open: Sequence[str] | None
    collection: Mapping[str, int]
    birds: int


class CuBirdsView(TableView, Value, frozen=True):
    """A view of a match. `hand` is the viewer's own, None for a spectator.

    `round` is the turn, `active` whose it is; the discard pile lies face down, so only its size
    is told (C22).
    """

    game: str
    seats: int
    seat: Seat | None
    robin: Seat | None
    virtual: Sequence[str]
    round: int
    phase: str
    active: Seat
    rows: Sequence[Sequence[str]]
    deck: int
    discard: int
    players: Sequence[CuBirdsPlayer]
    awaited: Sequence[Seat]
    hand: Sequence[str] | None
    reason: str


def view(state: CuBirdsState, seat: Seat | None) -> CuBirdsView:
    """What the seat (None: a spectator) may know."""
    return CuBirdsView(
        game="cubirds",
        seats=state.seats,
        seat=seat,
        robin=state.robin,
        virtual=[] if state.robin is None else ["RobinBird"],
        round=state.turn,
        phase=state.phase,
        active=state.active,
        rows=[names(row) for row in state.rows],
        deck=len(state.deck),
        discard=sum(state.discard),
        players=_players(state),
        awaited=list(state.awaited),
        hand=None if seat is None else names(spread(state.hands[seat])),
        reason=state.reason,
    )


def reveal(state: CuBirdsState) -> Reveal[CuBirdsView]:
    """Everything, for the replay of a finished match."""
    return Reveal(view(state, None), [names(spread(hand)) for hand in state.hands])


def _players(state: CuBirdsState) -> list[CuBirdsPlayer]:
    robin = state.robin
    each = zip(state.hands, state.known, state.collections, strict=True)
    return [
        CuBirdsPlayer(
            player,
            player == robin,
            sum(hand),
            by_name(known),
            names(spread(hand)) if player == robin else None,
            by_name(collection),
            sum(collection),
        )
        for player, (hand, known, collection) in enumerate(each)
    ]
