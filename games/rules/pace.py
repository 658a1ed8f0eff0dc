"""How slow a match by mail is: simulated players who look at their mail once a day.

Each player has an hour of the day. At that hour they answer whatever is asked of them, and what
comes up while they are at it; the rest of the day they are away. The count is of decisions that
somebody had to be asked for, and of the days until the match is over. Nobody is asked for a forced
order: where everybody can see that it is forced it is given at once, and else, as the service
holds it back, when the player would have answered. With standing orders the players also leave
steps for the rest of the round, those that the game's declaration names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Generic

from games.rules.chance import Chance
from games.rules.playout import MOST_PHASES, Dice, EndlessMatchError, ask_bot
from games.rules.protocol import Bot, O, Options, OrderError, Rules, S, Seat, Setup
from games.rules.steps import Alternatives, due_step, first_legal, split_steps

HOURS_A_DAY = 24


@dataclass(frozen=True, slots=True)
class Pace:
    """One simulated match: days from the deal to the end, and how often each seat was asked."""

    days: float
    asked: tuple[int, ...]


def match_pace(
    rules: Rules[S, O], bots: Sequence[Bot], options: Options, seed: str, *, standing: str = ""
) -> Pace:
    """Simulate one match; `bots` decide what the people would. The same seed, the same match hours.

    `standing` are steps of the notation that everybody leaves behind with each order.

    Raises SetupError as the rules do.
    """
    play = _Play(rules, bots, options, seed, standing)
    play.advance()
    for _visit in range(MOST_PHASES):
        seats = play.missing()
        if not seats:
            return Pace(play.clock / HOURS_A_DAY, tuple(play.asked))
        play.visit(min(seats, key=lambda seat: (play.next_visit(seat), seat)))
    raise EndlessMatchError(f"{rules.key} with seed {seed} does not end")


@dataclass(slots=True)
class _Play(Generic[S, O]):
    """A match under way, with what its people have left behind."""

    rules: Rules[S, O]
    bots: Sequence[Bot]
    options: Options
    seed: str
    standing: str
    state: S = field(init=False)
    clock: float = 0.0
    orders: dict[Seat, O] = field(default_factory=dict)
    steps: dict[Seat, list[Alternatives]] = field(default_factory=dict)
    asked: list[int] = field(init=False)
    hours: list[float] = field(init=False)
    dice: list[Dice] = field(init=False)

    def __post_init__(self) -> None:
        seats = len(self.bots)
        self.state = self.rules.start(Setup(seats, self.options, Chance(self.seed))).state
        self.asked = [0] * seats
        habits = Dice(self.seed, "hours")
        self.hours = [habits.random() * HOURS_A_DAY for _seat in range(seats)]
        self.dice = [Dice(self.seed, f"person-{seat}") for seat in range(seats)]

    def next_visit(self, seat: Seat) -> float:
        """When this player next looks at their mail."""
        days, hour = divmod(self.clock, HOURS_A_DAY)
        later = days if hour < self.hours[seat] else days + 1
        return later * HOURS_A_DAY + self.hours[seat]

    def missing(self) -> list[Seat]:
        """The awaited seats without an order; none when the match is over."""
        phase = self.rules.phase(self.state)
        return [] if phase is None else [s for s in phase.awaited if s not in self.orders]

    def visit(self, seat: Seat) -> None:
        """The player answers while there is something to answer."""
        self.clock = self.next_visit(seat)
        while seat in self.missing():
            if (only := self._only_order(seat)) is not None:
                self.orders[seat] = only
                self.advance()
                continue
            self.asked[seat] += 1
            self.orders[seat] = ask_bot(
                self.rules, self.bots[seat], self.state, seat, self.dice[seat]
            )
            if self.standing:
                self.steps[seat] = list(split_steps(self.standing))
            self.advance()

    def advance(self) -> None:
        """Close phases as long as every order is there or answers itself."""
        while (phase := self.rules.phase(self.state)) is not None:
            for seat in phase.awaited:
                if seat not in self.orders:
                    self._answer_by_itself(seat)
            if self.missing():
                return
            self.state = self.rules.adjudicate(self.state, self.orders).state
            self.orders = {}
            following = self.rules.phase(self.state)
            if following is None or following.round != phase.round:
                self.steps.clear()

    def _answer_by_itself(self, seat: Seat) -> None:
        steps = self.steps.get(seat, [])
        index = due_step(self.rules, self.state, seat, steps)
        if index is not None:
            try:
                self.orders[seat] = first_legal(self.rules, self.state, seat, steps[index]).order
            except OrderError:
                del steps[index]
                return
            del steps[index]
            return
        if self.rules.is_forced_openly(self.state, seat):
            only = self._only_order(seat)
            if only is not None:
                self.orders[seat] = only

    def _only_order(self, seat: Seat) -> O | None:
        legal = list(islice(self.rules.legal_orders(self.state, seat), 2))
        return legal[0] if len(legal) == 1 else None
