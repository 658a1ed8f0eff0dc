"""A correction that takes cards out of an order, or puts some in: "take the M2 out, add the F1"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import cards_named
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, is_added

_OPEN = (Act.ALTERNATIVE, Act.CONDITION, Act.ASK, Act.RETRACT)


def amendment(clauses: Sequence[Clause]) -> int | None:
    """The place of the first clause that corrects what was ordered or adds to it; None for none."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), len(clauses))
    for index, clause in enumerate(clauses[first + 1 :], first + 1):
        is_turn = clause.act is Act.CORRECT or clause.lead == tags.CORRECT or clause.is_lost
        is_more = is_added(clause) and clause.sentence > clauses[first].sentence
        if is_turn or _denies_twice(clause) or (is_more and clause.act is Act.ORDER):
            is_denied = clauses[index - 1].act is Act.EXCLUDE and index - 1 > first
            return index - is_denied  # "… not F2, S1"
    return None


def is_plainly_said(clause: Clause) -> bool:
    """Whether nothing in a clause that may amend an order leaves open what is meant."""
    is_idle = clause.act in (Act.REASON, Act.ASIDE) and not clause.is_strong
    is_open = clause.act in _OPEN or clause.asks_back or clause.lead == "THEN"
    return is_idle or not (is_open or clause.has(UNKNOWN, tags.OTHERS, tags.DOUBT, "OR"))


def amended(scene: OrderScene, said: Sequence[Clause], earlier: str) -> str | None:
    """The earlier order with what the clauses behind it take out or add; None where they do
    neither, or where that is not legal."""
    verb, *words = earlier.partition(";")[0].split()
    cards = [word for word in words if word[0].isupper()]
    named = [word for word in words if word not in cards]
    if not cards or ";" in earlier or not all(map(str.isalpha, named)):
        return None
    if any(one.has(tags.OTHER_ONE) or one.says_phrase("rest") for one in said):
        return None  # what that is, is not said here
    out = [card for one in said for card in cards_named(_taken_out(scene, one))]
    new = [card for one in said for card in cards_named(_put_in(scene, one))]
    is_more = any(is_added(one) for one in said if one.act in ORDERING) and bool(new)
    if not (out or is_more) or not set(out) <= set(cards):
        return None
    left = [card for card in cards if card not in out]
    text = scene.tried(" ".join((verb, *named, *left, *(one for one in new if one not in left))))
    return text if isinstance(text, str) else None


def _denies_twice(clause: Clause) -> bool:
    """Whether a clause begins with a "no, not": "nee niet S3"."""
    return [token.kind for token in clause.tokens[:2]] == [tags.NOT, tags.NOT]


def _taken_out(scene: OrderScene, clause: Clause) -> list[Token]:
    if clause.act is Act.EXCLUDE:
        return clause.tokens
    return [token for token, is_out in _ways(scene, clause) if is_out]


def _put_in(scene: OrderScene, clause: Clause) -> list[Token]:
    return [token for token, is_out in _ways(scene, clause) if not is_out]


def _ways(scene: OrderScene, clause: Clause) -> Iterator[tuple[Token, bool]]:
    """The words of a clause that orders, each with whether it is said to be taken out."""
    is_out = False
    for token in clause.tokens if clause.act in ORDERING else ():
        takes = token.written.casefold() in marks("takes out") and token.value != scene.kind
        if takes or token.kind == tags.NOT:
            is_out = True
        elif token.kind in (tags.VERB, tags.BUT) or token.after_comma or _adds(token):
            is_out = False
        yield token, is_out


def _adds(token: Token) -> bool:
    return token.written.casefold() in marks("adds")
