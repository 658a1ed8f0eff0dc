"""What the parts of an order come to in a position, as the grammar reads them."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.corrections.patches import with_verb
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.positions.step_options import step_options, tried
from games.words.results import NotUnderstood, Result
from games.words.speech.grammar import NotGrammaticalError, parse
from games.words.speech.orders import MOST_TOKENS, OrderPart, Orders

_MEANT = 4
"""So many values of a token say what is read of it: its kind, value, word and comma."""


def read_parts(
    scene: OrderScene, orders: Orders, parts: Sequence[OrderPart], *, verb: str = ""
) -> Result:
    """What these parts of an order come to; each spelling of them is read once."""
    parts = [OrderPart(without_other_one(part.tokens), part.doubts) for part in parts]
    parts = [part for part in parts if part.tokens]
    if not parts:
        return NotUnderstood(unread=tuple(orders.doubts))
    words = tuple(tuple(token[:_MEANT] for token in part.tokens) for part in parts)
    key = (words, verb, *orders.refusals, *orders.doubts)
    if key not in scene.read:
        scene.read[key] = _parsed(scene, orders, parts, verb)
    return scene.read[key]


def _parsed(scene: OrderScene, orders: Orders, parts: Sequence[OrderPart], verb: str) -> Result:
    tokens = [token for part in parts for token in part.tokens]
    if len(tokens) > MOST_TOKENS:
        return NotUnderstood(unread=(tokens[MOST_TOKENS].written,))
    grammar = words_of(scene.rules.key).grammar
    try:
        steps = [parse(grammar, part.tokens) for part in parts]
    except NotGrammaticalError as error:
        return NotUnderstood(unread=tuple(word for word in (error.written, *orders.doubts) if word))
    if verb:
        steps = with_verb(steps, verb)
    unread = (*orders.refusals, *orders.doubts) or tuple(token.written for token in tokens)
    found = step_options(scene, steps)
    return tried(scene, found, unread)


def without_other_one(tokens: Sequence[Token]) -> list[Token]:
    """The tokens without an "other one", which only says that something changes."""
    return [token for token in tokens if token.kind != tags.OTHER_ONE]
