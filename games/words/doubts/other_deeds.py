"""Another deed that is ordered beside one that does nothing: "I pass. I take what is there"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.positions.evidence import since_correction
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_NOTHING = ("pass", "done", "stay")


def other_deeds(scene: OrderScene, clauses: Sequence[Clause], text: str) -> list[str]:
    """What may be done now as well, is ordered, and is not the nothing that was read."""
    deeds = _deeds(scene, text)
    return [
        one.beginning
        for one in since_correction(clauses)
        if (one.act in ORDERING or _begins_below(one))
        and not one.has(tags.NOT, "NONE", tags.GONE)
        and not one.lead
        if _verbs(one.tokens) & deeds
        if not one.says_verb(text)
    ]


def does_other(scene: OrderScene, tokens: Sequence[Token], text: str) -> bool:
    """Whether a sentence behind an order that does nothing does, in words that are all known, what
    may be done now as well: "passo. Prendo quello"."""
    is_open = any(one.kind in (UNKNOWN, tags.TALK, tags.NOT, "NONE", tags.OTHERS) for one in tokens)
    return not is_open and bool(_verbs(tokens) & _deeds(scene, text))


def _deeds(scene: OrderScene, text: str) -> set[str]:
    """What may be done now instead of the nothing that was read; nothing beside another order."""
    if text not in _NOTHING:
        return set()
    spoken = words_of(scene.rules.key).spoken_verbs
    heads = {order.split(maxsplit=1)[0] for order in scene.legal()} - {text}
    return (heads | {spoken[head] for head in heads if head in spoken}) - {text}


def _verbs(tokens: Sequence[Token]) -> set[str]:
    return {token.value for token in tokens if token.kind == tags.VERB}


def _begins_below(clause: Clause) -> bool:
    """Whether a line below the first begins with what is done, whatever it was taken for."""
    is_first = clause.starts_line and clause.line > 0 and bool(clause.tokens)
    return is_first and clause.act is Act.REASON and clause.tokens[0].kind == tags.VERB
