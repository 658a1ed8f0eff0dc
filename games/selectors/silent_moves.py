"""What is played for the viewer if they stay silent until the deadline has passed."""

from __future__ import annotations

from typing import NamedTuple

from games.models import StandingOrder
from games.rules.protocol import OrderError
from games.rules.steps import due_step, first_legal, split_steps
from games.selectors.match_tables import MatchTable


class SilentMove(NamedTuple):
    """The move, and whether the viewer has left it for that."""

    text: str
    is_own: bool


def silent_move(table: MatchTable) -> SilentMove | None:
    """What the viewer has left for a missed deadline, or else the game's default, as it is now;
    None where they are not asked. Their secret: it follows from their hand."""
    if table.decision is None or table.seat is None:
        return None
    rules, seat = table.rules, table.seat
    state = rules.decode(table.match.state)
    left = [
        split_steps(one.text)[0]
        for one in table.standing
        if one.kind == StandingOrder.Kind.MISSED
        and one.dropped is None
        and one.is_for_round(table.match.round)
    ]
    due = due_step(rules, state, seat, left)
    try:
        if due is not None:
            return SilentMove(first_legal(rules, state, seat, left[due]).text, is_own=True)
    except OrderError:
        pass
    return SilentMove(rules.format_order(rules.default_order(state, seat)), is_own=False)
