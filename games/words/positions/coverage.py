"""How much of what a text names an order has in it: which of several readings is the likelier."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token, lex
from games.words.lexicon.sentences import MOST_CHARACTERS, sentences
from games.words.positions.evidence import NAMING, atoms, pieces_of
from games.words.positions.game_words import words_of


def named_tokens(game: str, text: str, languages: Sequence[str]) -> tuple[Token, ...]:
    """The words of a text that name what orders of this game are made of, verbs among them."""
    lexed = lex(game, sentences(text[:MOST_CHARACTERS]), languages)
    tokens = (token for sentence in lexed for token in sentence.tokens)
    return tuple(token for token in tokens if token.kind in (*NAMING, tags.VERB))


def covered(game: str, named: Sequence[Token], order: str) -> tuple[int, int]:
    """How many words of the order are named, less its cards that are not; and, the later the
    less, where the first of them stands. The greater of two is the likelier reading."""
    verbs = words_of(game).spoken_verbs
    said = {piece for token in named for piece in (token.value, *pieces_of(token.value))}
    words = [word for word in order.replace(";", " ").split() if word != "or"]
    held = [word for word in words if word in said or verbs.get(word) in said or _is_of(word, said)]
    lost = [word for word in words if word not in held and any(map(str.isupper, word))]
    pieces = atoms(order)
    places = [token.place for token in named if token.kind != tags.VERB and token.value in pieces]
    return len(held) - len(lost), -min(places, default=len(named))


def _is_of(card: str, said: set[str]) -> bool:
    """Whether the letters and the number of a card are named."""
    return any(map(str.isupper, card)) and pieces_of(card) <= said
