"""Cards and birds that are told by their figures: "the card with three suits", "the bird at minus
ten"."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.emu_ranchers.words.facts import facts
from games.words.lexicon import tags
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Clause

_NEAR = 7
"""So near to a bird stands what it is worth."""


def settle_figures(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Name in place the one card that has so many suits, and the one bird that is worth so much."""
    if scene.kind not in ("act", "growth"):
        return
    for clause in clauses:
        if clause.act in ORDERING and not clause.has(tags.OTHERS, tags.NOT):
            _name_card(scene, clause)
            _number_bird(scene, clause)


def _name_card(scene: OrderScene, clause: Clause) -> None:
    for place, token in enumerate(clause.tokens[1:], 1):
        count = clause.tokens[place - 1]
        if count.kind != tags.NUMBER or token.written.casefold() not in marks("suits of a card"):
            continue
        cards = {card for card in scene.hand if str(_suits(card)) == count.value}
        if len(cards) == 1 and not clause.has("CODE", "SUIT", "RANK"):
            card = count._replace(kind="CODE", value=cards.pop(), language="")
            clause.tokens[place - 1 : place + 1] = [card]
        return


def _suits(card: str) -> int:
    """How many suits a card shows."""
    return sum(map(str.isalpha, card[1:]))


def _number_bird(scene: OrderScene, clause: Clause) -> None:
    """Put its number behind a bird of which it is said how much less than nothing it is worth."""
    places = [i for i, one in enumerate(clause.tokens) if one.kind == "BIRD"]
    if len(places) != 1:
        return
    behind = clause.tokens[places[0] + 1 : places[0] + _NEAR]
    signs = [i for i, one in enumerate(behind) if one.written.casefold() in marks("below zero")]
    worth = behind[signs[0] + 1] if signs and signs[0] + 1 < len(behind) else None
    if worth is None or not worth.value.isdigit():
        return
    points = facts(scene).parts.get("birds", ())
    own = points[scene.seat] if points else ()
    found = [i + 1 for i, one in enumerate(own) if one == -int(worth.value)]
    if len(found) == 1:
        number = worth._replace(kind=tags.NUMBER, value=str(found[0]), language="")
        end = places[0] + 1 + signs[0] + 2
        clause.tokens[places[0] + 1 : end] = [number]
