"""Who goes on from a table or a stage, and whether open matches can still change that."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from tournaments.ranking.points import table_points, total_points, winner_points
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import TableResult, ended


def table_ranking(
    setup: TournamentSetup,
    table: Collection[EntryId],
    matches: Sequence[TableResult],
    rank: Mapping[EntryId, int],
) -> list[EntryId]:
    """A table's entries after its matches: by points, wins, the game's points, and seeding.

    The better seed goes on when all else is equal: never chance.
    """
    points = total_points(setup.points, matches)

    def key(entry: EntryId) -> tuple[Fraction, int, int, int]:
        wins = sum(1 for match in matches if match.places.get(entry) == 1)
        game_points = sum(match.points.get(entry, 0) for match in matches)
        return -points.get(entry, Fraction(0)), -wins, -game_points, rank[entry]

    return sorted(table, key=key)


def is_decided(
    setup: TournamentSetup, order: Sequence[EntryId], matches: Sequence[TableResult], advance: int
) -> bool:
    """Whether the first `advance` of the order go on however the open matches end.

    Each of them must be out of reach: even losing all open matches they keep more points than
    any other can get.
    """
    if ended(matches):
        return True
    low: dict[EntryId, Fraction] = dict.fromkeys(order, Fraction(0))
    high = dict(low)
    for match in matches:
        earned = table_points(setup.points, match)
        for entry in match.seats:
            if entry in low:
                low[entry] += earned.get(entry, Fraction(0))
                high[entry] += (
                    winner_points(setup.points) if match.is_open else earned.get(entry, Fraction(0))
                )
    through, out = order[:advance], order[advance:]
    worst = min((low[entry] for entry in through), default=Fraction(0))
    return all(high[entry] < worst for entry in out)
