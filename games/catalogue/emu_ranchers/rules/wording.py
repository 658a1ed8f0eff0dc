"""The words of an order, sorted by what they are; nothing here knows a position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from games.catalogue.emu_ranchers.rules.cards import ALL_CARDS, EXCUSE, SUITS
from games.rules.protocol import OrderSyntaxError

MOST_CHARACTERS = 300
MOST_QUOTED = 80
HIGHEST_BIRD = 99

VERBS = ("hatch", "grow", "discard", "draw", "done", "best")
SHORTHANDS = ("lowest", "highest", "any", "best", "none")

_RANK_WORDS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "crown": "C", "pawn": "P", "court": "T", "excuse": "X", "1": "A",
}  # fmt: skip
_SUIT_WORDS = {
    "moons": "M", "moon": "M", "suns": "S", "sun": "S", "waves": "V", "wave": "V",
    "leaves": "L", "leaf": "L", "wyrms": "Y", "wyrm": "Y", "knots": "K", "knot": "K",
}  # fmt: skip
_SILENT = frozenset(
    ("a", "an", "the", "on", "to", "onto", "with", "and", "of", "from", "card", "bird", "pile")
)
_WORD = re.compile(r"[^\W_]+")
_CARD = re.compile(r"([1-9acpt])([msvlyk]+)")
_CARD_AND_BIRD = re.compile(r"([1-9acpt][msvlyk]+|x)([0-9]{1,2})")
_VERB_AND_MORE = re.compile(r"(hatch|grow|discard|draw)([0-9a-z]+)")
_RANK = re.compile(r"[2-9acptx]")
_SUITS = re.compile(r"[msvlyk]{1,3}")


class CardWord(NamedTuple):
    """A card as far as it was named: the rank, and some of its suits."""

    rank: str
    suits: str

    def fits(self, card: str) -> bool:
        """Whether this may be the card meant."""
        return card[0] == self.rank and set(self.suits) <= set(card[1:])

    def nearest(self) -> str:
        """A card that would fit, or what was named where there is none."""
        return next((card for card in ALL_CARDS if self.fits(card)), self.rank + self.suits)


@dataclass(slots=True)
class SpelledStep:
    """A verb with what stood behind it: cards and numbers of birds, in their sequence."""

    verb: str = ""
    things: list[CardWord | int] = field(default_factory=list)
    shorthands: list[str] = field(default_factory=list)
    source: str = ""


def read(text: str) -> SpelledStep:
    """Sort the words of a text. Raises OrderSyntaxError, see `notation`."""
    if len(text) > MOST_CHARACTERS:
        raise OrderSyntaxError("too-long", most=MOST_CHARACTERS)
    words = SpelledStep()
    tokens = [part for word in _WORD.findall(text.lower()) for part in _parted(word)]
    place = 0
    while place < len(tokens):
        place += _read_one(words, tokens, place)
    if not words.verb:
        nothing = not (words.things or words.shorthands or words.source)
        raise OrderSyntaxError("empty" if nothing else "no-verb")
    return words


def _read_one(words: SpelledStep, tokens: list[str], place: int) -> int:
    """Read what begins at this place; returns how many tokens that took."""
    token = tokens[place]
    card, used = _card_at(tokens, place)
    if card is not None:
        words.things.append(card)
        return used
    if token in VERBS and not words.verb:
        words.verb = token
    elif words.verb == "draw" and token in ("deck", "discard") and not words.source:
        words.source = token
    elif token in SHORTHANDS:
        words.shorthands.append(token)
    elif token in VERBS:
        raise OrderSyntaxError("two-verbs")
    elif token.isascii() and token.isdigit() and 0 < int(token[:3]) <= HIGHEST_BIRD:
        words.things.append(int(token))
    elif token not in _SILENT:
        raise OrderSyntaxError("unknown-word", word=token[:MOST_QUOTED])
    return 1


def _parted(word: str) -> Iterator[str]:
    """A word written together with others taken apart: `grow5mv1`."""
    verb = _VERB_AND_MORE.fullmatch(word)
    if verb:
        yield verb[1]
        word = verb[2]
    both = _CARD_AND_BIRD.fullmatch(word)
    yield from both.groups() if both else (word,)


def _card_at(tokens: list[str], place: int) -> tuple[CardWord | None, int]:
    """The card that begins at this place with the tokens it takes, if one does."""
    token = tokens[place]
    together = _CARD.fullmatch(token)
    if together:
        return _card_word(_RANK_WORDS.get(together[1], together[1].upper()), together[2].upper()), 1
    rank = _RANK_WORDS.get(token) or (token.upper() if _RANK.fullmatch(token) else "")
    if rank == EXCUSE:
        return CardWord(EXCUSE, ""), 1
    if not rank:
        return None, 1
    suits, end = "", place + 1
    while end < len(tokens):
        if tokens[end] in ("of", "and") and suits.isupper() | (end == place + 1):
            step = ""
        elif tokens[end] in _SUIT_WORDS:
            step = _SUIT_WORDS[tokens[end]]
        elif _SUITS.fullmatch(tokens[end]):
            step = tokens[end].upper()
        else:
            break
        suits += step
        end += 1
    if not suits:
        return None, 1
    return _card_word(rank, suits), end - place


def _card_word(rank: str, suits: str) -> CardWord:
    return CardWord(rank, "".join(suit for suit in SUITS if suit in suits))
