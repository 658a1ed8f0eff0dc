"""What a format declares: its name in lists, the fields of its form, how it deals and ranks.

A format keeps nothing between two calls: it is told the set-up, the entries and every table dealt
so far, and answers with the next round. The same arguments give the same answer on every machine,
in whatever order the tables are listed. docs/adding-a-format.md adds one step by step.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tournaments.formats.settings import TABLE_SIZE, UNEVEN, NumberSetting, Setting
from tournaments.outlook.simulations import EventSimulation
from tournaments.ranking.standings import PLAY_OFF, Groups, stands
from tournaments.stages.bracket import Bracket
from tournaments.stages.dealing import dealt
from tournaments.stages.reasons import for_first_place
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import (
    Entrant,
    RoundPlan,
    TableResult,
    ended,
    last_round,
    playing,
)

USUAL_SIZE = 4
"""How many sit at a table where the game allows it and nobody says otherwise."""

Entrants = Sequence[Entrant]
Results = Sequence[TableResult]


class Ranking(enum.Enum):
    """What the tables of standings, by points and tie-breaks, say of the final places."""

    ALL = enum.auto()  # the standings are the places
    PARTS = enum.auto()  # they rank within the heats, a group or a division
    NONE = enum.auto()  # there are none: what counts is how far somebody came


@dataclass(frozen=True, slots=True)
class StandingsPart:
    """A table of standings: `kind` is `all`, or the format's word for a part, counted from 1."""

    kind: str
    number: int
    entries: tuple[Entrant, ...]
    results: tuple[TableResult, ...]


def divided_parts(
    kind: str, groups: Sequence[Sequence[EntryId]], entries: Entrants, results: Results
) -> tuple[StandingsPart, ...]:
    """A table for each of the groups, with the results of those who met within it."""
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


class Format(ABC):
    """One format. `results` are all tables dealt so far, open ones among them, in any order.

    Its words stand in the module `words` of the same package (see `presentation.format_words`).
    Who enters late plays where `accepts_late`; the other formats leave late entries aside.
    """

    key: ClassVar[str]
    """Kept with each tournament, and the name of its own stage unless a plan says otherwise."""
    place_in_lists: ClassVar[int] = 1000
    settings: ClassVar[tuple[Setting, ...]] = (TABLE_SIZE,)
    """What the form asks for; seeding, points and tie-breaks it asks for anyway."""
    usual_entries: ClassVar[int] = 0
    """How few entries make the usual settings worth while; 0: as many as a table seats."""
    proposed_at: ClassVar[range] = range(0)
    """The largest table of a game for which a new form proposes this format."""
    is_for_two: ClassVar[bool] = False
    """Two at a table, whatever the game allows."""
    accepts_late: ClassVar[bool] = False
    sends_out: ClassVar[bool] = False
    """Somebody is out before the end, and is told so."""
    seats_everybody_again: ClassVar[bool] = False
    """The next round seats everybody, whatever one result was: any result may be corrected."""
    meets_in_groups: ClassVar[bool] = False
    """Who meets whom does not follow from the sizes of tables alone."""
    ranking: ClassVar[Ranking] = Ranking.ALL

    def settings_at(self, sizes: Sequence[int]) -> tuple[Setting, ...]:
        """The settings where tables seat so many, the smallest first; where all tables are for two,
        nobody is asked for a size."""
        if self.is_for_two or list(sizes) == [2]:
            return tuple(one for one in self.settings if one not in {TABLE_SIZE, UNEVEN})
        usual = min(sizes, key=lambda size: abs(size - USUAL_SIZE))
        return tuple(
            replace(one, least=sizes[0], most=sizes[-1], usual=usual)
            if isinstance(one, NumberSetting) and one.name == TABLE_SIZE.name
            else one
            for one in self.settings
        )

    @abstractmethod
    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if so many entries cannot play the set-up."""

    @abstractmethod
    def next_plan(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The next tables that can be dealt now; None: it waits for results, or all is over.

        Several rounds may run side by side, and of a bracket's round a part may be ready before
        the rest: deal (see `opened`) and ask again until None comes.
        """

    def is_over(self, setup: TournamentSetup, entries: Entrants, results: Results) -> bool:
        """Whether the last match has ended and no round follows."""
        return ended(results) and self.next_plan(setup, entries, results) is None

    def qualified(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[EntryId, ...]:
        """Who goes on from the latest closed stage, best first; none while the first is open."""
        return ()

    def placing(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Groups:
        """All entries, best first, as things stand; those who share a place stand together."""
        return stands(setup, entries, results)

    def places(self, setup: TournamentSetup, entries: Entrants, results: Results) -> Groups:
        """As `placing` has it, with whoever was removed behind all who stayed."""
        removed = {entry.id for entry in entries if entry.is_removed}
        made = self.placing(setup, entries, results)
        stayed = [tuple(one for one in group if one not in removed) for group in made]
        gone = [tuple(one for one in group if one in removed) for group in made]
        return tuple(group for group in [*stayed, *gone] if group)

    def parts(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> tuple[StandingsPart, ...]:
        """The tables of standings in their order; none where points do not rank anybody."""
        if self.ranking is Ranking.NONE or not entries:
            return ()
        return (StandingsPart("all", 1, tuple(entries), tuple(results)),)

    def bracket(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> Bracket | None:
        """The bracket for two at a table as it stands, for whoever draws it; None without one."""
        return None

    def reaching_stages(self, setup: TournamentSetup, entries: int) -> int | None:
        """How many of the entries reach stages whose tables send people on; None without such."""
        return None

    def simulation(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> EventSimulation | None:
        """How the rest can be played in many worlds to tell everybody's chances; None: it cannot,
        or nothing is left to play."""
        return None

    def due(self, setup: TournamentSetup, entries: Entrants, results: Results) -> RoundPlan | None:
        """`next_plan`, after its last round the play-off, and nothing after the round with which
        the tournament is to end."""
        plan = self.next_plan(setup, entries, results) or self._play_off(setup, entries, results)
        is_beyond = plan is not None and setup.last_round and plan.number > setup.last_round
        return None if is_beyond else plan

    def _play_off(
        self, setup: TournamentSetup, entries: Entrants, results: Results
    ) -> RoundPlan | None:
        """The match of those who share the first place, if the set-up has one and a table seats
        them; also when somebody of them has left it is dealt once."""
        if not setup.play_off or any(one.stage == PLAY_OFF for one in results):
            return None
        if not self.is_over(setup, entries, results):
            return None
        number = last_round(results) + 1
        first = stands(setup, entries, results)[0]
        here = playing(entries, number)
        if not set(first) <= here or not max(2, setup.smallest) <= len(first) <= setup.largest:
            return None
        return dealt(setup, number, PLAY_OFF, [first], results, for_first_place)

    def has_ended(self, setup: TournamentSetup, entries: Entrants, results: Results) -> bool:
        """`is_over`, or all that was to be played before the end is played."""
        if not ended(results):
            return False
        if self.is_over(setup, entries, results):
            return self.due(setup, entries, results) is None
        is_wound_up = 0 < setup.last_round <= last_round(results)
        return is_wound_up and self.due(setup, entries, results) is None
