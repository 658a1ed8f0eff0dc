"""The event log in sentences, a round at a time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from games.models import Phase, Player
from games.presentation import presentation_for
from games.selectors import JournalPhase, MatchTable
from games.views.orders_by_others import Deciders, decided_for


class LogPhase(NamedTuple):
    """What one closed phase brought, or several of one name in a row: a trick is told in a line.

    New is what came with or after the reader's last order; `not_own` says who decided for others.
    """

    name: str
    is_late: bool
    is_new: bool
    lines: list[str]
    not_own: list[str]


class LogRound(NamedTuple):
    """A round's phases in the order in which they closed; the deal has no name."""

    name: str
    closed_at: datetime
    is_new: bool
    phases: list[LogPhase]


def log_rounds(
    journal: Iterable[JournalPhase],
    table: MatchTable,
    player: Player | None,
    deciders: Deciders | None = None,
) -> list[LogRound]:
    """The newest round first; within a round as it happened, so that it reads as a story."""
    presentation, names = presentation_for(table.match.game), dict(enumerate(table.names))
    seat = player.seat if player is not None else None
    new_from = max(player.ordered_phase, 1) if player is not None else None

    def kind(phase: JournalPhase) -> tuple[str, bool, bool]:
        """What phases have in common that are told together; the deal has no name."""
        is_late = phase.reason == Phase.Reason.DEADLINE
        is_new = new_from is not None and phase.number >= new_from
        return (phase.name if phase.number else "", is_late, is_new)

    rounds = []
    for number, group in groupby(journal, key=lambda phase: phase.round if phase.number else 0):
        closed = list(group)
        phases = []
        for (name, is_late, is_new), together in groupby(closed, key=kind):
            alike = list(together)
            events = [event for phase in alike for event in phase.events]
            phases.append(
                LogPhase(
                    name=presentation.phase_name(name) if name else "",
                    is_late=is_late,
                    is_new=is_new,
                    lines=presentation.sentences(events, names, seat, table.placing),
                    not_own=decided_for(alike, deciders, names) if deciders else [],
                )
            )
        told = [phase for phase in phases if phase.lines or phase.is_late or phase.not_own]
        if told:
            is_new = any(phase.is_new for phase in told)
            name = presentation.round_name(number) if number else ""
            rounds.append(LogRound(name, closed[-1].closed_at, is_new, told))
    return rounds[::-1]
