"""What the log keeps of each deed beside who did it, when and why."""

from __future__ import annotations

from msgspec import Struct, field


class Started(Struct):
    """So many entries, and the seed that their lots are drawn with."""

    entries: int
    seed: str


class Dealt(Struct):
    """How many tables."""

    tables: int


class Adjudicated(Struct):
    """Which table, and why: a value of `Match.Adjudicated`."""

    why: str
    table: int


class Finished(Struct):
    """The winners' names."""

    winners: list[str]


class Resumed(Struct):
    """By how much every deadline was put off."""

    seconds: int


class Extended(Struct):
    """The deadline before and after, as ISO 8601 writes it."""

    old: str = field(name="from")
    new: str = field(name="to")


class Corrected(Struct):
    """The places at a table before and after, by entry."""

    table: int
    old: dict[int, int | None] = field(name="from")
    new: dict[int, int] = field(name="to")


class Forfeited(Struct):
    """Who at which table."""

    entry: int
    name: str
    table: int


class Replaced(Struct):
    """Whose place is whose now."""

    entry: int
    former: str = field(name="from")
    member: str = field(name="to")


class Withdrawn(Struct, omit_defaults=True):
    """Who: by themselves, playing on or not, or after so many matches left to a bot."""

    entry: int
    name: str
    plays_on: bool | None = None
    missed: int = 0


class Removed(Struct):
    """Who."""

    entry: int
    name: str


class Seeded(Struct):
    """The names in their order."""

    order: list[str]
