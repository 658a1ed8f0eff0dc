"""How fast members usually answer, and how long a match of theirs would then take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from statistics import quantiles

from games.models import Match, Member, Order
from games.rules.registry import game_for

LEAST_ANSWERS = 5
"""Of fewer nothing is concluded."""

MOST_ANSWERS = 60
"""The newest so many say how somebody answers nowadays."""


Quarters = tuple[timedelta, timedelta, timedelta]


@dataclass(frozen=True, slots=True)
class MemberPace:
    """Within what time a quarter, half, and three quarters of the member's answers came.

    `quarters` is None where there are too few answers to tell.
    """

    member: Member
    answers: int
    quarters: Quarters | None


@dataclass(frozen=True, slots=True)
class Prediction:
    """How long a match is likely to take; `unknown` are those of whom too little is known.

    From `quick` to `slow` if everybody answers as in their faster or slower quarter.
    """

    quick: timedelta
    usual: timedelta
    slow: timedelta
    unknown: tuple[str, ...]


def member_paces(members: Sequence[Member]) -> list[MemberPace]:
    """The members' usual answer times, from the opening to their own first order; a query each.

    Only closed phases are looked at: an order that is sealed still must not show anywhere.
    """
    return [_pace(member) for member in members]


def _pace(member: Member) -> MemberPace:
    rows = Order.objects.filter(
        player__member=member,
        source__in=Order.PERSONAL_SOURCES,
        first_received_at__isnull=False,
        phase__closed_at__isnull=False,
    )
    newest = rows.order_by("-id").values_list("first_received_at", "phase__opened_at")
    times = [
        max((came - opened).total_seconds(), 0.0)
        for came, opened in newest[:MOST_ANSWERS]
        if came is not None
    ]
    if len(times) < LEAST_ANSWERS:
        return MemberPace(member, len(times), None)
    first, half, third = (timedelta(seconds=value) for value in quantiles(times, n=4))
    return MemberPace(member, len(times), (first, half, third))


def predicted_pace(
    match: Match, paces: Sequence[MemberPace], *, bots: int = 0
) -> Prediction | None:
    """How long this match is likely to take with these people and those who may still join.

    Who is not known yet, and every free seat, counts as answering after half of the time for a
    decision, between an eighth and the whole; `bots` answer at once. Nobody counts as slower than
    the clock. None for a game whose usual length is not known.
    """
    length = game_for(match.game).decisions.get(match.seats)
    if length is None:
        return None
    time = match.phase_time
    stranger = (time / 8, time / 2, time)
    known = [pace.quarters or stranger for pace in paces]
    free = max(match.seats - len(paces) - bots, 0)
    at_once = (timedelta(0),) * 3
    people = known + [stranger] * free + [at_once] * bots
    phases, choices = length
    likely = [
        phases * _of_a_phase([min(person[quarter], time) for person in people], choices / phases)
        for quarter in range(3)
    ]
    unknown = tuple(pace.member.name for pace in paces if pace.quarters is None)
    return Prediction(likely[0], likely[1], likely[2], unknown)


def _of_a_phase(times: Sequence[timedelta], deciding: float) -> timedelta:
    """How long a phase takes in which so many decide: between the mean and the slowest of all."""
    mean = sum(times, timedelta(0)) / len(times)
    if len(times) == 1:
        return mean
    return mean + (max(times) - mean) * ((deciding - 1) / (len(times) - 1))
