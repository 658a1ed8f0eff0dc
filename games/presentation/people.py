"""Who an event speaks of, seen by whom: what every game's sentences are written with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeAlias
from unicodedata import bidirectional

from games.presentation.values import Names
from games.presentation.words import and_list, comma_list, pgettext
from games.rules.protocol import Seat

SHORT = 24
_RIGHT_TO_LEFT = frozenset(("R", "AL"))


Placing: TypeAlias = tuple[Sequence[int], Collection[Seat]]
"""Where somebody gave up a seat: the place of every seat at the end, and which were given up."""


class People(NamedTuple):
    """The names at a table and the one who reads; `virtual` names the seats that have no name."""

    names: Names
    viewer: Seat | None
    virtual: str
    is_brief: bool = False
    """Whether the reader has seen the table lately, and wants what changes and no explanations."""

    placing: Placing = ((), ())

    def name(self, seat: Seat) -> str:
        """The display name of a seat on one line, as the subject or object of a sentence."""
        return isolated(self._on_one_line(seat))

    def short(self, seat: Seat) -> str:
        """The name, cut to `SHORT` characters."""
        return isolated(shortened(self._on_one_line(seat)))

    def _on_one_line(self, seat: Seat) -> str:
        name = self.names.get(seat) or self.virtual
        return name if name.isprintable() else one_line(name)

    def is_viewer(self, seat: Seat) -> bool:
        """Whether the sentence about this seat is to say "you"."""
        return seat == self.viewer

    def item(self, seat: Seat) -> str:
        """A seat inside a list: the viewer is "you"."""
        if seat == self.viewer:
            return pgettext("in a list of players", "you")
        return self.name(seat)

    def others(self, seats: Sequence[Seat]) -> str:
        """All of these seats but the viewer's, joined by "and"."""
        return and_list([self.name(seat) for seat in seats if seat != self.viewer])

    def in_order(self, seats: Sequence[Seat]) -> str:
        """The seats one after the other, the viewer as "you"."""
        return comma_list([self.item(seat) for seat in seats])


def one_line(name: str) -> str:
    """The name without line breaks, control characters and marks that turn the text's direction."""
    return " ".join("".join(char if char.isprintable() else " " for char in name).split()) or "?"


def shortened(name: str) -> str:
    """The name, cut to `SHORT` characters."""
    return name if len(name) <= SHORT else name[: SHORT - 1].rstrip() + "…"


def isolated(name: str) -> str:
    """The name among words of other directions: one that is read from the right would draw the
    number behind it to its other side, where it says what somebody else has."""
    if name.isascii() or _RIGHT_TO_LEFT.isdisjoint(map(bidirectional, name)):
        return name
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
