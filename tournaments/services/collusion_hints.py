"""Hints of collusion: found by night from what is stored already, dismissed by operators.

Nothing follows from a hint by itself. Sessions are those that the site keeps to keep people signed
in; of a shared one only the fact is noted. Of answers the times are compared, never the orders.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import combinations, groupby
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.db.models import F

from games.common import clock
from games.models import Member, Order
from tournaments.models import CollusionHint, RatedMatch, RatingChange, RatingPool
from tournaments.rating.collusion import Evidence
from tournaments.rating.elo import exchanges_read
from tournaments.selectors.rating_pools import pool_names
from tournaments.services.rating_results import PERSONAL, rated_players

Kind = CollusionHint.Kind
MOST_LOOKED_AT = 50_000
"""Matches of a pool, the newest."""
LOOKED_BACK = timedelta(days=180)
FORGOTTEN = timedelta(days=30)
"""A hint that is not found again for so long goes, dismissed or not."""
AT_ONCE, NEAR = timedelta(minutes=2), timedelta(minutes=12)
SLOW = timedelta(minutes=10)
"""Who answers sooner is playing live: both look at the page."""
FEWEST_NEAR, TIMING_BAR = 12, 5.0
MOST_SHARING = 6
"""A browser and network that more share is a school's or a mobile carrier's."""
GROWN = 1.5


class FoundHint(NamedTuple):
    """What was found about two members."""

    kind: Kind
    one: int
    other: int
    matches: int
    excess: float = 0.0
    deviations: float = 0.0


def look_for_hints() -> int:
    """Look through every pool; returns how many hints are open."""
    now = clock.now()
    for pool in RatingPool.objects.values_list("key", flat=True).order_by("key"):
        _keep(pool, [*_by_results(pool), *_by_sessions(pool, now), *_by_timing(pool, now)], now)
    CollusionHint.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
    return CollusionHint.objects.filter(dismissed_at=None).count()


def dismiss_hint(*, hint: int, by: Member, note: str) -> int:
    """Put a hint aside, with the reason; returns how many were open, 0 or 1."""
    rows = CollusionHint.objects.filter(pk=hint, dismissed_at=None)
    return rows.update(
        dismissed_at=clock.now(), dismissed_by=by, note=note, dismissed_matches=F("matches")
    )


def _keep(pool: str, found: Iterable[FoundHint], now: datetime) -> None:
    known = {
        (row.kind, row.one_id, row.other_id): row for row in CollusionHint.objects.filter(pool=pool)
    }
    for one in found:
        row = known.get((one.kind, one.one, one.other))
        if row is None:
            row = CollusionHint(
                pool=pool, kind=one.kind, one_id=one.one, other_id=one.other, found_at=now
            )
        row.matches, row.excess, row.deviations = one.matches, one.excess, one.deviations
        row.seen_at = now
        if row.dismissed_at is not None and one.matches >= GROWN * row.dismissed_matches:
            row.dismissed_at = None
        row.save()


def _by_results(pool: str) -> Iterator[FoundHint]:
    evidence = Evidence()
    counted = RatedMatch.objects.filter(pool=pool, is_counted=True, struck_at=None)
    since = counted.order_by("-pk").values_list("pk", flat=True)[MOST_LOOKED_AT:][:1]
    rows = RatingChange.objects.filter(
        pool=pool, rated_match__gt=next(iter(since), 0), rated_match__struck_at=None
    ).order_by("rated_match")
    figures = rows.values_list("rated_match", "member", "exchanges").iterator(chunk_size=2000)
    for _match, table in groupby(figures, key=lambda row: row[0]):
        evidence.take({member: exchanges_read(exchanges) for _, member, exchanges in table})
    for one in evidence.suspicions():
        yield FoundHint(
            Kind(one.finding), one.one, one.other, one.matches, one.excess, one.deviations
        )


def _shared_matches(pool: str, now: datetime) -> dict[tuple[int, int], int]:
    """How many rated matches every two members shared of late, the lower id first."""
    shared: dict[tuple[int, int], int] = defaultdict(int)
    rows = RatedMatch.objects.filter(
        pool=pool, is_counted=True, struck_at=None, finished_at__gt=now - LOOKED_BACK
    )
    for results in rows.values_list("results", flat=True).iterator(chunk_size=2000):
        for pair in combinations(sorted(one.member for one in rated_players(results)), 2):
            shared[pair] += 1
    return shared


def _by_sessions(pool: str, now: datetime) -> Iterator[FoundHint]:
    """Members who share matches, and a browser on the same network."""
    sharing: dict[tuple[str, str], set[int]] = defaultdict(set)
    rows = UserSession.objects.filter(last_seen_at__gt=now - LOOKED_BACK).exclude(user_agent="")
    for ip, agent, member in rows.values_list("ip", "user_agent", "user"):
        sharing[ip, agent].add(member)
    pairs = {
        pair
        for members in sharing.values()
        if len(members) <= MOST_SHARING
        for pair in combinations(sorted(members), 2)
    }
    if pairs:
        shared = _shared_matches(pool, now)
        for one, other in sorted(pairs & shared.keys()):
            yield FoundHint(Kind.DEVICE, one, other, shared[one, other])


def _by_timing(pool: str, now: datetime) -> Iterator[FoundHint]:
    """Members who answer within two minutes of each other far more often than within twelve.

    People who are awake at the same hours answer near each other; only somebody who acts for both,
    or waits for the other, is so much more often within two minutes.
    """
    near: dict[tuple[int, int], list[bool]] = defaultdict(list)
    for _phase, answers in groupby(_answers(pool, now), key=lambda row: row[0]):
        at = {member: moment for _, member, moment in answers}
        for one, other in combinations(sorted(at), 2):
            apart = abs(at[one] - at[other])
            if apart <= NEAR:
                near[one, other].append(apart <= AT_ONCE)
    chance = AT_ONCE / NEAR
    for (one, other), each in near.items():
        count, at_once = len(each), sum(each)
        scatter = math.sqrt(count * chance * (1 - chance))
        deviations = (at_once - count * chance) / scatter
        if count >= FEWEST_NEAR and deviations > TIMING_BAR:
            yield FoundHint(Kind.TIMING, one, other, count, at_once / count, deviations)


def _answers(pool: str, now: datetime) -> Iterator[tuple[int, int, datetime]]:
    """Whose first answer to which decision came when, of those that were not given at once."""
    name = pool_names()[pool]
    rows = Order.objects.filter(
        source__in=PERSONAL,
        phase__match__game=name.game,
        phase__match__rated__pool=pool,
        phase__opened_at__gt=now - LOOKED_BACK,
        player__member__isnull=False,
    ).order_by("phase")
    figures: Iterable[tuple[int, int, datetime | None, datetime, datetime]] = rows.values_list(
        "phase", "player__member", "first_received_at", "received_at", "phase__opened_at"
    ).iterator(chunk_size=2000)
    for phase, member, first, last, opened in figures:
        if (first or last) - opened >= SLOW:
            yield phase, member, first or last
