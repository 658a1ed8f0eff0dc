"""What the people of a simulated month wrote, and whether it came in time: kept beside the service,
so that what the service says can be held against it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from games.models import Match
from tests.month.letters import Reply


class Form(StrEnum):
    """How an order was written."""

    NOTATION = "notation"
    WORDS = "words"
    NUMBER = "number"


@dataclass(slots=True)
class Meant:
    """An order as its writer meant it. `arrived` counts arrivals of orders; 0 for not yet."""

    player_id: int
    phase_number: int
    text: str
    form: Form
    written: str = ""
    arrived: int = 0
    in_time: bool = False


@dataclass(slots=True)
class Ledger:
    """Everything that was sent in, by its Message-ID: what it meant, how often it was handed over,
    and the row that it became."""

    meant: dict[str, list[Meant]] = field(default_factory=dict)
    of_decision: dict[tuple[int, int], list[Meant]] = field(
        default_factory=lambda: defaultdict(list)
    )
    handed_over: Counter[str] = field(default_factory=Counter)
    rows: dict[str, int] = field(default_factory=dict)
    stored: int = 0
    dropped: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    last_phase: dict[int, int] = field(default_factory=dict)
    _arrivals: int = 0

    def note(self, reply: Reply, kind: str, meant: list[Meant]) -> None:
        """Somebody has written this."""
        self.kinds[kind] += 1
        self.meant[reply.message_id] = meant
        for one in meant:
            self.of_decision[one.player_id, one.phase_number].append(one)
            self.last_phase[one.player_id] = one.phase_number

    def arrived(self, reply: Reply, now: datetime, seats: Mapping[int, int], sender: int) -> None:
        """A copy is about to be stored. The first one decides: is the decision open, its deadline
        still to come, and the seat the sender's?"""
        self.handed_over[reply.message_id] += 1
        if self.handed_over[reply.message_id] > 1:
            return
        for one in self.meant[reply.message_id]:
            self._arrivals += 1
            one.arrived = self._arrivals
            match = Match.objects.only("status", "phase_number", "deadline_at").get(
                players=one.player_id
            )
            one.in_time = (
                match.status == Match.Status.RUNNING
                and match.phase_number == one.phase_number
                and match.deadline_at is not None
                and now <= match.deadline_at
                and seats.get(one.player_id) == sender
            )

    def tries(self, player_id: int, phase_number: int) -> int:
        """How many orders were written for this decision."""
        return len(self.of_decision.get((player_id, phase_number), ()))
