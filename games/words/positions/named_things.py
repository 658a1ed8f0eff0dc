"""What a text names that orders of several steps may be put together from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.positions.evidence import pieces_of, stands_in_pieces
from games.words.positions.scene import OrderScene

CHEAPEST = "cheapest"
_SUITS = ("HABITAT", "COLOUR", "SUIT")
_BETWEEN = ("OF", "AND", tags.FILLER, UNKNOWN, tags.NUMBER)
_WIDEST_GAP = 2
_PAIR = 2


@dataclass(frozen=True, slots=True)
class NamedThings:
    """The words of a text, and which cards of the hand they name at which place; for that, an
    unmistakable part of a card is enough."""

    hand: Sequence[str]
    tokens: Sequence[Token]
    cards: Sequence[tuple[int, str]]

    @classmethod
    def of(cls, scene: OrderScene, tokens: Sequence[Token]) -> NamedThings:
        """What these words name in this position."""
        return cls(scene.hand, tokens, tuple(_cards(scene.hand, tokens)))

    def places(self, kind: str) -> list[int]:
        """Where the words of this kind are."""
        return [place for place, one in enumerate(self.tokens) if one.kind == kind]

    def values(self, kind: str) -> list[str]:
        """The values of the words of this kind, each once, in their sequence."""
        return list(dict.fromkeys(one.value for one in self.tokens if one.kind == kind))

    def has(self, *kinds: str) -> bool:
        """Whether there is a word of one of these kinds."""
        return any(one.kind in kinds for one in self.tokens)

    def cards_between(self, start: int, end: int) -> list[str]:
        """The cards named by the words from one place up to another."""
        return [card for place, card in self.cards if start <= place < end]

    def spelled(self) -> list[str]:
        """The cards of the hand whose every piece is said somewhere: "the blue 4, then the 7"."""
        return [
            card
            for card in dict.fromkeys(self.hand)
            if all(
                any(stands_in_pieces(one, frozenset((piece,))) for one in self.tokens)
                for piece in pieces_of(card)
            )
        ]


def _cards(hand: Sequence[str], tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    place = 0
    while place < len(tokens):
        token, end = tokens[place], place + 1
        if token.kind in ("CODE", "SPECIAL") or token.value == CHEAPEST:
            yield place, token.value
        elif token.value == "both":
            run, end = _run(tokens, end)
            pair = _showing(hand, run) if run else []
            yield from ((place, card) for card in pair if len(pair) == _PAIR)
        elif token.kind in _SUITS or _is_rank(token):
            run, end = _run(tokens, place)
            found = set(_showing(hand, run))
            yield from ((place, card) for card in found if len(found) == 1)
        place = end


def _is_rank(token: Token) -> bool:
    return token.kind == "RANK" or (token.kind == tags.NUMBER and token.value.isdigit())


def _run(tokens: Sequence[Token], start: int) -> tuple[list[Token], int]:
    """The suits and the number of one card from this place on, and where they end."""
    found: list[Token] = []
    end = start
    for place in range(start, len(tokens)):
        token = tokens[place]
        is_piece = token.kind in _SUITS or _is_rank(token)
        if place - end > _WIDEST_GAP or (is_piece and _is_another(token, found)):
            break
        if is_piece:
            found.append(token)
            end = place + 1
        elif token.kind not in _BETWEEN:
            break
    return found, max(end, start + 1)


def _is_another(token: Token, found: Sequence[Token]) -> bool:
    """Whether a number or suit is of another card than these: only some cards have more suits."""
    if _is_rank(token):
        return any(map(_is_rank, found))
    return token.kind != "SUIT" and any(one.kind in _SUITS for one in found)


def _showing(hand: Sequence[str], run: Sequence[Token]) -> list[str]:
    """The cards of the hand that show all of these."""
    return [
        card
        for card in hand
        if all(stands_in_pieces(one, frozenset(pieces_of(card))) for one in run)
    ]


def without(cards: Iterable[str], others: Iterable[str]) -> list[str]:
    """The cards but for the others, each as often as it is there."""
    left = Counter(others)
    found = []
    for card in cards:
        if left[card]:
            left[card] -= 1
        else:
            found.append(card)
    return found


def in_hand_order(hand: Sequence[str], cards: Sequence[str]) -> str:
    """The cards as the notation writes them behind a verb: " F1 M2", "" for none."""
    if CHEAPEST in cards:
        return f" {CHEAPEST}"
    known = {card: place for place, card in enumerate(hand)}
    return "".join(f" {card}" for card in sorted(cards, key=lambda one: known.get(one, len(known))))


def alternatives(steps: Sequence[str], otherwise: str = "") -> Iterator[str]:
    """Steps that may stand for one another: alone, in runs as they were named, the first two the
    other way round; each also with what is done where none of them can be."""
    steps = list(dict.fromkeys(steps))[:4]
    runs = [steps[i : i + n] for n in range(1, len(steps) + 1) for i in range(len(steps) - n + 1)]
    runs += [steps[1::-1]] if len(steps) > 1 else []
    runs += [[steps[0], steps[-1]]] if len(steps) > _PAIR else []
    for run in runs:
        yield " or ".join(run)
        if otherwise and run[-1] != otherwise:
            yield " or ".join((*run, otherwise))
