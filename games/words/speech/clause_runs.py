"""Runs of clauses that are read each for itself: which are worth it, and what they leave out."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.results import NotUnderstood, Result
from games.words.speech.clauses import ORDERING, Act, Clause


def is_idle(span: Sequence[Clause]) -> bool:
    """Whether a run begins or ends with what orders nothing, so that a shorter one says as much."""
    is_told = span[-1].act is Act.ASIDE and (span[-1].is_lost or span[-1].has(tags.DOUBT))
    return span[0].act in _IDLE or (span[-1].act in (Act.REASON, Act.ASIDE) and not is_told)


_IDLE = (Act.REASON, Act.ASIDE, Act.TALK, Act.ASK)


def leaves_out(clauses: Sequence[Clause], taken: set[int], left: Sequence[Clause]) -> bool:
    """Whether an order that was read must not stand alone beside what was not."""
    first = clauses[min(taken)]
    if left and (
        first.lead in ("OR", "THEN") or (min(taken) and _is_condition(clauses[min(taken) - 1]))
    ):
        return True
    if any(_is_condition(clause) and clause.things for clause in clauses):
        return True
    between = clauses[min(taken) : max(taken)]
    if any(clause.is_strong and clause in between for clause in left):
        return True
    last = clauses[max(taken)]
    return any(
        clause.lead in ("THEN", "OR", tags.CORRECT)
        or (clauses.index(clause) > max(taken) and _is_step(clause))
        or (
            clause.sentence == last.sentence
            and clauses.index(clause) > max(taken)
            and clause.has_verb
        )
        for clause in left
    )


def _is_step(clause: Clause) -> bool:
    """Whether a clause that was not read says what is done with something."""
    return clause.is_clean and clause.has_verb and len(clause.things) > 1


def _is_condition(clause: Clause) -> bool:
    return clause.act is Act.CONDITION


def is_one_illegal(result: Result, clauses: Sequence[Clause]) -> bool:
    """Whether one sentence makes one order, and that is not legal: no part of it is meant."""
    ordering = [one for one in clauses if one.act in ORDERING]
    is_one = len({one.sentence for one in ordering}) == 1
    is_plain = is_one and not any(one.lead or one.act is not Act.ORDER for one in ordering)
    return isinstance(result, NotUnderstood) and result.refusal is not None and is_plain
