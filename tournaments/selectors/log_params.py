"""What the log keeps of each deed beside who did it, when and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct, field

from tournaments.models import LogEntry

Action = LogEntry.Action
P = TypeVar("P", bound=Struct)


class StartedParams(Struct):
    """So many entries, and the seed that their lots are drawn with."""

    entries: int
    seed: str


class DealtParams(Struct):
    """How many tables."""

    tables: int


class AdjudicatedParams(Struct):
    """Which table, and why: a value of `Match.Adjudicated`."""

    why: str
    table: int


class FinishedParams(Struct):
    """The winners' names."""

    winners: list[str]


class PausedParams(Struct, omit_defaults=True):
    """Until when clocks stand still, as ISO 8601 writes it; empty: they don't."""

    until: str = ""


class ResumedParams(Struct):
    """By how much every deadline was put off."""

    seconds: int


class ExtendedParams(Struct):
    """The deadline before and after, as ISO 8601 writes it."""

    old: str = field(name="from")
    new: str = field(name="to")


class CorrectedParams(Struct):
    """The places at a table before and after, by entry."""

    table: int
    old: dict[int, int | None] = field(name="from")
    new: dict[int, int] = field(name="to")


class ForfeitedParams(Struct):
    """Who at which table."""

    entry: int
    name: str
    table: int


class ReplacedParams(Struct):
    """Whose place is whose now."""

    entry: int
    former: str = field(name="from")
    member: str = field(name="to")


class WithdrawnParams(Struct, omit_defaults=True):
    """Who: by themselves, playing on or not, or after so many matches left to a bot."""

    entry: int
    name: str
    plays_on: bool | None = None
    missed: int = 0


class RemovedParams(Struct, omit_defaults=True):
    """Who, and what became of their results: a value of `PastResults`."""

    entry: int
    name: str
    results: str = "keep"


class AnnulledParams(Struct):
    """Which table."""

    table: int


class OfficialParams(Struct):
    """Who, as what (a value of `Official.Role`), and whether from now on or no more."""

    name: str
    role: str
    is_in: bool


class PairedParams(Struct, omit_defaults=True):
    """The names at the tables that were set by hand; none: they fitted no more."""

    tables: list[list[str]] = []


class SeededParams(Struct):
    """The names in their order."""

    order: list[str]


KINDS: Mapping[LogEntry.Action, type[Struct]] = {
    Action.STARTED: StartedParams,
    Action.DEALT: DealtParams,
    Action.ADJUDICATED: AdjudicatedParams,
    Action.FINISHED: FinishedParams,
    Action.PAUSED: PausedParams,
    Action.RESUMED: ResumedParams,
    Action.EXTENDED: ExtendedParams,
    Action.CORRECTED: CorrectedParams,
    Action.FORFEITED: ForfeitedParams,
    Action.REPLACED: ReplacedParams,
    Action.WITHDRAWN: WithdrawnParams,
    Action.REMOVED: RemovedParams,
    Action.ANNULLED: AnnulledParams,
    Action.OFFICIAL: OfficialParams,
    Action.PAIRED: PairedParams,
    Action.SEEDED: SeededParams,
}
"""Of every kind of deed that keeps more; called off and changed terms keep mappings."""


class WhyCancelled(NamedTuple):
    """A refusal by its code, because of which the tournament could not go on."""

    code: str
    params: Mapping[str, object]


def params_of(row: LogEntry, kind: type[P]) -> P:
    """What the log keeps of a deed of this kind."""
    return msgspec.convert(row.params, kind, str_keys=True)


def why_cancelled(row: LogEntry) -> WhyCancelled | None:
    """Why the tournament's own clock called it off; None where somebody did."""
    params = dict(row.params)
    code = params.pop("code", None)
    return WhyCancelled(str(code), params) if code else None
