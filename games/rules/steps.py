"""Several steps in one order: `bid F3; take lion F2 or take eagle or pass`.

`;` or a line break ends a step, the word `or` parts its alternatives. The first step answers the
decision now open; the others wait as standing orders for that seat's next decisions of the round.
Nothing here knows a game: a step is read by the rules when its time comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeAlias

from games.rules.protocol import (
    AmbiguousOrderError,
    IllegalOrderError,
    O,
    OrderError,
    OrderSyntaxError,
    Rules,
    S,
    Seat,
)

MOST_CHARACTERS = 2000
MOST_STEPS = 20
MOST_ALTERNATIVES = 20
QUOTED_CHARACTERS = 80

Alternatives: TypeAlias = tuple[str, ...]

STEP_END = re.compile(r"[;\r\n\u2028\u2029\x85]+")
_OR = re.compile(r"(?:(?<=\s)|^)or(?=\s|$)", re.IGNORECASE)


class NoAlternativeError(IllegalOrderError):
    """None of several alternatives fits. `reasons` says why not, in their order."""

    def __init__(self, reasons: tuple[OrderError, ...], *, text: str) -> None:
        self.reasons = reasons
        example = next((reason.example for reason in reasons if reason.example), "")
        super().__init__("no-alternative-fits", text=text, example=example)


class Fit(NamedTuple, Generic[O]):
    """The alternative that counts: its order, the canonical text, and why earlier ones did not."""

    order: O
    text: str
    refused: tuple[OrderError, ...]


def split_steps(text: str) -> tuple[Alternatives, ...]:
    """The steps of an order in sequence, each as its alternatives; at least one of each.

    Raises OrderSyntaxError with code `empty-order`, `order-too-long` (`most` characters),
    `too-many-steps` or `too-many-alternatives` (`most` of them), `empty-alternative`.
    """
    quoted = text[:QUOTED_CHARACTERS]
    if len(text) > MOST_CHARACTERS:
        raise OrderSyntaxError("order-too-long", text=quoted, most=MOST_CHARACTERS)
    steps = [step for step in map(str.strip, STEP_END.split(text)) if step]
    if not steps:
        raise OrderSyntaxError("empty-order", text=quoted)
    if len(steps) > MOST_STEPS:
        raise OrderSyntaxError("too-many-steps", text=quoted, most=MOST_STEPS)
    return tuple(_alternatives(step) for step in steps)


def join_steps(steps: tuple[Alternatives, ...]) -> str:
    """One line that `split_steps` reads back to these steps."""
    return "; ".join(" or ".join(alternatives) for alternatives in steps)


def first_legal(rules: Rules[S, O], state: S, seat: Seat, alternatives: Alternatives) -> Fit[O]:
    """The first alternative that this seat may order now.

    With a single alternative its own OrderError is raised. With several, none of which fits, an
    AmbiguousOrderError among them goes first, because an answer to it settles the matter; otherwise
    NoAlternativeError holds every reason. What is no step at all stands behind none that is: it
    raises OrderSyntaxError `unknown-step`, as in "draw or maybe not".
    """
    refused: list[OrderError] = []
    for index, alternative in enumerate(alternatives):
        try:
            order = rules.parse_order(state, seat, alternative)
        except OrderError as error:
            refused.append(error)
        else:
            check_later_steps(rules, (alternatives[index + 1 :],))
            return Fit(order, rules.format_order(order), tuple(refused))
    if len(refused) == 1:
        raise refused[0]
    for reason in refused:
        if isinstance(reason, AmbiguousOrderError):
            raise reason
    raise NoAlternativeError(tuple(refused), text=" or ".join(alternatives)[:QUOTED_CHARACTERS])


def verb_of(text: str, verbs: Iterable[str]) -> str | None:
    """The verb that a step begins with, however it is written on (`PayF2M1`); None for none."""
    words = text.strip().casefold()
    return next((verb for verb in sorted(verbs, key=len)[::-1] if words.startswith(verb)), None)


def check_later_steps(rules: Rules[S, O], steps: Sequence[Alternatives]) -> None:
    """Raise OrderSyntaxError `unknown-step` for an alternative that no decision could ever take.

    More cannot be said of a later step before its time has come.
    """
    for alternatives in steps:
        for alternative in alternatives:
            if verb_of(alternative, rules.verbs) is None:
                step = alternative[:QUOTED_CHARACTERS]
                raise OrderSyntaxError("unknown-step", text=step, step=step, verbs=rules.verbs)


def due_step(rules: Rules[S, O], state: S, seat: Seat, steps: Sequence[Alternatives]) -> int | None:
    """Which of a seat's standing steps speaks of its open decision: the first, None for none.

    A step speaks of the decision that its first alternative's verb names: `take lion or pass`
    waits through a tie for the acquisition, and does not pass in the tie.
    """
    verbs = {choice.verb for choice in rules.decision(state, seat).choices}
    for index, alternatives in enumerate(steps):
        if verb_of(alternatives[0], verbs) is not None:
            return index
    return None


def _alternatives(step: str) -> Alternatives:
    parts = tuple(part.strip() for part in _OR.split(step))
    if not all(parts):
        raise OrderSyntaxError("empty-alternative", text=step[:QUOTED_CHARACTERS])
    if len(parts) > MOST_ALTERNATIVES:
        raise OrderSyntaxError(
            "too-many-alternatives", text=step[:QUOTED_CHARACTERS], most=MOST_ALTERNATIVES
        )
    return parts
