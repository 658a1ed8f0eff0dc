"""Swiss, for two and for tables of 3 to 6, in rounds or in waves: equals meet, nobody twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from tournaments.chance.seeding import seeded
from tournaments.formats import settings
from tournaments.formats.base import (
    Entrants,
    Format,
    Results,
)
from tournaments.formats.settings import Setting
from tournaments.outlook.simulations import EventSimulation, points_simulation
from tournaments.pairing.history import History, history_of
from tournaments.pairing.rounds import paired_round
from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.ranking.points import in_units, total_points
from tournaments.stages.dealing import dealt
from tournaments.stages.reasons import Because, met_before
from tournaments.stages.requested_byes import resting, with_requested_byes
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import (
    Entrant,
    Reason,
    RoundPlan,
    ended,
    last_round,
    playing,
)

_MOST_KEPT_FROM = 2


@dataclass(frozen=True)
class EqualPoints(Reason):
    """The entry's points before the round, and the lowest and highest of the others there."""

    code: ClassVar[str] = "points"
    own: Fraction
    lowest: Fraction
    highest: Fraction


@dataclass(frozen=True)
class Fold(Reason):
    """Of so many with equal points the upper half meets the lower."""

    code: ClassVar[str] = "fold"
    own: int
    other: int
    of: int


@dataclass(frozen=True)
class KeptFrom(Reason):
    """Somebody as near in points, who has been met already."""

    code: ClassVar[str] = "kept_from"
    opponent: EntryId


@dataclass(frozen=True)
class Bye(Reason):
    """Sits out with these points, after so many byes before."""

    code: ClassVar[str] = "bye"
    points: Fraction
    before: int


class Swiss(Format):
    """Reads rounds, at_once, table sizes, points, strict, strict_seats,
    apart, half_byes.

    A wave of `at_once` rounds is dealt together, from the points at its start, when the wave
    before it has ended. Who comes late starts with the points that there are: none.
    """

    key = "swiss"
    place_in_lists = 20
    settings = (
        settings.TABLE_SIZE,
        settings.UNEVEN,
        settings.ROUNDS.usually(5),
        settings.AT_ONCE,
        settings.STRICT,
        settings.STRICT_SEATS,
        settings.HALF_BYES,
        settings.REVIEW_HOURS,
        settings.PLAY_OFF,
    )
    proposed_at = range(2, 3)
    accepts_late = True
    seats_everybody_again = True

    def settings_at(self, sizes: Sequence[int]) -> tuple[Setting, ...]:
        """Seats can be strict where two play."""
        found = super().settings_at(sizes)
        return tuple(one for one in found if 2 in sizes or one != settings.STRICT_SEATS)

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError for too few entries, rounds or rounds at once."""
        sizes_with_byes(entries, setup)
        if setup.rounds < 1 or setup.at_once < 1:
            raise TournamentSetupError("rounds", rounds=setup.rounds, at_once=setup.at_once)

    def next_plan(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The next round, if its wave may begin."""
        number = last_round(results) + 1
        if number > setup.rounds or not self._enough(setup, entries, number):
            return None
        if (number - 1) % setup.at_once == 0 and not ended(results):
            return None
        out = resting(setup, entries, number)
        here = playing(entries, number) - set(out)
        points = total_points(setup.points, results)
        scores = in_units(points, setup.points)
        seeds = [entry for entry in seeded(setup, entries) if entry in here]
        order = sorted(seeds, key=lambda entry: -scores.get(entry, 0))
        because = by_points(order, points, scores, history_of(results, setup.table_size))
        tables = paired_round(setup, order, scores, results)
        plan = dealt(setup, number, self.key, tables, results, because)
        return with_requested_byes(plan, out)

    def simulation(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> EventSimulation | None:
        """The open tables, then rounds in which equals meet."""
        seeds = seeded(setup, entries)
        numbers = range(last_round(results) + 1, setup.rounds + 1)
        fields = [playing(entries, number) for number in numbers]
        rounds = [[one for one in seeds if one in here] for here in fields]
        return points_simulation(
            setup, entries, results, [one for one in rounds if len(one) >= setup.smallest]
        )

    def is_over(self, setup: TournamentSetup, entries: Entrants, results: Results) -> bool:
        """Whether all rounds are played, or too few are left for another."""
        number = last_round(results) + 1
        more = number <= setup.rounds and self._enough(setup, entries, number)
        return not more and ended(results)

    def _enough(self, setup: TournamentSetup, entries: Sequence[Entrant], number: int) -> bool:
        return len(playing(entries, number)) >= setup.smallest


def by_points(
    order: Sequence[EntryId],
    points: Mapping[EntryId, Fraction],
    scores: Mapping[EntryId, int],
    history: History,
) -> Because:
    """Equals meet, as Swiss has it: `order` is best first, `scores` are the points in units."""
    rank = {entry: place for place, entry in enumerate(order)}
    group: dict[EntryId, tuple[int, int]] = {}
    for _, equals in groupby(order, lambda entry: scores.get(entry, 0)):
        listed = list(equals)
        group |= {entry: (place, len(listed)) for place, entry in enumerate(listed, 1)}
    met: dict[EntryId, list[EntryId]] = {entry: [] for entry in order}
    for one, other in history.meetings:
        if one in met and other in met:
            met[one].append(other)
            met[other].append(one)

    def reasons(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
        own = points.get(entry, Fraction(0))
        if len(table) == 1:
            yield Bye(entry, own, history.byes[entry])
            return
        others = [other for other in table if other != entry]
        theirs = [points.get(other, Fraction(0)) for other in others]
        yield EqualPoints(entry, own, min(theirs), max(theirs))
        if len(table) == 2 and theirs == [own]:
            place, of = group[entry]
            yield Fold(entry, place, group[others[0]][0], of)
        away = {other: abs(scores.get(other, 0) - scores.get(entry, 0)) for other in met[entry]}
        farthest = max(abs(scores.get(other, 0) - scores.get(entry, 0)) for other in others)
        near = [one for one in met[entry] if one not in others and away[one] <= farthest]
        near.sort(key=lambda one: (away[one], rank[one]))
        for one in near[:_MOST_KEPT_FROM]:
            yield KeptFrom(entry, one)
        yield from met_before(table, entry, history)

    return reasons


FORMAT = Swiss()
