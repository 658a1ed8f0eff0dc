"""A "then" between a thing and its verb, which leads to no further step: "bos 4 dan laten zien"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.speech.clauses import is_order_word

_NEEDS_THING = frozenset(
    ("play", "show", "reveal", "pay", "bid", "lay", "grow", "hatch", "discard", "take", "put")
)


def without_inner_then(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, a "then" between what is named and the one verb that is said of it made idle."""
    for index, token in enumerate(tokens):
        is_inner = token.kind == "THEN" and index > 0 and not token.after_comma
        is_inner = is_inner and _needs_what_precedes(tokens, index)
        yield token._replace(kind=tags.FILLER, value="fillers") if is_inner else token


def _needs_what_precedes(tokens: Sequence[Token], index: int) -> bool:
    """Whether only a verb stands behind that is done to something, and a thing before it."""
    behind = [*takewhile(lambda one: not one.after_comma, tokens[index + 1 :])]
    said = [one for one in behind if one.kind != tags.FILLER]
    is_verb = len(said) == 1 and said[0].kind == tags.VERB and said[0].value in _NEEDS_THING
    before = tokens[index - 1]
    has_verb = any(one.kind == tags.VERB for one in tokens[:index])
    return is_verb and is_order_word(before) and before.kind != tags.VERB and not has_verb
