"""Why entries sit where they do: each way to make tables has its own reasons, codes and figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from tournaments.pairing.history import History
from tournaments.pairing.seat_order import taken
from tournaments.values.setup import EntryId
from tournaments.values.tables import Reason

Because = Callable[[Sequence[EntryId], EntryId], Iterator[Reason]]
"""The reasons for one entry at a table, which are those of the way the tables were made."""

_MOST_KEPT_FROM = 2


def by_points(
    order: Sequence[EntryId],
    points: Mapping[EntryId, Fraction],
    scores: Mapping[EntryId, int],
    history: History,
) -> Because:
    """Equals meet, as Swiss has it: `order` is best first, `scores` are the points in units."""
    rank = {entry: place for place, entry in enumerate(order)}
    group: dict[EntryId, tuple[int, int]] = {}
    for _, equals in groupby(order, lambda entry: scores.get(entry, 0)):
        listed = list(equals)
        group |= {entry: (place, len(listed)) for place, entry in enumerate(listed, 1)}
    met: dict[EntryId, list[EntryId]] = {entry: [] for entry in order}
    for one, other in history.meetings:
        if one in met and other in met:
            met[one].append(other)
            met[other].append(one)

    def reasons(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
        own = points.get(entry, Fraction(0))
        if len(table) == 1:
            yield Reason("bye", entry, {"points": own, "before": history.byes[entry]})
            return
        others = [other for other in table if other != entry]
        theirs = [points.get(other, Fraction(0)) for other in others]
        yield Reason("points", entry, {"own": own, "lowest": min(theirs), "highest": max(theirs)})
        if len(table) == 2 and theirs == [own]:
            place, of = group[entry]
            yield Reason("fold", entry, {"own": place, "other": group[others[0]][0], "of": of})
        away = {other: abs(scores.get(other, 0) - scores.get(entry, 0)) for other in met[entry]}
        farthest = max(abs(scores.get(other, 0) - scores.get(entry, 0)) for other in others)
        near = [one for one in met[entry] if one not in others and away[one] <= farthest]
        near.sort(key=lambda one: (away[one], rank[one]))
        for one in near[:_MOST_KEPT_FROM]:
            yield Reason("kept_from", entry, {"opponent": one})
        yield from _met_before(table, entry, history)

    return reasons


def by_schedule(tiers: Mapping[EntryId, tuple[int, int]], history: History) -> Because:
    """Drawn for a place in a schedule, by tiers as (number, of so many), or simply drawn."""

    def reasons(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
        if len(table) == 1:
            yield Reason("lot_bye", entry, {"before": history.byes[entry]})
        elif entry in tiers:
            tier, of = tiers[entry]
            yield Reason("tier", entry, {"tier": tier, "of": of})
        else:
            yield Reason("lot", entry)
        yield from _met_before(table, entry, history)

    return reasons


def by_seeding(seeds: Sequence[EntryId]) -> Because:
    """In a bracket, or dealt to and fro over the tables; `seeds` are best first."""
    rank = {entry: place for place, entry in enumerate(seeds, 1)}

    def reasons(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
        own = rank.get(entry, len(rank))
        others = [rank.get(other, len(rank)) for other in table if other != entry]
        if not others:
            yield Reason("seeding_bye", entry, {"own": own})
        elif len(others) == 1:
            yield Reason("seeding", entry, {"own": own, "other": others[0]})
        else:
            yield Reason("serpentine", entry, {"own": own, "others": tuple(sorted(others))})

    return reasons


def by_circle(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
    """Everybody against everybody."""
    yield Reason("circle" if len(table) > 1 else "circle_bye", entry)


def by_rungs(order: Sequence[EntryId]) -> Because:
    """Neighbours on a ladder, given from the top."""
    rung = {entry: place for place, entry in enumerate(order, 1)}

    def reasons(table: Sequence[EntryId], entry: EntryId) -> Iterator[Reason]:
        code = "rung" if len(table) > 1 else "rung_bye"
        yield Reason(code, entry, {"own": rung[entry], "of": len(rung)})

    return reasons


def of_the_seat(
    seats: Sequence[EntryId], entry: EntryId, table_size: int, history: History
) -> Iterator[Reason]:
    """Why the table is short, and why the entry has its seat there; nothing for a bye."""
    size = len(seats)
    if size == 1:
        return
    if size < table_size:
        before = history.short_tables[entry]
        yield Reason("short_table", entry, {"size": size, "before": before})
    seat, past = seats.index(entry), history.seats.get(entry, ())
    sat = Fraction(taken(past, seat, size), 60)
    yield Reason("seat", entry, {"seat": seat, "of": size, "before": sat, "games": len(past)})


def _met_before(table: Sequence[EntryId], entry: EntryId, history: History) -> Iterator[Reason]:
    for other in table:
        if other != entry and (times := history.met(entry, other)):
            yield Reason("met_before", entry, {"opponent": other, "times": times})
