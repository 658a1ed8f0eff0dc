"""One match played by bots from a seed to its record: pure, so that a seed repeats it anywhere."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar, Generic, overload

from games.rules.chance import Chance, Shuffle, words
from games.rules.journal import JournalEntry
from games.rules.protocol import (
    Bot,
    Decision,
    O,
    Options,
    RandomSource,
    Rules,
    S,
    Seat,
    Setup,
    TableView,
)
from games.rules.record import MatchRecord, final_outcome, make_record

MOST_PHASES = 20_000
"""More than ten times the phases of the longest match; beyond it the rules do not end."""


class EndlessMatchError(RuntimeError):
    """A match that was not over after MOST_PHASES phases: a fault of the rules."""


class Dice:
    """A `RandomSource` from a seed: 32-bit words of `chance.words`, the same everywhere."""

    __slots__ = ("_words",)

    def __init__(self, seed: str, name: str) -> None:
        self._words = words(seed, name, 0)

    def random(self) -> float:
        """A number in [0, 1) with 53 random bits."""
        return ((next(self._words) >> 5) * 2**26 + (next(self._words) >> 6)) / 2**53

    def randrange(self, stop: int, /) -> int:
        """A uniform number in 0 .. stop-1 by rejection. Raises ValueError for a stop below 1."""
        if stop < 1:
            raise ValueError(f"nothing lies below {stop}")
        if stop > 2**32:
            raise ValueError(f"{stop} is more than a word holds")
        limit = 2**32 - 2**32 % stop
        word = next(self._words)
        while word >= limit:
            word = next(self._words)
        return word % stop


class LegalOrders(Sequence[O], Generic[S, O]):
    """The legal orders of a seat, listed only when somebody looks: a bot may not need them all."""

    __slots__ = ("_listed", "_rules", "_seat", "_state")

    def __init__(self, rules: Rules[S, O], state: S, seat: Seat) -> None:
        self._rules = rules
        self._state = state
        self._seat = seat
        self._listed: tuple[O, ...] | None = None

    def _all(self) -> tuple[O, ...]:
        if self._listed is None:
            self._listed = tuple(self._rules.legal_orders(self._state, self._seat))
        return self._listed

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[O]:
        """Lazily, as the rules list them."""
        if self._listed is None:
            return iter(self._rules.legal_orders(self._state, self._seat))
        return iter(self._listed)

    @overload
    def __getitem__(self, index: int) -> O: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[O]: ...
    def __getitem__(self, index: int | slice) -> O | Sequence[O]:
        return self._all()[index]


MOST_LISTED = 5000
"""A bot that knows no game looks at no more orders than this; some games have millions."""


class AnyLegalBot:
    """Any of the first MOST_LISTED legal orders, each equally likely. Knows no game."""

    key: ClassVar[str] = "random"
    reads_view: ClassVar[bool] = False

    def order(
        self, view: TableView | None, decision: Decision, legal: Sequence[O], chance: RandomSource
    ) -> O:
        """One of `legal`."""
        listed = tuple(islice(legal, MOST_LISTED))
        return listed[chance.randrange(len(listed))]


class FirstLegalBot:
    """The first legal order. Knows no game."""

    key: ClassVar[str] = "steady"
    reads_view: ClassVar[bool] = False

    def order(
        self, view: TableView | None, decision: Decision, legal: Sequence[O], chance: RandomSource
    ) -> O:
        """The first of `legal`."""
        return next(iter(legal))


PLAIN_BOTS: Mapping[str, Bot] = {bot.key: bot for bot in (AnyLegalBot(), FirstLegalBot())}
"""The virtual players of a game that declares none of its own, as every game must have them."""


def match_seed(seed: str, number: int = 0) -> str:
    """The seed of the match with this number in a series: 64 hex digits."""
    return hashlib.sha256(f"match {number} of {seed}".encode()).hexdigest()


def play_match(
    rules: Rules[S, O],
    bots: Sequence[Bot],
    options: Options,
    seed: str,
    *,
    silence: int = 0,
) -> MatchRecord:
    """Play one match, `bots[seat]` in each seat, and return its record.

    `silence` is the chance, in percent, that a seat sends nothing and its default order counts.
    Raises SetupError if that many seats and these options make no match, IllegalOrderError if a bot
    breaks the rules, EndlessMatchError if the rules never end it.
    """
    setup = Setup(len(bots), options, Chance(seed))
    dice = [Dice(seed, f"bot-{seat}") for seat in range(len(bots))]
    absence = Dice(seed, "silence")
    shuffles: list[Shuffle] = []
    entries: list[JournalEntry] = []

    adjudication = rules.start(setup)
    for _ in range(MOST_PHASES):
        shuffles.extend(adjudication.shuffles)
        state = adjudication.state
        phase = rules.phase(state)
        if phase is None:
            return make_record(rules, setup, shuffles, entries, final_outcome(rules, state))
        orders: dict[Seat, O] = {}
        for seat in phase.awaited:
            if silence and absence.randrange(100) < silence:
                orders[seat] = rules.default_order(state, seat)
            else:
                orders[seat] = ask_bot(rules, bots[seat], state, seat, dice[seat])
            entries.append(JournalEntry(seat, rules.format_order(orders[seat])))
        adjudication = rules.adjudicate(state, orders)
    raise EndlessMatchError(f"{rules.key} with seed {seed} does not end")


def ask_bot(rules: Rules[S, O], bot: Bot, state: S, seat: Seat, dice: Dice) -> O:
    """The bot's order for an awaited seat; it gets what a person in the seat gets, no more."""
    view = rules.view(state, seat) if getattr(bot, "reads_view", True) else None
    order: O = bot.order(view, rules.decision(state, seat), LegalOrders(rules, state, seat), dice)
    return order
