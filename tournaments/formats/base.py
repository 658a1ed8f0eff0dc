"""What every tournament format speaks of: entries, tables, rounds, results, and the protocol.

All are frozen values. A format keeps nothing between two calls: it is told the set-up, the entries
and every table dealt so far, and answers with the next round. The same arguments give the same
answer on every machine, in whatever order the tables are listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tournaments.values.setup import (
    EntryId,
    TournamentSetup,
)
from tournaments.values.tables import (
    Entrant,
    RoundPlan,
    TableResult,
)


class Format(Protocol):
    """One format. `results` are all tables dealt so far, open ones among them, in any order.

    Who enters late plays where `accepts_late`; the other formats leave late entries aside.
    """

    key: str
    accepts_late: bool

    def check(self, setup: TournamentSetup, entries: int) -> None:
        """Raise TournamentSetupError if so many entries cannot play the set-up."""

    def next_plan(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> RoundPlan | None:
        """The next tables that can be dealt now; None: it waits for results, or all is over.

        Several rounds may run side by side, and of a bracket's round a part may be ready before
        the rest: deal (see `opened`) and ask again until None comes.
        """

    def is_over(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> bool:
        """Whether the last match has ended and no round follows."""

    def qualified(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> tuple[EntryId, ...]:
        """Who goes on from the latest closed stage, best first; none while the first is open."""

    def placing(
        self, setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
    ) -> tuple[tuple[EntryId, ...], ...]:
        """All entries, best first, as things stand; those who share a place stand together."""
