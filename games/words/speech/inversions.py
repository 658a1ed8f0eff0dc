"""Words that stand in another sequence than they are meant: a "then" behind the verb that begins a
step, "ruil dan een eekhoorn …", and a condition without "if", "should I get two ducks, family"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import is_strong

_WHOLE = ("draw", "stay", "pass", "done", "leave", "refill", "reveal")
"""These say all that is done, so that another step may follow at once."""


def turned(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, each such "then" before its verb, where a step behind another begins."""
    index = 0
    while index < len(tokens):
        if _is_inverted(tokens, index):
            verb, then = tokens[index : index + 2]
            yield then._replace(after_comma=verb.after_comma, after_line=verb.after_line)
            yield verb._replace(after_comma=False, after_line=False)
            index += 2
        else:
            yield tokens[index]
            index += 1


def _is_inverted(tokens: Sequence[Token], index: int) -> bool:
    verb, then = tokens[index], tokens[index + 1] if index + 1 < len(tokens) else None
    is_verb = verb.kind == tags.VERB and verb.value not in _WHOLE
    if not is_verb or not index or then is None or then.kind != "THEN" or then.after_comma:
        return False
    begins = verb.after_comma or verb.after_line or tokens[index - 1].kind == "AND"
    is_word = then.length == 1 and then.place == verb.end
    rest = takewhile(lambda one: not one.after_comma, tokens[index + 2 :])
    named = next((one for one in rest if is_strong(one) or one.kind == tags.NUMBER), None)
    return begins and is_word and named is not None and named.kind != tags.VERB


def with_inverted_cases(tokens: Sequence[Token], *, is_question: bool) -> Iterator[Token]:
    """The tokens, a "should I" that asks nothing made the "if" that it is, where what is done then
    follows."""
    for index, token in enumerate(tokens):
        is_inverted = token.kind == tags.ASK and not is_question and _begins_case(tokens, index)
        yield token._replace(kind=tags.DOUBT, value="if", written="if") if is_inverted else token


def _begins_case(tokens: Sequence[Token], index: int) -> bool:
    """Whether such a verb begins a clause, and a deed or a comma stands behind what it says."""
    first = tokens[index].written.casefold().split()[0]
    is_first = not index or tokens[index].after_comma or tokens[index - 1].kind == "AND"
    if first not in marks("inverted if") or not is_first:
        return False
    behind = tokens[index + 1 :]
    verbs = [one for one in behind if one.kind == tags.VERB]
    is_parted = any(one.after_comma or one.kind == "THEN" for one in behind[1:])
    return is_parted or len(verbs) > 1
