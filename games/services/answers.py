"""Who answers for an awaited seat when its player's own order is not there.

In this order: a standing order that fits, the one legal order, the bot in the seat, and, once the
deadline has passed, the game's default order. Each becomes an ordinary entry of the journal.
"""

from __future__ import annotations

import json
from datetime import datetime
from itertools import islice

from games.models import Order, StandingOrder
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import OrderError
from games.rules.registry import bots_for
from games.rules.steps import due_step, first_legal, split_steps
from games.services.plays import Play


def seats_answered(play: Play, *, is_due: bool, at: datetime) -> None:
    """Give every awaited seat without an order the one that it has coming, if any."""
    assert play.opened is not None
    for seat in play.opened.awaited:
        if seat in play.orders:
            continue
        found = (
            _standing_order(play, seat)
            or _forced_order(play, seat)
            or _bot_order(play, seat)
            or (_default_order(play, seat) if is_due else None)
        )
        if found is not None:
            text, source = found
            order = Order(
                phase=play.row,
                player=play.players[seat],
                seat=seat,
                text=text,
                source=source,
                received_at=at,
            )
            play.orders[seat] = order
            play.new_orders.append(order)


def _standing_order(play: Play, seat: int) -> tuple[str, str] | None:
    """The waiting step that speaks of this decision, if it is legal.

    One that does not fit is dropped with its reason, and the player is asked.
    """
    assert play.opened is not None
    if play.players[seat].bot:
        return None
    waiting = [
        step
        for step in play.standing.get(seat, ())
        if step.round == play.opened.round and step.dropped is None
    ]
    steps = [split_steps(step.text)[0] for step in waiting]
    index = due_step(play.rules, play.state, seat, steps)
    if index is None:
        return None
    try:
        fit = first_legal(play.rules, play.state, seat, steps[index])
    except OrderError as error:
        _drop(play, waiting[index], error)
        return None
    play.standing[seat].remove(waiting[index])
    play.spent_standing.append(waiting[index].pk)
    return fit.text, Order.Source.STANDING


def _drop(play: Play, step: StandingOrder, error: OrderError) -> None:
    # Whatever a refusal speaks of must fit into JSON: a match must not stop for its sake.
    params = json.loads(json.dumps(error.params, default=sorted_or_text))
    step.dropped = {"code": error.code, "params": params, "text": step.text}
    play.dropped_standing.append(step)


def sorted_or_text(value: object) -> list[object] | str:
    """A set as a sorted list, anything else that JSON has no form for as its text."""
    return sorted(value) if isinstance(value, set | frozenset) else str(value)


def _forced_order(play: Play, seat: int) -> tuple[str, str] | None:
    legal = list(islice(play.rules.legal_orders(play.state, seat), 2))
    if len(legal) != 1:
        return None
    return play.rules.format_order(legal[0]), Order.Source.FORCED


def _bot_order(play: Play, seat: int) -> tuple[str, str] | None:
    """The bot's order, the same however often the closing is tried again."""
    assert play.opened is not None
    key = play.players[seat].bot
    if not key:
        return None
    bot = bots_for(play.match.game)[key]
    dice = Dice(play.match.seed, f"bot-{play.opened.number}-{seat}")
    return play.rules.format_order(ask_bot(play.rules, bot, play.state, seat, dice)), (
        Order.Source.BOT
    )


def _default_order(play: Play, seat: int) -> tuple[str, str]:
    order = play.rules.default_order(play.state, seat)
    return play.rules.format_order(order), Order.Source.DEFAULT
