"""What is said to be given away: "the only one I'm letting go of is the jester"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.positions.evidence import NAMING
from games.words.speech.clauses import Act, Clause

_OPEN = (tags.NOT, "NONE", "OR", tags.DOUBT, tags.OTHERS, tags.GONE)


def settle_what_goes(clauses: Sequence[Clause]) -> None:
    """Order in place what is said to be what goes, whatever verb says so."""
    for clause in clauses:
        is_said = clause.act in (Act.ORDER, Act.TALK, Act.REASON) and not clause.lead
        if is_said and clause.says_phrase("what goes is") and not clause.has(*_OPEN):
            places = [i for i, one in enumerate(clause.tokens) if one.value == "states"]
            named = [i for i, one in enumerate(clause.tokens) if one.kind in NAMING]
            if places and named and places[-1] < named[0] and not clause.is_question:
                clause.act = Act.ORDER
                idle = (UNKNOWN, tags.FILLER)
                clause.tokens = [one for one in clause.tokens if one.kind not in idle]
