"""Taking things back by one's own wish: a sealed order, and, with a confirmation, the seat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max

from games.common import clock
from games.common.errors import MatchError, OrderRefused
from games.models import Match, Order, Phase, Player, StandingOrder
from games.services.match_news import publish_order
from games.services.matches import resign_player
from games.services.readiness import check_running
from games.services.running_matches import lock_match

RESIGNATION_OPEN = timedelta(days=3)
"""How long a player who asked to give up has to confirm it."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The order that was taken back, the steps that went with it, and until when it is awaited."""

    phase_number: int
    text: str
    steps: tuple[str, ...]
    deadline_at: datetime | None


def withdraw_order(
    *, player: Player, phase_number: int | None = None, received_at: datetime | None = None
) -> Withdrawn:
    """Take back the player's sealed order of the open phase, and its later steps with it.

    The time until it is not counted as used: the clock runs on to the next first order. Nobody else
    learns of it but where the match shows whose or how many orders are in. Raises
    OrderRefused with `match-over`, `match-parked`, `not-running`, `phase-closed`, `too-late`,
    `newer-order`, `seat-given-up`, or `no-order` where there is none of the player's own.
    """
    with transaction.atomic():
        match = lock_match(player.match_id)
        at = received_at or clock.now()
        _check_open(match, phase_number, at)
        if Player.objects.get(pk=player.pk).resigned_at is not None:
            raise OrderRefused("seat-given-up")
        row = Phase.objects.get(match=match, number=match.phase_number)
        order = Order.objects.filter(
            phase=row, player_id=player.pk, source__in=Order.PERSONAL_SOURCES
        ).first()
        if order is None:
            raise OrderRefused("no-order")
        if order.received_at > at:
            raise OrderRefused("newer-order")
        steps = _take_steps(player, row.round)
        text = order.text
        order.delete()
        _restore_last_answered(player, row)
        _reopen_clock(player, row, order)
        # All orders are no longer in: a while to revise them ends with that. The sweep looks when
        # it must come back, as orders without a choice may be held.
        Match.objects.filter(pk=match.pk).update(revise_until=None)
        Phase.objects.filter(pk=row.pk).update(wake_at=clock.now())
        publish_order(match, player, changes_count=True)
    return Withdrawn(row.number, text, steps, match.deadline_at)


def request_resignation(*, player: Player) -> datetime:
    """Note that the player asked to give up; returns until when it can be confirmed.

    Raises MatchError with `not-running` or `already-resigned`.
    """
    with transaction.atomic():
        match = lock_match(player.match_id)
        if match.status not in {Match.Status.RUNNING, Match.Status.PARKED}:
            raise MatchError("not-running")
        row = Player.objects.get(pk=player.pk)
        if row.resigned_at is not None:
            raise MatchError("already-resigned")
        now = clock.now()
        Player.objects.filter(pk=player.pk).update(resign_asked_at=now)
    return now + RESIGNATION_OPEN


def confirm_resignation(*, player: Player) -> None:
    """Give the seat up, which the player has asked for in the last three days.

    Raises MatchError with `not-asked`, and what `resign_player` raises.
    """
    with transaction.atomic():
        row = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
        if row.resign_asked_at is None or clock.now() > row.resign_asked_at + RESIGNATION_OPEN:
            raise MatchError("not-asked")
    resign_player(player=player)


def _check_open(match: Match, phase_number: int | None, at: datetime) -> None:
    check_running(match, phase_number)
    if match.deadline_at is not None and at > match.deadline_at:
        raise OrderRefused("too-late", deadline_at=match.deadline_at)


def _take_steps(player: Player, number: int) -> tuple[str, ...]:
    steps = StandingOrder.objects.filter(
        player_id=player.pk, kind=StandingOrder.Kind.STEP, round=number, dropped__isnull=True
    ).order_by("position")
    texts = tuple(step.text for step in steps)
    steps.delete()
    return texts


def _reopen_clock(player: Player, row: Phase, order: Order) -> None:
    """Take off what the first order put on: the next one counts from the opening again."""
    if order.first_received_at is not None:
        used = max(order.first_received_at - row.opened_at, timedelta(0))
        Player.objects.filter(pk=player.pk).update(time_used=F("time_used") - used)


def _restore_last_answered(player: Player, row: Phase) -> None:
    """The recap of the next mail begins where the player last answered before this phase."""
    earlier = Order.objects.filter(
        player_id=player.pk, phase__number__lt=row.number, source__in=Order.PERSONAL_SOURCES
    ).aggregate(last=Max("phase__number"))["last"]
    Player.objects.filter(pk=player.pk).update(
        ordered_phase=earlier or 0, readiness="", readiness_phase=0
    )
