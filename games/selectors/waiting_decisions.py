"""What waits for a member, the most urgent first: for "Next" on every page."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet, TextField
from django.db.models.functions import Cast

from games.models import Match, Member, Order, Phase
from games.models.fixed_queries import FixedQuery

MOST_COUNTED = 200


class WaitingDecision(NamedTuple):
    """A decision that is the member's to make now."""

    code: str
    deadline_at: datetime | None


def waiting_decisions(member: Member) -> list[WaitingDecision]:
    """The decisions that await this member's order, the least time left first; one query."""
    return [
        WaitingDecision(values["code"], values["until"])
        for row in _WAITING.rows(member.pk)
        if (values := vars(row))["own_seat"] in row.asked
    ]


def _waiting(member: Any) -> QuerySet[Phase]:
    given = Order.objects.filter(phase=OuterRef("pk"), player__member=member)
    rows = Phase.objects.filter(
        closed_at=None,
        number__gt=0,
        match__status=Match.Status.RUNNING,
        match__players__member=member,
        match__players__resigned_at=None,
    )
    return (
        rows.annotate(own_seat=F("match__players__seat"), code=F("match__code"))
        .filter(~Exists(given))
        .only("awaited", "held")
        .annotate(until=F("match__deadline_at"))
        .order_by(F("match__deadline_at").asc(nulls_last=True), "pk")[:MOST_COUNTED]
    )


_WAITING = FixedQuery(_waiting)


def next_decision(member: Member, *, after: str = "") -> WaitingDecision | None:
    """The decision with the least time left; of those behind it where it is `after` itself."""
    waiting = waiting_decisions(member)
    codes = [one.code for one in waiting]
    start = codes.index(after) + 1 if after in codes else 0
    turned = waiting[start:] + waiting[:start]
    return turned[0] if turned else None


def waiting_codes(members: Collection[int]) -> dict[int, set[str]]:
    """By member: the matches that await their order; one query for all of them."""
    found: dict[int, set[str]] = defaultdict(set)
    for member, seat, code, awaited, held in _WAITING_FOR.values(list(members)):
        if seat in _asked(awaited, held):
            found[member].add(code)
    return dict(found)


def _waiting_for(members: Any) -> Any:
    given = Order.objects.filter(phase=OuterRef("pk"), player__member=OuterRef("whose"))
    return (
        Phase.objects.filter(
            closed_at=None,
            number__gt=0,
            match__status=Match.Status.RUNNING,
            match__players__member__pk__in=members,
            match__players__resigned_at=None,
        )
        .annotate(whose=F("match__players__member"))
        .filter(~Exists(given))
        .annotate(awaiting=Cast("awaited", TextField()), holding=Cast("held", TextField()))
        .values_list("whose", "match__players__seat", "match__code", "awaiting", "holding")
    )


_WAITING_FOR = FixedQuery(_waiting_for)


@lru_cache(maxsize=1024)
def _asked(awaited: str, held: str) -> list[int]:
    """The same few seats are awaited in most phases."""
    return Phase(awaited=json.loads(awaited), held=json.loads(held)).asked
