"""What is kept while a card is played: "me quedo con las rojas", "no numbers", "both specials"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import Act, Clause, is_keeping, keeps

_FAMILIES = {
    "number cards": (("COLOUR", "R"), ("COLOUR", "B"), ("COLOUR", "G"), ("COLOUR", "Y")),
    "special cards": (("SPECIAL", "Z"), ("SPECIAL", "N")),
}
_CARDS = ("COLOUR", "SPECIAL", "CODE", tags.NUMBER)
_OPEN = (Act.CONDITION, Act.ALTERNATIVE, Act.ASK, Act.RETRACT)


def settle_keeping(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where a card is played, put the cards that a word for many of them means in its place."""
    for clause in clauses if scene.kind == "play" else ():
        others = any(one.act is Act.ORDER and one is not clause for one in clauses)
        is_unwanted = clause.has(tags.NOT) and clause.says_verb("bid") and not keeps(clause)
        if clause.act is Act.ORDER and others and is_unwanted and not clause.has(*_CARDS):
            clause.act = Act.REASON  # "the jester, I don't want to take anything"
        clause.tokens = [_as_kept(token) for token in clause.tokens]
        is_denied = clause.has(tags.NOT, "NONE")
        if clause.act in _OPEN or clause.is_question or not (is_denied or keeps(clause)):
            continue
        for name, family in _FAMILIES.items():
            place = next((i for i, one in enumerate(clause.tokens) if _is(one, name)), None)
            if place is not None and not clause.has(*NAMING):
                clause.tokens[place : place + 1] = _spelt(clause.tokens[place], family)
                clause.act, clause.lead = Act.EXCLUDE, ""


def _as_kept(token: Token) -> Token:
    """A word that bids elsewhere, and keeps where a card is played."""
    is_bid = (token.kind, token.value) == (tags.VERB, "bid") and is_keeping(token)
    return token._replace(kind=tags.FILLER, value="fillers") if is_bid else token


def _is(token: Token, name: str) -> bool:
    return token.written.casefold() in marks(name)


def _spelt(word: Token, family: Sequence[tuple[str, str]]) -> list[Token]:
    return [word._replace(kind=kind, value=value) for kind, value in family]
