"""How much an order was worth: played on from worlds that its seat could not tell apart.

For a match that is over. Every order is tried in the same worlds with the same dice, bots play for
everybody, and what counts is the lead over the others some turns later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.rules.game import AnyRules
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import Bot, RulesError, Seat
from games.rules.what_if import NoWorldError, imagined

WORLDS = 4
FEWEST_PHASES = 6
MOST_PHASES = 40
"""Played on to the end of the round, but at least and at most so many phases."""


class Evaluator:
    """Tries orders for one seat as long as whoever asks has time for it."""

    def __init__(self, rules: AnyRules, seat: Seat, bot: Bot, has_time: Callable[[], bool]) -> None:
        self._rules, self._seat, self._bot = rules, seat, bot
        self._has_time = has_time

    def worth(self, state: Any, texts: Sequence[str], seed: str) -> list[float] | None:
        """The expected lead after each of these legal orders; None where time is up or the game
        cannot deal such a world."""
        totals = [0.0] * len(texts)
        for number in range(WORLDS):
            if not self._has_time():
                return None
            try:
                world = imagined(self._rules, state, self._seat, f"{seed}, world {number}")
                for index, text in enumerate(texts):
                    totals[index] += self._lead_after(world, text, f"{seed}, {number}")
            except (NoWorldError, RulesError):
                return None
        return [total / WORLDS for total in totals]

    def _lead_after(self, world: Any, text: str, seed: str) -> float:
        rules, begun = self._rules, self._rules.phase(world)
        own = rules.parse_order(world, self._seat, text)
        for number in range(MOST_PHASES):
            phase = rules.phase(world)
            if phase is None or begun is None:
                break
            if number >= FEWEST_PHASES and phase.round != begun.round:
                break
            orders = {
                seat: own
                if seat == self._seat and number == 0
                else ask_bot(rules, self._bot, world, seat, Dice(seed, f"{number}-{seat}"))
                for seat in phase.awaited
            }
            world = rules.adjudicate(world, orders).state
        scores = rules.standing(world)
        others = [score for seat, score in enumerate(scores) if seat != self._seat]
        return scores[self._seat] - (sum(others) / len(others) if others else 0.0)
