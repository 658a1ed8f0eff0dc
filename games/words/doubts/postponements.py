"""What is put off: "not yet", "I'll tell you tonight", "let me think" – nothing is sealed then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks, plain_of
from games.words.positions.evidence import NAMING
from games.words.speech.clauses import ORDERING, Act, Clause


def settle_postponements(clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, what stands round words that put the decision off.

    An order that follows in plain words still counts: "let me think… forest 3"; so does one beside
    a thing that is put off: "not the crown yet, hatch the 6".
    """
    for index, clause in enumerate(clauses):
        if _declines(clauses[:index]) and all(map(_says_not_yet, clause.tokens)):
            clause.tokens, clause.is_lost = [], False  # "no family for me, not yet"
        if _puts_off(clause) and clause.has(*NAMING):
            clause.act, clause.lead = Act.REASON, ""
    last = max(_put_off(clauses), default=-1)
    if last < 0 or any(map(_orders_after_all, clauses[last + 1 :])):
        return
    for one in clauses:
        if one.act in (*ORDERING, Act.EXCLUDE, Act.CONDITION):
            one.act, one.lead = Act.TALK, ""


def _orders_after_all(clause: Clause) -> bool:
    is_plain = not clause.has(UNKNOWN, tags.DOUBT, tags.OTHERS) and clause.lead not in (
        "OR",
        tags.DOUBT,
    )
    is_named = clause.has(*NAMING) or clause.has_verb
    return clause.act in ORDERING and is_plain and is_named


def _put_off(clauses: Sequence[Clause]) -> Iterator[int]:
    """The places of the clauses that say that nothing is decided, or not to be done yet."""
    said: list[tuple[str, int]] = []
    for index, clause in enumerate(clauses):
        if clause.says_phrase("thinks no more"):
            continue  # "forest 3, so that I needn't think about it any more"
        is_yet = (
            clause.has(tags.NOT) and clause.says("yet") and not clause.has(tags.OTHERS, tags.VERB)
        )
        if (is_yet or _puts_off(clause)) and not clause.has(*NAMING):
            yield index
        opening = clause.opening if clause.lead not in ("", "THEN", "OR") else ""
        spoken = " ".join((opening, *(token.written for token in clause.tokens)))
        said.extend((plain_of(word), index) for word in spoken.casefold().split())
    words = tuple(word for word, _index in said)
    for start, word in enumerate(words):
        for phrase in _phrases().get(word, ()):
            if words[start : start + len(phrase)] == phrase:
                yield said[start + len(phrase) - 1][1]


def _declines(clauses: Sequence[Clause]) -> bool:
    """Whether what was ordered before leaves something undone."""
    things = [token for one in clauses if one.act in ORDERING for token in one.things]
    return bool(things) and all(token.value in _UNDONE for token in things)


_UNDONE = frozenset(("done", "stay", "pass", "leave"))


def _says_not_yet(token: Token) -> bool:
    return token.kind == tags.NOT or token.written.casefold() in marks("yet")


def _puts_off(clause: Clause) -> bool:
    """Whether a clause says that something is not to be done yet, whatever it names."""
    is_told = clause.act is Act.REASON and (clause.lead == tags.BECAUSE or not clause.has_verb)
    is_inert = is_told or clause.act in (Act.CONDITION, Act.ASK)
    is_over = clause.says_phrase("thinks no more")
    return not is_inert and not is_over and clause.says_phrase("not yet")


@cache
def _phrases() -> Mapping[str, Sequence[tuple[str, ...]]]:
    """The phrases that put off, by their first words."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in marks("put off"):
        words = tuple(plain_of(phrase).split())
        found.setdefault(words[0], []).append(words)
    return found
