"""Who is the best at the start: by rating, by strength, by hand or by lot."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.chance.lots import lot
from tournaments.values.setup import EntryId, Seeding, TournamentSetup
from tournaments.values.tables import (
    Entrant,
)


def seeded(setup: TournamentSetup, entries: Iterable[Entrant]) -> list[EntryId]:
    """The entries best first by the set-up's seeding; who has no figure comes last."""

    def rank(entry: Entrant) -> tuple[bool, int, bytes]:
        drawn = lot(setup.seed, "seeding", entry.id)
        if setup.seeding is Seeding.RATING:
            return entry.rating is None, -(entry.rating or 0), drawn
        if setup.seeding in {Seeding.HAND, Seeding.STRENGTH}:
            return entry.seeding is None, entry.seeding or 0, drawn
        return False, 0, drawn

    return [entry.id for entry in sorted(entries, key=rank)]
