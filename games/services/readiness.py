"""`done` and `wait`: a player says that the phase may be opened, or asks for it to be held."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.common import clock
from games.common.errors import OrderRefused
from games.models import Match, Player
from games.services.phases import advance_play
from games.services.reveal_times import DONE, WAIT
from games.services.running_matches import RunningMatch, lock_match, running


@dataclass(frozen=True, slots=True)
class Readiness:
    """What stands now: `done`, `wait` or nothing, and whether the phase has closed with it."""

    word: str
    phase_number: int
    closed: bool
    deadline_at: datetime | None


def set_readiness(player: Player, word: str, *, phase_number: int | None = None) -> Readiness:
    """Say `done` or `wait` for the open phase; it is forgotten when the phase closes.

    `wait` holds the phase until its deadline. `done` takes that back, and gives up the time to
    revise; it needs an order, unless all that it does is to take a `wait` back. Nobody else learns
    who said what. Raises OrderRefused with `match-over`, `match-parked`, `not-running`,
    `phase-closed`, `not-awaited`, `too-late`, `seat-given-up` or `no-order-yet`.
    """
    if word not in {DONE, WAIT}:
        raise ValueError(word)
    with transaction.atomic():
        match = lock_match(player.match_id)
        now = clock.now()
        check_running(match, phase_number)
        if match.deadline_at is not None and now > match.deadline_at:
            raise OrderRefused("too-late", deadline_at=match.deadline_at)
        with running(match) as play:
            seat = awaited_seat(play, player)
            number = play.row.number
            said = _said(play, seat, word)
            row = play.players[seat]
            row.readiness, row.readiness_phase = said, number
            advance_play(play, now)
    return Readiness(said, number, play.has_closed, match.deadline_at)


def check_running(match: Match, phase_number: int | None) -> None:
    """Raise OrderRefused where nothing can be ordered, or the phase that is answered has closed."""
    if match.is_over:
        raise OrderRefused("match-over")
    if match.status == Match.Status.PARKED:
        raise OrderRefused("match-parked")
    if match.status != Match.Status.RUNNING:
        raise OrderRefused("not-running")
    if phase_number is not None and phase_number != match.phase_number:
        raise OrderRefused("phase-closed", number=phase_number, open=match.phase_number)


def own_seat(play: RunningMatch, player: Player) -> int:
    """The seat of a player who has not given it up. Raises OrderRefused."""
    mine = next((row for row in play.players.values() if row.pk == player.pk), None)
    if mine is None or mine.seat is None or mine.member_id != player.member_id:
        raise OrderRefused("not-awaited")
    if mine.resigned_at is not None:
        raise OrderRefused("seat-given-up")
    return mine.seat


def awaited_seat(play: RunningMatch, player: Player) -> int:
    """The player's seat if it is asked now. A bot that keeps it leaves when the phase closes:
    earlier, it would tell the others that an order has come."""
    seat = own_seat(play, player)
    if seat not in play.awaited:
        raise OrderRefused("not-awaited")
    return seat


def _said(play: RunningMatch, seat: int, word: str) -> str:
    if word == DONE and seat not in play.orders:
        if play.readiness(seat) != WAIT:
            raise OrderRefused("no-order-yet")
        return ""
    return word
