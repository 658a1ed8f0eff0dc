"""Stages at tables of any size: the best of each table go on, until one table is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.ranking.cuts import is_decided, table_ranking
from tournaments.ranking.points import total_points
from tournaments.ranking.standings import Groups
from tournaments.stages.dealing import dealt
from tournaments.stages.reasons import by_seeding
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import (
    Entrant,
    RoundPlan,
    TableResult,
    ended,
    last_round,
    playing,
)

Tables = list[list[EntryId]]


@dataclass(frozen=True, slots=True)
class StageShape:
    """A stage of an elimination: its tables, who sits out, and how many of a table go on."""

    sizes: tuple[int, ...]
    byes: int
    advance: int

    @property
    def is_final(self) -> bool:
        """Whether its one table settles everything."""
        return len(self.sizes) == 1 and not self.byes


def stages(entries: int, setup: TournamentSetup) -> tuple[StageShape, ...]:
    """All stages for so many entries, which can be shown before the start.

    More than `advance` go on from each table where the next one could not be filled otherwise,
    and fewer where that would be everybody.
    Raises TournamentSetupError if so many cannot be seated, or if everybody would go on.
    """
    shapes = []
    while True:
        sizes, byes = sizes_with_byes(entries, setup)
        needed = -(-(setup.smallest - byes) // len(sizes))
        advance = max(needed, min(setup.advance, min(sizes) - 1))
        shape = StageShape(sizes, byes, advance)
        shapes.append(shape)
        if shape.is_final:
            return tuple(shapes)
        if not 1 <= advance < min(sizes):
            raise TournamentSetupError("all_advance", advance=advance, size=min(sizes))
        entries = len(sizes) * advance + byes


def serpentine(seeds: Sequence[EntryId], shape: StageShape) -> Tables:
    """The seeds dealt to and fro over the tables; the top ones sit out, or at short tables."""
    free, rest = list(seeds[: shape.byes]), list(seeds[shape.byes :])
    sizes = sorted(shape.sizes)
    tables: Tables = [[] for _ in sizes]
    forward = True
    while rest:
        row = [n for n in range(len(sizes)) if len(tables[n]) < sizes[n]]
        for n in row if forward else reversed(row):
            if rest:
                tables[n].append(rest.pop(0))
        forward = not forward
    return tables + [[entry] for entry in free]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an elimination has come: the tables due, who is left, and who is out, best first."""

    due: RoundPlan | None
    left: tuple[EntryId, ...]
    out: Groups
    closed_stages: int
    is_over: bool


def progress(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    seeds: Sequence[EntryId],
    results: Sequence[TableResult],
    first_round: int = 1,
) -> Progress:
    """Follow the stages among these seeds, the first of them dealt in `first_round`.

    Every table plays `setup.games` matches at once. Whoever withdraws is passed over: the next
    of the same table goes on. Tables once dealt stand, even if a result is corrected later.
    """
    rank = {entry: place for place, entry in enumerate(seeds)}
    left, out, number, closed = list(seeds), list[tuple[EntryId, ...]](), first_round, 0
    while True:
        matches = [one for one in results if number <= one.round < number + setup.games]
        left, out = _still_in(left, out, matches, playing(entries, number), rank)
        if not matches and len(left) < max(2, setup.smallest):
            return Progress(None, tuple(left), tuple(out), closed, True)
        shape = stages(len(left), setup)[0]
        tables = _tables(matches) or serpentine(left, shape)
        name = "final" if shape.is_final else "elimination"
        if (game := last_round(matches) + 1 if matches else number) < number + setup.games:
            return Progress(
                dealt(setup, game, name, tables, results, by_seeding(seeds)),
                tuple(left),
                tuple(out),
                closed,
                is_over=False,
            )
        outcome = _closed(setup, entries, tables, matches, shape, rank, number + setup.games)
        if outcome is None:
            return Progress(None, tuple(left), tuple(out), closed, False)
        left, beaten = outcome
        out = beaten + out
        closed += 1
        if shape.is_final:
            return Progress(None, tuple(left), tuple(out), closed, True)
        number += setup.games


def _still_in(
    left: list[EntryId],
    out: list[tuple[EntryId, ...]],
    matches: Sequence[TableResult],
    here: Collection[EntryId],
    rank: Mapping[EntryId, int],
) -> tuple[list[EntryId], list[tuple[EntryId, ...]]]:
    """Who is left in a stage with these tables, and who is out, those who went by themselves
    first."""
    seated = {entry for one in matches for entry in one.seats}
    gone = tuple(entry for entry in left if entry not in (seated or here))
    if seated - set(left):
        # A result was corrected after these were dealt in: whoever sits there is not out.
        out = [kept for group in out if (kept := tuple(e for e in group if e not in seated))]
        left = left + sorted(seated - set(left), key=lambda entry: rank.get(entry, len(rank)))
    left = [entry for entry in left if entry not in gone]
    return left, [gone, *out] if gone else out


def _tables(matches: Sequence[TableResult]) -> Tables:
    tables = {one.table: list(one.seats) for one in matches}
    return [tables[number] for number in sorted(tables)]


def _closed(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    tables: Tables,
    matches: Sequence[TableResult],
    shape: StageShape,
    rank: Mapping[EntryId, int],
    next_round: int,
) -> tuple[list[EntryId], list[tuple[EntryId, ...]]] | None:
    """Who goes on, best first, and who is out by place; None while that is open.

    The final keeps its winner, and waits for its last match.
    """
    stay = {entry.id for entry in entries} if shape.is_final else playing(entries, next_round)
    points = total_points(setup.points, matches)
    on: list[tuple[int, EntryId]] = []
    beaten: dict[int, list[EntryId]] = {}
    played: dict[int, list[TableResult]] = defaultdict(list)
    for match in matches:
        played[match.table].append(match)
    for number, table in enumerate(tables, 1):
        here = played[number]
        order = table_ranking(setup, table, here, rank)
        order = [one for one in order if one in stay] + [one for one in order if one not in stay]
        staying = sum(1 for one in order if one in stay)
        advance = 1 if shape.is_final else min(shape.advance, staying)
        if shape.is_final and not ended(here):
            return None
        if not is_decided(setup, order, here, advance):
            return None
        on += list(enumerate(order[:advance]))
        for place, entry in enumerate(order[advance:], advance):
            beaten.setdefault(place, []).append(entry)

    def worth(entry: EntryId) -> tuple[Fraction, int]:
        return -points.get(entry, Fraction(0)), rank[entry]

    left = [entry for _, entry in sorted(on, key=lambda one: (one[0], worth(one[1])))]
    return left, [tuple(sorted(beaten[place], key=worth)) for place in sorted(beaten)]
