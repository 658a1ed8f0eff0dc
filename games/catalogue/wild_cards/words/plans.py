"""What may be ordered ahead in Wild Cards, behind a bid and what follows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from games.words.lexicon import tags
from games.words.positions.named_things import (
    CHEAPEST,
    NamedThings,
    alternatives,
    in_hand_order,
    without,
)
from games.words.positions.scene import OrderScene

_MOST_ANIMALS = 3
_MOST_REFILLS = 12
_MOST_PAID = 16
_MOST_TAKING = 60
_LEAVES_OPEN = (
    "NONE", "OR", "IF", "THEN", tags.DOUBT, tags.GONE, tags.NOT, tags.OTHERS,
)  # fmt: skip


def plans(scene: OrderScene, named: NamedThings, first: str) -> Iterator[str]:
    """The steps that the named things may make behind this one."""
    verb, *given = first.split()
    if first == "bid R" or scene.kind in ("swap", "refill"):
        yield from _refilling(named, scene.kind)
    elif verb == "take":
        yield from _after_taking(named, given)
    elif scene.kind != "take":
        yield from _up_to_taking(named, first, given)


def _up_to_taking(named: NamedThings, first: str, given: Sequence[str]) -> Iterator[str]:
    """What a bid, a card that is turned up or one that breaks a tie leads to."""
    taking = list(dict.fromkeys(_taking(named, given)))
    yield from taking[:_MOST_TAKING]
    if "R" in given:
        yield from ("refill", *(f"reveal {card}; refill" for card in given[1:]))
    if first.startswith("bid") and len(given) > 1:
        for card in given:
            yield f"reveal {card}"
            yield from (f"reveal {card}; {one}" for one in taking[:_MOST_TAKING])
    elif first.startswith(("bid", "reveal")):
        for card in dict.fromkeys(without((one for _place, one in named.cards), given)):
            yield f"pay {card}"
            yield from (f"pay {card}; {one}" for one in taking if one.islower())


def _after_taking(named: NamedThings, given: Sequence[str]) -> Iterator[str]:
    """What is thrown away before refilling, and the next bid."""
    cards = list(dict.fromkeys(without((one for _place, one in named.cards), given)))
    yield from ("refill", *(f"refill {card}" for card in cards))
    yield from (f"bid {card}" for card in cards)
    if named.has("REFILL"):
        yield "bid R"


def _refilling(named: NamedThings, kind: str) -> Iterator[str]:
    """Swaps, where one is still to come, and what is thrown away, in either sequence."""
    refills = list(dict.fromkeys(f"refill{one}" for one in _thrown(named)))[:_MOST_REFILLS]
    animals = named.values("ANIMAL")[:_MOST_ANIMALS]
    swaps = [f"swap {given} {taken}" for given, taken in permutations(animals, 2)]
    swaps += [f"{swap} or swap none" for swap in swaps[:1] if named.has(*_LEAVES_OPEN)]
    if kind == "refill":
        yield from swaps
        return
    yield from refills
    if kind == "swap":
        yield from alternatives([f"take {animal}" for animal in animals], "pass")
    if kind == "bid":
        for swap in (*swaps, "swap none"):
            yield swap
            yield from (f"{swap}; {refill}" for refill in refills)
        yield from (f"{refill}; {swap}" for swap in swaps for refill in refills)


def _thrown(named: NamedThings) -> Iterator[str]:
    cards = [card for _place, card in named.cards if card in named.hand]
    yield ""
    every = [cards, [card for card in named.hand if card in cards]]
    every += [*_with_copies(named.hand, cards), *([card] for card in cards), *_some(cards)]
    for some in every:
        yield in_hand_order(named.hand, some)


def _taking(named: NamedThings, given: Sequence[str]) -> Iterator[str]:
    """The animals, each for nothing, for the cards named behind it, or all for the same."""
    places = named.places("ANIMAL")
    if not places:
        return
    shown = [f"take {named.tokens[place].value}" for place in places]
    ends = (*places[1:], len(named.tokens))
    left = [card for card in without(named.hand, given) if card != "R"]
    paid = [
        _held(left, named.cards_between(place, end))
        for place, end in zip(places, ends, strict=True)
    ]
    own = [take + in_hand_order(named.hand, cards) for take, cards in zip(shown, paid, strict=True)]
    is_open = len(set(shown)) > 1 or named.has(*_LEAVES_OPEN) or "pass" in named.values(tags.VERB)
    otherwise = "pass" if is_open else ""
    yield from alternatives(shown, otherwise)
    yield from alternatives(own, otherwise)
    payments = (in_hand_order(left, cards) for cards in _payments(named, left, given, paid))
    for cards in list(dict.fromkeys(payments))[:_MOST_PAID]:
        yield from _in_turn([take + cards for take in dict.fromkeys(shown)], otherwise)


def _in_turn(takes: list[str], otherwise: str) -> Iterator[str]:
    """Each take alone, and all of them, each where those before it cannot be."""
    for run in dict.fromkeys((*((one,) for one in takes), tuple(takes[:_MOST_ANIMALS]))):
        yield " or ".join(run)
        if otherwise:
            yield " or ".join((*run, otherwise))


def _payments(
    named: NamedThings, left: list[str], given: Sequence[str], paid: Sequence[list[str]]
) -> Iterator[list[str]]:
    """What may be paid: what is named behind an animal or anywhere, some of it, all of a suit, or
    all that is left."""
    said = _held(left, without((card for _place, card in named.cards), given))
    every = [*filter(None, paid), said]
    for cards in every:
        yield cards
        yield [card for card in left if card in cards]
    yield [card for card in without(named.spelled(), given) if card in left]
    for cards in every:
        yield from _with_copies(left, cards)
    yield from ([card for card in left if card[0] == suit] for suit in named.values("HABITAT"))
    if named.has("HOW"):
        yield [CHEAPEST]
    for cards in every:
        yield from _some(cards)
    yield left


def _held(left: Sequence[str], cards: Sequence[str]) -> list[str]:
    """Of these cards those that are left in the hand, each no more often than there."""
    return without(cards, without(cards, left)) if CHEAPEST not in cards else list(cards)


def _with_copies(hand: Sequence[str], cards: Sequence[str]) -> Iterator[list[str]]:
    """One of the cards as often as it is there, with the others and alone."""
    for card in dict.fromkeys(cards):
        copies = [one for one in hand if one == card]
        yield from ([*without(cards, copies), *copies], copies)


def _some(cards: list[str]) -> Iterator[list[str]]:
    """Some of the cards: those that stand together, and all but one."""
    runs = [cards[start:end] for end in range(1, len(cards)) for start in range(end)]
    yield from runs[:6]
    yield from ([*cards[:place], *cards[place + 1 :]] for place in range(len(cards)))
