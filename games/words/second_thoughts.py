"""What stands round an order and turns it, or only seems to: thanks, threats, second thoughts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.clauses import ORDERING, Act, Clause
from games.words.doers import is_name
from games.words.vocabulary import BUT, GONE, NOT, NUMBER, OTHERS, THEREFORE, VERB, marks


def settle_round(clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, those clauses of a text that an order's neighbours decide."""
    _settle_thanks(clauses)
    _settle_refusals(clauses)
    _settle_threats(clauses)
    _settle_first_cases(clauses)
    _settle_sequences(clauses)
    _settle_unless(clauses)
    _settle_earlier(clauses)
    _settle_excuses(clauses)


def _settle_excuses(clauses: Sequence[Clause]) -> None:
    """What a correction only states is why: "no wait, the wizard has won it, play the jester"."""
    for clause, following in pairwise(clauses):
        is_told = clause.is_statement or (
            (clause.says("past") or clause.says("already")) and not clause.has_verb
        )
        is_said = following.act is Act.ORDER and following.is_clean and following.is_strong
        if clause.act is Act.CORRECT and is_told and is_said and following.lead in ("", "THEN"):
            clause.act, following.act = Act.REASON, Act.CORRECT


def _settle_earlier(clauses: Sequence[Clause]) -> None:
    """What was written before is replaced by what is said of the same now: "I wrote S2, but S4";
    and what cannot be is the reason for what is done: "can't follow, so I throw the yellow"."""
    for before, clause in pairwise(clauses):
        same = {t.kind for t in clause.things} & {t.kind for t in before.things}
        is_now = clause.act is Act.ORDER and clause.lead in ("", BUT) and bool(same)
        if before.act in ORDERING and before.says("wrote") and is_now:
            clause.act = Act.CORRECT
        is_verb = bool(before.things) and all(token.kind == VERB for token in before.things)
        if before.act is Act.ORDER and before.has(GONE) and is_verb and clause.lead == THEREFORE:
            before.act = Act.REASON


def _settle_thanks(clauses: Sequence[Clause]) -> None:
    """A question with thanks behind it asks for what it names: "¿me tiras el bufón? gracias"."""
    for clause, following in pairwise(clauses):
        thanks = bool(following.tokens) and following.tokens[0].written.casefold()
        if clause.is_question and thanks in marks("please") and not following.things:
            clause.is_question = False


def _settle_refusals(clauses: Sequence[Clause]) -> None:
    """What is not done yet, or not behind a "scratch that", is no order: "I won't pay yet"."""
    is_retracted = False
    for clause in clauses:
        is_retracted = is_retracted or clause.act is Act.RETRACT
        is_denied = clause.has(NOT, "NONE") and clause.has_verb
        is_denied = is_denied and not clause.has(NUMBER, "ANIMAL")
        is_open = is_retracted or clause.says("yet")
        if clause.act is Act.ORDER and is_denied and is_open and not _names_card(clause):
            clause.act = Act.REASON


def _settle_threats(clauses: Sequence[Clause]) -> None:
    """An "otherwise" of what somebody else would do is a reason: "…, or else Eva gets it"."""
    for clause in clauses:
        is_theirs = clause.has(OTHERS) or any(map(is_name, clause.tokens))
        is_idle = clause.act in (Act.TALK, Act.ASIDE) and not clause.is_strong
        if clause.lead == "OR" and is_idle and is_theirs and not clause.is_question:
            clause.act = Act.REASON


def _settle_first_cases(clauses: Sequence[Clause]) -> None:
    """What follows from "if the lion is gone" is no other case where nothing stands before it."""
    for index, (condition, order) in enumerate(pairwise(clauses)):
        is_first = not any(one.act in ORDERING for one in clauses[:index])
        is_said = order.act is Act.ALTERNATIVE and order.tokens[0].kind != "OR"
        if is_first and is_said and condition.act is Act.CONDITION and condition.has(GONE):
            order.act, order.lead = Act.ORDER, ""


def _settle_sequences(clauses: Sequence[Clause]) -> None:
    """An "after that" may stand behind what it speaks of: "the blue 13, the jester after that"."""
    for first, second, then in zip(clauses, clauses[1:], clauses[2:], strict=False):
        is_last = then.lead == "THEN" and not then.things and not then.is_apart
        is_last = is_last and not any(
            one.sentence == then.sentence for one in clauses[clauses.index(then) + 1 :]
        )
        is_said = first.act is Act.ORDER and first.sentence == second.sentence
        if is_last and is_said and second.act is Act.ORDER and not second.lead:
            second.lead, second.tokens = "THEN", [*then.tokens[:1], *second.tokens]
            then.lead, then.tokens = "", []


def _settle_unless(clauses: Sequence[Clause]) -> None:
    """ "The squirrel, unless it's taken, then the ibex": the condition says no more than "or"."""
    for before, condition, order in zip(clauses, clauses[1:], clauses[2:], strict=False):
        is_unless = condition.act is Act.CONDITION and condition.opening in marks("unless")
        is_plain = is_unless and condition.has(GONE) and not condition.things
        is_then = order.act is Act.ORDER and order.lead in ("THEN", THEREFORE)
        if is_plain and before.act in ORDERING and is_then:
            order.act, order.lead = Act.ALTERNATIVE, "OR"
            order.tokens = [token for token in order.tokens if token.kind != "THEN"]
            condition.act, condition.lead, condition.tokens = Act.ASIDE, "", []


def _names_card(clause: Clause) -> bool:
    return clause.has("CODE", "HABITAT", "COLOUR", "SPECIAL")
