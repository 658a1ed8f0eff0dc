"""Reading one step of the notation, forgivingly.

Upper and lower case are one; spaces, commas and the like separate or are missing (`bid f 3`,
`pay f2,m1`, `PayF2M1`); articles and `with`, `and`, `for` say nothing. Cards may come in any order.

Shorthands, settled here where the notation leaves them open. Among equals the card first in written
order counts (F, S, M, W).
- `bid`, `reveal`, `show`: `lowest`, `highest`, or `any` (the lowest) of the cards that may be used,
  Refill left aside while there is another; `bid refill` is `bid R`.
- `pay`: `cheapest`, `lowest` and `any` are the least total; `highest` is the greatest total. Among
  equal totals fewest wild cards.
- `take lion cheapest` is the cheapest payment that earns the bonus if one does, else the least
  total; `lowest`, `highest` and `any` as with `pay`. `take lion` alone will do where only one
  payment is possible. `take any` is the animal nearest the pile.
- `refill lowest`, `refill highest`: one such card is discarded; `refill all`, `refill none`;
  `refill any` discards nothing.
- `swap any lion`: the species of which the seat has fewest is given; `swap lion any`: the animal
  nearest the pile is taken.

Codes of OrderSyntaxError: `empty`, `too-long` (most), `unknown-word` (word), `no-verb`,
`two-verbs`, `shape` (verb): words that make no such order. Of IllegalOrderError: see `legal`.
Of AmbiguousOrderError: `which-payment`. All carry the text and an example that would work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from games.catalogue.wild_cards.rules.cards import (
    CANONICAL,
    INDEX,
    REFILL,
    SPECIES,
    VALUE,
    WILD,
    Cards,
    in_order,
    is_natural,
    total,
)
from games.catalogue.wild_cards.rules.legal import (
    VERBS,
    check_awaited,
    check_order,
    collected,
    legal_orders,
    offered,
    owed,
    some_of,
)
from games.catalogue.wild_cards.rules.orders import (
    DRAW,
    NO_SWAP,
    PASS,
    WildOrder,
    format_order,
)
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.protocol import (
    AmbiguousOrderError,
    IllegalOrderError,
    OrderError,
    OrderSyntaxError,
    Seat,
)

MOST_CHARACTERS = 200
MOST_QUOTED = 80
MOST_CANDIDATES = 6
_MOST_NAMES = 12

_VERBS = frozenset(verb for verbs in VERBS.values() for verb in verbs)
_SHORTHANDS = frozenset(("cheapest", "lowest", "highest", "any", "all", "none"))
_ANIMALS = {"take": 1, "swap": 2}
_SILENT = frozenset(("a", "an", "the", "with", "and", "for"))
_GLUED = re.compile(
    "|".join(sorted((*_VERBS, *SPECIES, *_SHORTHANDS, "[fsmw][1-4]", "r"), key=len, reverse=True))
)
_WORD = re.compile(r"[^\W_]+")
_SPLIT_CARD = re.compile(r"\b([fsmw])[\s,]+([1-4])\b")


@dataclass(slots=True)
class _Words:
    """The words of a text, sorted by what they are."""

    verb: str = ""
    cards: list[str] = field(default_factory=list)
    animals: list[str] = field(default_factory=list)
    shorthands: list[str] = field(default_factory=list)


def parse_order(state: WildState, seat: Seat, text: str) -> WildOrder:
    """The order that the text means in this position.

    Raises OrderSyntaxError, IllegalOrderError or AmbiguousOrderError; never anything else.
    """
    check_awaited(state, seat)
    canonical = _canonical(text)
    if canonical is not None:
        try:
            check_order(state, seat, canonical)
        except IllegalOrderError:
            pass  # `take lion` may still mean the only payment; else the words tell what is wrong
        else:
            return canonical
    try:
        words = _read(text)
        if words.verb not in VERBS[state.phase]:
            raise IllegalOrderError("not-now", verb=words.verb, kind=state.phase)
        order = _MEANINGS[words.verb](state, seat, words)
        check_order(state, seat, order)
    except OrderError as error:
        error.text = text[:MOST_QUOTED]
        error.example = format_order(next(legal_orders(state, seat)))
        raise
    return order


def _canonical(text: str) -> WildOrder | None:
    """The order whose canonical text this is: all that a journal holds, read without forgiving."""
    if text == "swap none":
        return NO_SWAP
    verb, *names = text.split(" ", _MOST_NAMES)
    animals = tuple([name for name in names if name in INDEX])
    order = WildOrder(verb, tuple(names[len(animals) :]), animals)
    return order if format_order(order) == text else None


def _read(text: str) -> _Words:
    if len(text) > MOST_CHARACTERS:
        raise OrderSyntaxError("too-long", most=MOST_CHARACTERS)
    words = _Words()
    for word in _split(text.lower()):
        if word in _VERBS and not words.verb:
            words.verb = word
        elif word in INDEX or (word == "any" and len(words.animals) < _ANIMALS.get(words.verb, 0)):
            words.animals.append(word)
        elif word.upper() in CANONICAL or word == "refill":
            words.cards.append(REFILL if word == "refill" else word.upper())
        elif word in _SHORTHANDS:
            words.shorthands.append(word)
        elif word in _VERBS:
            raise OrderSyntaxError("two-verbs")
        elif word not in _SILENT:
            raise OrderSyntaxError("unknown-word", word=word[:MOST_QUOTED])
    if not words.verb:
        nothing = not (words.cards or words.animals or words.shorthands)
        raise OrderSyntaxError("empty" if nothing else "no-verb")
    return words


def _split(text: str) -> Iterable[str]:
    """The words of a text, cards written apart joined and words written together parted."""
    for word in _WORD.findall(_SPLIT_CARD.sub(r"\1\2", text)):
        parts = [] if word in _SILENT else _GLUED.findall(word)
        if parts and "".join(parts) == word:
            yield from parts
        else:
            yield word


def _bid(state: WildState, seat: Seat, words: _Words) -> WildOrder:
    faces = (*dict.fromkeys(state.hands[seat]), REFILL)
    return WildOrder("bid", in_order(_cards_or_shorthand(words, faces, most=2)))


def _reveal(state: WildState, seat: Seat, words: _Words) -> WildOrder:
    return WildOrder("reveal", _cards_or_shorthand(words, state.bids[seat], most=1))


def _show(state: WildState, seat: Seat, words: _Words) -> WildOrder:
    return WildOrder("show", _cards_or_shorthand(words, state.hands[seat], most=1))


def _swap(state: WildState, seat: Seat, words: _Words) -> WildOrder:
    if words.shorthands == ["none"] and not (words.animals or words.cards):
        return NO_SWAP
    if words.cards or words.shorthands or len(words.animals) != 2:
        raise OrderSyntaxError("shape", verb="swap")
    give, take = words.animals
    if give == "any":
        collection = state.collections[seat]
        give = min(collected(state, seat), key=lambda name: collection[INDEX[name]])
    return WildOrder("swap", (), (give, _animal(state, take)))


def _refill(state: WildState, seat: Seat, words: _Words) -> WildOrder:
    hand = state.hands[seat]
    if words.animals or len(words.shorthands) > 1 or (words.shorthands and words.cards):
        raise OrderSyntaxError("shape", verb="refill")
    match words.shorthands:
        case ["all"]:
            return WildOrder("refill", hand)
        case ["lowest" | "highest" as which] if hand:
            return WildOrder("refill", (_extreme(hand, which),))
        case ["cheapest"]:
            raise OrderSyntaxError("shape", verb="refill")
    return WildOrder("refill", in_order(words.cards))


def _pay(state: WildState, seat: Seat, words: _Words) -> WildOrder:
    if words.animals:
        raise OrderSyntaxError("shape", verb="pay")
    return WildOrder("pay", _payment(state, seat, words, None))


def _take(state: WildState, seat: Seat, words: _Words) -> WildOrder:
    if len(words.animals) != 1:
        raise OrderSyntaxError("shape", verb="take")
    animal = _animal(state, words.animals[0])
    return WildOrder("take", _payment(state, seat, words, animal), (animal,))


def _animal(state: WildState, name: str) -> str:
    """The market's animal that is named, or the one nearest the pile."""
    if name == "any":
        return offered(state)[0]
    if name not in state.market:
        raise IllegalOrderError("not-in-market", animal=name, market=offered(state))
    return name


def _bare(order: WildOrder) -> Callable[[WildState, Seat, _Words], WildOrder]:
    def meaning(state: WildState, seat: Seat, words: _Words) -> WildOrder:
        if words.cards or words.animals or words.shorthands:
            raise OrderSyntaxError("shape", verb=order.verb)
        return order

    return meaning


_MEANINGS: dict[str, Callable[[WildState, Seat, _Words], WildOrder]] = {
    "bid": _bid,
    "reveal": _reveal,
    "swap": _swap,
    "refill": _refill,
    "pay": _pay,
    "show": _show,
    "take": _take,
    "draw": _bare(DRAW),
    "pass": _bare(PASS),
}


def _cards_or_shorthand(words: _Words, usable: Cards, most: int) -> Cards:
    """The cards named, or the one that a shorthand picks from the usable ones."""
    named = len(words.cards) + len(words.shorthands)
    if words.animals or not 1 <= named <= most or not {*words.shorthands} <= _CARD_SHORTHANDS:
        raise OrderSyntaxError("shape", verb=words.verb)
    cards = list(words.cards)
    for which in words.shorthands:
        left = [card for card in usable if card not in cards and card != REFILL]
        cards.append(_extreme(left, which) if left else REFILL)
    return tuple(cards)


_CARD_SHORTHANDS = frozenset(("lowest", "highest", "any"))


def _extreme(cards: Iterable[str], which: str) -> str:
    sign = -1 if which == "highest" else 1
    return min(in_order(cards), key=lambda card: sign * VALUE[card])


def _payment(state: WildState, seat: Seat, words: _Words, animal: str | None) -> Cards:
    """The payment named, picked by a shorthand, or the only one possible."""
    cost = owed(state, seat)
    if words.cards or (cost == 0 and not words.shorthands):
        if words.shorthands:
            raise OrderSyntaxError("shape", verb=words.verb)
        return in_order(words.cards)
    if not words.shorthands:
        return _only_payment(state, seat, words.verb, animal)
    if len(words.shorthands) > 1 or words.shorthands[0] in ("all", "none"):
        raise OrderSyntaxError("shape", verb=words.verb)
    return _picked_payment(state, seat, words.shorthands[0], animal)


def _only_payment(state: WildState, seat: Seat, verb: str, animal: str | None) -> Cards:
    payments = tuple(some_of(state.hands[seat], owed(state, seat)))
    if len(payments) > 1:
        animals = (animal,) if animal else ()
        orders = (WildOrder(verb, payment, animals) for payment in payments[:MOST_CANDIDATES])
        raise AmbiguousOrderError("which-payment", candidates=[format_order(one) for one in orders])
    return payments[0] if payments else ()


def _picked_payment(state: WildState, seat: Seat, which: str, animal: str | None) -> Cards:
    bid = state.bids[seat][0]
    sign = -1 if which == "highest" else 1

    def preference(payment: Cards) -> tuple[bool, int, int]:
        earns = which == "cheapest" and animal is not None and is_natural(animal, (bid, *payment))
        wild = sum(card[0] == WILD for card in payment)
        return (not earns, sign * total(payment), wild)

    return min(some_of(state.hands[seat], owed(state, seat)), key=preference, default=())
