"""Cards that lie in the trick, beside the one that is played: "green 10 under Daan's wizard"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause
from games.words.speech.doers import is_name

_CARDS = ("COLOUR", "SPECIAL", "CODE", tags.NUMBER)
_TIMES = ("first in line", "next in line", "last in line")


def settle_cards_in_trick(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where a card is played, take away in place what it is played on, if that is not held."""
    if scene.kind != "play" or not scene.hand:
        return
    for clause in clauses:
        if clause.act in ORDERING:
            others = list(_others(scene, clause.tokens))
            clause.tokens = [
                token._replace(kind=tags.FILLER) if token in others else token
                for token in clause.tokens
            ]


def settle_tallies(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where a card is played, what that comes to is told: "blue 13, that makes three"."""
    for before, clause in pairwise(clauses) if scene.kind == "play" else ():
        is_sum = clause.opening in marks("makes") and not clause.has("COLOUR", "SPECIAL", "CODE")
        if is_sum and clause.act is Act.ORDER and before.act is Act.REASON and before.is_clean:
            clause.act, before.act = Act.REASON, Act.ORDER
    for clause in clauses if scene.kind == "play" else ():
        others = [one for one in clauses if one is not clause and one.act in ORDERING]
        counts = [one for one in clause.tokens if one.kind == tags.NUMBER]
        is_count = clause.has("TRICKS") and len(counts) == 1 and not clause.has("ANY")
        is_card = clause.has("COLOUR", "SPECIAL", "CODE") or clause.lead == "THEN"
        if clause.act is Act.ORDER and others and is_count and not is_card:
            clause.act = Act.REASON  # "10, I need three more tricks"


def settle_following(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Which colour must be followed is why another card is played: "the yellow 8… oh right, I have
    to follow green, so the 6"."""
    for index, clause in enumerate(clauses[:-1] if scene.kind == "play" else ()):
        before, after = clauses[:index], clauses[index + 1]
        is_told = clause.says_phrase("must follow") and not clause.has(tags.NUMBER, "CODE")
        if not is_told or after.act not in ORDERING or clause.act in (Act.CONDITION, Act.ASK):
            continue
        clause.act, clause.lead = Act.REASON, ""
        if any(one.act in ORDERING for one in before):
            after.act, after.lead = Act.CORRECT, ""
            after.tokens = [one for one in after.tokens if one.kind != "THEN"]


def _others(scene: OrderScene, tokens: list[Token]) -> Iterator[Token]:
    """The words of a card behind an "on" or an "under" that stands behind another card."""
    for index, token in enumerate(tokens):
        said = token.written.casefold()
        if token.kind == "AND" or said not in marks("onto") | marks("against"):
            continue
        before = [one for one in tokens[:index] if one.kind in _CARDS]
        behind = list(
            takewhile(lambda one: one.kind not in (tags.VERB, "AND"), tokens[index + 1 :])
        )
        card = [one for one in behind if one.kind in _CARDS]
        is_theirs = any(map(is_name, behind))
        if any(map(Clause(Act.ASIDE, "", tokens[index:]).says_phrase, _TIMES)):
            continue  # "and at the end the blue"
        if before and card and (is_theirs or _card(card) not in scene.hand):
            yield from card


def _card(tokens: Sequence[Token]) -> str:
    letters = [one.value for one in tokens if one.kind != tags.NUMBER]
    return "".join((*letters, *(one.value for one in tokens if one.kind == tags.NUMBER)))
