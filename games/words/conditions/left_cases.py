"""What an order of several cases leaves of them: a case that was not read, or goes before none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import atoms
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause


def unread_cases(
    scene: OrderScene, clauses: Sequence[Clause], ordering: Sequence[Clause], text: str
) -> list[str]:
    """What the text says of its cases, and the order does not."""
    cases = [*_unread_cases(clauses), *_paid_for_one(clauses)]
    return [*cases, *_equal_cases(scene, clauses), *_left_out(ordering, text)]


def _paid_for_one(clauses: Sequence[Clause]) -> list[str]:
    """What is paid, said behind an alternative: for it alone, or for both? It is for that alone
    where the first of them has what is paid for it."""
    return [
        one.beginning
        for index, (before, one) in enumerate(pairwise(clauses))
        if before.act is Act.ALTERNATIVE and one.act is Act.ORDER and not one.lead
        if before.sentence == one.sentence and _says_payment(one)
        if not any(map(_says_payment, clauses[:index]))
    ]


def _says_payment(clause: Clause) -> bool:
    return clause.act in ORDERING and any(token.value == "pay" for token in clause.tokens)


def _unread_cases(clauses: Sequence[Clause]) -> list[str]:
    """A case that stands against what was not read."""
    return [
        one.beginning
        for before, one in pairwise(clauses)
        if one.lead == "OR" and one.act is not Act.REASON and before.act is Act.ASIDE
        if before.lead == "THEN" or (before.sentence == one.sentence and _adds_unknown(before))
    ]


def _equal_cases(scene: OrderScene, clauses: Sequence[Clause]) -> list[str]:
    """Two numbers of which neither goes before the other: "one or two", "R7 or R9, whichever"."""
    cases = [index for index, one in enumerate(clauses) if one.act is Act.ALTERNATIVE]
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), 0)
    is_plain = scene.kind in words_of(scene.rules.key).always_legal
    is_plain |= any(one.has(tags.DOUBT) and one.act is Act.ASIDE for one in clauses[:first])
    found = [
        clauses[index].beginning
        for index in cases
        if is_plain and clauses[index].opening in marks("plain or")
        if not any(one.act is Act.CONDITION for one in clauses)
    ]
    behind = clauses[cases[-1] :] if cases else ()
    return [*found, *(one.beginning for one in behind if one.has("ANY"))]


def _says_being(case: Clause) -> bool:
    """Whether a case is for what is not there, and for no order that cannot be: "3, if there's none
    2"."""
    return not marks("being there").isdisjoint(case.opening.split())


def _left_out(ordering: Sequence[Clause], text: str) -> list[str]:
    """What clauses before the first alternative name, and no alternative of the order does."""
    first = list(takewhile(lambda one: one.act is not Act.ALTERNATIVE, ordering))
    named_in = atoms(text)
    return [
        token.written
        for one in first[1:]
        for token in one.tokens
        if token.kind in ("ANIMAL", "SPECIES", "CARD") and token.value not in named_in
    ]


def _adds_unknown(clause: Clause) -> bool:
    return bool(clause.tokens) and clause.tokens[0].kind == "AND" and clause.has(UNKNOWN)
