"""Orders for later decisions, each in notation or in words, brought into notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, product
from typing import NamedTuple

from games.models import StandingOrder
from games.rules.clauses import StandingClause, When
from games.rules.protocol import AmbiguousOrderError, OrderError, OrderSyntaxError
from games.rules.steps import QUOTED_CHARACTERS, check_later_steps, split_steps
from games.services.running_matches import RunningMatch
from games.services.standing_orders import check_clauses
from games.words import (
    Correction,
    NotUnderstood,
    Question,
    Understood,
    is_notation,
    names_things,
    understand_later,
)
from games.words.results import MOST_CHOICES

MOST_CHARACTERS = StandingOrder._meta.get_field("text").max_length or 0


class Later(NamedTuple):
    """Clauses in notation, and what was corrected for them."""

    clauses: tuple[StandingClause, ...]
    corrections: tuple[Correction, ...] = ()


def parse_later_clauses(
    play: RunningMatch,
    seat: int,
    clauses: Sequence[StandingClause],
    languages: Sequence[str],
    *,
    order: str,
) -> Later:
    """The clauses in notation, where words say them. `order` is the order for the open decision.

    Raises AmbiguousOrderError `which-order` where steps behind an order can be meant in several
    ways; OrderSyntaxError `not-understood` (`unread`), `unknown-step` for what names nothing of the
    game, or `order-too-long`; what `check_clauses` raises.
    """
    ways: list[list[Later]] = [_ways(play, seat, clause, languages, order) for clause in clauses]
    every = [_joined(way) for way in islice(product(*ways), MOST_CHOICES)]
    for later in every:
        check_clauses(play, later.clauses)
        for clause in later.clauses:
            if len(clause.text) > MOST_CHARACTERS:
                quoted = clause.text[:QUOTED_CHARACTERS]
                raise OrderSyntaxError("order-too-long", text=quoted, most=MOST_CHARACTERS)
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


def _ways(
    play: RunningMatch, seat: int, clause: StandingClause, languages: Sequence[str], order: str
) -> list[Later]:
    """What a clause may mean: itself where it is notation, else what its words say."""
    game = play.rules.key
    if all(is_notation(game, one) for one in clause.alternatives):
        return [Later((clause,))]
    in_round = bool(order) and clause.when is When.ONCE
    result = understand_later(
        play.rules, play.state, seat, clause.text, languages, in_round=in_round
    )
    if isinstance(result, Understood):
        return [Later(_clauses(result.text, clause), result.corrections)]
    if all(is_notation(game, one, with_articles=True) for one in clause.alternatives):
        return [Later((clause,))]
    if isinstance(result, Question) and len(result.choices) > 1 and order:
        return [Later(_clauses(choice, clause)) for choice in result.choices]
    raise _refusal(play, clause, result, languages, order)


def _clauses(text: str, like: StandingClause) -> tuple[StandingClause, ...]:
    """The steps of a text, which speak when the clause speaks."""
    return tuple(replace(like, alternatives=step) for step in split_steps(text))


def _refusal(
    play: RunningMatch,
    clause: StandingClause,
    result: Question | NotUnderstood,
    languages: Sequence[str],
    order: str,
) -> OrderError:
    """Why a clause cannot be kept, with what was understood of the whole."""
    for alternative in clause.alternatives:
        if not names_things(play.rules.key, alternative, languages):
            try:
                check_later_steps(play.rules, [(alternative,)])
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
