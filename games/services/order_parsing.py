"""What an order says in the match in hand: with the question or plan that it may answer by number,
and held to what can be kept for later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from games.common import clock
from games.models import OrderQuestion, Player, StandingOrder
from games.replies.plan_answers import is_plan_number, is_plan_word
from games.rules.clauses import StandingClause
from games.rules.protocol import AmbiguousOrderError, OrderSyntaxError
from games.rules.registry import plan_of
from games.rules.steps import QUOTED_CHARACTERS
from games.services.running_matches import RunningMatch
from games.services.standing_orders import check_clauses
from games.words import OrderReader, Worded

MOST_CHARACTERS = StandingOrder._meta.get_field("text").max_length or 0


def read_order(
    play: RunningMatch,
    player: Player,
    seat: int,
    text: str,
    below: Sequence[str] = (),
    *,
    with_plan: bool = False,
) -> Worded:
    """Read an order for the open decision of an awaited seat, in notation or in words.

    `with_plan` says that the writer was offered the game's plan by its number or a word.

    Raises as `OrderReader.order`: the choices of an AmbiguousOrderError may be answered by number
    once `store_question` has kept them. OrderSyntaxError `order-too-long` for a step that cannot be
    kept, and what `check_clauses` raises.
    """

    plan = _plan(play, seat, text) if with_plan else []

    def choices() -> list[str]:
        asked = _choices(play, player)
        if asked.are_open or not plan:
            return asked.choices if asked.are_open else []
        _check_number(plan, asked.choices, text)
        return plan

    if plan and not below and is_plan_word(text):
        text = plan[0]
    return _checked(play, _reader(play, player, seat).order(text, below, choices))


def move_alone(play: RunningMatch, player: Player, text: str) -> str:
    """The order that a word is by itself, as it is written; "" where the seat is asked for nothing,
    or for nothing that the word says."""
    seat = player.own_seat
    if seat not in play.awaited:
        return ""
    return _reader(play, player, seat).alone(text)


def read_later_orders(
    play: RunningMatch,
    player: Player,
    seat: int,
    clauses: Sequence[StandingClause],
    below: Sequence[str] = (),
) -> Worded:
    """Read orders for later alone. Raises as `OrderReader.later` and `read_order`."""
    return _checked(play, _reader(play, player, seat).later(clauses, below))


def store_question(player: Player, error: AmbiguousOrderError, phase_number: int) -> None:
    """Keep the choices of a refusal, in place of an older question, until they are answered."""
    OrderQuestion.objects.update_or_create(
        player=player,
        defaults={
            "phase_number": phase_number,
            "choices": list(error.candidates),
            "asked_at": clock.now(),
        },
    )


def _reader(play: RunningMatch, player: Player, seat: int) -> OrderReader:
    languages = [player.member.language] if player.member is not None else []
    seated = {one.seat: one.name for one in play.players.values()}
    names = [seated.get(place, "") for place in range(len(seated))]
    return OrderReader(play.rules, play.state, seat, languages, names)


def _checked(play: RunningMatch, worded: Worded) -> Worded:
    """The order, if what it leaves for later can be kept."""
    check_clauses(play, worded.later)
    for clause in worded.later:
        if len(clause.text) > MOST_CHARACTERS:
            quoted = clause.text[:QUOTED_CHARACTERS]
            raise OrderSyntaxError("order-too-long", text=quoted, most=MOST_CHARACTERS)
    return worded


class _Choices(NamedTuple):
    """What the player was asked in this phase; no longer open once an order came after it."""

    choices: list[str]
    are_open: bool


def _choices(play: RunningMatch, player: Player) -> _Choices:
    question = OrderQuestion.objects.filter(player=player).first()
    if question is None or question.phase_number != play.row.number:
        return _Choices([], are_open=False)
    order = play.orders.get(player.seat) if player.seat is not None else None
    since: datetime = order.received_at if order is not None else play.row.opened_at
    return _Choices(list(question.choices), are_open=question.asked_at >= since)


def _check_number(plan: Sequence[str], earlier: Sequence[str], text: str) -> None:
    """The number of a plan may answer an earlier question instead, which its writer has read only
    now, after another order of theirs. Raises AmbiguousOrderError."""
    both = tuple(dict.fromkeys((*earlier[:1], *plan)))
    if len(both) > 1:
        raise AmbiguousOrderError("which-order", candidates=both, text=text[:QUOTED_CHARACTERS])


def _plan(play: RunningMatch, seat: int, text: str) -> list[str]:
    """The plan that the seat was offered, as the only choice of a question, where this text may
    accept it."""
    decision = play.rules.decision(play.state, seat)
    if not (is_plan_word(text) or is_plan_number(text, play.rules.key, decision.kind)):
        return []
    plan = plan_of(play.rules.key, play.rules.view(play.state, seat), decision)
    return [plan] if plan else []
