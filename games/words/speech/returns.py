"""What was said first, taken up again behind a second thought: "1. No, 0. Oh well, back to 1"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import ORDERING, Act, Clause


def settle_returns(clauses: Sequence[Clause]) -> None:
    """What was ordered first and is named again behind its correction is meant after all: "1. No,
    0. Oh well, 1", "… no, the six was right"."""
    ordered = [one for one in clauses if one.act in ORDERING]
    turns = [one for one in clauses if one.act in (Act.CORRECT, Act.RETRACT)]
    if not ordered or not turns or ordered[0].act is not Act.ORDER:
        return
    first, turned = ordered[0], turns[0]
    values = {(one.kind, one.value) for one in first.things}
    place = list(clauses).index(turned)
    for index, clause in enumerate(clauses[place + 1 :], place + 1):
        anew = {(t.kind, t.value) for one in clauses[place:index] for t in one.things}
        named = {(one.kind, one.value) for one in clause.things if one.kind != tags.VERB}
        is_later = clause.sentence > turned.sentence or clause.act is Act.CORRECT
        is_plain = clause.act in (Act.ORDER, Act.CORRECT) and clause.lead in ("", tags.CORRECT)
        is_open = clause.has(UNKNOWN, tags.NOT, "NONE", tags.GONE, tags.DOUBT, "OR", tags.OTHERS)
        is_told = clause.has_state and not clause.says("as it was")
        is_other = any(kind == one for kind, _value in named for one, _other in anew - values)
        is_back = bool(named) and named <= values and is_other
        if is_later and is_plain and is_back and not (is_open or is_told):
            clause.act, clause.tokens = Act.CORRECT, [*first.tokens]


def settle_homecomings(clauses: Sequence[Clause]) -> None:
    """Words that lead back to something said before, behind what was said or wondered instead, mean
    that: "six. No, five. I'll stick with six", "blue. Or yellow? No, my first idea"."""
    ordered = [i for i, one in enumerate(clauses) if one.act in ORDERING]
    for index in range(ordered[0] + 1 if ordered else len(clauses), len(clauses)):
        clause = clauses[index]
        said = _led_back_to(clause, clauses[:index])
        if said is None or not _turns_between(clauses[clauses.index(said) + 1 : index], said):
            continue
        clause.act, clause.lead = Act.CORRECT, tags.CORRECT
        clause.tokens = [*said.tokens]
        for one in clauses[clauses.index(said) + 1 : index]:
            if one.act is Act.ALTERNATIVE or one.asks_back:
                one.act, one.lead = Act.REASON, ""
                one.tokens = [token for token in one.tokens if token.kind != "OR"]


def _led_back_to(clause: Clause, before: Sequence[Clause]) -> Clause | None:
    """The clause before that these words lead back to; None for none."""
    names = [name for name in _LEADING if clause.says_phrase(name, 0)]
    if not names:
        return None
    is_open = clause.has(tags.NOT, "NONE", tags.GONE, tags.DOUBT, "OR", tags.OTHERS)
    is_open |= clause.is_question
    unknown = {one.written.casefold() for one in clause.tokens if one.kind == UNKNOWN}
    is_told = clause.has_state and not clause.says("as it was")
    is_told |= (
        sum(one.kind == tags.VERB for one in clause.tokens) > 1
    )  # "take the first of the deck"
    same = [one for one in before if one.sentence == clause.sentence]
    is_case = clause.lead in ("OR", "THEN") or any(
        one.act is Act.CONDITION for one in (*same, clause)
    )
    if is_open or is_told or is_case or not unknown <= _leading_words():
        return None
    ordering = [one for one in before if one.act in ORDERING and one.things]
    named = {(one.kind, one.value) for one in clause.things if one.kind not in _IDLE}
    is_first = "first thought" in names and not named
    found = (one for one in ordering if is_first or (named and named <= _named_in(one)))
    return next(found, None)


@cache
def _leading_words() -> frozenset[str]:
    """The single words of all that leads back."""
    return frozenset(word for name in _LEADING for phrase in marks(name) for word in phrase.split())


_LEADING = ("back to", "first thought")
_IDLE = (tags.VERB, tags.ORDINAL)


def _named_in(clause: Clause) -> set[tuple[str, str]]:
    return {(one.kind, one.value) for one in clause.things}


def _turns_between(between: Sequence[Clause], said: Clause) -> bool:
    """Whether something else was said or wondered meanwhile."""
    return any(
        one.act is Act.CORRECT or one.act is Act.ALTERNATIVE or one.asks_back
        for one in between
        if one.things and not _named_in(one) <= _named_in(said)
    )
