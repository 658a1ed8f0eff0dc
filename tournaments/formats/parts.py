"""Which tables of standings a tournament has: one, one a group, or one a division."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.groups.rules import GroupsThenKnockout
from tournaments.formats.knockout.rules import Knockout
from tournaments.formats.ladder.rules import Ladder
from tournaments.formats.league.rules import League
from tournaments.formats.registry import format_of
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, TableResult, starters

UNRANKED = (Knockout, Ladder)
"""Where points do not rank: what counts is how far somebody came, or on which rung they stand."""


@dataclass(frozen=True, slots=True)
class StandingsPart:
    """A table of standings: `kind` is `all`, `heats`, `group` or `division`, counted from 1."""

    kind: str
    number: int
    entries: tuple[Entrant, ...]
    results: tuple[TableResult, ...]


def parts(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
) -> tuple[StandingsPart, ...]:
    """The tables of standings in their order; none where points do not rank anybody."""
    found = format_of(setup.format)
    if isinstance(found, UNRANKED) or setup.format == "elimination" or not entries:
        return ()
    if isinstance(found, GroupsThenKnockout):
        played = [one for one in results if one.stage == found.key]
        return _divided("group", entries, found.groups(setup, entries), played)
    if isinstance(found, League):
        season = found.season(setup, entries, results)
        played = [one for one in results if one.round >= season.first_round]
        return _divided("division", entries, season.divisions, played)
    if setup.format == "heats":
        heats = tuple(one for one in results if one.round <= setup.rounds)
        return (StandingsPart("heats", 1, tuple(starters(entries)), heats),)
    return (StandingsPart("all", 1, tuple(entries), tuple(results)),)


def _divided(
    kind: str,
    entries: Sequence[Entrant],
    groups: Sequence[Sequence[EntryId]],
    results: Sequence[TableResult],
) -> tuple[StandingsPart, ...]:
    known = {entry.id: entry for entry in entries}
    return tuple(
        StandingsPart(
            kind,
            number,
            tuple(known[one] for one in group),
            tuple(one for one in results if set(one.seats) <= set(group)),
        )
        for number, group in enumerate(groups, 1)
    )
