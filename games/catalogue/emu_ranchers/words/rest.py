"""The one card that is left of those that are kept: "the aces and the crown stay, the last one goes
to the discards"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.catalogue.emu_ranchers.words.growths import cards_in, named_cards
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, is_keeping, withholds

_OPEN = (Act.CONDITION, Act.ALTERNATIVE, Act.ASK, Act.RETRACT, Act.CORRECT)


def settle_rest(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Name, in place, the card that is thrown away where all others are said to be kept."""
    if scene.kind != "act" or any(one.act in _OPEN or one.is_question for one in clauses):
        return
    places = [i for i, one in enumerate(clauses) if _throws_rest(one)]
    before = clauses[: places[0]] if len(places) == 1 else ()
    named = [one for one in before if cards_in(one.tokens)]
    if not named or not all(_is_kept(one, before) for one in named):
        return
    if any(one.act in ORDERING and one.things for one in clauses[places[0] + 1 :]):
        return
    kept = [card for one in named for card in named_cards([*_uncounted(one.tokens)])]
    left = [card for card in scene.hand if not any(_is(card, *one) for one in kept)]
    if len(left) == 1:
        _throw(clauses[places[0]], named, left[0])


def _throws_rest(clause: Clause) -> bool:
    """Whether a clause throws away what is left, and names no card."""
    is_rest = clause.says_phrase("rest") or clause.says_phrase("one left")
    is_thrown = clause.says_verb("discard") or clause.has("PILE")
    is_plain = clause.act is not Act.EXCLUDE
    is_plain = is_plain and not clause.has(tags.NOT, tags.DOUBT, "RANK", "CODE")
    is_kept = any(is_keeping(one) and one.value != "states" for one in clause.tokens)
    return is_rest and is_thrown and is_plain and not is_kept


def _is_kept(clause: Clause, before: Sequence[Clause]) -> bool:
    """Whether cards are said to be kept, in their clause or as one of a list in a sentence."""
    if clause.act is Act.EXCLUDE or (withholds(clause) and not clause.has_verb):
        return True
    same = [one for one in before if one.sentence == clause.sentence]
    is_listed = any(one.act is Act.EXCLUDE or withholds(one) for one in same)
    return is_listed and not clause.has_verb and not clause.has("BIRD")


def _uncounted(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words without how many there are of a rank: "the two 4s"."""
    for token, after in pairwise([*tokens, None]):
        is_count = token is not None and token.kind == tags.NUMBER
        is_count = is_count and after is not None and after.kind in (tags.NUMBER, "RANK")
        if token is not None and not (is_count and after is not None and after.place == token.end):
            yield token


def _is(card: str, rank: str, suits: frozenset[str]) -> bool:
    return card[:1] == rank and suits <= set(card[1:])


def _throw(rest: Clause, kept: Sequence[Clause], card: str) -> None:
    """Make what is said of the rest the order that it is."""
    like = rest.tokens[0]._replace(after_comma=False, language="")
    rest.act, rest.lead = Act.ORDER, ""
    rest.tokens = [
        like._replace(kind=tags.VERB, value="discard"),
        like._replace(kind="CODE", value=card, written=card),
    ]
    for one in kept:
        one.act, one.lead = Act.EXCLUDE, ""
