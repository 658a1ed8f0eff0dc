"""Taking an order: one service for every door."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.models import Match, Order, Player, StandingOrder
from games.nudges import nudge_match
from games.rules.steps import check_later_steps, first_legal, split_steps
from games.services import clock
from games.services.answers import seats_answered
from games.services.errors import OrderRefused
from games.services.phases import play_advance
from games.services.plays import Play, plays_load, plays_write

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was understood of an order, and what comes next.

    `waiting` is how many others still owe an order; None where the match keeps that quiet, and
    where the phase has closed.
    """

    phase_number: int
    text: str
    version: int
    replaced: str | None
    standing: tuple[str, ...]
    closed: bool
    waiting: int | None
    deadline_at: datetime | None


def order_submit(
    *,
    player: Player,
    text: str,
    source: Order.Source,
    phase_number: int | None = None,
    received_at: datetime | None = None,
) -> Receipt:
    """Seal a player's order for the open phase, replacing an earlier one.

    `text` is notation, possibly of several steps: the later ones become the player's standing
    orders for the round, in place of earlier ones. `phase_number` is the phase that the player
    answers, where the door knows it. `received_at` is when this server received the order, where
    that was before now (a mail that waited to be read): by that moment it is in time or late.

    Raises an OrderError of the rules for text that is not a legal order here, and OrderRefused
    with `match-over`, `match-parked`, `not-running`, `phase-closed`, `not-awaited`, `too-late`,
    `newer-order` or `seat-given-up`. Nothing is changed then. If this order was the last one
    awaited, the phase is closed before this returns; should that fail, the order stands and the
    sweep tries again.
    """
    steps = split_steps(text)
    with transaction.atomic():
        match = Match.objects.select_for_update(of=("self",)).get(pk=player.match_id)
        at = received_at or clock.now()
        _check_match(match, phase_number, at)
        (play,) = plays_load([match])
        seat = _awaited_seat(play, player)
        fit = first_legal(play.rules, play.state, seat, steps[0])
        check_later_steps(play.rules, steps[1:])
        _check_not_superseded(play, seat, at)
        order, replaced = _seal(play, seat, fit.text, source, at)
        standing = tuple(" or ".join(alternatives) for alternatives in steps[1:])
        _keep_steps(play, seat, standing, at)
        missing = _missing(play, at)
        closed = not missing and _close(play)
    quiet = match.waiting_policy == Match.Waiting.QUIET
    return Receipt(
        phase_number=play.row.number,
        text=fit.text,
        version=order.version,
        replaced=replaced,
        standing=standing,
        closed=closed,
        waiting=None if closed or quiet else missing,
        deadline_at=match.deadline_at,
    )


def standing_orders_clear(*, player: Player) -> int:
    """Forget the player's standing orders; returns how many there were."""
    with transaction.atomic():
        Match.objects.select_for_update(of=("self",)).get(pk=player.match_id)
        deleted, _rows = StandingOrder.objects.filter(player=player).delete()
    return deleted


def _check_match(match: Match, phase_number: int | None, at: datetime) -> None:
    if match.is_over:
        raise OrderRefused("match-over")
    if match.status == Match.Status.PARKED:
        raise OrderRefused("match-parked")
    if match.status != Match.Status.RUNNING:
        raise OrderRefused("not-running")
    if phase_number is not None and phase_number != match.phase_number:
        raise OrderRefused("phase-closed", number=phase_number, open=match.phase_number)
    if match.deadline_at is not None and at > match.deadline_at:
        raise OrderRefused("too-late", deadline_at=match.deadline_at)


def _awaited_seat(play: Play, player: Player) -> int:
    """The player's seat if it is asked now. A bot that keeps it leaves when the phase closes:
    earlier, it would tell the others that an order has come."""
    mine = next((row for row in play.players.values() if row.pk == player.pk), None)
    if mine is None or mine.seat is None:
        raise OrderRefused("not-awaited")
    if mine.resigned_at is not None:
        raise OrderRefused("seat-given-up")
    if play.opened is None or mine.seat not in play.opened.awaited:
        raise OrderRefused("not-awaited")
    return mine.seat


def _check_not_superseded(play: Play, seat: int, at: datetime) -> None:
    """A mail that came in before the order that stands, and was read after it, says nothing new."""
    standing = play.orders.get(seat)
    if standing is not None and standing.received_at > at:
        raise OrderRefused("newer-order")


def _seal(
    play: Play, seat: int, text: str, source: Order.Source, at: datetime
) -> tuple[Order, str | None]:
    """Write the order; returns it with the text that it replaced, if any."""
    order = play.orders.get(seat)
    replaced = order.text if order is not None else None
    if order is None:
        order = Order(phase=play.row, player=play.players[seat], seat=seat, version=0)
        play.orders[seat] = order
    order.text = text
    order.source = source
    order.version += 1
    order.received_at = at
    order.save()
    Player.objects.filter(pk=order.player_id).update(ordered_phase=play.row.number)
    return order, replaced


def _keep_steps(play: Play, seat: int, standing: tuple[str, ...], at: datetime) -> None:
    """The later steps of the order, in place of the ones before."""
    player = play.players[seat]
    assert play.opened is not None
    if play.standing.get(seat):
        StandingOrder.objects.filter(player=player).delete()
    play.standing[seat] = StandingOrder.objects.bulk_create(
        StandingOrder(
            player=player, round=play.opened.round, position=position, text=step, given_at=at
        )
        for position, step in enumerate(standing, start=1)
    )


def _missing(play: Play, at: datetime) -> int:
    """How many awaited seats will not answer by themselves. Works on the play's own copy."""
    assert play.opened is not None
    seats_answered(play, is_due=False, at=at)
    return sum(seat not in play.orders for seat in play.opened.awaited)


def _close(play: Play) -> bool:
    """Close the phase with the order that was the last one awaited, in the same transaction.

    If that fails, what it wrote is undone and the order stands: it must not be reported as lost.
    The sweep then closes the phase, counts its tries and parks the match if they fail.
    """
    now = clock.now()
    try:
        with transaction.atomic():
            play_advance(play, now)
            plays_write([play])
    except Exception:
        logger.exception("closing after the last order failed", extra={"match": play.match.pk})
        Match.objects.filter(pk=play.match.pk).update(wake_at=now)
        nudge_match(play.match.pk)
        return False
    return True
