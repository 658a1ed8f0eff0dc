"""What only comes of an order, said behind it: "savannah 4, so it's all savannah and I score"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.speech.clauses import Act, Clause

_PRECISE = (tags.NUMBER, tags.ORDINAL, "CODE", "SIDE")
_THINGS = ("ANIMAL", "SPECIES", "SPECIAL", "RANK", "REFILL", "DECK", "PILE")
_GAINED = "gain"


def tells_outcome(clauses: Sequence[Clause], index: int) -> bool:
    """Whether a "so" says what comes of the order before it: it only tells what is caught, or names
    no thing, in words that are not all known, behind one that says exactly what is done."""
    clause = clauses[index]
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    if verbs == {_GAINED}:
        return not clause.has("SIDE", "ROW", "NAMED_ROW", "THEN", tags.NOT, "NONE")
    is_vague = clause.has(UNKNOWN) and not clause.has(*_PRECISE, *_THINGS, "THEN", "OR")
    return is_vague and index > 0 and _is_exact(clauses[index - 1])


def _is_exact(clause: Clause) -> bool:
    """Whether a clause says in known words which one is meant: "savannah 4"."""
    is_order = clause.act is Act.ORDER and clause.is_strong and clause.is_clean
    is_open = clause.has("ANY", "ALL", "OR", "NONE", tags.NOT, tags.DOUBT) or clause.has_state
    return is_order and clause.has(tags.NUMBER, "CODE") and not is_open
