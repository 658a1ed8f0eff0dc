"""Who does what a clause speaks of: where that is somebody named, nothing is ordered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import LANGUAGES, given_names, marks, section_words
from games.words.speech.clauses import ORDERING, Act, Clause, is_keeping, is_order_word

_SHORTEST = 4
"""A name in small letters is taken for one from so many letters on."""


def settle_addresses(clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, whom an apology speaks to: "sorry for the delay, all" takes nothing."""
    for _sentence, said in groupby(clauses, key=lambda one: one.sentence):
        *before, last = said
        is_all = [token.kind for token in last.tokens] == ["ALL"] and last.is_apart
        if is_all and not last.lead and _excuses(before):
            last.act = Act.TALK


def _excuses(clauses: Sequence[Clause]) -> bool:
    """Whether clauses begin by saying sorry, and order nothing."""
    first = next((token for clause in clauses for token in clause.tokens), None)
    if first is None or any(clause.act in ORDERING for clause in clauses):
        return False
    return first.kind == tags.SORRY or first.written.casefold().split()[0] in _sorry_words()


@cache
def _sorry_words() -> frozenset[str]:
    return frozenset(one for each in LANGUAGES for one in section_words(each, "acts", "sorry"))


def settle_doers(clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, the clauses in which somebody else does something."""
    is_theirs = False
    for clause in clauses:
        found = doer(clause)
        is_so = clause.lead == tags.THEREFORE and not clause.has(tags.OTHERS)
        goes_on = is_theirs and not clause.is_apart and not _is_own(clause) and not is_so
        is_theirs = (found is not None or goes_on) and clause.act is not Act.CONDITION
        if is_theirs and clause.act in (*ORDERING, Act.EXCLUDE, Act.TALK):
            clause.act = Act.TALK
            clause.lead = "" if clause.lead == "THEN" and not clause.has_verb else clause.lead
        elif clause.act in (*ORDERING, Act.EXCLUDE) and _lets_others(clause):
            clause.act = Act.TALK


def _lets_others(clause: Clause) -> bool:
    """Whether a clause says what others are to leave, or may keep: "and don't you dare draw a
    four", "die mag hij houden"."""
    keeps_it = clause.has(tags.OTHERS) and any(map(is_keeping, clause.tokens))
    is_bare = all(one.kind == tags.VERB for one in clause.things) and not _is_own(clause)
    return clause.says_phrase("forbids") or (keeps_it and is_bare)


def doer(clause: Clause) -> Token | None:
    """Whose name stands as the subject of a clause; None where the writer speaks of himself."""
    tokens = clause.tokens
    for index, token in enumerate(tokens):
        if is_order_word(token) and token.kind not in (tags.VERB, "ANY", "ALL"):
            return None
        if not is_name(token, first=index == 0):
            continue
        if index and _is_said(tokens[index - 1], "toward"):
            continue
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if following is None or following.after_comma or following.after_line:
            return None
        is_article = following.written.casefold() in marks("articles")
        if _is_said(following, "me", "here") or (_is_said(following, "toward") and not is_article):
            return None
        return token
    return None


def is_name(token: Token, *, first: bool = False) -> bool:
    """Whether a word is somebody's name: a given name, or a capital within a clause."""
    if token.kind != UNKNOWN or token.is_player:
        return token.is_player
    if token.value in given_names():
        return token.written[:1].isupper() or len(token.written) >= _SHORTEST
    return not first and len(token.written) > 2 and token.written.istitle() and token.place > 0


def _is_own(clause: Clause) -> bool:
    return any(_is_said(token, "me") for token in clause.tokens)


def _is_said(token: Token, *names: str) -> bool:
    written = token.written.casefold()
    words = (written, written.partition(" ")[0])
    return any(not marks(name).isdisjoint(words) for name in names)
