"""How fast Elo is reckoned: the sums alone, a pool rated from nothing, and all that is stored of it
checked to the last digit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import accumulate
from random import Random

import msgspec

from games.common import clock
from games.models import Match, Member
from tests.bench.figures import Effort, Figure, speed
from tests.research.predictions import finishing_order
from tournaments.models import RatedMatch, RatingPool
from tournaments.rating.pools import Pool
from tournaments.services.rating_results import RatedPlayer
from tournaments.services.ratings import pure_match
from tournaments.services.rebuilding import rebuild_pool, uncollected

POOL = "wizard"
SIZES = (2, 3, 4, 4, 4, 5)
"""Of tables; 3.7 players on average."""
MOST_PEOPLE = 4000
YEARS = 3
LEAVING = 0.02
LEAST = 20_000
"""Matches a second of a processor."""


def rebuild_figures(members: Sequence[Member], count: int) -> Iterator[Figure]:
    """What rating so many matches of these members takes."""
    matches_played(members[:MOST_PEOPLE], count)
    matches = [pure_match(row) for row in RatedMatch.objects.filter(pool=POOL).order_by("pk")]
    pool, sums, written, checked = Pool(), Effort(count), Effort(count), Effort(count)
    with uncollected(), sums.timed():
        for match in matches:
            pool.play(match)
    with written.timed():
        rebuild_pool(POOL)
    with checked.timed():
        rebuilt = rebuild_pool(POOL, is_check=True)
    assert rebuilt.is_equal, "rating the same matches twice gives the same"
    for name, effort in (
        ("the sums alone", sums),
        ("from nothing, stored", written),
        ("every figure checked", checked),
    ):
        least = LEAST if effort is not written else None
        yield Figure(
            f"Elo of {count} matches, {name}",
            speed(effort),
            target=f"≥ {least:,}/s" if least else "",
            passed=least <= 1 / effort.each if least else None,
            value=effort.each,
        )


def matches_played(members: Sequence[Member], count: int) -> None:
    """So many finished matches to be rated; a few members play much, most of them little."""
    chance = Random(f"{count} matches")
    people = [member.pk for member in members]
    skills = {person: chance.gauss(0, 0.6) for person in people}
    until = list(accumulate((1 - chance.random()) ** -0.5 for _ in people))
    apart = timedelta(days=365 * YEARS) / count
    now = clock.now()
    matches = Match.objects.bulk_create(
        (
            Match(
                code=f"r{number:07}", game=POOL, rules_version=1, seats=max(SIZES),
                status=Match.Status.FINISHED, finished_at=now - (count - number) * apart,
            )
            for number in range(count)
        ),
        batch_size=1000,
    )  # fmt: skip
    RatingPool.objects.create(key=POOL)
    RatedMatch.objects.bulk_create(
        (
            RatedMatch(
                match=match,
                pool=POOL,
                finished_at=match.finished_at or now,
                results=_results(chance, people, until, skills),
            )
            for match in matches
        ),
        batch_size=1000,
    )


def _results(
    chance: Random, people: Sequence[int], until: Sequence[float], skills: dict[int, float]
) -> object:
    size, table = min(chance.choice(SIZES), len(people)), list[int]()
    while len(table) < size:
        [found] = chance.choices(people, cum_weights=until)
        if found not in table:
            table.append(found)
    order = finishing_order(chance, [skills[one] for one in table])
    return msgspec.to_builtins(
        [
            RatedPlayer(one, seat, 1 + order.index(seat), 0, chance.random() < LEAVING)
            for seat, one in enumerate(table)
        ]
    )
