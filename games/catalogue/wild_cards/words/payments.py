"""What an animal is paid with, or which card is one's own, in words that state it: "the other two
cards are M1 and M3", "mine is the 4"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_CARDS = ("HABITAT", "CODE")
_OPEN = (tags.NOT, "NONE", "OR", tags.DOUBT, tags.OTHERS, "ANIMAL", "REFILL")


def settle_stated(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Say in place what is ordered in a statement."""
    if scene.kind in ("bid", "reveal", "take"):
        for before, clause in pairwise(clauses):
            if _takes(before) and _states_cards(clause):
                paid = clause.tokens[0]._replace(
                    kind=tags.VERB, value="pay", written="pay", language=""
                )
                clause.act, clause.tokens = Act.ORDER, [paid, *_from_card(clause.tokens)]
    for clause in clauses if scene.kind == "reveal" else ():
        is_told = clause.act is Act.REASON and not clause.lead and not clause.has(*_OPEN)
        if is_told and clause.says("mine") and clause.has(*_CARDS, tags.NUMBER):
            clause.act = Act.ORDER
            clause.tokens = [one for one in clause.tokens if one.value != "states"]
    first = next((one for one in clauses if one.act in ORDERING), None)
    if scene.kind == "reveal" and first is not None and not first.has(*_CARDS, *_OPEN):
        first.tokens = [_as_card(scene, token) for token in first.tokens]


def _as_card(scene: OrderScene, token: Token) -> Token:
    """A number as the card of the bid that has it, where one does: "the 4, then the lion"."""
    cards = [card for card in scene.values("reveal") if card[1:] == token.value]
    is_card = token.kind == tags.NUMBER and len(cards) == 1
    return token._replace(kind="CODE", value=cards[0]) if is_card else token


def _takes(clause: Clause) -> bool:
    return clause.act in ORDERING and clause.has("ANIMAL") and clause.says_verb("take")


def _states_cards(clause: Clause) -> bool:
    """Whether a clause only says which cards these are."""
    is_told = clause.act in (Act.ORDER, Act.REASON) and clause.lead != tags.BECAUSE
    says = clause.has_state or clause.has(tags.OTHER_ONE)
    return is_told and says and clause.has(*_CARDS) and not clause.has(*_OPEN)


def _from_card(tokens: Sequence[Token]) -> list[Token]:
    """The words from the first card on."""
    first = next(i for i, one in enumerate(tokens) if one.kind in _CARDS)
    kinds = (*_CARDS, tags.NUMBER, "AND")
    return [one for one in tokens[first:] if one.kind in kinds]
