"""What stands between an order and its further step in words that nobody knows."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.positions.evidence import NAMING, atoms
from games.words.speech.clauses import ORDERING, Act, Clause

_TOLD = (Act.ASIDE, Act.TALK, *ORDERING)
_A_STEP = 2
"""So many unknown words may be a step of their own: "et puis le paon"."""


def lost_between(clauses: Sequence[Clause], text: str) -> list[str]:
    """The clauses of a sentence that may be a step between two that were read: "forest 2, gimme the
    wombat, paying with forest 1"."""
    steps = [i for i, one in enumerate(clauses) if one.act in ORDERING and one.has(*NAMING)]
    if ";" not in text or len(steps) <= 1:
        return []
    return [
        one.beginning
        for i, one in enumerate(clauses[steps[0] + 1 : steps[-1]], steps[0] + 1)
        if i not in steps and one.act in _TOLD and _may_be_step(one, text)
        if one.sentence == clauses[steps[0]].sentence == clauses[steps[-1]].sentence
    ]


def _may_be_step(clause: Clause, text: str) -> bool:
    unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
    is_deed = clause.has(tags.VERB) and unknown > 0
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_next = clause.lead == "THEN" and (unknown > 0 or bool(verbs - atoms(text)))
    return is_deed or is_next or (unknown >= _A_STEP and not clause.has_state)
