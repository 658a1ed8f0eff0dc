"""Who answers for an awaited seat when its player's own order is not there.

In this order: a standing order that fits, the one legal order (see `forced` for when), the bot in
the seat; and once the deadline has passed what the player left for that, or the game's default
order. Each becomes an ordinary entry of the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.models import Order, StandingOrder
from games.models.row_updates import new_row
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import OrderError
from games.rules.registry import bots_for
from games.rules.steps import due_step, first_legal, split_steps
from games.rules.stored_json import encoded_refusal
from games.services.forced_orders import answers_remembered, forced_order, held_until
from games.services.running_matches import RunningMatch

Kind = StandingOrder.Kind


def give_automatic_orders(play: RunningMatch, *, at: datetime) -> None:
    """Give every awaited seat without an order the one that it has coming by itself, if any."""
    _give(
        play,
        at,
        lambda seat: (
            _standing_order(play, seat) or _forced_order(play, seat, at) or _bot_order(play, seat)
        ),
    )


def give_default_orders(play: RunningMatch, *, at: datetime) -> None:
    """The deadline has passed: everybody gets what they left for that, or else the default."""
    _give(play, at, lambda seat: _missed_order(play, seat) or _default_order(play, seat))


def _give(play: RunningMatch, at: datetime, find: Callable[[int], tuple[str, str] | None]) -> None:
    for seat in play.missing:
        found = find(seat)
        if found is None:
            continue
        text, source = found
        order = new_row(
            Order,
            phase=play.row,
            player=play.players[seat],
            seat=seat,
            text=text,
            source=source,
            received_at=min(at, held_until(play, seat) or at),
        )
        if source == Order.Source.FORCED:
            _remember_held(play, order)
        play.orders[seat] = order
        play.new.orders.append(order)


def _remember_held(play: RunningMatch, order: Order) -> None:
    """A held order counts among the answers that later moments are drawn from, like one that was
    chosen: otherwise they would depend on how often the hand left no choice."""
    if str(order.seat) not in play.row.held:
        return
    player, opened = play.players[order.seat], play.row.opened_at
    seconds = max((order.received_at - opened).total_seconds(), 0.0)
    player.answer_times = answers_remembered(player.answer_times, opened, seconds)


def _standing_order(play: RunningMatch, seat: int) -> tuple[str, str] | None:
    """The waiting step, or else the repeated order, that speaks of this decision, if it is legal.

    One that does not fit is dropped with its reason, and the player is asked.
    """
    if play.players[seat].bot:
        return None
    step = _due(play, seat, Kind.STEP) or _due(play, seat, Kind.REPEATED)
    if step is None:
        return None
    text = _fitting(play, seat, step)
    if text is None:
        return None
    if step.kind == Kind.STEP:
        play.standing[seat].remove(step)
        play.new.spent_standing.append(step.pk)
    return text, Order.Source.STANDING


def _missed_order(play: RunningMatch, seat: int) -> tuple[str, str] | None:
    """What the player has left for a missed deadline, if it fits this decision."""
    step = _due(play, seat, Kind.MISSED)
    text = _fitting(play, seat, step) if step is not None else None
    return (text, Order.Source.MISSED) if text is not None else None


def _due(play: RunningMatch, seat: int, kind: StandingOrder.Kind) -> StandingOrder | None:
    """The first standing order of this kind that speaks of the seat's open decision."""
    waiting = [
        step
        for step in play.standing.get(seat, ())
        if step.kind == kind and step.dropped is None and step.is_for_round(play.opened.round)
    ]
    if not waiting:
        return None
    steps = [split_steps(step.text)[0] for step in waiting]
    index = due_step(play.rules, play.state, seat, steps)
    return None if index is None else waiting[index]


def _fitting(play: RunningMatch, seat: int, step: StandingOrder) -> str | None:
    """The canonical text of the alternative that is legal; without one the step is dropped."""
    try:
        return first_legal(play.rules, play.state, seat, split_steps(step.text)[0]).text
    except OrderError as error:
        _drop(play, step, error)
        return None


def _drop(play: RunningMatch, step: StandingOrder, error: OrderError) -> None:
    step.dropped = {**encoded_refusal(error), "text": step.text}
    play.new.dropped_standing.append(step)


def _forced_order(play: RunningMatch, seat: int, at: datetime) -> tuple[str, str] | None:
    text = forced_order(play, seat, at)
    return (text, Order.Source.FORCED) if text is not None else None


def _bot_order(play: RunningMatch, seat: int) -> tuple[str, str] | None:
    """The bot's order, the same however often the closing is tried again."""
    key = play.players[seat].bot
    if not key:
        return None
    bot = bots_for(play.match.game)[key]
    dice = Dice(play.match.seed, f"bot-{play.opened.number}-{seat}")
    return play.rules.format_order(ask_bot(play.rules, bot, play.state, seat, dice)), (
        Order.Source.BOT
    )


def _default_order(play: RunningMatch, seat: int) -> tuple[str, str]:
    order = play.rules.default_order(play.state, seat)
    return play.rules.format_order(order), Order.Source.DEFAULT
