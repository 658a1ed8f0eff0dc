"""Orders without a choice: they give themselves, but at a time that tells nothing of the hand.

Where everybody can see that a seat has but one legal order (the last card of a round), or the
table wants it so, it is given in the instant of asking. Where that follows from hidden cards, the
seat counts as asked like any other until a moment that is drawn when the phase opens. What the
draw depends on is the same in every deal that others think possible: the match's secret seed, when
the phase opened, and how long this player took before at this time of the day.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice

from games.models import Match, Order
from games.services.running_matches import RunningMatch

MOST_REMEMBERED = 48
NEAREST = 8
"""So many of a player's answers, those to questions at about this time of the day, are drawn from.
"""

USUAL_SHARES = (1 / 8, 1 / 24, 1 / 3, 1 / 80, 1 / 2)
"""Shares of the time for a decision, in place of answers that are not there yet."""

FASTER, SLOWER = 0.6, 1.3
"""How far a draw may lie outside of what has been seen."""

LATEST = 0.95
"""A held order is given before so much of the time has passed."""

DAY_MINUTES = 24 * 60


def forced_order(play: RunningMatch, seat: int, at: datetime) -> str | None:
    """The seat's only legal order, if it has but one and its time has come; None otherwise.

    Where it must wait, `Phase.held` says until when.
    """
    legal = list(islice(play.rules.legal_orders(play.state, seat), 2))
    if len(legal) != 1:
        return None
    if not (is_given_openly(play, seat) or _is_released(play, seat, at)):
        return None
    return play.rules.format_order(legal[0])


def is_given_openly(play: RunningMatch, seat: int) -> bool:
    """Whether an order without a choice is given at once: nobody learns anything by it."""
    is_open_table = play.match.forced_plays == Match.Forced.AT_ONCE
    return (
        bool(play.players[seat].bot)
        or is_open_table
        or play.rules.is_forced_openly(play.state, seat)
    )


def _is_released(play: RunningMatch, seat: int, at: datetime) -> bool:
    held, key = play.row.held, str(seat)
    if key not in held:
        moment = release_moment(play, seat)
        held[key] = moment.isoformat() if moment is not None else None
    until = held_until(play, seat)
    return until is not None and at >= until


def held_until(play: RunningMatch, seat: int) -> datetime | None:
    """Until when the seat's order is held back; None if it is not, and where no deadline is."""
    key = str(seat)
    if key not in play.row.held:
        return None
    moment = play.row.held[key]
    return datetime.fromisoformat(moment) if moment is not None else play.match.deadline_at


def is_as_missed(play: RunningMatch, order: Order) -> bool:
    """Whether the order was held until the deadline, as if it had been missed."""
    return order.source == Order.Source.FORCED and play.row.held.get(str(order.seat), "") is None


def release_moment(play: RunningMatch, seat: int) -> datetime | None:
    """When others learn of an order without a choice; None for the deadline.

    Drawn evenly from the times that this player took for the questions nearest to this time of
    the day, filled up with shares of the time for a decision, with all times between them. Who
    missed the last deadline is expected to miss this one.
    """
    player, opened = play.players[seat], play.row.opened_at
    if player.missed_in_a_row:
        return None
    share = _drawn_share(play.match, play.row.number, seat)
    taken = _likely_seconds(player.answer_times, opened, play.match.phase_time)
    place = share * (len(taken) - 1)
    below = min(int(place), len(taken) - 2)
    seconds = taken[below] + (taken[below + 1] - taken[below]) * (place - below)
    most = play.match.phase_time.total_seconds() * LATEST
    return opened + timedelta(seconds=seconds if seconds < most else most * (1 + share) / 2)


def _drawn_share(match: Match, number: int, seat: int) -> float:
    """Between 0 and 1, from the secret seed: nobody can know it before the match is over."""
    purpose = f"release {match.code} {number} {seat}"
    digest = hmac.digest(match.server_seed.encode(), purpose.encode(), "sha256")
    return int.from_bytes(digest[:6], "big") / 2**48


def _likely_seconds(
    answers: Sequence[Sequence[float]], opened: datetime, phase_time: timedelta
) -> list[float]:
    minute = minute_of_day(opened)
    nearest = sorted(answers, key=lambda answer: _minutes_apart(answer[0], minute))[:NEAREST]
    seconds = [answer[1] for answer in nearest]
    whole = phase_time.total_seconds()
    seconds += [whole * share for share in USUAL_SHARES[len(seconds) :]]
    seconds.sort()
    return [seconds[0] * FASTER, *seconds, seconds[-1] * SLOWER]


def _minutes_apart(one: float, two: float) -> float:
    apart = abs(one - two)
    return min(apart, DAY_MINUTES - apart)


def minute_of_day(at: datetime) -> int:
    """Minutes since midnight, UTC."""
    at = at.astimezone(UTC)
    return at.hour * 60 + at.minute


def answers_remembered(
    answers: Sequence[Sequence[float]], asked_at: datetime, seconds: float
) -> list[Sequence[float]]:
    """A player's `answer_times` with one more."""
    return [*answers, (minute_of_day(asked_at), round(seconds, 1))][-MOST_REMEMBERED:]
