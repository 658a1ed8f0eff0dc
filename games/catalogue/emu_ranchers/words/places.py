"""Where cards are to lie: on "the other" of two birds, on a bird that is still to be hatched."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.catalogue.emu_ranchers.words.wordings import leads_to_bird
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import Act, Clause, is_order_word

_CARD = ("RANK", tags.NUMBER, "CODE")
_MOST_ARTICLES = 2


def settle_other(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Give "the other" of two birds its number, where one was named before."""
    if len(scene.view.players[scene.seat].birds) != len(("this", "the other")):
        return
    named: set[str] = set()
    for clause in clauses if scene.kind in ("act", "growth") else ():
        if clause.act is Act.CORRECT:
            return
        told: list[Token] = []
        for index, token in enumerate(clause.tokens):
            is_bird = bool(told) and told[-1].kind == "BIRD"
            if is_bird and token.kind == "BIRD":
                continue
            if token.kind == tags.OTHER_ONE and len(named) == 1 and _is_place(clause, index):
                other = token._replace(kind="BIRD", value="bird", language="")
                number = str(3 - int(*named))
                told.extend((other, other._replace(kind=tags.NUMBER, value=number, written="")))
            else:
                told.append(token)
            place, _words = _place_of(told[-2:])
            named |= {str(place)} if place else set()
        clause.tokens = told


def _is_place(clause: Clause, index: int) -> bool:
    """Whether an "other" is where a card goes: "the 2 on the other", "the other gets the 2"."""
    before, after = clause.tokens[:index], clause.tokens[index + 1 :]
    is_onto = any(map(leads_to_bird, before[-_MOST_ARTICLES:])) and any(map(_is_card, before))
    begins = not any(map(is_order_word, before)) and any(map(_is_card, after))
    is_fed = any(map(leads_to_bird, before)) or clause.says("receives")
    return (is_onto and not any(map(_is_card, after[:1]))) or (begins and is_fed)


def settle_place(clause: Clause, birds: int) -> None:
    """Hatch what begins the bird behind the last one, and grow what is thrown onto a bird."""
    number, place = _place_of(clause.tokens)
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    if not place and verbs == {"discard"} and _is_onto_bird(clause.tokens):
        number, place = birds, [*clause.tokens[:1]]
    if not place or clause.has(tags.NOT, "PILE", "DECK") or not verbs <= {"hatch", "discard"}:
        return
    rest = [token for token in clause.tokens if token not in place]
    if number == birds + 1 and any(map(_is_card, rest)) and "discard" not in verbs:
        cards = [token for token in rest if token.kind != tags.VERB]
        joints = [token for token in cards if token.kind in ("THEN", "AND", "OR")]
        cards = [token for token in cards if token not in joints]
        verb = place[0]._replace(kind=tags.VERB, value="hatch", language="")
        clause.tokens = [*joints, verb, *cards]
    elif number <= birds and verbs == {"discard"}:
        clause.tokens = [
            one._replace(value="grow") if one.kind == tags.VERB else one for one in clause.tokens
        ]


def _is_onto_bird(tokens: Sequence[Token]) -> bool:
    """Whether a bird that its suit names stands behind an "on"."""
    bird = next((i for i, one in enumerate(tokens) if one.kind == "BIRD"), 0)
    is_onto = any(map(leads_to_bird, tokens[max(bird - _MOST_ARTICLES, 0) : bird]))
    return is_onto and any(one.kind == "SUIT" for one in tokens[bird:])


def _place_of(tokens: Sequence[Token]) -> tuple[int, list[Token]]:
    """The number of the one bird that is named, with the words that name it."""
    for one, other in pairwise(tokens):
        kinds = {one.kind, other.kind}
        number = other if one.kind == "BIRD" else one
        if "BIRD" in kinds and number.kind in (tags.NUMBER, tags.ORDINAL) and not other.after_comma:
            is_place = one.kind in ("BIRD", tags.ORDINAL)
            if is_place and number.value.isdigit():
                return int(number.value), [one, other]
    return 0, []


def _is_card(token: Token) -> bool:
    return token.kind in _CARD
