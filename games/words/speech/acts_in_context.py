"""What a clause does is settled by what stands around it: a "no" between two orders corrects."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.lexicon.vocabulary import marks
from games.words.speech.cases import settle_cases
from games.words.speech.clauses import (
    ORDERING,
    Act,
    Clause,
    is_added,
    is_further_step,
    is_no,
    is_other_case,
    is_strong,
    keeps,
    says_no,
)
from games.words.speech.doers import settle_addresses, settle_doers
from games.words.speech.final_words import settle_final_words
from games.words.speech.noes import MOST_SAID, says_why, settle_noes
from games.words.speech.restepping import settle_dropped, settle_kept_steps
from games.words.speech.returns import settle_homecomings, settle_returns
from games.words.speech.second_thoughts import (
    settle_bids,
    settle_particles,
    settle_round,
    settle_shrugs,
    settle_turns_to_come,
)

_KINDS = frozenset(("SUIT", "COLOUR", "HABITAT", "OF"))
"""Words for what cards have in common."""

_SHORT = 4
"""In so few words a statement is an answer: "it is red", "son dos"."""


def settle(clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, those clauses of a text whose deed depends on the others."""
    settle_addresses(clauses)
    _settle_tags(clauses)
    settle_kept_steps(clauses)
    settle_particles(clauses)
    settle_doers(clauses)
    settle_turns_to_come(clauses)
    _settle_politeness(clauses)
    settle_round(clauses)
    _settle_denials(clauses)
    settle_cases(clauses)
    _settle_questions(clauses)
    _settle_ends(clauses)
    _settle_hesitations(clauses)
    settle_noes(clauses)
    settle_returns(clauses)
    settle_homecomings(clauses)
    settle_final_words(clauses)
    _settle_last_word(clauses)
    _settle_lines(clauses)
    settle_dropped(clauses)
    _settle_reasons(clauses)
    settle_bids(clauses)
    _settle_statements(clauses)
    _settle_wishes(clauses)
    settle_shrugs(clauses)


def _settle_tags(clauses: Sequence[Clause]) -> None:
    """A last "right?" or "isn't it?" denies and corrects nothing."""
    for before, clause in pairwise(clauses):
        said = " ".join(token.written.casefold() for token in clause.tokens)
        if clause.is_question and before.sentence == clause.sentence and said in marks("tag"):
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def _settle_wishes(clauses: Sequence[Clause]) -> None:
    """What was only wanted is no order where a later sentence says one: "I wanted the lion …"."""
    for index, clause in enumerate(clauses):
        later = [one for one in clauses[index + 1 :] if one.sentence > clause.sentence]
        is_said = any(one.act is Act.ORDER and one.is_clean for one in later)
        if clause.act is Act.ORDER and clause.says("wanted") and is_said:
            clause.act = Act.REASON


def _settle_politeness(clauses: Sequence[Clause]) -> None:
    """A condition that only asks for leave is none: "if you'd be so kind"."""
    for clause in clauses:
        is_polite = any(token.kind == tags.MAY or token.value == "kind" for token in clause.tokens)
        is_condition = clause.act is Act.CONDITION or clause.lead == "OR"
        if is_condition and is_polite and not clause.things:
            clause.act, clause.lead = Act.ASIDE, ""
            clause.tokens = []
    is_polite = False
    for asked, clause in pairwise(clauses):
        is_more = clause.sentence == asked.sentence and clause.lead in ("", "THEN")
        is_polite = is_more and (is_polite or (asked.is_question and not asked.asks_back))
        if is_polite and asked.act is Act.ORDER and clause.act is Act.ORDER:
            clause.is_question = False  # "could you discard the 2, and then refill?"


def _denying_words() -> frozenset[str]:
    return marks("denying") | marks("pronouns") | marks("the")


def _settle_denials(clauses: Sequence[Clause]) -> None:
    """A correction of nothing, before a "but", says what is not meant: "not that 4, but the 3";
    so does a "not that" before anything else."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), len(clauses))
    for clause in clauses[first : first + 1]:
        said = frozenset(clause.opening.split())
        is_denial = not said.isdisjoint(marks("denying")) and bool(said - marks("denying"))
        if clause.act is Act.CORRECT and is_denial and said <= _denying_words():
            clause.act = Act.EXCLUDE
    for clause in clauses:
        said = frozenset(clause.opening.split())
        is_denial = not said.isdisjoint(marks("denying")) and bool(said - marks("denying"))
        is_one_of = bool(clause.tokens) and {token.kind for token in clause.things} <= _KINDS
        is_one_of = is_one_of and bool(clause.things) and not clause.tokens[0].after_comma
        if clause.act is Act.CORRECT and is_denial and said <= _denying_words() and is_one_of:
            clause.act, clause.lead = Act.EXCLUDE, ""  # "a four, not the one of knots"
    for clause, following in pairwise(clauses[first : first + 2]):
        is_denial = clause.act is Act.CORRECT and clause.lead == tags.CORRECT
        if is_denial and following.lead == tags.BUT and following.act is Act.ORDER:
            clause.act = Act.EXCLUDE


def _settle_reasons(clauses: Sequence[Clause]) -> None:
    """What stands before a "therefore" with an order behind it is the reason for that."""
    last = max(
        (
            index
            for index, one in enumerate(clauses)
            if one.act is Act.ORDER
            and one.lead == tags.THEREFORE
            and one.is_clean
            and not one.says_verb("pay")
            and not any(map(is_other_case, clauses[max(index - 1, 0) : index]))
        ),
        default=0,
    )
    steps = [index for index, one in enumerate(clauses[:last]) if is_further_step(one)]
    for clause in clauses[max(steps, default=-1) + 1 : last]:
        if clause.act in (Act.ORDER, Act.EXCLUDE) and not clause.has_verb:
            clause.act = Act.REASON


def _settle_statements(clauses: Sequence[Clause]) -> None:
    """Where something is ordered, a clause that says how things are is no order."""
    if not any(one.act in ORDERING and _is_nearly_clean(one) for one in clauses):
        return
    for clause in clauses:
        is_told = clause.has(UNKNOWN) and clause.lead in ("", tags.BUT)
        is_answer = (clause.lead or len(clause.tokens) <= _SHORT) and not is_told
        is_answer = bool(is_answer) or keeps(clause)  # "but my trumps are strong"
        is_count = clause.says("suffices") and not clause.is_strong
        is_answer = is_answer or is_count  # "I think two is doable"
        if clause.act is Act.ORDER and clause.is_statement and not is_answer:
            clause.act = Act.REASON


def _is_nearly_clean(clause: Clause) -> bool:
    """Whether it orders in words that are all known, or a card with but one beside it: "geel negen
    op tafel"."""
    unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
    is_card = not clause.is_statement and clause.is_strong and clause.has(tags.NUMBER, "CODE")
    is_card = is_card and unknown == 1 and not clause.has(tags.OTHERS, tags.ASK, tags.TALK)
    return clause.is_clean or is_card


def _settle_questions(clauses: Sequence[Clause]) -> None:
    """A "may I" that wonders what the rules say is a question: "can I, even though …?"; so is what
    asks it of more than one at once, and names none: "can I play two cards at once?"."""
    for clause in clauses:
        same = [one for one in clauses if one.sentence == clause.sentence]
        wonders = any(one.says("rules") or one.opening in marks("rules") for one in same)
        wonders = wonders and clause.has(tags.MAY)
        names_one = any(is_strong(one) and one.kind != tags.VERB for one in clause.tokens)
        is_many = clause.says_phrase("at once") and not names_one
        if clause.is_question and clause.act is Act.ORDER and (wonders or is_many):
            clause.act = Act.ASK


def _settle_lines(clauses: Sequence[Clause]) -> None:
    """A line below an order that says no, or sorry, and orders something else corrects it."""
    first = next((one.line for one in clauses if one.act in ORDERING), None)
    turned: set[int] = set()
    for clause in clauses:
        if first is None or clause.line <= first or clause.line in turned:
            continue
        if clause.act is Act.CORRECT:
            turned.add(clause.line)
        elif clause.act is Act.ORDER and clause.lead != "THEN":
            same = [one for one in clauses if one.line == clause.line]
            if any(_is_turning(one) for one in same) and not any(map(is_added, same)):
                clause.act = Act.CORRECT
                turned.add(clause.line)


def _is_turning(clause: Clause) -> bool:
    """Whether a clause speaks of a mistake in some way."""
    if clause.act is Act.EXCLUDE or clause.lead in (
        tags.CORRECT,
        tags.RETRACT,
        tags.DROP,
        tags.BUT,
    ):
        return True
    return any(
        token.kind in (tags.SORRY, tags.CORRECT, tags.RETRACT, tags.NOT, tags.GONE, tags.OTHER_ONE)
        or is_no(token)
        for token in clause.tokens
    )


def _settle_ends(clauses: Sequence[Clause]) -> None:
    """A marker that ends a correction corrects nothing behind it: "blue instead, red is daft"."""
    for index in range(1, len(clauses)):
        marker, before = clauses[index], clauses[index - 1]
        ends = marker.lead == tags.CORRECT and not marker.tokens and not marker.is_apart
        if not ends or before.sentence != marker.sentence or before.act not in ORDERING:
            continue
        is_more = is_added(before) or _ends_line(clauses[: index - 1], marker)
        has_earlier = any(one.act in ORDERING for one in clauses[: index - 1])
        if before.act is Act.CORRECT or (has_earlier and not is_more):
            before.act, marker.lead = Act.CORRECT, ""


def _ends_line(before: Sequence[Clause], marker: Clause) -> bool:
    """Whether an "in the end" is when something is done, as other things are done first: "bufón
    ya, tres azul al final"."""
    is_last = marker.opening in marks("last in line")
    return is_last and any(one.says_phrase("first in line") for one in before)


def _settle_hesitations(clauses: Sequence[Clause]) -> None:
    """An "er" before a thing of the kind that was just named corrects it: "red 12, er, 11"."""
    for before, said, clause in zip(clauses, clauses[1:], clauses[2:], strict=False):
        words = {token.written.casefold() for token in said.tokens}
        is_slip = bool(words) and words <= marks("hesitation") and clause.act is Act.ORDER
        same = before.act in ORDERING and before.sentence == clause.sentence
        if is_slip and same and {t.kind for t in clause.things} <= {t.kind for t in before.things}:
            clause.act = Act.CORRECT
    for before, clause in pairwise(clauses):
        is_slip = bool(clause.tokens) and clause.tokens[0].kind != "CODE"  # an `AY` is no "ay"
        is_slip = is_slip and clause.tokens[0].written.casefold() in marks("hesitation")
        if clause.act is not Act.ORDER or not is_slip or not before.things:
            continue
        kinds = {token.kind for token in clause.things}
        if before.act in ORDERING and before.has(*kinds):
            clause.act = Act.CORRECT


def _settle_last_word(clauses: Sequence[Clause]) -> None:
    """A last "no, rather not" takes back what was ordered."""
    places = [index for index, one in enumerate(clauses) if one.act in ORDERING]
    behind = clauses[places[-1] + 1 :] if places else ()
    last = [one for one in behind if one.tokens or one.lead]
    said = sum(token.value == "fillers" for one in last for token in one.tokens)
    is_case = said > MOST_SAID or any(one.act is Act.CONDITION for one in clauses)
    is_case = is_case or any(
        one.lead == "OR" and one.has("OR") and not one.has(UNKNOWN) for one in last
    )
    if last and not is_case and all(map(_only_denies, last)) and any(map(says_no, last)):
        last[-1].act, last[-1].lead = Act.RETRACT, tags.RETRACT


def _only_denies(clause: Clause) -> bool:
    is_denial = all(
        token.kind in (tags.NOT, "NONE", tags.FILLER, tags.SORRY, "OR") for token in clause.tokens
    )
    is_led = clause.lead in ("", tags.CORRECT, tags.RETRACT, tags.BUT) or clause.opening in marks(
        "plain or"
    )
    is_said = is_led and not clause.is_question and not says_why(clause)
    is_said = is_said and not clause.says("yet")  # "no family, not yet"
    return is_denial and is_said and clause.act in (Act.ASIDE, Act.RETRACT)
