"""Another deed that is ordered beside one that does nothing: "I pass. I take what is there"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.positions.evidence import since_correction
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_NOTHING = ("pass", "done", "stay")


def other_deeds(scene: OrderScene, clauses: Sequence[Clause], text: str) -> list[str]:
    """What may be done now as well, is ordered, and is not the nothing that was read."""
    if text not in _NOTHING:
        return []
    spoken = words_of(scene.rules.key).spoken_verbs
    heads = {order.split(maxsplit=1)[0] for order in scene.legal()} - {text}
    deeds = heads | {spoken[head] for head in heads if head in spoken}
    return [
        one.beginning
        for one in since_correction(clauses)
        if (one.act in ORDERING or _begins_below(one))
        and not one.has(tags.NOT, "NONE", tags.GONE)
        and not one.lead
        if {token.value for token in one.tokens if token.kind == tags.VERB} & (deeds - {text})
        if not one.says_verb(text)
    ]


def _begins_below(clause: Clause) -> bool:
    """Whether a line below the first begins with what is done, whatever it was taken for."""
    is_first = clause.starts_line and clause.line > 0 and bool(clause.tokens)
    return is_first and clause.act is Act.REASON and clause.tokens[0].kind == tags.VERB
