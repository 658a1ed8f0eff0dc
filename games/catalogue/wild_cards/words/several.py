"""Several cards of one value: "the two 1s of savannah", "three of my mountain 1s", "both my 4s"."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.wild_cards.rules.cards import REFILL
from games.catalogue.wild_cards.words.cards import BOTH
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Clause, keeps

_BETWEEN = (tags.FILLER, "OF")
_MOST = 3
"""So many words say the cards: how many, the value and the habitat."""

_FEWEST = 2
"""Of one card the number would be its value."""


def settle_several(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Put, in place, the cards where it is said how many of which value are meant, and so many are
    held."""
    for clause in clauses:
        if clause.act in ORDERING and not keeps(clause):
            place = 0
            while place < len(clause.tokens):
                place += max(_spell(scene, clause, place), 1)


def _spell(scene: OrderScene, clause: Clause, place: int) -> int:
    """How many cards were put where words that count them begin here; 0 for none."""
    count = clause.tokens[place]
    if count.kind != tags.NUMBER or _belongs_before(clause.tokens, place):
        return 0
    said = _said(clause.tokens, place)
    cards = _cards(scene, count, [clause.tokens[i] for i in said])
    if not cards:
        return 0
    like = count._replace(kind="CODE", language="")
    first = _all_before(clause.tokens, place)
    spelt = [
        like._replace(value=one, after_comma=like.after_comma and not i)
        for i, one in enumerate(cards)
    ]
    clause.tokens[first : said[-1] + 1] = spelt
    return len(cards)


def _belongs_before(tokens: Sequence[Token], place: int) -> bool:
    """Whether a number is the value of a card named before it: "mountain 2, mountain 1"."""
    ahead = tokens[place - 1] if place else None
    return ahead is not None and ahead.kind == "HABITAT" and not tokens[place].after_comma


def _all_before(tokens: Sequence[Token], place: int) -> int:
    """Where the words begin, with an "all" ahead of the number."""
    return place - 1 if place and tokens[place - 1].kind == "ALL" else place


def _said(tokens: Sequence[Token], place: int) -> list[int]:
    """The places of the value and the habitat behind a count, without what only joins them."""
    found: list[int] = []
    for index in range(place + 1, len(tokens)):
        token = tokens[index]
        if token.after_comma or len(found) == _MOST - 1:
            break
        if token.kind in (tags.NUMBER, "HABITAT"):
            found.append(index)
        elif token.kind not in _BETWEEN:
            break
    return found


def _cards(scene: OrderScene, count: Token, said: Sequence[Token]) -> list[str]:
    """The cards that are meant; none where the hand has not so many, or it is not clear which."""
    number = 2 if count.value == BOTH else int(count.value) if count.value.isdigit() else 0
    hand = [card for card in scene.hand if card != REFILL]
    kinds = [one.kind for one in said]
    if number < _FEWEST or not said:
        return []
    if sorted(kinds) == ["HABITAT", tags.NUMBER]:
        habitat, value = sorted(said, key=lambda one: one.kind)
        card = habitat.value + value.value
        return [card] * number if hand.count(card) >= number else []
    alike = [card for card in hand if card[1:] == said[0].value]
    is_bare = kinds[:1] == [tags.NUMBER] and (count.value == BOTH or len(set(alike)) == 1)
    return alike if is_bare and kinds == [tags.NUMBER] and len(alike) == number else []
