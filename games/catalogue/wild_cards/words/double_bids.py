"""A bid of two cards: the leader that allows it, and how many they are, are not part of it."""

from __future__ import annotations

from collections.abc import Sequence

from games.words import tags
from games.words.clauses import ORDERING, Act, Clause
from games.words.lexing import Token
from games.words.scene import OrderScene

_CARDS = ("HABITAT", "CODE", "REFILL")
_TWO = 2


def settle_double_bids(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where two cards may be bid, take away in place the eagle and the "two" that stand before
    them: "with my eagle I bid two: forest 3 and savannah 1"."""
    if scene.kind != "bid" or not any(len(text.split()) > _TWO for text in scene.legal()):
        return
    ordering = [one for one in clauses if one.act in ORDERING]
    tokens = [t for one in ordering for t in one.tokens if t.kind not in (tags.FILLER, "OF")]
    first = next((i for i, one in enumerate(tokens) if one.kind in _CARDS), 0)
    idle = [one for i, one in enumerate(tokens[:first]) if _is_idle(one, tokens[i + 1])]
    for clause in ordering:
        clause.tokens = [
            token._replace(kind=tags.FILLER) if token in idle else token for token in clause.tokens
        ]


def settle_choosing(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Behind a bid of two cards, take away in place what says that the choice is made later."""
    if scene.kind != "bid" or not any(len(text.split()) > _TWO for text in scene.legal()):
        return
    named = [i for i, one in enumerate(clauses) if one.has(*_CARDS, "ANIMAL")]
    said = [token.kind for one in clauses if one.act in ORDERING for token in one.tokens]
    numbers = sum(kind in ("CODE", "REFILL", tags.NUMBER) for kind in said)
    behind = clauses[named[-1] + 1 :] if named and numbers == _TWO else ()
    is_plain = not any(one.has(tags.GONE, tags.OTHER_ONE) for one in behind)
    is_plain = is_plain and not any(one.lead == "OR" or one.has("OR") for one in clauses)
    if is_plain and any(one.says_phrase("decides later") for one in behind):
        for one in behind:
            one.act, one.lead, one.tokens, one.is_question = Act.ASIDE, "", [], False


def _is_idle(token: Token, after: Token) -> bool:
    is_two = token.kind == tags.NUMBER and token.value in ("2", "both")
    is_counted = after.kind in _CARDS and not after.after_comma
    return (token.kind, token.value) == ("ANIMAL", "eagle") or (is_two and not is_counted)
