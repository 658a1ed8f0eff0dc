"""Numbers that order nothing: scores, how many cards are left, and a count that is said again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import ARTICLES, Token
from games.words.lexicon.vocabulary import marks, plain_of
from games.words.positions.evidence import NAMING, atoms
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_CARDS = ("HABITAT", "COLOUR", "CODE", "SUIT", "RANK")
_LEAST_SCORE = 10


def settle_idle_numbers(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Make, in place, no order of what only counts or tells how somebody stands."""
    for clause in clauses:
        clause.tokens = _without_single(_without_scores(clause.tokens))
        if clause.act is Act.ORDER and _counts_deck(clause):
            clause.act = Act.TALK
    for before, clause in pairwise(clauses):
        if before.act in ORDERING and before.has(*_CARDS) and _says_again(clause):
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
    _settle_scores(scene, clauses)


def _without_scores(tokens: Sequence[Token]) -> list[Token]:
    """The words, a number below nothing as no number: "and me on minus 17"."""
    minus = [False, *(one.written.casefold() in marks("minus") for one in tokens)]
    return [
        token._replace(kind=tags.FILLER) if is_below and token.kind == tags.NUMBER else token
        for token, is_below in zip(tokens, minus, strict=False)
    ]


def _without_single(tokens: Sequence[Token]) -> list[Token]:
    """The words, a "one" before a card with its number as the article that it is: "one mountain
    3"."""
    kinds = [one.kind if not one.after_comma else "" for one in tokens[1:]]
    return [
        token._replace(kind=tags.FILLER)
        if (token.kind, token.value) == (tags.NUMBER, "1")
        and kinds[index : index + 2] == ["HABITAT", tags.NUMBER]
        else token
        for index, token in enumerate(tokens)
    ]


def _counts_deck(clause: Clause) -> bool:
    """Whether it says how many cards lie in the deck: "three cards left in the deck"."""
    place = next((i for i, one in enumerate(clause.tokens) if one.kind == "DECK"), 0)
    before = clause.tokens[:place]
    is_within = any(one.written.casefold() in marks("within") for one in before[-2:])
    is_card = any(not marks("card").isdisjoint(one.written.casefold().split()) for one in before)
    words = {plain_of(word) for one in before for word in one.written.casefold().split()}
    is_count = any(one.kind == tags.NUMBER for one in before) or not ARTICLES.isdisjoint(words)
    return is_within and is_card and is_count and not clause.has(tags.VERB)


def _says_again(clause: Clause) -> bool:
    """Whether it only says that one is meant, behind a card: "a mountain 3, just the one"."""
    named = [token for token in clause.tokens if token.kind in NAMING]
    is_one = all((token.kind, token.value) == (tags.NUMBER, "1") for token in named)
    is_bare = is_one and not clause.has(tags.VERB, "ANY", "ALL")
    return is_bare and clause.says_phrase("just one", 0) and not clause.is_question


def _settle_scores(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """A great number that is in no order, said apart from what is ordered, is somebody's score:
    "Bruno has 27, I'm on 19"."""
    legal = scene.legal()
    if len(legal) >= MOST_LEGAL:
        return
    named = {piece for text in (*legal, *scene.hand) for piece in atoms(text)}
    ordering = [one for one in clauses if one.act in ORDERING]
    for clause in ordering:
        numbers = [one.value for one in clause.tokens if one.kind in NAMING]
        is_bare = bool(numbers) and not clause.is_strong and not clause.has(tags.VERB)
        is_score = is_bare and all(
            one.isdigit() and int(one) >= _LEAST_SCORE and one not in named for one in numbers
        )
        if is_score and any(one is not clause and one.is_strong for one in ordering):
            clause.act, clause.lead = Act.REASON, ""
