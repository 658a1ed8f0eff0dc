"""The growth at the end of a year, left in advance: "deck, and at year end the 7 on bird 1"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_CARD = ("RANK", "CODE", "SUIT", tags.NUMBER)
_TURNED = (tags.NOT, "OR", tags.DOUBT, tags.CORRECT)
_LEFT_OUT = (UNKNOWN, "THEN", tags.BUT)


def settle_year_end(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Join, in place, what is said for the end of the year to one step that grows birds."""
    begins = next((i for i, one in enumerate(clauses) if any(map(_is_year_end, one.tokens))), 0)
    before = [one for one in clauses[:begins] if one.act in ORDERING]
    if scene.kind not in ("act", "draw") or not before:
        return
    first, *rest = clauses[begins:]
    said = [one for one in rest if one.act in ORDERING or (one.act is Act.TALK and _has_card(one))]
    tokens = [token for one in (first, *said) for token in one.tokens]
    place = next(index for index, token in enumerate(tokens) if _is_year_end(token))
    then, tokens = tokens[place], tokens[place + 1 :]
    if any(token.kind in _TURNED for token in tokens) or not any(map(_is_card, tokens)):
        return
    first.act, first.lead = Act.ORDER, "THEN"
    for one in said:
        one.act, one.lead, one.tokens = Act.ASIDE, "", []
    earlier = [token for one in before for token in one.tokens]
    grow = then._replace(kind=tags.VERB, value="grow", language="")
    first.tokens = [then, grow, *_on_same_bird(tokens, earlier)]


def _is_year_end(token: Token) -> bool:
    return (token.kind, token.value) == ("THEN", "finally")


def _is_card(token: Token) -> bool:
    return token.kind in _CARD


def _has_card(clause: Clause) -> bool:
    return any(map(_is_card, clause.tokens))


def _on_same_bird(tokens: Sequence[Token], earlier: Sequence[Token]) -> Iterator[Token]:
    """The words that name cards and birds; "that same bird" is the one named before."""
    number = None
    for before, token in zip([*earlier, *tokens], [*earlier[1:], *tokens, None], strict=False):
        if before.kind == "BIRD" and token is not None and token.kind == tags.NUMBER:
            number = token
    for index, token in enumerate(tokens):
        if token.kind not in _LEFT_OUT and not (token.kind == tags.VERB and token.value == "grow"):
            yield token
        last = tokens[index - 1].written.casefold() if index else ""
        if token.kind == "BIRD" and last in marks("the same") and number is not None:
            yield number
