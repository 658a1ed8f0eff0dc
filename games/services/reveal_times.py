"""When orders that are all in are opened: at once, after a while to revise, or at the deadline."""

from __future__ import annotations

from datetime import datetime

from games.models import Match, Order
from games.services.forced_orders import is_given_openly
from games.services.running_matches import RunningMatch

DONE, WAIT = "done", "wait"


def closing_moment(play: RunningMatch, now: datetime) -> datetime | None:
    """When the phase, whose orders are all in, is to be opened; None for now.

    A seat that said `wait` holds it until the deadline. With `revise` it is opened a while after
    the last order came in, or as soon as every seat has said that it is done. With `deadline` it
    is held until then, unless a single seat decides: nobody could learn anything from when.
    """
    match = play.match
    seats = play.awaited
    if any(play.readiness(seat) == WAIT for seat in seats):
        return match.deadline_at
    if all(_is_of_nobody(play, seat) for seat in seats):
        return None
    if match.reveal_policy == Match.Reveal.DEADLINE and len(seats) > 1:
        return match.deadline_at
    if match.reveal_policy != Match.Reveal.REVISE:
        return None
    if all(_is_settled(play, seat) for seat in seats):
        return None
    return _revise_until(match, now)


def _is_settled(play: RunningMatch, seat: int) -> bool:
    return play.readiness(seat) == DONE or _is_of_nobody(play, seat)


def _is_of_nobody(play: RunningMatch, seat: int) -> bool:
    """Whether all can see that nobody would revise this order. A phase of these alone is opened at
    once in every match. An only legal card that others do not see is treated as if it was chosen.
    """
    source = play.orders[seat].source
    is_forced = source == Order.Source.FORCED
    return source == Order.Source.BOT or (is_forced and is_given_openly(play, seat))


def _revise_until(match: Match, now: datetime) -> datetime | None:
    """The end of the window, which begins now if it has not begun; None if it is over."""
    if match.revise_until is None:
        match.revise_until = min(now + match.revise_time, match.open_deadline)
    return match.revise_until if match.revise_until > now else None
