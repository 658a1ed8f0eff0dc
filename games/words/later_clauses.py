"""Steps for later decisions, each in notation or in words, brought into notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product
from typing import NamedTuple

from games.rules.clauses import StandingClause, When
from games.rules.game import AnyRules
from games.rules.protocol import AmbiguousOrderError, OrderError, OrderSyntaxError, Seat
from games.rules.steps import QUOTED_CHARACTERS, check_later_steps, split_steps
from games.words.lines_below import names_things
from games.words.notation import capitals, is_notation
from games.words.results import MOST_CHOICES, Correction, NotUnderstood, Question, Understood
from games.words.understanding import understand_later


class Later(NamedTuple):
    """Clauses in notation, and what was corrected for them."""

    clauses: tuple[StandingClause, ...]
    corrections: tuple[Correction, ...] = ()


def later_clauses(
    rules: AnyRules,
    state: object,
    seat: Seat,
    clauses: Sequence[StandingClause],
    languages: Sequence[str],
    *,
    order: str,
) -> Later:
    """The clauses in notation, where words say them. `order` is the order for the open decision.

    Raises AmbiguousOrderError `which-order` where steps behind an order can be meant in several
    ways; OrderSyntaxError `not-understood` (`unread`), or `unknown-step` for what names nothing of
    the game.
    """

    def ways(clause: StandingClause) -> list[Later]:
        """What a clause may mean: itself where it is notation, else what its words say."""
        if all(is_notation(rules.key, one) for one in clause.alternatives):
            written = tuple(capitals(rules.key, one) for one in clause.alternatives)
            return [Later((replace(clause, alternatives=written),))]
        in_round = bool(order) and clause.when is When.ONCE
        result = understand_later(rules, state, seat, clause.text, languages, in_round=in_round)
        if isinstance(result, Understood):
            return [Later(_clauses(result.text, clause), result.corrections)]
        if all(is_notation(rules.key, one, with_articles=True) for one in clause.alternatives):
            return [Later((clause,))]
        if isinstance(result, Question) and len(result.choices) > 1 and order:
            return [Later(_clauses(choice, clause)) for choice in result.choices]
        raise _refusal(rules, clause, result, languages, order)

    every = [_joined(way) for way in islice(product(*map(ways, clauses)), MOST_CHOICES)]
    if len(every) == 1:
        return every[0]
    written = "; ".join(clause.line for clause in clauses)[:QUOTED_CHARACTERS]
    raise AmbiguousOrderError(
        "which-order",
        candidates=["; ".join((order, *(one.line for one in way.clauses))) for way in every],
        text=written,
    )


def _joined(parts: Sequence[Later]) -> Later:
    return Later(
        tuple(clause for part in parts for clause in part.clauses),
        tuple(correction for part in parts for correction in part.corrections),
    )


def _clauses(text: str, like: StandingClause) -> tuple[StandingClause, ...]:
    """The steps of a text, which speak when the clause speaks."""
    return tuple(replace(like, alternatives=step) for step in split_steps(text))


def _refusal(
    rules: AnyRules,
    clause: StandingClause,
    result: Question | NotUnderstood,
    languages: Sequence[str],
    order: str,
) -> OrderError:
    """Why a clause cannot be kept, with what was understood of the whole."""
    for alternative in clause.alternatives:
        if not names_things(rules.key, alternative, languages):
            try:
                check_later_steps(rules, [(alternative,)])
            except OrderSyntaxError as unknown:
                return unknown
    written = clause.text[:QUOTED_CHARACTERS]
    whole = "; ".join(filter(None, (order, clause.line)))[:QUOTED_CHARACTERS]
    refused = OrderSyntaxError("not-understood", text=whole, unread=[written])
    refused.read_as = order
    if isinstance(result, Question):
        first = _clauses(result.choices[0], clause)[0]
        refused.example = "; ".join(filter(None, (order, first.line)))
    return refused
