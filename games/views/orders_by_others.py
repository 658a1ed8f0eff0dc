"""Who decided an order of a match that is over, where it was not the one who sits there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from games import selectors
from games.models import Order
from games.presentation.values import Names
from games.selectors import JournalPhase, MatchTable

PERSONAL = frozenset(Order.PERSONAL_SOURCES)


class Deciders(NamedTuple):
    """Who plays the seats of a match: `bots` at the table, and who sat there before others.

    `earlier` lists by seat the phases from which somebody else played on, and who had played.
    """

    bots: frozenset[int]
    earlier: Mapping[int, list[tuple[int, str]]]

    @classmethod
    def of(cls, table: MatchTable) -> Deciders:
        """Those of a match that is over; of one that is not nothing is told."""
        if not table.match.has_replay:
            return cls(frozenset(), {})
        bots = (row.seat for row in table.players if row.member_id is None)
        return cls(
            frozenset(seat for seat in bots if seat is not None),
            selectors.earlier_players(table.match),
        )

    def words(self, phase_number: int, seat: int, source: str) -> str:
        """How the order came about; empty where whoever has the seat gave it."""
        if source not in PERSONAL:
            return "" if seat in self.bots else str(Order.Source(source).label)
        for until, name in self.earlier.get(seat, ()):
            if phase_number < until:
                return gettext("by %(name)s, who had this seat then") % {"name": name}
        return ""


def decided_for(phases: Iterable[JournalPhase], deciders: Deciders, names: Names) -> list[str]:
    """A line for each seat and way in which orders of these phases were not its own."""
    counted: Counter[tuple[int, str]] = Counter()
    for phase in phases:
        for seat, _text, source in phase.orders:
            how = deciders.words(phase.number, seat, source)
            if how:
                counted[seat, how] += 1
    return [
        gettext("%(name)s: %(how)s") % {"name": names[seat], "how": how}
        if number == 1
        else gettext("%(name)s: %(how)s (%(number)d times)")
        % {"name": names[seat], "how": how, "number": number}
        for (seat, how), number in counted.items()
    ]
