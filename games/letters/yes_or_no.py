"""The base of outcomes that ask their reader for a yes or a no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.letters.command_outcomes import OUTCOMES, CommandOutcome, say, yes_or_no


class YesOrNoAsked(CommandOutcome, kw_only=True):
    """Nothing is done before its reader answers.

    `is_answered` when they did; `asked_first` is the row that asked this first and its place among
    the outcomes of that, where this one only asks again. `number` is how it is answered in a mail
    that asks several things, and 0 where it is the only one."""

    is_question = True
    what: str = ""
    is_answered: bool = False
    asked_first: tuple[int, int] | None = None
    number: int = 0

    def subject(self, paragraphs: Sequence[str]) -> str:
        return yes_or_no(self.what)

    def words(self) -> dict[str, str]:
        """What to reply, for the placeholders of a sentence that says so."""
        behind = f" {self.number}" if self.number else ""
        return {
            "yes_word": say("consent", "words") + behind,
            "no_word": say("no", "words") + behind,
        }


def numbered(items: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The items of an answer, its questions with their numbers where there are several."""
    asking = [item for item in items if _asks(item)]
    if len(asking) < 2:
        return list(items)
    numbers = iter(range(1, len(asking) + 1))
    return [
        {**item, "params": {**item.get("params", {}), "number": next(numbers)}}
        if _asks(item)
        else item
        for item in items
    ]


def _asks(item: dict[str, Any]) -> bool:
    return issubclass(OUTCOMES.get(item.get("code", ""), CommandOutcome), YesOrNoAsked)
