"""What the log keeps of each deed beside who did it, when and why."""

from __future__ import annotations

from msgspec import Struct, field


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


class RemovedParams(Struct):
    """Who."""

    entry: int
    name: str


class SeededParams(Struct):
    """The names in their order."""

    order: list[str]
