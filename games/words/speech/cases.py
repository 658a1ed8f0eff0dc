"""What is to be done in the other case, however that is said: "or if it's gone", "or haven't I got
that then"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import (
    ORDERING,
    Act,
    Clause,
    is_order_word,
    is_strong,
    says_no,
)
from games.words.speech.forestalled import denies_leave, settle_also_gone, settle_leave


def settle_cases(clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, the orders that stand behind an "or" and a condition."""
    settle_leave(clauses)
    settle_also_gone(clauses)
    _settle_moments(clauses)
    _settle_preferences(clauses)
    _settle_possession(clauses)
    _settle_middle_cases(clauses)
    _settle_denied_cases(clauses)
    _settle_last_cases(clauses)


def _settle_moments(clauses: Sequence[Clause]) -> None:
    """What is done behind an order "as soon as Anna has led" is the next step: such a moment comes.

    It may stand before what is done then, or behind it, with or without a comma.
    """
    for index, moment in enumerate(clauses):
        is_moment = moment.act is Act.CONDITION and moment.opening in marks("as soon as")
        is_open = moment.has(tags.GONE, tags.NOT, "NONE", tags.DOUBT, "OR")
        if not is_moment or is_open or not any(one.act is Act.ORDER for one in clauses[:index]):
            continue
        place = next((i for i, one in enumerate(moment.tokens) if is_order_word(one)), None)
        told = replace(moment, tokens=moment.tokens[place:]) if place else moment
        if place and told.is_clean and not told.has_state:
            moment.act, moment.tokens = Act.ORDER, told.tokens
            _make_step(moment)
        elif place is None and (step := _step_beside(clauses, index)) is not None:
            moment.act, moment.lead, moment.tokens = Act.ASIDE, "", []
            _make_step(step)


def _step_beside(clauses: Sequence[Clause], index: int) -> Clause | None:
    """What is done at the moment that stands at this place: what is said behind it, else before."""
    behind = clauses[index + 1 : index + 2]
    before = clauses[index - 1 : index] if clauses[0].act is not Act.ORDER or index > 1 else ()
    same = [one for one in (*behind, *before) if one.sentence == clauses[index].sentence]
    step = same[0] if same else None
    if step is None or step.lead not in ("", "THEN") or not step.things:
        return None
    is_told = step.act is Act.TALK and not step.has(tags.OTHERS, tags.TALK) and step in behind
    is_told = is_told and sum(one.kind == UNKNOWN for one in step.tokens) <= 1
    return step if step.act is Act.ORDER or is_told else None


def _make_step(clause: Clause) -> None:
    then = clause.tokens[0]._replace(kind="THEN", value="then", written="then", language="")
    clause.act, clause.lead = Act.ORDER, "THEN"
    clause.tokens = [then, *(one for one in clause.tokens if one.kind != "THEN")]


def _settle_preferences(clauses: Sequence[Clause]) -> None:
    """Behind a condition an "I'd rather" says what is done in the other case, and corrects nothing:
    "if it's a crown I'll have it, any other card and I'd rather draw from the deck"."""
    for index, clause in enumerate(clauses):
        before = [one for one in clauses[:index] if one.sentence == clause.sentence]
        is_case = any(one.act is Act.CONDITION for one in before)
        is_said = any(one.act is Act.ORDER for one in before)
        is_other = clause.act is Act.CORRECT and clause.opening in marks("rather")
        if is_case and is_said and is_other:
            clause.act, clause.lead = Act.ALTERNATIVE, "OR"
            if before[-1].act in (Act.TALK, Act.ASIDE) and not before[-1].is_strong:
                before[-1].act, before[-1].tokens = Act.ASIDE, []


def _settle_possession(clauses: Sequence[Clause]) -> None:
    """What is to be done if one has it is done if it can be: "the jester if I've still got one",
    "the ducks, and if I have no ducks the owls"."""
    for condition, other in pairwise(clauses):
        if other.lead == "OR" and _takes_what_is_held(condition):
            condition.act, condition.lead, condition.tokens = Act.ORDER, "", condition.things
    for index, condition in enumerate(clauses):
        before = [one for one in clauses[:index] if one.act in ORDERING]
        if not before or before[-1].sentence != condition.sentence:
            continue
        if condition.act is not Act.CONDITION or not _asks_for(condition, before[-1]):
            continue
        following = clauses[index + 1 : index + 2]
        is_either = any(one.lead == "OR" for one in following)
        if says_no(condition) or condition.has("NONE", tags.GONE):
            if not following or following[0].act is not Act.ORDER or is_either:
                continue
            first = following[0].tokens[0]
            tokens = [token for token in following[0].tokens if token.kind != "THEN"]
            following[0].act, following[0].lead = Act.ALTERNATIVE, "OR"
            following[0].tokens = [first._replace(kind="OR", value="or", written="or"), *tokens]
        condition.act, condition.lead, condition.tokens = Act.ASIDE, "", []


def _takes_what_is_held(condition: Clause) -> bool:
    """Whether a condition ends in a pronoun for what its writer may hold: "if I still have a wizard
    that"."""
    is_own = condition.act is Act.CONDITION and condition.says_phrase("own hand")
    is_plain = is_own and not condition.has(tags.OTHERS, tags.VERB, UNKNOWN) and condition.is_strong
    last = condition.tokens[-1].written.casefold() if condition.tokens else ""
    return is_plain and not says_no(condition) and last in marks("pronouns")


def _asks_for(condition: Clause, first: Clause) -> bool:
    """Whether a condition only says that its writer holds what is to be done first, or does not."""
    named = {token.value for token in first.tokens}
    is_own = condition.says_phrase("own hand") and not condition.has(tags.OTHERS, tags.VERB)
    return is_own and all(
        token.kind in (tags.FILLER, tags.NOT, "NONE", tags.GONE)
        or token.value in named
        or token.written.casefold() in marks("one of it")
        for token in condition.tokens
    )


def _settle_middle_cases(clauses: Sequence[Clause]) -> None:
    """ "Row 3 or, if that is pointless, row 4": the condition says no more than the "or"."""
    for either, condition, order in zip(clauses, clauses[1:], clauses[2:], strict=False):
        is_or = either.lead == "OR" and not either.things and bool(either.tokens)
        is_plain = _says_nothing_new(condition, clauses[: clauses.index(either)])
        is_said = order.act in (Act.ORDER, Act.ALTERNATIVE)
        if is_or and is_plain and not condition.has(tags.OTHERS) and is_said:
            order.act, order.lead = Act.ALTERNATIVE, "OR"
            order.tokens = [*either.tokens, *order.tokens]
            for clause in (either, condition):
                clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def _settle_denied_cases(clauses: Sequence[Clause]) -> None:
    """ "R8, or haven't I got that then R7": the "or" says no more than that the first can't be."""
    for case, order in pairwise(clauses):
        is_then = order.act is Act.ORDER and order.lead in ("", "THEN")
        if is_then and _denies_first(case, clauses[: clauses.index(case)], order):
            tokens = [token for token in order.tokens if token.kind != "THEN"]
            order.act, order.lead, order.tokens = Act.ALTERNATIVE, "OR", [case.tokens[0], *tokens]
            case.act, case.lead, case.tokens = Act.ASIDE, "", []


def _denies_first(case: Clause, before: Sequence[Clause], order: Clause) -> bool:
    """Whether an "or" only says that what was to be done first cannot be: "or haven't I got that,
    then …", "or if I've no green left, …"."""
    first = {token.value for one in before if one.act in ORDERING for token in one.tokens}
    is_case = case.lead == "OR" and case.has_state and case.act in (Act.ASIDE, Act.ALTERNATIVE)
    is_plain = says_no(case) and not case.has(tags.OTHERS, UNKNOWN)
    is_leave = case.lead == "OR" and denies_leave(case)  # "y si no me dejan jugarla, …"
    return (
        ((is_case and is_plain) or is_leave)
        and case.sentence == order.sentence
        and bool(first)
        and all(one.kind in _SAID_AGAIN or one.value in first for one in case.things)
    )


_SAID_AGAIN = ("OR", tags.VERB)


def _says_nothing_new(condition: Clause, before: Sequence[Clause]) -> bool:
    """Whether a condition, or a reason, between an "or" and what is meant then names nothing, or
    only what was to be done first: "the lion, or if the lion's gone the ibex"."""
    first = {token.value for one in before if one.act in ORDERING for token in one.tokens}
    named = [token for token in condition.things if is_strong(token) or token.kind == tags.NUMBER]
    is_case = condition.act in (Act.CONDITION, Act.REASON)
    is_told = condition.act is Act.CONDITION or condition.has(tags.NOT, tags.GONE)
    is_known = all(token.value in first for token in named)
    return is_case and is_told and (not named or (is_known and condition.has(tags.NOT, tags.GONE)))


def _settle_last_cases(clauses: Sequence[Clause]) -> None:
    """What a last "if it's gone" stands behind is the other case: "the peacock, the lion if …"."""
    for before, clause in pairwise(clauses):
        has_first = any(one.act in ORDERING for one in clauses[: clauses.index(before)])
        is_if = not marks("plain if").isdisjoint(clause.opening.split()[:1])  # "green 6 if not"
        is_or = clause.lead == "OR" and (is_if or clause.opening not in marks("or"))
        is_case = is_or or (clause.act is Act.CONDITION and clause.has(tags.GONE))
        if is_case and has_first and not clause.things and not clause.is_apart:
            following = clauses[clauses.index(clause) + 1 :]
            is_last = not following or following[0].sentence != clause.sentence
            if is_last and before.act is Act.ORDER and before.lead in ("", "THEN"):
                before.act, before.lead = Act.ALTERNATIVE, "OR"
                clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
            elif is_last and before.act is Act.ALTERNATIVE and before.opening in marks("plain or"):
                before.opening = clause.opening  # "green 13, or yellow 3 if that's not allowed"
                clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
