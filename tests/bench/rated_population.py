"""A hundred thousand rated matches in a minute: one of each row is made, the database copies it.

The players' figures are made up by arithmetic; how many rows there are, how they hang together and
over which time they lie is as play would have it. One member has met everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.db import connection
from django.db.models import Model

from games.common import clock
from games.models import Match, Member, Player
from games.rules.registry import rules_for
from tests.bench.population import Advance, members_made
from tests.bench.row_copies import copy_rows
from tournaments.models import (
    MemberFigures,
    PlayedMatch,
    PoolFigures,
    RatedMatch,
    Rating,
    RatingChange,
    Reliability,
    Rivalry,
)
from tournaments.services.counting_figures import recount_pool

GAME = POOL = "cubirds"
SEATS = 4
YEARS = 3
FOR_EACH_MEMBER = 5
"""Matches are so many times as many as members, each of whom so sits in twenty."""
A_MATCH_OF_THE_BUSIEST = 50
"""One match in so many has the first member at its table."""
COUNTED = 2000
"""So many matches are in the figures: counting all of them would take longer than all the rest."""
RATED_STEPS = 8
"""Of progress."""


def matches_rated(count: int, advance: Advance) -> list[Member]:
    """So many rated matches of one pool; returns its members, the busiest first."""
    members = members_made(max(2 * SEATS, count // FOR_EACH_MEMBER))
    first, others = members[0].pk, len(members) - 1
    # Never twice at a table: the step between two seats is less than a quarter of all.
    step = f"(1 + n % {max(1, others // SEATS)})"
    who = f"({first} + 1 + (n * 7 + s * {step}) % {others})"
    who = f"CASE WHEN s = 0 AND n % {A_MATCH_OF_THE_BUSIEST} = 0 THEN {first} ELSE {who} END"
    now = clock.now()
    second = YEARS * 365 * 86_400 // count
    if connection.vendor == "postgresql":
        at = f"TIMESTAMPTZ '{now.isoformat()}' - ({count} - n) * INTERVAL '{second} seconds'"
    else:
        moment = now.strftime("%Y-%m-%d %H:%M:%S")
        at = f"strftime('%Y-%m-%d %H:%M:%S', '{moment}', ((n - {count}) * {second}) || ' seconds')"
    _copied(count, who, at, members, advance)
    return members


def _copied(count: int, who: str, at: str, members: list[Member], advance: Advance) -> None:
    match = _pattern(members)
    base = match.pk
    code = "'b' || (100000 + n)"
    _copies(Match, match.pk, count, {"id": f"{base} + n", "code": code, "finished_at": at})
    advance(1)
    each: dict[str, str] = {"match_id": f"{base} + n", "member_id": who, "seat": "s"}
    place = f"1 + (s + n) % {SEATS}"
    player = Player.objects.get(match=match, seat=0)
    _copies(Player, player.pk, count, {**each, "place": place}, SEATS)
    advance(1)
    rated = RatedMatch.objects.create(
        match=match, pool=POOL, finished_at=match.finished_at or clock.now(), results=[]
    )
    fields = {"id": f"{rated.pk} + n", "match_id": f"{base} + n", "finished_at": at}
    _copies(RatedMatch, rated.pk, count, fields)
    advance(1)
    _changes_copied(rated, members[0], count, {"member_id": who, "place": place, "seat": "s"}, at)
    advance(1)
    played = PlayedMatch.objects.create(
        match=match, member=members[0], pool=POOL, seat=0, place=1, score=50, table_size=SEATS,
        answers=20, answer_seconds=3600, reliability=90, reliability_change=0, field=1500,
        finished_at=rated.finished_at,
    )  # fmt: skip
    _copies(PlayedMatch, played.pk, count, {**each, "place": place, "finished_at": at}, SEATS)
    advance(1)
    _ratings_made(members)
    advance(1)
    _rivalries_made()
    advance(1)
    _figures_made(members)
    advance(1)
    with connection.cursor() as cursor:
        # Without it reads would go to rows that no visibility map knows of, as in no real table.
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def _pattern(members: list[Member]) -> Match:
    rules = rules_for(GAME)
    now = clock.now()
    match = Match.objects.create(
        game=GAME, rules_version=rules.version, options=rules.options.from_mapping({}).as_mapping(),
        seats=SEATS, status=Match.Status.FINISHED, started_at=now, finished_at=now, settled_at=now,
        reported_at=now, outcome={"reason": "rounds", "scores": [], "places": [1, 2, 3, 4]},
        created_by=members[0],
    )  # fmt: skip
    for seat, member in enumerate(members[:SEATS]):
        Player.objects.create(match=match, member=member, seat=seat, place=seat + 1, score=50)
    return match


def _changes_copied(
    rated: RatedMatch, member: Member, count: int, each: Mapping[str, str], at: str
) -> None:
    pattern = RatingChange.objects.create(
        rated_match=rated, member=member, pool=POOL, seat=0, place=1, table_size=SEATS,
        before=1_500_000, after=1_500_000, uncertainty=60_000, finished_at=rated.finished_at,
        exchanges=[[member.pk + seat, 1_500_000, 1.0, 0.5, 16.0, 8000] for seat in range(1, SEATS)],
    )  # fmt: skip
    fields = {
        **each,
        "rated_match_id": f"{rated.pk} + n",
        "after": "1500000 + ((n * 7919 + s * 104729) % 32001) - 16000",
        "finished_at": at,
    }
    _copies(RatingChange, pattern.pk, count, fields, SEATS)


def _copies(
    model: type[Model], pk: int, count: int, changed: Mapping[str, str], seats: int = 1
) -> None:
    """Copies of the row numbered n from 1, and each for seats s from 0."""
    each = f"SELECT 0 UNION ALL SELECT s + 1 FROM seats WHERE s < {seats - 1}"
    every = f"(WITH RECURSIVE seats(s) AS ({each}) SELECT s FROM seats) seats"
    source = f"{model._meta.db_table} own, {every} WHERE own.id = {pk}"
    copy_rows(model, range(1, count + 1), changed, source=source)


def _ratings_made(members: list[Member]) -> None:
    now = clock.now()
    Rating.objects.bulk_create(
        (
            Rating(
                member=member, pool=POOL, thousandths=1_200_000 + number * 7919 % 600_000,
                uncertainty=60_000, matches=20, opponents=15 + number % 20,
                recent_opponents=8 + number % 10, rated_at=now - timedelta(days=number % 80),
                peak_thousandths=1_800_000, strength=number % 7 / 7, strength_deviation=0.3,
            )
            for number, member in enumerate(members)
        ),
        batch_size=1000,
    )  # fmt: skip
    Reliability.objects.bulk_create(
        (Reliability(member=member, points=90, matches=20) for member in members), batch_size=1000
    )


def _rivalries_made() -> None:
    """Who met whom how often, as one statement: the counting service takes a match at a time."""
    pools = f'{{"{POOL}": [1, 0, 0]}}'
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {Rivalry._meta.db_table} (member_id, opponent_id, matches, share, pools) "
            "SELECT a.member_id, b.member_id, count(*), 500, %s FROM "
            f"{PlayedMatch._meta.db_table} a JOIN {PlayedMatch._meta.db_table} b "
            "ON a.match_id = b.match_id AND a.member_id <> b.member_id "
            "GROUP BY a.member_id, b.member_id",
            [pools],
        )


def _figures_made(members: list[Member]) -> None:
    """Figures of some matches, counted as the service does; who was in none of them has those of
    the busiest member."""
    upto = PlayedMatch.objects.order_by("pk")[: COUNTED * SEATS].values_list("pk", flat=True)
    PoolFigures.objects.create(pool=POOL, counted=max(upto))
    recount_pool(POOL)
    known = set(MemberFigures.objects.values_list("member_id", flat=True))
    usual = MemberFigures.objects.filter(pool=POOL)[0]
    MemberFigures.objects.bulk_create(
        (
            MemberFigures(member=one, pool=POOL, figures=usual.figures, course=usual.course)
            for one in members
            if one.pk not in known
        ),
        batch_size=1000,
    )
