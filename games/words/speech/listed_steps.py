"""Steps that are counted off: "first: magpies row 1 left; second: no family"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import Act, Clause

_PLACES = ("BIRD", "ROW", "SIDE", "OF")
_LEAST = 2


def settle_listed(clauses: Sequence[Clause]) -> None:
    """Make each further step of a list a "then", in place, and leave out its number."""
    counted = [
        (clause, clause.tokens[0])
        for clause, following in pairwise([*clauses, Clause(Act.ASIDE, "")])
        if _is_number(clause, following)
    ]
    numbers = [token.value for _clause, token in counted]
    has_first = numbers[:1] == ["1"]
    is_begun = has_first or (bool(counted) and _begins_list(clauses, counted[0][0]))
    every = [str(i + 2 - has_first) for i in range(len(numbers))]
    if not is_begun or len(numbers) < _LEAST - (not has_first) or numbers != every:
        return
    for number, (clause, token) in enumerate(counted, int(not has_first)):
        clause.tokens = clause.tokens[1:]
        if not clause.tokens:
            clause = clauses[list(clauses).index(clause) + 1]  # noqa: PLW2901
        if number:
            clause.lead, clause.tokens = "THEN", [_then(token), *clause.tokens]


def _begins_list(clauses: Sequence[Clause], second: Clause) -> bool:
    """Whether what stands before the second step begins with a "first" that says nothing else."""
    before = [one for one in clauses if one.tokens][: list(clauses).index(second)]
    words = [word for one in before[:1] for word in one.tokens[0].written.casefold().split()]
    return not marks("list first").isdisjoint(words)


def _is_number(clause: Clause, following: Clause) -> bool:
    """Whether a clause begins with the number of a step, and of no row or bird."""
    if not clause.tokens or clause.tokens[0].kind != tags.ORDINAL or not clause.is_apart:
        return False
    if len(clause.tokens) == 1:
        return following.is_after_colon and following.sentence == clause.sentence
    after = clause.tokens[1]
    return after.after_colon or not (after.kind in _PLACES or after.after_comma)


def _then(token: Token) -> Token:
    return token._replace(kind="THEN", value="then", written="then", language="")
