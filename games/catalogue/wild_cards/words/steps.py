"""Deeds of a turn that are said in one breath, or with two words for one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Clause

_SWAPS = ("swap", "give", "get", "for")
_CARDS = ("HABITAT", "CODE", "ALL", tags.NUMBER, "NONE", "HOW")


def settle_steps(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Part in place what is thrown from what is swapped before it, "swap A for B and toss F1", and
    leave one word of two for the same: "draw and throw nothing away", "M3 goes face up"."""
    if scene.kind in ("bid", "swap"):
        _lead_on(clauses)
    for clause in clauses:
        if clause.act not in ORDERING:
            continue
        clause.tokens = [*_single(scene, clause.tokens)]
        if scene.kind in ("bid", "swap"):
            clause.tokens = [*_parted(clause.tokens)]
            clause.tokens = [*_without_draw(clause.tokens)]
        if scene.kind == "show":
            clause.tokens = [*_shown(clause)]


def _lead_on(clauses: Sequence[Clause]) -> None:
    """A throw that an "and" joins to a swap is the next step: "…, and nothing gets thrown away"."""
    for before, clause in pairwise(clauses):
        first = clause.tokens[0] if clause.tokens else None
        is_swap = before.act in ORDERING and len([*filter(_is_animal, before.tokens)]) > 1
        is_throw = clause.act in ORDERING and clause.says_verb("discard")
        is_throw = is_throw and not any(map(_is_animal, clause.tokens)) and not clause.lead
        if first is not None and first.kind == "AND" and is_swap and is_throw:
            then = first._replace(kind="THEN", value="then", written="then", language="")
            clause.lead, clause.tokens = "THEN", [then, *clause.tokens[1:]]


def _is_animal(token: Token) -> bool:
    return token.kind == "ANIMAL"


def _single(scene: OrderScene, tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, "the 1 of savannah" the card that it is, and no count of cards."""
    rest = list(tokens)
    for index, token in enumerate(tokens):
        if not rest or token is not rest[0]:
            continue
        before = tokens[index - 1] if index else None
        spoken = [one for one in rest[1:] if one.kind not in ("OF", tags.FILLER)]
        is_suit = [one.kind for one in spoken[:1]] == ["HABITAT"] and not spoken[0].after_comma
        is_one = before is not None and before.written.casefold() in marks("singular")
        is_one = is_one and before is not None and before.end == token.place
        is_one = is_one and not (spoken and spoken[0].written.casefold() in marks("plural"))
        if token.kind == tags.NUMBER and is_one and is_suit:
            card = spoken[0].value + token.value
            if card in scene.hand:
                rest = rest[rest.index(spoken[0]) + 1 :]
                yield token._replace(kind="CODE", value=card, language="")
                continue
        rest = rest[1:]
        yield token


def _parted(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, the "and" between a swap and a throw as the "then" that it is."""
    for index, token in enumerate(tokens):
        verbs = {one.value for one in tokens[:index] if one.kind == tags.VERB}
        behind = [one for one in tokens[index + 1 :] if one.kind != tags.FILLER][:2]
        kinds = [one.kind for one in behind]
        is_thrown = kinds[:1] == [tags.VERB] and behind[0].value == "discard"
        is_thrown = is_thrown and bool(kinds[1:]) and kinds[1] in _CARDS
        is_joint = token.kind == "AND" and not verbs.isdisjoint(_SWAPS) and is_thrown
        yield token._replace(kind="THEN", value="then", language="") if is_joint else token


def _without_draw(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words without a draw beside what is thrown away, or that nothing is: that is a refill."""
    values = {one.value for one in tokens if one.kind == tags.VERB}
    is_refill = values == {"draw", "discard"} and not any(one.kind == "ANIMAL" for one in tokens)
    for token in tokens:
        if not (is_refill and token.value == "draw"):
            yield token


def _shown(clause: Clause) -> Iterator[Token]:
    """The words, a card that "goes face up" only shown."""
    verbs = [one for one in clause.tokens if one.kind == tags.VERB]
    is_twice = any([one.value, other.value] == ["put", "reveal"] for one, other in pairwise(verbs))
    for token in clause.tokens:
        is_put = is_twice and token.kind == tags.VERB and token.value == "put"
        yield token._replace(kind=tags.FILLER, value="fillers") if is_put else token
