"""Reliability: how far others can count on a member's staying to the end of a match.

Everybody begins with 75 of 100 points. A match played to its end is worth one point, one that was
left costs ten, and twenty where another of the last twenty matches was left as well. So one bad
week is made good in ten matches, and nothing else moves the figure.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from games.models import Match
from tournaments.models import PlayedMatch, Reliability
from tournaments.services.rating_results import PlayerPace, PlayerResult

FIRST, MOST = 75, 100
FINISHED, QUIT, QUIT_AGAIN = 1, -10, -20
STREAK = 100
"""So many matches in a row to their end, no deadline missed, are a feat."""

MEMORY = 20
"""Leaving twice within so many matches counts as leaving again."""


def reliability_of(members: Collection[int]) -> dict[int, int]:
    """The points of these members by their ids; who has played nothing yet has 75."""
    known = dict(Reliability.objects.filter(member__in=members).values_list("member_id", "points"))
    return {member: known.get(member, FIRST) for member in members}


def reliability(member_id: int) -> int:
    """One member's points, 0 to 100."""
    return reliability_of([member_id])[member_id]


def reckon_match(row: Reliability, *, left: bool) -> int:
    """Take one more match into the row, unsaved; returns the change as it counts.

    The sum stays between 0 and 100, so a change may be smaller than its rule says.
    """
    row.matches += 1
    change = FINISHED
    if left:
        again = row.last_quit is not None and row.matches - row.last_quit <= MEMORY
        change = QUIT_AGAIN if again else QUIT
        row.last_quit = row.matches
    before = row.points
    row.points = min(MOST, max(0, before + change))
    return row.points - before


def _go_on(row: Reliability, at: datetime, *, was_punctual: bool) -> None:
    row.punctual = row.punctual + 1 if was_punctual else 0
    if row.punctual == STREAK and row.streak_at is None:
        row.streak_at = at


def record_match(
    match: Match,
    finished_at: datetime,
    pool: str,
    results: Sequence[PlayerResult],
    paces: dict[int, PlayerPace],
    *,
    is_rated: bool,
) -> None:
    """Write the match into the records of its people, and reckon their reliability.

    The caller holds the match's lock and does so once. A seat that changed hands says nothing of
    either's pace.
    """
    rows, changed = _reckon(results, paces, finished_at)
    shared = {one.player for one in results if one.is_substitute}
    PlayedMatch.objects.bulk_create(
        PlayedMatch(
            match=match,
            member_id=one.member,
            pool=pool,
            seat=one.seat,
            place=one.place,
            score=one.score,
            table_size=match.seats,
            has_left=one.left,
            misses=pace.misses,
            answers=pace.answers,
            answer_seconds=pace.seconds,
            reliability=rows[one.member].points,
            reliability_change=changed[one.member],
            is_shown=(is_rated or match.is_public) and not one.is_substitute,
            finished_at=finished_at,
        )
        for one in results
        for pace in [PlayerPace() if one.player in shared else paces.get(one.player, PlayerPace())]
    )


def _reckon(
    results: Sequence[PlayerResult], paces: dict[int, PlayerPace], at: datetime
) -> tuple[dict[int, Reliability], dict[int, int]]:
    """Take the match into everybody's reliability; the rows, and what changed, by member."""
    members = sorted(one.member for one in results)
    Reliability.objects.bulk_create(
        [Reliability(member_id=member, points=FIRST) for member in members], ignore_conflicts=True
    )
    # in the order of the ids, so that two pools that settle at one time never wait in a ring
    locked = Reliability.objects.select_for_update().filter(member__in=members)
    rows = {row.member_id: row for row in locked.order_by("member_id")}
    changed = {one.member: reckon_match(rows[one.member], left=one.left) for one in results}
    for one in results:
        missed = one.player in paces and paces[one.player].misses > 0
        _go_on(rows[one.member], at, was_punctual=not one.left and not missed)
    fields = ["points", "matches", "last_quit", "punctual", "streak_at"]
    Reliability.objects.bulk_update(rows.values(), fields)
    return rows, changed
