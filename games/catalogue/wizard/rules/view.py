"""What a seat, or a spectator, may know: built up from nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.catalogue.wizard.rules.cards import COLOURS, Cards
from games.catalogue.wizard.rules.options import WizardOptions
from games.catalogue.wizard.rules.scoring import finished_rounds
from games.catalogue.wizard.rules.state import WizardState
from games.catalogue.wizard.rules.tricks import winning_place
from games.rules.protocol import Reveal, Seat, TableView, Value


class WizardPlayer(Value, frozen=True):
    """What the viewer may know of a player.

    `cards` is a hand that the viewer sees though it is another's (clairvoyance); `bid` is None
    where there is none or where it is not this viewer's to know: `has_bid` says which.
    """

    seat: Seat
    colour: str | None
    hand: int
    cards: Sequence[str] | None
    has_bid: bool
    bid: int | None
    tricks: int
    total: int


class FinishedTrick(Value, frozen=True):
    """A finished trick of the round: its cards from the leader clockwise, and who took it."""

    leader: Seat
    cards: Sequence[str]
    winner: Seat


class SheetRound(Value, frozen=True):
    """A finished round on the score sheet, each part in seat order."""

    bids: Sequence[int]
    tricks: Sequence[int]
    points: Sequence[int]


class WizardView(TableView, Value, frozen=True):
    """A view of a match. Fields that hold None do not apply, or are not this viewer's to know."""

    game: str
    options: WizardOptions
    seats: int
    seat: Seat | None
    virtual: Sequence[str]
    round: int
    rounds: int
    cards: int
    phase: str
    dealer: Seat
    turned: str | None
    trump: str | None
    deck: int
    gone: Sequence[str]
    players: Sequence[WizardPlayer]
    leader: Seat
    trick: Sequence[str]
    ahead: Seat | None
    tricks: Sequence[FinishedTrick]
    awaited: Sequence[Seat]
    hand: Sequence[str] | None
    own_bid: int | None
    sheet: Sequence[SheetRound]


@dataclass(frozen=True, slots=True)
class WizardReveal(Reveal[WizardView]):
    """Everything, the bids too."""

    bids: Sequence[int | None]


def hands_are_up(state: WizardState) -> bool:
    """Whether everybody sees all hands but the own one: clairvoyance before the first lead."""
    return state.options.clairvoyance and state.phase in ("trump", "bid")


def bids_are_open(state: WizardState) -> bool:
    """Whether the bids that the state holds are everybody's to know (V2)."""
    return state.options.bidding != "hidden" or state.phase == "over"


def view(state: WizardState, seat: Seat | None) -> WizardView:
    """What the seat (None: a spectator) may know.

    Clairvoyance shows a spectator no hand: a player could be one as well (V6a).
    """
    hand = own_bid = None
    trick = state.trick
    if seat is not None:
        hand = None if hands_are_up(state) else list(state.hands[seat])
        own_bid = state.bids[seat]
    return WizardView(
        game="wizard",
        options=state.options,
        seats=state.seats,
        seat=seat,
        virtual=[],
        round=state.round,
        rounds=state.rounds,
        cards=state.cards,
        phase=state.phase,
        dealer=state.dealer,
        turned=state.turned,
        trump=state.trump,
        deck=sum(map(len, state.piles)),
        gone=list(state.gone),
        players=_players(state, seat),
        leader=state.leaders[-1],
        trick=list(trick),
        ahead=_ahead(state, trick),
        tricks=_tricks(state),
        awaited=list(state.awaited),
        hand=hand,
        own_bid=own_bid,
        sheet=_sheet(state.sheet, state.seats),
    )


def reveal(state: WizardState) -> WizardReveal:
    """Everything, for the replay of a finished match."""
    hands = [list(hand) for hand in state.hands]
    return WizardReveal(view(state, None), hands, list(state.bids))


def _players(state: WizardState, viewer: Seat | None) -> list[WizardPlayer]:
    up = viewer is not None and hands_are_up(state)
    open_bids = bids_are_open(state)
    colours = COLOURS if state.options.monochrome else (None,) * state.seats
    each = zip(colours, state.hands, state.bids, state.tricks, state.totals, strict=False)
    return [
        WizardPlayer(
            seat,
            colour,
            len(hand),
            list(hand) if up and seat != viewer else None,
            bid is not None,
            bid if open_bids or seat == viewer else None,
            tricks,
            total,
        )
        for seat, (colour, hand, bid, tricks, total) in enumerate(each)
    ]


def _ahead(state: WizardState, trick: Cards) -> Seat | None:
    """Who would take the trick as it lies."""
    if not trick:
        return None
    place = winning_place(trick, state.trump, state.options)
    return (state.leaders[-1] + place) % state.seats


def _tricks(state: WizardState) -> list[FinishedTrick]:
    size = state.seats
    return [
        FinishedTrick(
            leader,
            list(state.played[place * size : (place + 1) * size]),
            state.leaders[place + 1],
        )
        for place, leader in enumerate(state.leaders[:-1])
    ]


@lru_cache(maxsize=256)
def _sheet(sheet: tuple[int, ...], seats: int) -> list[SheetRound]:
    """The finished rounds, shared by all views of a round: the reader leaves them as they are."""
    return [
        SheetRound([*bids], [*tricks], [*points])
        for bids, tricks, points in finished_rounds(sheet, seats)
    ]
