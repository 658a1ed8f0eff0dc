"""A correction of one step of a turn: what was said of the other steps stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.speech.clauses import ORDERING, Act, Clause, ends_in_denial
from games.words.speech.orders import OrderPart, Orders

_TURNS = (tags.CORRECT, tags.RETRACT)
_AS_BEFORE = "as before"
_PILES = ("DECK", "PILE")
"""What a card is drawn from, whatever verb says so."""


def restepped(orders: Orders, stages: Mapping[str, int]) -> OrderPart | None:
    """The order with its later step said anew, "hatch the 6 and draw … no, from the deck"; None
    where the correction begins with anything else. `stages` as for `orders_in`."""
    said = [token for part in orders.parts for token in part.tokens]
    anew = [stage for token in said if (stage := _stage_of(token, stages)) is not None]
    if not anew or min(anew) < 1 or any(_is_thing(token) for token in said):
        return None
    before = _joined(orders.before)
    is_ahead = lambda token: (_stage_of(token, stages) or 0) < min(anew)  # noqa: E731
    kept = list(takewhile(is_ahead, before))
    while kept and kept[-1].kind in ("THEN", "AND"):
        kept.pop()
    if not kept:
        return None
    return OrderPart([*kept, _then(said[0]), *said], [d for p in orders.parts for d in p.doubts])


def settle_kept_steps(clauses: Sequence[Clause]) -> None:
    """Leave of what says that the rest stays no more than that: "… and the draw as before"."""
    turns = (i for i, one in enumerate(clauses) if tags.CORRECT in (one.lead, one.act.name))
    for clause in clauses[next(turns, len(clauses)) :]:
        names = clause.has("SPECIES", "RANK", "CODE", "SUIT", "BIRD", "SIDE", tags.NUMBER, tags.NOT)
        if clause.says_phrase("as before") and not names and clause.tokens:
            said = clause.tokens[0]._replace(kind=tags.FILLER, value=_AS_BEFORE, length=1)
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", [said]


def settle_dropped(clauses: Sequence[Clause]) -> None:
    """What a correction only names again is dropped for what follows: "owls row 2 right, no, forget
    the owls, parrots there"."""
    told = [one for one in clauses if one.tokens or one.act in ORDERING]
    for index, (clause, following) in enumerate(pairwise(told)):
        before = [token for one in told[:index] if one.act in ORDERING for token in one.things]
        named = {(token.kind, token.value) for token in clause.things}
        is_again = named <= {(token.kind, token.value) for token in before} and not clause.has_verb
        is_denied = clause.act is Act.CORRECT and ends_in_denial(clause)
        if is_denied and following.act is Act.ORDER and following.sentence == clause.sentence:
            clause.act, following.act = Act.EXCLUDE, Act.CORRECT  # "no, the 4 no, from the deck"
            continue
        is_turned = clause.act is Act.CORRECT and clause.lead in _TURNS and bool(named) and is_again
        kinds = {kind for kind, _value in named}
        anew = {(token.kind, token.value) for token in following.things if token.kind in kinds}
        is_said = following.act in (Act.ORDER, Act.CORRECT)
        is_other = bool(anew) and anew.isdisjoint(named) and is_said
        if is_turned and is_other and following.sentence == clause.sentence:
            clause.act, following.act = Act.REASON, Act.CORRECT


def keeps_steps(clauses: Sequence[Clause]) -> bool:
    """Whether a clause says that all else stays as it was."""
    return any(token.value == _AS_BEFORE for one in clauses for token in one.tokens)


def _joined(parts: Sequence[OrderPart]) -> list[Token]:
    """The words of all parts, a "then" between them."""
    found: list[Token] = []
    for part in parts:
        found.extend([_then(part.tokens[0])] if found and part.tokens else [])
        found.extend(part.tokens)
    return found


def _stage_of(token: Token, stages: Mapping[str, int]) -> int | None:
    """How far behind the open decision a word speaks; None for one that does not say."""
    if token.kind in _PILES:
        return stages.get("draw")
    is_verb = token.kind in (tags.VERB, "FINAL")
    return stages.get(token.value.removeprefix("-")) if is_verb else None


def _is_thing(token: Token) -> bool:
    return token.kind in ("BIRD", "ROW", "NAMED_ROW", "SIDE")


def _then(token: Token) -> Token:
    return token._replace(kind="THEN", value="then", written="then", language="")
