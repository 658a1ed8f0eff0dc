"""Second thoughts where a thing is done or not: "draw, no, stay, hm. ok, decided: draw"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.doubts.other_senses import does_after_all
from games.words.lexicon import tags
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import Act, Clause, is_no, says_no

_OPEN = (Act.CONDITION, Act.ASK, Act.ALTERNATIVE)
_TURNING = (tags.CORRECT, tags.RETRACT)


def settle_turns(clauses: Sequence[Clause], verb: str, opposite: str) -> None:
    """Leave the last word, in place, of one who says first this and then that, sentence by
    sentence; `opposite` leaves undone what `verb` does."""
    votes = [(one, vote) for one in clauses if (vote := _vote(one, verb, opposite))]
    if len({vote for _one, vote in votes}) < len((verb, opposite)):
        if votes and votes[0][1] == opposite:
            _settle_birds(clauses[: clauses.index(votes[0][0])])
        return
    (last, said) = votes[-1]
    before = clauses[: clauses.index(last)]
    is_new = all(one.sentence < last.sentence for one, vote in votes if vote != said)
    is_turned = any(one.lead in _TURNING or says_no(one) for one in (*before, last))
    is_turned |= does_after_all(last)
    is_open = any(map(_is_open, clauses))
    behind = clauses[clauses.index(last) + 1 :]
    is_last = not any(one.lead in _TURNING or says_no(one) for one in behind)
    if not (is_new and is_turned and is_last) or is_open:
        return
    token = last.tokens[0]._replace(kind=tags.VERB, value=said, language="", after_comma=False)
    for one in before:
        one.act, one.lead, one.tokens = Act.ASIDE, "", []
    last.act, last.lead, last.tokens = Act.ORDER, "", [token]


def _is_open(clause: Clause) -> bool:
    """Whether a clause asks or doubts, and is no mere outcry: "qué tontería"."""
    is_cry = clause.act is Act.ASK and not clause.is_question and not clause.things
    is_asked = (clause.act in _OPEN and not is_cry) or clause.is_question
    return is_asked or clause.has(tags.DOUBT)


def _settle_birds(clauses: Sequence[Clause]) -> None:
    """Birds that are only named before it is said that nothing is done are why: "I've five parrots,
    with six I'd win two. So no, no family"."""
    for clause in clauses:
        if clause.act is Act.ORDER and not clause.has_verb and not clause.is_question:
            clause.act, clause.lead = Act.REASON, ""


def _vote(clause: Clause, verb: str, opposite: str) -> str:
    """What a clause says is done: the verb, its opposite, or "" for neither."""
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_denied = clause.has(tags.NOT, "NONE", tags.GONE)
    if clause.has(tags.OTHERS) or not clause.tokens:
        return ""
    if opposite in verbs or (verb in verbs and is_denied):
        return opposite
    is_yes = any(_says_yes(token.written) for token in clause.tokens) or does_after_all(clause)
    is_yes = is_yes and not any(map(is_no, clause.tokens)) and not is_denied
    return verb if verb in verbs or is_yes else ""


def _says_yes(written: str) -> bool:
    said = written.casefold()
    return said in marks("agree") or said in marks("do it")
