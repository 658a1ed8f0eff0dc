"""Taking an order: one service for every door."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db import transaction
from django.db.models import F, Q

from games.common import clock
from games.common.errors import OrderRefused
from games.common.task_queue import enqueue_match
from games.models import Match, Member, Order, Phase, Player
from games.models.fixed_queries import insert_row
from games.models.row_updates import update_rows
from games.rules.clauses import StandingClause, When, parted
from games.rules.protocol import AmbiguousOrderError, Decision, OrderSyntaxError, TableView
from games.rules.steps import MOST_STEPS, due_step, split_steps
from games.services.access import lock_own_player
from games.services.automatic_orders import give_automatic_orders
from games.services.database_connections import run_transaction
from games.services.forced_orders import answers_remembered
from games.services.match_news import publish_order
from games.services.missed_deadlines import spend_time_banks
from games.services.order_parsing import read_later_orders, read_order, store_question
from games.services.phases import advance_play
from games.services.readiness import awaited_seat, check_running, own_seat, set_readiness
from games.services.running_matches import RunningMatch, load_play, lock_match, saved_on_exit
from games.services.standing_orders import (
    clear_kept,
    clear_standing_orders,
    keep_clauses,
)
from games.words import Branch, Correction, Worded, occasions_spelled

__all__ = [
    "Receipt",
    "arrange_standing_orders",
    "clear_standing_orders",
    "set_readiness",
    "submit_order",
    "submit_own_order",
]

logger = logging.getLogger(__name__)

TRIES_BEFORE_SWEEP_ALONE = 2
ORDER_FIELDS = ("text", "source", "version", "received_at", "first_received_at")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was understood of an order, and what comes next.

    `text` is empty and `version` 0 where nothing was said of the open decision: only orders for
    later were left. `waiting` is how many others still owe an order; None where the match keeps
    that quiet, and where the phase has closed. `corrections` are misspelt words and what they were
    read as; `aside` are lines below the order that speak of the game and are no order; `branches`
    tell why this of several orders was taken.
    """

    phase_number: int
    text: str
    version: int
    replaced: str | None
    standing: tuple[str, ...]
    closed: bool
    waiting: int | None
    deadline_at: datetime | None
    corrections: tuple[Correction, ...] = ()
    aside: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()


Spelling: TypeAlias = Callable[[Match, Decision, TableView], str]
"""Says an order, once the open decision and what its seat sees are at hand, or raises
OrderRefused."""


def submit_order(
    *,
    player: Player,
    text: str,
    source: Order.Source,
    phase_number: int | None = None,
    received_at: datetime | None = None,
    below: Sequence[str] = (),
) -> Receipt:
    """Seal a player's order for the open phase, replacing an earlier one.

    `text` is notation or plain words, possibly of several steps: the later become the player's
    standing orders for the round, in place of earlier ones. Steps that begin with `if missed:` or
    `each time:` replace earlier ones of their kind; if the first begins so, nothing is said of the
    open decision, and no decision need be open. `phase_number` is the phase that the player
    answers, where the door knows it. `received_at` is when this server received the order, where
    that was before now (a mail that waited to be read): by that moment it is in time or late.

    Raises an OrderError for text that is not a legal order here (the choices of an
    AmbiguousOrderError are kept: their number is answer enough), and OrderRefused
    with `match-over`, `match-parked`, `not-running`, `phase-closed`, `not-awaited`, `too-late`,
    `newer-order`, `round-over` or `seat-given-up`. Nothing is changed then. If this order was the
    last one awaited, the phase is closed before this returns; should that fail, the order stands
    and the sweep tries again.
    """
    submission = _Submission(text, source, phase_number, received_at, below)
    return submission.submit(lambda: (lock_match(player.match_id), player))[1]


def submit_own_order(
    *,
    code: str,
    member: Member | None,
    text: str | Spelling,
    source: Order.Source,
    phase_number: int | None = None,
    is_looking: bool = False,
) -> tuple[Player, Receipt]:
    """`submit_order` for whoever knows the match's code: returns their player, too.

    The match is found and locked at once, so this asks for less. `is_looking` notes that the player
    is at the match's page. Raises as `submit_order`, NotVisibleError, and what a Spelling raises.
    """
    submission = _Submission(text, source, phase_number, is_looking=is_looking)

    def lock() -> tuple[Match, Player]:
        player = lock_own_player(code=code, member=member)
        return player.match, player

    return submission.submit(lock)


@dataclass(slots=True)
class _Submission:
    """An order on its way, and where it got to."""

    text: str | Spelling
    source: Order.Source
    phase_number: int | None
    received_at: datetime | None = None
    below: Sequence[str] = ()
    is_looking: bool = False
    _asked: tuple[Player, int] | None = None

    def submit(self, lock: Callable[[], tuple[Match, Player]]) -> tuple[Player, Receipt]:
        """In one transaction, which begins by locking the match and finding the player."""
        try:
            return run_transaction(transaction.atomic(lambda: self._taken(*lock())))
        except AmbiguousOrderError as error:
            # Outside the transaction that the refusal has undone.
            if self._asked is not None:
                store_question(self._asked[0], error, self._asked[1])
            raise

    def _taken(self, match: Match, player: Player) -> tuple[Player, Receipt]:
        self._asked = None
        left: tuple[StandingClause, ...] = ()
        if isinstance(self.text, str):
            self.text = occasions_spelled(self.text)
            left = _only_for_later(self.text)
        check_running(match, self.phase_number if not left else None)
        play = load_play(match)
        at = self.received_at or play.read_at
        if left:
            return player, _keep_for_later(play, player, left, at, self.below)
        self._asked = (player, match.phase_number)
        return player, self._order_now(_play_in_time(play, at), player, at)

    def _order_now(self, play: RunningMatch, player: Player, at: datetime) -> Receipt:
        seat = awaited_seat(play, player)
        text = self.text if isinstance(self.text, str) else _spelled(self.text, play, seat)
        with_plan = self.source == Order.Source.MAIL
        worded = read_order(play, player, seat, text, self.below, with_plan=with_plan)
        if self.is_looking:
            play.players[seat].looked_at = at
        return _seal_and_close(play, seat, worded, source=self.source, at=at)


def _spelled(spelling: Spelling, play: RunningMatch, seat: int) -> str:
    rules, state = play.rules, play.state
    return spelling(play.match, rules.decision(state, seat), rules.view(state, seat))


def _only_for_later(text: str) -> tuple[StandingClause, ...]:
    """The clauses of a text that says nothing of the open decision; none where it does."""
    try:
        now_step, later = parted(split_steps(text))
    except OrderSyntaxError:
        return ()
    return later if now_step is None else ()


def _seal_and_close(
    play: RunningMatch, seat: int, worded: Worded, *, source: Order.Source, at: datetime
) -> Receipt:
    """Write the order with its later steps; close if it was the last one awaited."""
    _check_not_superseded(play, seat, at)
    order, replaced = _seal(play, seat, worded.text, source, at)
    publish_order(play.match, play.players[seat], changes_count=replaced is None)
    keep_clauses(play, seat, worded.later, at, with_order=True)
    number = play.row.number
    missing = _missing(play, at)
    closed = not missing and _close(play)
    return _receipt(
        play, number, worded, closed=closed, missing=missing, order=order, replaced=replaced
    )


def _keep_for_later(
    play: RunningMatch,
    player: Player,
    clauses: tuple[StandingClause, ...],
    at: datetime,
    below: Sequence[str],
) -> Receipt:
    """Orders for later alone. A repeated one answers the open decision too, if it speaks of it."""
    match = play.match
    seat = own_seat(play, player)
    worded = read_later_orders(play, player, seat, clauses, below)
    keep_clauses(play, seat, worded.later, at, with_order=False)
    number = play.row.number
    # After the deadline the sweep closes: it reads the mail that came in time before it does.
    in_time = match.deadline_at is not None and play.read_at <= match.deadline_at
    closed = in_time and _close(play)
    return _receipt(play, number, worded, closed=closed, missing=len(play.missing))


def arrange_standing_orders(*, player: Player, clauses: Sequence[StandingClause]) -> bool:
    """Keep exactly these for later, in their sequence, in place of all that the player had left.

    They may be in plain words. Returns whether the open phase has closed: a repeated order answers
    it, too, if it speaks of it. Raises what `read_later_orders` does, and OrderRefused:
    `too-many-later` (`most`), `answers-now` for a single step that speaks of the decision that the
    player owes an order for, and as `submit_order` where nothing can be ordered any more. Nothing
    is changed then.
    """
    if len(clauses) > MOST_STEPS:
        raise OrderRefused("too-many-later", most=MOST_STEPS)

    @transaction.atomic
    def arrange() -> bool:
        match = lock_match(player.match_id)
        check_running(match, None)
        play = load_play(match)
        at = play.read_at
        seat = own_seat(play, player)
        kept = read_later_orders(play, player, seat, clauses).later
        _check_not_open(play, seat, kept)
        clear_kept(play, seat)
        keep_clauses(play, seat, kept, at, with_order=False)
        in_time = match.deadline_at is not None and at <= match.deadline_at
        return in_time and _close(play)

    return run_transaction(arrange)


def _check_not_open(play: RunningMatch, seat: int, clauses: Sequence[StandingClause]) -> None:
    if seat not in play.missing:
        return
    steps = [clause.alternatives for clause in clauses if clause.when is When.ONCE]
    if due_step(play.rules, play.state, seat, steps) is not None:
        raise OrderRefused("answers-now")


def _receipt(
    play: RunningMatch,
    number: int,
    worded: Worded,
    *,
    closed: bool,
    missing: int,
    order: Order | None = None,
    replaced: str | None = None,
) -> Receipt:
    quiet = play.match.waiting_policy == Match.Waiting.QUIET
    return Receipt(
        phase_number=number,
        text=order.text if order is not None else "",
        version=order.version if order is not None else 0,
        replaced=replaced,
        standing=tuple(clause.line for clause in worded.later),
        closed=closed,
        waiting=None if closed or quiet else missing,
        deadline_at=play.match.deadline_at,
        corrections=worded.corrections,
        aside=worded.aside,
        branches=worded.branches,
    )


def _play_in_time(play: RunningMatch, at: datetime) -> RunningMatch:
    """The match in hand, if an order of this moment is in time. Raises OrderRefused `too-late`.

    The deadline may have passed and the sweep not been here yet: whose time banks it would spend
    may have them spent right now.
    """
    match = play.match
    if match.deadline_at is None or at <= match.deadline_at:
        return play
    passed = match.deadline_at
    with saved_on_exit([play]):
        give_automatic_orders(play, at=at)
        if not spend_time_banks(play, at) or at > match.deadline_at:
            raise OrderRefused("too-late", deadline_at=passed)
        play.row.wake_at = match.deadline_at
    return load_play(match)


def _check_not_superseded(play: RunningMatch, seat: int, at: datetime) -> None:
    """A mail that came in before the player's own order, and is read after it, says nothing new."""
    standing = play.orders.get(seat)
    if standing is None or standing.first_received_at is None:
        return
    if standing.received_at > at:
        raise OrderRefused("newer-order")


def _seal(
    play: RunningMatch, seat: int, text: str, source: Order.Source, at: datetime
) -> tuple[Order, str | None]:
    """Write the order; returns it with the text that it replaced, if any."""
    order = play.orders.get(seat)
    replaced = order.text if order is not None else None
    if order is None:
        order = Order(phase=play.row, player=play.players[seat], seat=seat, version=0)
        play.orders[seat] = order
    is_first = order.first_received_at is None
    if is_first:
        order.first_received_at = at
    order.text = text
    order.source = source
    order.version += 1
    order.received_at = at
    if order._state.adding:
        insert_row(order)
    else:
        update_rows([order], ORDER_FIELDS)
    used = max(at - play.row.opened_at, timedelta(0)) if is_first else timedelta(0)
    player = play.players[seat]
    if is_first:
        player.answer_times = answers_remembered(
            player.answer_times, play.row.opened_at, used.total_seconds()
        )
    player.ordered_phase = play.row.number
    player.time_used += used
    play.save_now(player)
    return order, replaced


def _missing(play: RunningMatch, at: datetime) -> int:
    """How many awaited seats will not answer by themselves. Works on the play's own copy."""
    give_automatic_orders(play, at=at)
    return len(play.missing)


def _close(play: RunningMatch) -> bool:
    """Close the phase with the order that was the last one awaited, in the same transaction.

    Where the match holds it for a while, note until when. If that fails, what it wrote is undone
    and the order stands: it must not be reported as lost. The sweep then closes the phase, counts
    its tries and parks the match if they fail. It alone closes a match of which two tries have
    failed or died already: the process that answers this player shall not be the next.
    """
    now = clock.now()
    if play.row.attempts >= TRIES_BEFORE_SWEEP_ALONE:
        return _leave_to_sweep(play, now)
    try:
        with transaction.atomic(), saved_on_exit([play]):
            advance_play(play, now)
    except Exception as error:
        logger.error(
            "closing after the last order failed",
            extra={"match": play.match.pk, "error": type(error).__name__},
        )
        return _leave_to_sweep(play, now)
    return play.has_closed


def _leave_to_sweep(play: RunningMatch, now: datetime) -> bool:
    """Wake the match now, unless it is put off after a fault."""
    asleep = Q(attempts=0) | Q(wake_at=F("deadline_at"))
    Phase.objects.filter(asleep, Phase.OPEN, match=play.match).update(wake_at=now)
    enqueue_match(play.match.pk)
    return False
