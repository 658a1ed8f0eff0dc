"""The values that presentations take and give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from games.rules.protocol import Event, Seat

Names: TypeAlias = Mapping[Seat, str]
"""Who sits where: a display name for every person's seat. Virtual players are named by the game."""


def figure(number: int) -> str:
    """A number as people write it, with the minus sign: `−4`."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """A change as people write it: `+3`, `−4`, `0`."""
    return f"{number:+d}".replace("-", "−") if number else "0"


class UnknownWordError(LookupError):
    """The rules said something that the presentation has no words for."""


class ScoreRow(NamedTuple):
    """One player's sum. `cells` stand under the columns of the table, `total` is their sum."""

    seat: Seat
    name: str
    cells: tuple[str, ...]
    total: int


class ScoreTable(NamedTuple):
    """A score with its sums shown, best first: a heading for every cell, then a row a player."""

    columns: tuple[str, ...]
    rows: tuple[ScoreRow, ...]


def visible(events: Iterable[Event], viewer: Seat | None) -> Sequence[Event]:
    """The events that the viewer may see. None is a spectator, who sees public ones only."""
    return [event for event in events if event.seen_by is None or viewer in event.seen_by]
