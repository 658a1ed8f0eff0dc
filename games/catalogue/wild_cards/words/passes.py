"""A pass with its reasons: "the eagle is for the others, I pass and take my two cards"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.doubts.other_senses import speaks_of_else
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_OPEN = (Act.CONDITION, Act.ALTERNATIVE, Act.CORRECT, Act.RETRACT, Act.ASK)
_CARDS = ("ANIMAL", "HABITAT", "CODE", "REFILL")
_TAKES = frozenset(("take", "get"))
_COMES = frozenset(("take", "get", "draw", "reveal", "pass", "sit"))
"""Verbs with which somebody says that he takes the cards that a pass brings, or none other."""


def settle_passes(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Leave, in place, of who says in a word of his own that he passes no more than that."""
    if "pass" not in scene.legal() or any(one.act in _OPEN or one.has("OR") for one in clauses):
        return
    passes = [one for one in clauses if one.act in ORDERING and any(map(_is_pass, one.tokens))]
    if len(passes) != 1 or passes[0].lead == "THEN" or passes[0].has(tags.NOT, tags.DOUBT, *_CARDS):
        return
    (said,) = passes
    place = clauses.index(said)
    others = [one for one in clauses if one is not said and one.act in (*ORDERING, Act.EXCLUDE)]
    before = [one for one in others if clauses.index(one) < place]
    behind = [one for one in others if clauses.index(one) > place]
    if all(map(_leaves, before)) and all(map(_comes, (said, *behind))):
        said.tokens = [one for one in said.tokens if _is_pass(one)][:1]
        for one in others:
            one.act, one.lead = Act.REASON, ""


def _is_pass(token: Token) -> bool:
    """Whether it is a plain "I pass", and no "leave it" that may be said of anything."""
    is_plain = any(token.written.casefold().split()[-1] == one for one in marks("passes"))
    return token.kind == tags.VERB and token.value in ("pass", "sit") and is_plain


def _leaves(clause: Clause) -> bool:
    """Whether what stands before the pass says what is left to others, or not given."""
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_denied = clause.act is Act.EXCLUDE or clause.has(tags.NOT, tags.OTHERS, "NONE")
    return is_denied or not verbs - {"pass", "sit", "reveal"}


def _comes(clause: Clause) -> bool:
    """Whether what stands behind the pass only says what cards it brings, and points at nothing:
    unlike "I pass. I take that one", "passo a prendere i bimbi"."""
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_counted = clause.has(tags.NUMBER) or clause.says("card")
    is_else = bool(verbs & _TAKES) and clause.says("pronouns") | clause.has(UNKNOWN)
    is_else = (is_else and not is_counted) or speaks_of_else(clause)
    return verbs <= _COMES and not clause.has(*_CARDS) and not is_else
