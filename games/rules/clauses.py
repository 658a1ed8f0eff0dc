"""Steps that say when they speak: `if missed: bid R`, `each time, until round 5: play any`.

A step without such a beginning answers one decision of its round. Nothing here knows a game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from games.rules.protocol import OrderSyntaxError
from games.rules.steps import QUOTED_CHARACTERS, Alternatives

_UNTIL = r"until\s+(?:the\s+end\s+of\s+)?round\s+(?P<{name}>[0-9]{{1,3}})"
_BEGINNING = re.compile(
    r"\s*(?:"
    r"(?P<missed>if\s+(?:i\s+)?miss(?:ed)?(?:\s+(?:it|the\s+deadline))?)"
    r"|(?P<each>(?:each|every)\s+(?:time|turn|trick|bid|decision))"
    rf"(?:\s*,?\s*{_UNTIL.format(name='each_round')})?"
    rf"|{_UNTIL.format(name='only_round')}"
    r")\s*:\s*",
    re.IGNORECASE,
)


class When(Enum):
    """When a step speaks."""

    ONCE = "step"
    EACH_TIME = "repeated"
    IF_MISSED = "missed"


@dataclass(frozen=True, slots=True)
class StandingClause:
    """A step with its alternatives, and when it speaks; `until_round` only for each time."""

    when: When
    alternatives: Alternatives
    until_round: int | None = None

    @property
    def text(self) -> str:
        """The alternatives in one line, without the beginning."""
        return " or ".join(self.alternatives)

    @property
    def line(self) -> str:
        """One line that `read_clause` reads back."""
        return clause_line(self.when, self.text, self.until_round)


def clause_line(when: When, text: str, until_round: int | None) -> str:
    """A step with the beginning that says when it speaks, as it is always written."""
    if when is When.IF_MISSED:
        return f"if missed: {text}"
    if when is When.EACH_TIME and until_round is not None:
        return f"each time, until round {until_round}: {text}"
    if when is When.EACH_TIME:
        return f"each time: {text}"
    return text


def is_clause(line: str) -> bool:
    """Whether a line begins by saying when it speaks."""
    return _BEGINNING.match(line) is not None


def read_clause(alternatives: Alternatives) -> StandingClause:
    """A step of `split_steps` with what its beginning says.

    Raises OrderSyntaxError `empty-alternative` where nothing follows the beginning.
    """
    found = _BEGINNING.match(alternatives[0])
    if found is None:
        return StandingClause(When.ONCE, alternatives)
    first = alternatives[0][found.end() :].strip()
    if not first:
        raise OrderSyntaxError("empty-alternative", text=alternatives[0][:QUOTED_CHARACTERS])
    rest = (first, *alternatives[1:])
    if found["missed"] is not None:
        return StandingClause(When.IF_MISSED, rest)
    until = found["each_round"] or found["only_round"]
    return StandingClause(When.EACH_TIME, rest, int(until) if until is not None else None)


def parted(steps: Sequence[Alternatives]) -> tuple[Alternatives | None, tuple[StandingClause, ...]]:
    """The step that answers the open decision, None for none, and all that is left for later.

    Only the first step can answer now, and only if it does not say that it speaks at another time.
    """
    clauses = tuple(read_clause(step) for step in steps)
    if clauses[0].when is When.ONCE:
        return steps[0], clauses[1:]
    return None, clauses
