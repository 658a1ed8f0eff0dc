"""A match at a decision that tests play on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from games.rules.chance import Shuffle
from games.rules.game import AnyRules
from games.rules.protocol import Event, Outcome, Seat
from tests.rules.events import told

S = TypeVar("S")


class Played(Generic[S]):
    """A match at a decision; `give` takes the awaited seats' orders as text and plays on.

    `events` are those of the last step, `history` those of all.
    """

    rules: ClassVar[AnyRules]

    def __init__(self, state: S, events: Sequence[Event] = ()) -> None:
        self.state: S = state
        self.events: list[Any] = list(events)
        self.history: list[Any] = list(events)
        self.shuffles: list[Shuffle] = []

    @property
    def awaited(self) -> tuple[Seat, ...]:
        phase = self.rules.phase(self.state)
        return phase.awaited if phase is not None else ()

    def give(self, *texts: str) -> Self:
        """One order for each awaited seat, in seat order."""
        orders = {
            seat: self.rules.parse_order(self.state, seat, text)
            for seat, text in zip(self.awaited, texts, strict=True)
        }
        done = self.rules.adjudicate(self.state, orders)
        self.state = done.state
        self.events = list(done.events)
        self.history.extend(done.events)
        self.shuffles.extend(done.shuffles)
        return self

    def play(self, *texts: str) -> Self:
        """One order after the other, each of the one seat that is awaited."""
        for text in texts:
            Played.give(self, text)
        return self

    @property
    def asked(self) -> str:
        """The open decision and whom it waits for: `refill 0 2`."""
        phase = self.rules.phase(self.state)
        name = phase.name if phase is not None else "over"
        return " ".join((name, *map(str, self.awaited)))

    @property
    def outcome(self) -> Outcome:
        """How a match that is over ended."""
        outcome = self.rules.outcome(self.state)
        assert outcome is not None
        return outcome

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The data of every event of a kind so far."""
        return told(self.history, kind)
