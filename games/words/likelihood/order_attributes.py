"""What is true of each legal order in its position, whatever it is called: the lowest card, the
longest row, one less than Anna. Words for that are learnt: none are listed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.words.descriptions.referents import is_card, worth
from games.words.positions.facts import Facts
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene

_MOST = 4
_FEW = 2
_TWO_DIGITS = 10


class _Parts(NamedTuple):
    """The first step of an order by its parts."""

    text: str
    verb: str
    cards: tuple[str, ...]
    things: tuple[str, ...]
    numbers: tuple[int, ...]

    @classmethod
    def of(cls, step: str) -> _Parts:
        verb, *words = step.split()
        return cls(
            step,
            verb,
            tuple(word for word in words if is_card(word)),
            tuple(word for word in words if word.isalpha() and word.islower()),
            tuple(int(word) for word in words if word.isdigit()),
        )


class OrderAttributes:
    """The attributes of the orders that a text may mean; those of several steps have those of
    their first."""

    def __init__(self, scene: OrderScene, orders: Sequence[str]) -> None:
        self.facts: Facts = words_of(scene.rules.key).facts(scene)
        self.seat, self.hand = scene.seat, list(scene.hand)
        self.suits = Counter(suit for card in self.hand for suit in _suits(card))
        steps = dict.fromkeys(map(_first_step, orders))
        self.parts = {step: _Parts.of(step) for step in steps}
        self.alone: defaultdict[str, list[str]] = defaultdict(list)
        """By verb, the cards that may be given alone."""

        self.sums: defaultdict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
        for one in self.parts.values():
            self.sums[one.verb, one.things].append(sum(map(worth, one.cards)))
            if len(one.cards) == 1:
                self.alone[one.verb].append(one.cards[0])
        self.known = {step: tuple(self._attributes(one)) for step, one in self.parts.items()}

    def of(self, order: str) -> Sequence[str]:
        """What is true of one of the orders."""
        return self.known[_first_step(order)]

    def _attributes(self, order: _Parts) -> Iterator[str]:
        yield f"verb {order.verb}"
        if len(order.cards) == 1:
            yield from self._of_card(order.verb, order.cards[0])
        elif order.cards or order.verb in ("refill", "pay", "take"):
            yield from self._of_cards(order)
        for place, thing in enumerate(order.things):
            yield from self._of_thing(place, thing)
        if order.verb == "lay":
            yield from self._of_lay(order)
        elif order.verb == "bid" and order.numbers:
            yield from self._of_bid(order)
        elif order.numbers and order.cards:
            yield from self._of_bird(order.numbers[0])
        if order.verb in ("lay", "family") and order.things:
            counts = [self.hand.count(one.things[0]) for one in self._like(order) if one.things]
            yield from _standing("held", self.hand.count(order.things[0]), counts)

    def _like(self, order: _Parts) -> list[_Parts]:
        """The orders with the same verb."""
        return [one for one in self.parts.values() if one.verb == order.verb]

    def _of_card(self, verb: str, card: str) -> Iterator[str]:
        """Its place among the others, its suit, and what it does in the trick."""
        others, value = self.alone[verb], worth(card)
        yield from _standing("rank", value, map(worth, others))
        yield f"two digits {value >= _TWO_DIGITS}"
        yield f"same rank {min(sum(worth(one) == value for one in self.hand), 3)}"
        yield f"copies {min(self.hand.count(card), 3)}"
        yield from (f"bid off {_near(value - bid)}" for bid in set(self._bids()) if value)
        for suit in _suits(card):
            same = [worth(one) for one in others if suit in _suits(one)]
            yield from _standing("in suit", value, same)
            yield from _standing("suit size", self.suits[suit], self.suits.values())
            is_led = any(suit in _suits(one) for one in self.facts.lying.get("trick", ()))
            yield f"trump {suit == self.facts.trump} trick {is_led}"
        if not value:
            yield f"special {card}"
        if card in self.hand:
            yield f"leftmost {card == self.hand[0]} rightmost {card == self.hand[-1]}"
        if card in self.facts.wins:
            does = self.facts.wins[card]
            alike = [worth(one) for one in others if self.facts.wins.get(one) == does]
            yield from _standing(f"wins {does}", value, alike)

    def _of_cards(self, order: _Parts) -> Iterator[str]:
        """How many they are, and what they are worth."""
        values = [worth(card) for card in order.cards]
        held = [worth(card) for card in self.hand if worth(card)]
        yield f"cards {min(len(values), _MOST)}"
        yield from _standing("sum", sum(values), self.sums[order.verb, order.things])
        if values and held:
            yield f"has highest {max(held) in values} lowest {min(held) in values}"
            yield f"suits {min(len({s for card in order.cards for s in _suits(card)}), 3)}"
            yield f"doubles {len(set(order.cards)) < len(values)} alike {len(set(values)) == 1}"
        for thing in order.things:
            suits = set(self.facts.traits.get(thing, ()))
            yield f"of its habitat {sum(not suits.isdisjoint(card) for card in order.cards)}"

    def _of_thing(self, place: int, thing: str) -> Iterator[str]:
        """What it is called, where it lies, who leads it and who has it."""
        market = list(self.facts.lying.get("market", ()))
        yield f"thing {place} {thing}"
        if thing in market:
            left, right = market.index(thing), market[::-1].index(thing)
            yield f"market {place} from left {min(left, _MOST)}"
            yield f"market {place} from right {min(right, _MOST)}"
            yield f"market {place} count {market.count(thing)}"
        if thing in self.facts.traits:
            yield f"habitat {place} {self.facts.traits[thing]}"
        if thing in self.facts.owners:
            owner = self.facts.owners[thing]
            yield f"owner {place} {owner is not None} mine {owner == self.seat}"
        if "collection" in self.facts.held:
            mine = self.facts.held["collection"][self.seat] or ()
            yield f"mine {place} {min(list(mine).count(thing), 3)}"

    def _of_lay(self, order: _Parts) -> Iterator[str]:
        """What it takes, and which row it goes to."""
        gains = {one.text: self.facts.gains.get(one.text, ()) for one in self._like(order)}
        taken = gains[order.text]
        yield from _standing("gain", len(taken), map(len, gains.values()))
        yield f"gain {min(len(taken), _MOST)} kinds {min(len(set(taken)), 3)}"
        row = list(self.facts.lying.get(f"row {order.numbers[0]}", ()))
        rows = [len(birds) for place, birds in self.facts.lying.items() if place.startswith("row")]
        yield from _standing("row", len(row), rows)
        yield f"row {order.numbers[0]}"
        yield f"row has {min(row.count(order.things[0]), 3)}"
        yield f"row kinds {min(len(set(row)), _MOST)} most {max(Counter(row).values(), default=0)}"
        yield order.things[-1]

    def _of_bid(self, order: _Parts) -> Iterator[str]:
        """How it stands to the others' bids and to the hand."""
        number, bids = order.numbers[0], self._bids()
        yield from _standing("bid", number, (one.numbers[0] for one in self._like(order)))
        yield f"bid {min(number, 6)}"
        yield f"half {_near(2 * number - len(self.hand))}"
        yield f"is count {number in self.suits.values()}"
        high = sum(worth(card) >= _TWO_DIGITS or card == "Z" for card in self.hand)
        yield f"high cards {_near(number - high)} wizards {_near(number - self.hand.count('Z'))}"
        if bids:
            yield f"most bid {_near(number - max(bids))}"
            yield f"least bid {_near(number - min(bids))}"
            yield f"last bid {_near(number - bids[-1])}"
            yield f"sum {_near(number + sum(bids) - len(self.hand))}"

    def _of_bird(self, number: int) -> Iterator[str]:
        """How the bird that grows stands to the seat's others."""
        points = self.facts.parts.get("birds", ((),) * (self.seat + 1))[self.seat]
        yield f"on {number} last {number == len(points)}"
        if number <= len(points):
            cards = [len(self.facts.lying[f"bird {one}"]) for one in range(1, len(points) + 1)]
            yield from _standing("points", points[number - 1], points)
            yield from _standing("cards", cards[number - 1], cards)
            yield f"suits {len(self.facts.hatched[self.seat][number - 1].suits)}"

    def _bids(self) -> list[int]:
        """What the others have bid, by seat."""
        bids = enumerate(self.facts.figures.get("bid", ()))
        return [bid for seat, bid in bids if bid is not None and seat != self.seat]


def _first_step(order: str) -> str:
    return order.partition("; ")[0].partition(" or ")[0]


def _suits(card: str) -> list[str]:
    """The letters of its suits: the first of "CV" is its rank."""
    is_rank = len(card) > 1 and card[0] in "ACPT"
    return [one for one in card[is_rank:] if one.isupper()]


def _near(difference: int) -> int:
    return max(-_FEW, min(_FEW, difference))


def _standing(name: str, value: int, all_values: Iterable[int]) -> Iterator[str]:
    """Which place a value has among all that are not nought: the only one, or from either end."""
    values = sorted({one for one in all_values if one})
    if value not in values:
        return
    place, behind = values.index(value), len(values) - 1 - values.index(value)
    if len(values) == 1:
        yield f"{name} only"
        return
    if place < _FEW:
        yield f"{name} lowest {place}"
    if behind < _FEW:
        yield f"{name} highest {behind}"
    if place and behind:
        yield f"{name} between {place == behind}"
