"""What comes of what the writer may do, as conditions claim it: whether a card beats another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from games.words.conditions.claim import Claim, Parsed, exact, is_so
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import plain_of

_FIGURE = "beating"
_SUITS = ("COLOUR", "HABITAT", "SUIT")


class _Named(NamedTuple):
    """A card that is named, by its parts, and where."""

    parts: tuple[str, ...]
    place: int

    def fits(self, cards: Sequence[str]) -> list[str]:
        return [card for card in cards if self.parts in (_parts(card), _parts(card)[1:], (card,))]


def _parts(card: str) -> tuple[str, ...]:
    return tuple(part for part in (card[:1], card[1:]) if part)


def _of_beating(one: Parsed) -> Claim | None:
    """Whether a card of the writer's, or any, beats what lies there: "if my 9 beats Priya's 8", "si
    supero el 12 de Inés", "if I've something that wins this"."""
    if not one.facts.wins:
        return None
    verbs = one.said.places("beats")
    if not verbs:
        return None
    cards = list(_cards_named(one))
    earlier = one.earlier
    if not cards and earlier is not None and earlier.figure == _FIGURE:
        return replace(earlier, truth=is_so(earlier), is_denied=False)  # "si no me alcanza"
    own = _own_cards(one, [card for card in cards if card.place < verbs[0]], verbs[0])
    is_theirs = any(place < verbs[0] for place in _places_of_names(one))
    is_mine = not is_theirs and (_speaks_first(one, verbs[0]) or one.said.says("i beat"))
    if not (own or is_mine):
        return None
    playable = list(one.facts.wins)
    meant = own[0].fits(playable) if own else playable
    against = _against(one, [card for card in cards if card not in own[:1]])
    one.said.take(t for t in one.said.tokens if t.kind in (tags.NUMBER, *_SUITS, "OF"))
    one.said.says("enough", "this trick")
    if against is None or (own and len(meant) != 1):
        return Claim()
    return _beats(one, meant, against)


def _own_cards(one: Parsed, before: Sequence[_Named], verb: int) -> list[_Named]:
    """The cards ahead of the verb that the writer may play; beside somebody's name only what he
    calls his: "if Ruben's wizard wins this"."""
    own = [card for card in before if card.fits(list(one.facts.wins))]
    if not any(place < verb for place in _places_of_names(one)):
        return own
    owned = one.said.places("own")
    return [card for card in own if any(card.place - place in (1, 2) for place in owned)]


def _beats(one: Parsed, meant: Sequence[str], against: Sequence[int]) -> Claim:
    """Whether one of these cards beats those of these seats, or takes the trick where none are
    said."""
    wins = [card for card in meant if one.facts.wins[card]]
    is_last = not one.facts.to_come or bool(against)
    is_ahead = not against or any(one.facts.figures["trick"][seat] == 1 for seat in against)
    truth = (True if is_last else None) if wins else (False if is_ahead else None)
    order = f"play {wins[0]}" if len(wins) == 1 and truth else ""
    return Claim(truth, figure=_FIGURE, order=order)


def _speaks_first(one: Parsed, verb: int) -> bool:
    """Whether the writer, or whatever he holds, is spoken of before the verb, and nobody else."""
    named = _places_of_names(one)
    spoken = [*one.said.places("me"), *one.said.places("anything at all")]
    return any(place < verb and all(place < name for name in named) for place in spoken)


def _places_of_names(one: Parsed) -> list[int]:
    first = {plain_of(name.casefold()).split()[0] for name in one.scene.names if name.split()}
    return [place for place, word in enumerate(one.said.words) if word in first]


def _against(one: Parsed, cards: Sequence[_Named]) -> list[int] | None:
    """The seats whose cards are spoken of; None where one does not lie there."""
    own = one.scene.seat
    seats = [seat for seat in one.whose.seats if seat != own]
    played = one.facts.held["played"]
    if any(not played[seat] for seat in seats):
        return None
    for card in cards:
        holders = [seat for seat, laid in enumerate(played) if card.fits(laid or ())]
        if not holders or (seats and not set(holders) & set(seats)):
            return None
        seats = seats or holders
    return seats


def _cards_named(one: Parsed) -> Iterator[_Named]:
    """The cards that are named: "red 6", "the 6 of red", "the 6", "the wizard"."""
    tokens = [t for t in one.said.tokens if t.kind not in (tags.FILLER, "OF")]
    taken: set[int] = set()
    for token, after in zip_longest(tokens, tokens[1:]):
        if token.place in taken:
            continue
        if _is_pair(token, after) and after is not None:
            taken.add(after.place)
            suit, number = (token, after) if token.kind in _SUITS else (after, token)
            yield _Named((suit.value, number.value), token.place)
        elif token.kind == tags.NUMBER and token.value.isdigit():
            yield _Named((token.value,), token.place)
        elif token.kind in ("CODE", "SPECIAL"):
            yield _Named(_parts(token.value), token.place)


def _is_pair(token: Token, after: Token | None) -> bool:
    """Whether these are the colour and the number of one card."""
    kinds = {token.kind, after.kind} if after is not None else set()
    is_near = after is not None and after.place - token.end <= 1
    return is_near and tags.NUMBER in kinds and not kinds.isdisjoint(_SUITS)


def _of_beaten(one: Parsed) -> Claim | None:
    """Whether anybody's card has been beaten: "if somebody has already beaten Priya's 8"; whether
    one will be nobody knows."""
    seats = one.whose.seats
    if one.facts.usual != "trick" or not seats:
        return None
    is_theirs = len(seats) == 1 and seats[0] != one.scene.seat and bool(_places_of_names(one))
    is_none = one.said.says("nobody")
    if not is_theirs or not (is_none or one.said.says("anyone")):
        return None
    if not one.said.says("beaten"):
        return Claim() if one.said.says("beats") else None
    if _against(one, list(_cards_named(one))) is None:
        return Claim()
    one.said.take(t for t in one.said.tokens if t.kind == tags.NUMBER)
    is_beaten = one.facts.figures["trick"][seats[0]] != 1
    return Claim(is_beaten != is_none, whose=one.whose, figure="trick", way="behind")


def _of_formed(one: Parsed) -> Claim | None:
    """How many birds of the one family that can be formed are held: "heb ik er negen of meer"."""
    formed = one.scene.values("family") if one.scene.kind == "family" else ()
    if len(formed) != 1 or one.things or one.whose.seats != (one.scene.seat,) or one.test is None:
        return None
    others = ("points", "birds", "cards", "kinds", "deck", "takes", "players")
    if any(map(one.said.says, others)):
        return None
    if not one.said.says("has"):
        return None
    one.said.says("of them")
    count = list(one.scene.hand).count(formed[0])
    return Claim(exact(one.test).holds(count), test=one.test)


OF_OUTCOMES: Sequence[Callable[[Parsed], Claim | None]] = (
    _of_beaten,
    _of_beating,
    _of_formed,
)
