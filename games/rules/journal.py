"""A match as setup and orders: the truth of which every state is a snapshot.

An order in the journal is canonical text with its seat. Defaults, standing and forced orders are
ordinary entries, so that to replay takes no clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple

from games.rules.chance import ChanceError
from games.rules.protocol import (
    Adjudication,
    O,
    OpenPhase,
    OrderError,
    Rules,
    RulesError,
    S,
    Seat,
    Setup,
)


class JournalEntry(NamedTuple):
    """One order that was applied: the seat and the canonical text."""

    seat: Seat
    text: str


class JournalError(ValueError):
    """A journal that the rules do not follow. `index` is the entry at fault, None for the deal."""

    def __init__(self, index: int | None, problem: str) -> None:
        self.index = index
        self.problem = problem
        super().__init__(problem if index is None else f"order {index + 1}: {problem}")


class PlayedPhase(NamedTuple, Generic[S]):
    """One phase that closed: what was open, the orders in seat order, and what they led to.

    For the deal `phase` is None and `entries` is empty.
    """

    phase: OpenPhase | None
    entries: tuple[JournalEntry, ...]
    adjudication: Adjudication[S]


def replay(
    rules: Rules[S, O], setup: Setup[object], entries: Sequence[JournalEntry]
) -> Iterator[PlayedPhase[S]]:
    """Play the journal again, lazily: the deal, then every phase that its entries close.

    Each phase takes the next entries, one from each awaited seat in seat order. Raises JournalError
    at the first entry that is not of an awaited seat, not canonical or not legal; where entries are
    left when the match is over; where the last phase is incomplete; and where recorded shuffles do
    not fit. The same setup and entries give the same states, bit for bit.
    """
    try:
        adjudication = rules.start(setup)
    except (RulesError, ChanceError) as error:
        raise JournalError(None, str(error)) from error
    yield PlayedPhase(None, (), adjudication)
    done = 0
    while done < len(entries):
        state = adjudication.state
        phase = rules.phase(state)
        if phase is None:
            raise JournalError(done, "the match is over already")
        closing = tuple(entries[done : done + len(phase.awaited)])
        orders = _read(rules, state, phase, closing, done)
        try:
            adjudication = rules.adjudicate(state, orders)
        except ChanceError as error:
            raise JournalError(done, str(error)) from error
        yield PlayedPhase(phase, closing, adjudication)
        done += len(closing)


def _read(
    rules: Rules[S, O], state: S, phase: OpenPhase, closing: tuple[JournalEntry, ...], done: int
) -> dict[Seat, O]:
    orders: dict[Seat, O] = {}
    for offset, seat in enumerate(phase.awaited):
        index = done + offset
        if offset == len(closing):
            raise JournalError(index, f"missing; seat {seat} is awaited ({phase.name})")
        entry = closing[offset]
        if entry.seat != seat:
            raise JournalError(index, f"of seat {entry.seat}, but seat {seat} is awaited")
        orders[seat] = _read_order(rules, state, entry, index)
    return orders


def _read_order(rules: Rules[S, O], state: S, entry: JournalEntry, index: int) -> O:
    try:
        order = rules.parse_order(state, entry.seat, entry.text)
    except OrderError as error:
        hint = f"; {error.example!a} would be" if error.example else ""
        raise JournalError(
            index, f"{entry.text!a} of seat {entry.seat} is not legal ({error.code}){hint}"
        ) from error
    canonical = rules.format_order(order)
    if canonical != entry.text:
        raise JournalError(index, f"{entry.text!a} is not canonical, {canonical!a} is")
    return order
