"""Where a card is played, "trump" names its colour: "the 8 of trumps", "I trump with the 10"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import Act, Clause, keeps

_SAID = (Act.ORDER, Act.CORRECT, Act.ALTERNATIVE, Act.TALK)


def settle_trumps(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where a card is played, put the colour of trump in the place of its word."""
    if scene.kind in ("play", "bid"):
        _settle_told(clauses)
    trump = getattr(scene.view, "trump", None)
    if scene.kind != "play" or not trump:
        return
    for clause in clauses:
        is_open = clause.has("COLOUR", "CODE", tags.NOT, "NONE") or keeps(clause)
        if clause.act in _SAID and not is_open:
            clause.tokens = [_coloured(token, trump) for token in clause.tokens]


def _settle_told(clauses: Sequence[Clause]) -> None:
    """What only says which colour is trump is no order beside one: "el triunfo es azul"."""
    for clause in clauses:
        verbs = [token for token in clause.tokens if token.kind == tags.VERB]
        is_told = [one.value for one in verbs] == ["trump"] and clause.has("COLOUR")
        is_told = is_told and (" " in verbs[0].written or clause.has_state)
        is_bare = not clause.has(tags.NUMBER, "CODE", "SPECIAL", "HOW") and not clause.lead
        others = (one for one in clauses if one is not clause and one.sentence != clause.sentence)
        if clause.act is Act.ORDER and is_told and is_bare and any(map(_orders, others)):
            clause.act = Act.REASON


def _orders(clause: Clause) -> bool:
    return clause.act in (Act.ORDER, Act.CORRECT) and clause.has(
        "COLOUR", "CODE", "SPECIAL", tags.NUMBER
    )


def _coloured(token: Token, trump: str) -> Token:
    is_trump = (token.kind, token.value) == (tags.VERB, "trump")
    return token._replace(kind="COLOUR", value=trump) if is_trump else token
