"""What a player leaves behind for later decisions, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias

from django.db import transaction

from games.common.errors import OrderRefused
from games.models import StandingOrder
from games.models.matches import Player
from games.rules.clauses import StandingClause, When
from games.rules.steps import check_later_steps
from games.services.running_matches import RunningMatch, lock_match

Kind: TypeAlias = StandingOrder.Kind
KIND_OF = {When.ONCE: Kind.STEP, When.EACH_TIME: Kind.REPEATED, When.IF_MISSED: Kind.MISSED}


def check_clauses(play: RunningMatch, clauses: Sequence[StandingClause]) -> None:
    """Refuse what could never answer anything.

    Raises OrderSyntaxError `unknown-step`, or OrderRefused `round-over` for a repeated order until
    a round that has passed.
    """
    check_later_steps(play.rules, [clause.alternatives for clause in clauses])
    for clause in clauses:
        if clause.until_round is not None and clause.until_round < play.opened.round:
            raise OrderRefused("round-over", until=clause.until_round, round=play.opened.round)


def keep_clauses(
    play: RunningMatch,
    seat: int,
    clauses: Sequence[StandingClause],
    at: datetime,
    *,
    with_order: bool,
) -> None:
    """Keep these in place of earlier ones of their kinds. An order replaces all earlier steps."""
    kinds = {KIND_OF[clause.when] for clause in clauses} | ({Kind.STEP} if with_order else set())
    before = play.standing.get(seat, [])
    gone = [step.pk for step in before if step.kind in kinds]
    if gone:
        StandingOrder.objects.filter(pk__in=gone).delete()
    new = StandingOrder.objects.bulk_create(
        StandingOrder(
            player=play.players[seat],
            kind=KIND_OF[clause.when],
            round=play.opened.round,
            until_round=clause.until_round,
            position=position,
            text=clause.text,
            given_at=at,
        )
        for position, clause in enumerate(clauses, start=1)
    )
    play.standing[seat] = [step for step in before if step.kind not in kinds] + new


def clear_kept(play: RunningMatch, seat: int) -> None:
    """Forget all that the seat's player has left in the match in hand, dropped steps too."""
    StandingOrder.objects.filter(player=play.players[seat]).delete()
    play.standing[seat] = []


def clear_standing_orders(*, player: Player, kind: Kind | None = None) -> int:
    """Forget the player's standing orders, of one kind or all; returns how many there were."""
    with transaction.atomic():
        lock_match(player.match_id)
        rows = StandingOrder.objects.filter(player=player)
        deleted, _rows = (rows if kind is None else rows.filter(kind=kind)).delete()
    return deleted
