"""The other players' names in a text, as the table knows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.words.lexicon.lexing import UNKNOWN, LexedSentence, Token
from games.words.lexicon.vocabulary import plain_of
from games.words.positions.scene import OrderScene


def with_players(
    scene: OrderScene, sentences: Sequence[LexedSentence]
) -> tuple[LexedSentence, ...]:
    """The sentences, each word that is another player's name, or their genitive, marked as that:
    what "Tess can go first" or "Sannes twee van zonnen" says is nobody's order."""
    others = frozenset(players(scene))
    if not others:
        return tuple(sentences)
    return tuple(
        one._replace(tokens=tuple(_marked(token, others) for token in one.tokens))
        for one in sentences
    )


def players(scene: OrderScene) -> Iterator[str]:
    """The first names of the others, without accents."""
    for seat, name in enumerate(scene.names):
        if seat != scene.seat and name.split():
            yield plain_of(name.casefold()).split()[0]


def _marked(token: Token, others: frozenset[str]) -> Token:
    if token.kind != UNKNOWN:
        return token
    said = plain_of(token.written.casefold())
    is_theirs = token.written.istitle() and said.endswith("s") and said[:-1] in others
    return token._replace(is_player=True) if said in others or is_theirs else token
