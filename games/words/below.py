"""A line below an order: one more step, words of the game that are none, or a goodbye."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from games.rules.game import AnyRules
from games.rules.protocol import Seat
from games.words.chatter import is_strong, without_reasons
from games.words.lexing import UNKNOWN, Token, lex
from games.words.results import Correction, Understood
from games.words.sentences import MOST_CHARACTERS, sentences
from games.words.understanding import in_order, understand_later
from games.words.vocabulary import FILLER, VERB


class Kind(Enum):
    """What such a line is."""

    STEP = "step"
    ASIDE = "aside"
    CLOSING = "closing"


class Below(NamedTuple):
    """A line's kind, and for a step its canonical text and what was corrected for it."""

    kind: Kind
    text: str = ""
    corrections: tuple[Correction, ...] = ()


def names_things(game: str, text: str, languages: Sequence[str] = ()) -> bool:
    """Whether a text names anything that only speaks of this game."""
    return any(is_strong(token) for token in _tokens(game, text, languages))


def read_below(
    rules: AnyRules, state: object, seat: Seat, line: str, languages: Sequence[str] = ()
) -> Below:
    """What a line below an order is.

    A step has a verb of its own, or begins with "then", and leaves nothing in doubt; else what
    names things of the game is left aside, to be told, and the rest is a goodbye.
    """
    tokens = _tokens(rules.key, line, languages)
    if not any(is_strong(token) for token in tokens) or _is_name(tokens):
        return Below(Kind.CLOSING)
    has_verb = any(token.kind == VERB for token in tokens)
    if has_verb or tokens[0].kind == "THEN":
        result = understand_later(rules, state, seat, line, languages, in_round=True)
        if isinstance(result, Understood):
            return Below(Kind.STEP, result.text, result.corrections)
    return Below(Kind.ASIDE)


def _tokens(game: str, text: str, languages: Sequence[str]) -> list[Token]:
    parts = sentences(text[:MOST_CHARACTERS])
    lexed = lex(game, parts, in_order(languages))
    return [token for each in lexed for token in without_reasons(each.tokens)]


def _is_name(tokens: Sequence[Token]) -> bool:
    """Whether it is somebody's name in which a word of the game happens to stand: `Anna Leone`."""
    named = [token for token in tokens if token.kind != FILLER]
    return (
        sum(is_strong(token) for token in named) == 1
        and all(is_strong(token) or token.kind == UNKNOWN for token in named)
        and len(named) > 1
        and all(token.written[:1].isupper() for token in named)
    )
