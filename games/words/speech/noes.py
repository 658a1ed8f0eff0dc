"""A "no" behind an order and before another corrects it, or says what is not meant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.language_grammar import is_only_a_denial
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import ORDERING, Act, Clause, is_added, is_no, withholds
from games.words.speech.second_thoughts import tells_why

MOST_SAID = 2
"""More words of every day behind a "no" say something."""


def says_why(clause: Clause) -> bool:
    """Whether it only says why, whatever it denies: "no me sirve", "meer zit er niet in"."""
    words = [word for one in clause.tokens for word in one.written.casefold().split()]
    is_told = clause.has_state and len(words) > MOST_SAID  # not "ho nee"
    return is_told and (clause.has(UNKNOWN) or any(word in marks("me") for word in words))


def _lacks(clause: Clause, words: Sequence[Token]) -> bool:
    """Whether a "no" belongs to a word that is not known: "no other news here", "sin miedo"."""
    is_manner = clause.has(UNKNOWN) and words[0].written.casefold() in marks("without")
    pairs = pairwise(clause.tokens)
    return is_manner or any(one.kind == "NONE" and two.kind == UNKNOWN for one, two in pairs)


def _excuse(clause: Clause, clauses: Sequence[Clause], *, is_turned: bool) -> None:
    """A statement behind a "no" only says why: "no, the wild is a waste, the 4 then"."""
    after = clauses[clauses.index(clause) + 1 :]
    has_more = any(one.act is Act.ORDER and one.is_clean for one in after)
    if is_turned and has_more and clause.act is Act.ORDER and tells_why(clause):
        clause.act = Act.REASON


def _is_said_again(clause: Clause, words: Sequence[Token]) -> bool:
    """Whether it begins with "sorry" or "I say", which is then taken out of it."""
    says = len(words) > 1 and words[0].written.casefold() in marks("i say")
    if says:
        clause.tokens.remove(words[0])
    return says or clause.has(tags.SORRY)


def _turn_exclusion(clause: Clause, words: Sequence[Token]) -> None:
    """What begins with a "no" behind an order corrects it: "no the 4"."""
    begins_so = len(words) > 1 and is_no(words[0])
    if begins_so and words[1].kind == tags.OTHER_ONE and clause.act in ORDERING:
        clause.act = Act.CORRECT  # "S1, no the other"
        clause.tokens.remove(words[0])
    is_refusal = is_added(clause) or (
        begins_so and (words[0].kind, words[1].kind) == ("NONE", "REFILL")
    )  # "no refill either"
    is_other = clause.act is Act.EXCLUDE and not is_refusal
    if begins_so and is_other and not is_only_a_denial(words[0]):
        clause.act = Act.CORRECT
        clause.tokens.remove(words[0])


def _adds_behind(marker: Clause, clause: Clause) -> bool:
    """Whether a clause only adds something behind an "oh wait" that is no "no"."""
    begins_and = [one.kind for one in clause.tokens[:1]] == ["AND"]
    is_plain = clause.act is Act.ORDER and clause.is_clean and not clause.lead
    return begins_and and is_plain and marks("no").isdisjoint(marker.opening.split())


def settle_noes(clauses: Sequence[Clause]) -> None:
    """A `no` alone in its clause, behind an order and before another, corrects it."""
    has_order = is_turned = is_marked = is_withheld = False
    denied = Clause(Act.ASIDE, "")
    marker: Clause | None = None
    for clause in clauses:
        words = [
            token for token in clause.tokens if token.kind not in (tags.FILLER, UNKNOWN, tags.SORRY)
        ]
        is_denial = bool(words) and all(one.kind == tags.NOT or is_no(one) for one in words)
        is_denial = is_denial and (len(words) == 1 or len(words) == len(clause.tokens))
        is_denial = is_denial and not says_why(clause) and not _lacks(clause, words)
        is_sorry = clause.has(tags.SORRY) and not clause.things
        is_marker = clause.lead == tags.CORRECT and clause.act is Act.ASIDE
        if is_marker and has_order:
            is_turned = is_marked = True
            marker = clause
            continue
        if is_turned and marker is not None and _adds_behind(marker, clause):
            is_turned = is_marked = False
        marker = None
        if (is_denial or is_sorry) and has_order and not clause.lead:
            is_turned, is_marked = True, is_denial
            clause.act, clause.is_lost = Act.ASIDE, is_denial
            denied = clause
            continue
        is_said_sorry = has_order and clause.act is Act.ORDER and _is_said_again(clause, words)
        _excuse(clause, clauses, is_turned=is_turned)
        if clause.act is Act.CORRECT:
            is_turned = denied.is_lost = False
        if is_said_sorry or (is_turned and clause.act is Act.ORDER):
            clause.act = Act.CORRECT
            is_turned = denied.is_lost = False
        if has_order:
            _turn_exclusion(clause, words)
        is_withheld = withholds(clause) or (is_withheld and clause.act is Act.EXCLUDE)
        if clause.act is Act.EXCLUDE and has_order and not is_withheld:
            is_turned = True
        if is_turned and is_marked and clause.act is Act.ASIDE and clause.has(UNKNOWN):
            clause.is_lost = True
        is_marked = False
        has_order = has_order or clause.act in (Act.ORDER, Act.CORRECT)
