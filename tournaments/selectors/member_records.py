"""A member's record: by game, seat and opponent, how fast they answer, and whether they stay.

Everything comes from matches that are over, and no single answer is shown: only medians.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import quantiles

from django.db.models import Avg, Case, Count, F, FloatField, Q, QuerySet, Value, When

from games.models import Member
from tournaments.models import PlayedMatch
from tournaments.models import Reliability as ReliabilityRow
from tournaments.selectors.rating_pools import PoolName, pool_names

PACE_MATCHES = 30
SHOWN_OPPONENTS, SHOWN_CHANGES = 10, 20
FEWEST_AGAINST = 3
NEWCOMER_RELIABILITY = 75


@dataclass(frozen=True, slots=True)
class PlaceTally:
    """Matches of one kind. `score` is how the member did against others, 0 to 1."""

    matches: int
    won: int
    place: float

    @property
    def share(self) -> int:
        """Of a hundred matches, how many were won."""
        return round(100 * self.won / self.matches)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A member's matches in one pool, and from each seat at each table size."""

    pool: PoolName
    whole: PlaceTally
    seats: tuple[tuple[int, int, PlaceTally], ...]


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom the member met. `score` is the mean of 1 ahead, ½ level and 0 behind."""

    member: Member
    matches: int
    score: float

    @property
    def share(self) -> int:
        """The score as a percentage."""
        return round(100 * self.score)


@dataclass(frozen=True, slots=True)
class Opponents:
    """Who was met most, and against whom the member did best and worst."""

    most: tuple[Opponent, ...]
    best: Opponent | None
    worst: Opponent | None


@dataclass(frozen=True, slots=True)
class AnswerPace:
    """Within which time half of the answers come in a usual match, a fast one and a slow one."""

    matches: int
    usual: timedelta
    fast: timedelta
    slow: timedelta


@dataclass(frozen=True, slots=True)
class MemberReliability:
    """The points with the latest matches that moved them, newest first."""

    points: int
    matches: int
    changes: tuple[PlayedMatch, ...]


def shown(member: Member) -> QuerySet[PlayedMatch]:
    """The matches of which the member's record consists."""
    return PlayedMatch.objects.filter(member=member, is_shown=True)


def game_records(member: Member) -> list[GameRecord]:
    """The record in every pool, in the order in which the site offers the games; one query."""
    rows = (
        shown(member)
        .order_by("pool", "table_size", "seat")
        .values_list("pool", "table_size", "seat")
        .annotate(
            played=Count("id"),
            won=Count("id", filter=Q(place=1, has_left=False)),
            mean=Avg("place"),
        )
    )
    found: dict[str, list[tuple[int, int, PlaceTally]]] = {}
    for pool, size, seat, played, won, mean in rows:
        found.setdefault(pool, []).append((size, seat + 1, PlaceTally(played, won, mean)))
    return [
        GameRecord(name, _sum([tally for _, _, tally in found[key]]), tuple(found[key]))
        for key, name in pool_names().items()
        if key in found
    ]


def _sum(tallies: list[PlaceTally]) -> PlaceTally:
    matches = sum(one.matches for one in tallies)
    places = sum(one.place * one.matches for one in tallies)
    return PlaceTally(matches, sum(one.won for one in tallies), places / matches)


SCORE = Case(
    When(has_left=True, match__played__has_left=False, then=Value(1.0)),
    When(has_left=False, match__played__has_left=True, then=Value(0.0)),
    When(place__gt=F("match__played__place"), then=Value(1.0)),
    When(place=F("match__played__place"), then=Value(0.5)),
    default=Value(0.0),
    output_field=FloatField(),
)
"""What the member at `match__played` scored against the one of the row; who left has lost."""


def opponents(member: Member) -> Opponents:
    """Whom the member met most; best and worst of those met three times or more."""
    rows = (
        PlayedMatch.objects.filter(
            is_shown=True, match__played__member=member, match__played__is_shown=True
        )
        .exclude(member=member)
        .order_by()
        .values_list("member", "member__name")
        .annotate(met=Count("id"), score=Avg(SCORE))
    )
    found = [Opponent(Member(pk=pk, name=name), met, score) for pk, name, met, score in rows]
    found.sort(key=lambda one: (-one.matches, one.member.pk))
    often = [one for one in found if one.matches >= FEWEST_AGAINST]
    return Opponents(
        tuple(found[:SHOWN_OPPONENTS]),
        max(often, key=lambda one: one.score, default=None),
        min(often, key=lambda one: one.score, default=None),
    )


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a member behaved in one match."""

    at: datetime
    has_left: bool
    misses: int
    answer_seconds: int | None


def conduct(member: Member) -> list[Conduct]:
    """How the member behaved in every match, private ones too, oldest first; one query."""
    rows = PlayedMatch.objects.filter(member=member).order_by("finished_at", "id")
    figures = rows.values_list("finished_at", "has_left", "misses", "answer_seconds")
    return [Conduct(*row) for row in figures]


def pace(course: Sequence[Conduct]) -> AnswerPace | None:
    """From the medians of the last 30 matches in which the member answered; None under 3."""
    medians = [one.answer_seconds for one in course if one.answer_seconds is not None]
    seconds = medians[-PACE_MATCHES:]
    if len(seconds) < FEWEST_AGAINST:
        return None
    fast, usual, slow = (timedelta(seconds=round(one)) for one in quantiles(seconds, n=4))
    return AnswerPace(len(seconds), usual, fast, slow)


def reliability(member: Member) -> MemberReliability:
    """The points, and the matches that led to them as far as all may know of those.

    One query where the member was read with `reliability` beside it.
    """
    try:
        row = member.reliability
    except ReliabilityRow.DoesNotExist:
        return MemberReliability(NEWCOMER_RELIABILITY, 0, ())
    changes = shown(member).select_related("match").order_by("-finished_at", "-id")
    return MemberReliability(row.points, row.matches, tuple(changes[:SHOWN_CHANGES]))


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match in which two members met: the row of each."""

    one: PlayedMatch
    other: PlayedMatch

    @property
    def both(self) -> tuple[PlayedMatch, PlayedMatch]:
        """The two rows."""
        return self.one, self.other

    @property
    def score(self) -> float:
        """What the first scored against the second: 1, ½ or 0."""
        if self.one.has_left != self.other.has_left:
            return float(self.other.has_left)
        if self.one.place == self.other.place:
            return 0.5
        return float(self.one.place < self.other.place)


def meetings(one: Member, other: Member) -> list[Meeting]:
    """Every shown match of these two, oldest first, in two queries."""
    both = shown(one).filter(match__played__member=other, match__played__is_shown=True)
    rows = list(both.select_related("match").order_by("finished_at", "id"))
    theirs = {
        row.match_id: row
        for row in PlayedMatch.objects.filter(
            member=other, match__in=[row.match_id for row in rows]
        )
    }
    return [Meeting(row, theirs[row.match_id]) for row in rows]
