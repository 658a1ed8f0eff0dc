"""Plays whole tournaments with chance results, one open match after another."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.registry import format_of
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, Reason, RoundPlan, TableResult, closed, opened

TWO: dict[str, Any] = {"table_size": 2, "smallest": 2, "largest": 2}


@dataclass
class Played:
    """A tournament that has ended: every plan and every result."""

    setup: TournamentSetup
    entries: list[Entrant]
    plans: list[RoundPlan]
    results: list[TableResult]

    @property
    def placing(self) -> tuple[tuple[int, ...], ...]:
        """The end's order."""
        return format_of(self.setup.format).placing(self.setup, self.entries, self.results)


def play(
    setup: TournamentSetup,
    entries: Sequence[Entrant] | int,
    chance_seed: int = 1,
    *,
    at_once: bool = False,
) -> Played:
    """Play until nothing is due and nothing open; the results come in in a chance order, or all
    that are open `at_once`, which takes large tournaments seconds instead of hours."""
    if isinstance(entries, int):
        entries = [Entrant(number, rating=2000 - number) for number in range(1, entries + 1)]
    made = format_of(setup.format)
    made.check(setup, len(entries))
    tournament = Played(setup, list(entries), [], [])
    chance = random.Random(chance_seed)
    while True:
        results = list(tournament.results)
        chance.shuffle(results)
        plan = made.next_plan(setup, entries, results)
        if plan is not None:
            tournament.plans.append(plan)
            tournament.results += opened(plan)
            continue
        waiting = [n for n, one in enumerate(tournament.results) if one.is_open]
        if not waiting:
            return tournament
        for index in waiting if at_once else [chance.choice(waiting)]:
            ranking = list(tournament.results[index].seats)
            chance.shuffle(ranking)
            places = {entry: place for place, entry in enumerate(ranking, 1)}
            tournament.results[index] = closed(tournament.results[index], places)


def explain(plan: RoundPlan, entry: EntryId) -> tuple[Reason, ...]:
    """Why this entry is paired as it is: the reasons of its own, then those for everybody."""
    own = tuple(reason for reason in plan.reasons if reason.entry == entry)
    return own + tuple(reason for reason in plan.reasons if reason.entry is None)
