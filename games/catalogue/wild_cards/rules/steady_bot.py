"""A steady player: it values animals, leaders, bonuses and cards, and takes the best on average.

It knows its view and nothing else. Every figure is in points; those that the rules do not fix were
chosen by playing many matches against other figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from math import comb
from typing import ClassVar, NamedTuple

from games.catalogue.wild_cards.rules.cards import (
    NATURAL,
    REFILL,
    VALUE,
    WILD,
    Cards,
    in_order,
    without,
)
from games.catalogue.wild_cards.rules.orders import DRAW, NO_SWAP, PASS, WildOrder, format_order
from games.catalogue.wild_cards.rules.prompt import (
    LayBidPrompt,
    RevealPrompt,
    SwapPrompt,
    TakePrompt,
    TiePrompt,
)
from games.catalogue.wild_cards.rules.view import WildCardsPlayer, WildCardsView
from games.rules.protocol import Decision, RandomSource, Seat

POWER = {"peacock": 0.0, "squirrel": 0.15, "eagle": 0.1, "ibex": 0.25, "lion": 0.15, "meerkat": 0.1}
"""What a leader's power is worth in each round that is left."""

CARD_PRICE = 0.45
WILD_PRICE = 0.35
HIGH_PRICE = 0.04
NATURAL_BONUS = 2.0
BID_ODDS = {0: 0.25, 1: 0.3, 2: 0.22, 3: 0.15, 4: 0.08}
"""How often another player bids a value; 0 stands for Refill."""

KEEP = (0.55, 0.8, 0.92)
"""How likely a leader is kept by a lead of none, one, two or more animals."""


class _Payment(NamedTuple):
    """Cards that may be paid, what they are worth, and whether all are of the animal's habitat."""

    cards: Cards
    price: float
    is_natural: bool


@dataclass(slots=True)
class _Sight:
    """The view, as far as the valuation needs it."""

    seat: Seat
    hand: Cards
    market: tuple[str, ...]
    left: int
    mine: Mapping[str, int]
    others: Sequence[WildCardsPlayer]
    leaders: Mapping[str, Seat | None]
    gains: dict[tuple[str, int], float] = field(default_factory=dict)
    """What an animal more or less is worth, as far as it was reckoned: whatever the hand."""

    ranked: list[str] = field(default_factory=list)
    """The hand, the cheapest card first."""

    paid: dict[tuple[str, int], list[_Payment]] = field(init=False, default_factory=dict)
    """The ways to pay so much for an animal of a habitat, as far as they were looked for."""

    prices: Mapping[str, float] = field(init=False)
    """What a card in hand is worth: less when few rounds are left to use it."""

    def __post_init__(self) -> None:
        self.prices = _prices(min(self.left, 4))
        self.ranked = self.ranked or sorted(self.hand, key=self.prices.__getitem__)

    @classmethod
    def of(cls, view: WildCardsView) -> _Sight:
        seat = view.own_seat
        return cls(
            seat=seat,
            hand=tuple(card for card in view.hand or () if card != REFILL),
            market=tuple(animal for animal in view.market if animal),
            left=view.rounds - view.round,
            mine=view.players[seat].collection,
            others=[player for player in view.players if player.seat != seat],
            leaders=view.leaders,
        )

    def less(self, card: str) -> _Sight:
        """The same with this card gone from the hand."""
        ranked = self.ranked.copy()
        ranked.remove(card)
        return _Sight(
            self.seat, without(self.hand, (card,)), self.market, self.left, self.mine, self.others,
            self.leaders, self.gains, ranked,
        )  # fmt: skip

    def draw_worth(self, number: int) -> float:
        """What so many unknown cards are worth."""
        return max(number, 0) * (CARD_PRICE + HIGH_PRICE * 2) * min(self.left, 4) / 4

    def pass_worth(self, returned: int) -> float:
        """What passing brings: two cards, within the limit."""
        return self.draw_worth(min(2, 10 - len(self.hand) - returned))


@cache
def _prices(left: int) -> Mapping[str, float]:
    """By card, with so many rounds left to use it."""
    return {
        card: (CARD_PRICE + HIGH_PRICE * value + (WILD_PRICE if card[0] == WILD else 0)) * left / 4
        for card, value in VALUE.items()
    }


class WildSteadyBot:
    """Weighs every way to bid and takes the one with the best average outcome."""

    key: ClassVar[str] = "steady"

    def order(
        self,
        view: WildCardsView,
        decision: Decision,
        legal: Sequence[WildOrder],
        chance: RandomSource,
    ) -> WildOrder:
        """The order with the highest value; chance is not needed."""
        sight = _Sight.of(view)
        match decision.data:
            case LayBidPrompt(eagle):
                return _bid(sight, has_eagle=eagle)
            case RevealPrompt(cards):
                return _reveal(sight, cards, view)
            case SwapPrompt(collection):
                return _swap(sight, collection)
            case TiePrompt(owed=owed):
                is_paid = decision.kind == "pay"
                return _pay(sight, owed, view) if is_paid else _show(sight, decision)
            case TakePrompt() as take:
                return _take(sight, take)
        return WildOrder("refill")


def _bid(sight: _Sight, *, has_eagle: bool) -> WildOrder:
    people = [player for player in sight.others if not player.leo]
    ranked = sorted(
        (*dict.fromkeys(sight.hand), REFILL),
        key=lambda card: -_bid_worth(sight, card, _odds(VALUE.get(card, 0), len(sight.others))),
    )
    if has_eagle and len(ranked) > 1 and people:
        return WildOrder("bid", in_order(ranked[:2]))
    return WildOrder("bid", (ranked[0],))


def planned_round(view: WildCardsView, decision: Decision) -> str:
    """The bid of a steady player, and what they would leave for the rest of the round: animals in
    their sequence, paid as cheaply as the bonus allows, a tie paid while an animal is worth it."""
    if not isinstance(decision.data, LayBidPrompt):
        return ""
    sight = _Sight.of(view)
    bid = _bid(sight, has_eagle=False)
    (card,) = bid.cards
    if card == REFILL:
        swap = _swap(sight, [one for one, number in sight.mine.items() if number])
        has_swap = sight.leaders["meerkat"] == sight.seat and any(sight.mine.values())
        first = dict.fromkeys((format_order(swap), "swap none"))
        swaps = [" or ".join(first)] if has_swap else []
        return "; ".join((format_order(bid), *swaps, "refill"))
    wanted = _wanted(sight.less(card), card)
    if not wanted:
        return f"{format_order(bid)}; {'show lowest; ' if view.edition == '2020' else ''}pass"
    takes = [f"take {animal} cheapest" for animal in wanted]
    if len(wanted) < len(set(sight.market)):
        takes.append("pass")
    tie = "show highest" if view.edition == "2020" else "pay cheapest or pass"
    return "; ".join((format_order(bid), tie, " or ".join(takes)))


def _wanted(sight: _Sight, bid: str) -> list[str]:
    """The animals that are worth more than passing with this bid, the best first."""
    worths = {
        animal: _best_take(sight, (animal,), bid, VALUE[bid] - 1)[0] for animal in sight.market
    }
    best = sorted(worths, key=lambda animal: -worths[animal])
    return [animal for animal in best if worths[animal] >= sight.pass_worth(1)]


def _reveal(sight: _Sight, cards: Sequence[str], view: WildCardsView) -> WildOrder:
    def worth(card: str) -> float:
        return _bid_worth(_with(sight, cards), card, _known(card, view))

    return WildOrder("reveal", (max(cards, key=worth),))


def _with(sight: _Sight, laid: Sequence[str]) -> _Sight:
    """The sight with the face-down cards back in the hand."""
    hand = in_order((*sight.hand, *(card for card in laid if card != REFILL)))
    return replace(sight, hand=hand, ranked=[])


def _swap(sight: _Sight, collection: Sequence[str]) -> WildOrder:
    best, best_worth = NO_SWAP, 0.3
    for give in collection:
        loss = _animal_worth(sight, give, -1)
        for take in sight.market:
            worth = _animal_worth(sight, take, 1) - loss if give != take else 0
            if worth > best_worth:
                best, best_worth = WildOrder("swap", (), (give, take)), worth
    return best


def _pay(sight: _Sight, owed: int, view: WildCardsView) -> WildOrder:
    bid = view.players[sight.seat].open_cards[0]
    worth, _, payment = _best_take(sight, sight.market, bid, owed)
    if payment is None or worth < sight.pass_worth(1):
        return PASS
    return WildOrder("pay", in_order(payment))


def _show(sight: _Sight, decision: Decision) -> WildOrder:
    if decision.choices[0].verb == "draw":
        return DRAW
    return WildOrder("show", (max(sight.hand, key=VALUE.__getitem__),))


def _take(sight: _Sight, asked: TakePrompt) -> WildOrder:
    if asked.payment is not None:
        paid = (asked.bid, *asked.payment)
        worth, animal = max((_taken_worth(sight, each, paid), each) for each in sight.market)
        fee = sum(map(sight.prices.__getitem__, paid))
        # Passing would bring the payment back as well.
        return (
            PASS if worth - fee < sight.pass_worth(len(paid)) else WildOrder("take", (), (animal,))
        )
    worth, animal, payment = _best_take(sight, sight.market, asked.bid, asked.owed)
    if payment is None or worth < sight.pass_worth(1):
        return PASS
    return WildOrder("take", in_order(payment), (animal,))


def _bid_worth(sight: _Sight, card: str, ahead: Sequence[float]) -> float:
    """The average outcome of a bid; `ahead[k]`: how likely k players choose first."""
    if card == REFILL:
        limit = 10 if sight.leaders["squirrel"] == sight.seat else 7
        return sight.draw_worth(limit - len(sight.hand))
    rest = sight.less(card)
    owed = VALUE[card] - 1
    passing = rest.pass_worth(1)
    of_animal = {
        animal: max(_best_take(rest, (animal,), card, owed)[0], passing)
        for animal in dict.fromkeys(sight.market)
    }
    worths = sorted(map(of_animal.__getitem__, sight.market), reverse=True)
    total = 0.0
    for number, likely in enumerate(ahead):
        total += likely * (_best_left(worths, number) if number < len(worths) else passing)
    return total


def _best_left(worths: Sequence[float], gone: int) -> float:
    """The best of the sorted worths on average, `gone` of them being taken by chance."""
    left = [worths[first] for first in _firsts(len(worths), len(worths) - gone)]
    return sum(left) / len(left)


@cache
def _firsts(number: int, left: int) -> Sequence[int]:
    """The first of each choice of so many numbers below this one."""
    return tuple(choice[0] for choice in combinations(range(number), left))


@cache
def _odds(value: int, others: int) -> Sequence[float]:
    """How likely it is that none, one, … of the others choose before a bid of this value."""
    before = sum(odds for bid, odds in BID_ODDS.items() if bid > value) + BID_ODDS[value] / 2
    return tuple(
        comb(others, ahead) * before**ahead * (1 - before) ** (others - ahead)
        for ahead in range(others + 1)
    )


def _known(card: str, view: WildCardsView) -> list[float]:
    """The same once all other bids lie open; half of those level are before."""
    value = VALUE.get(card, 0)
    others = [player for player in view.players if player.seat != view.seat]
    values = [VALUE.get(player.open_cards[0], 0) for player in others]
    ahead = sum(other > value for other in values)
    if view.leaders["lion"] != view.seat:
        ahead += (values.count(value) + 1) // 2
    return [0.0] * ahead + [1.0]


def _best_take(
    sight: _Sight, animals: Sequence[str], bid: str, owed: int
) -> tuple[float, str, Cards | None]:
    """The best animal to take with its payment, in no sequence: (worth, animal, payment), None if
    unpayable."""
    best: tuple[float, str, Cards | None] = (-9.0, animals[0], None)
    bid_price = sight.prices[bid]
    is_returned = sight.leaders["ibex"] == sight.seat and bid[0] != WILD
    for animal in animals:
        natural_bid = bid[0] in (NATURAL[animal], WILD)
        for cards, price, is_natural in _payments(sight, NATURAL[animal], owed):
            fee = bid_price + price
            if is_returned:
                fee -= bid_price
            bonus = NATURAL_BONUS * (natural_bid and is_natural)
            worth = _animal_worth(sight, animal, 1) + bonus - fee
            if worth > best[0]:
                best = (worth, animal, cards)
    return best


def _payments(sight: _Sight, habitat: str, owed: int) -> list[_Payment]:
    """The cheapest payment, and the cheapest that may earn the bonus."""
    known = sight.paid.get((habitat, owed))
    if known is None:
        known = sight.paid[habitat, owed] = _ways_to_pay(sight, habitat, owed)
    return known


def _ways_to_pay(sight: _Sight, habitat: str, owed: int) -> list[_Payment]:
    if owed > len(sight.hand):
        return []
    natural = [card for card in sight.ranked if card[0] in (habitat, WILD)][:owed]
    cheapest = sight.ranked[:owed]
    ways = [_payment(sight, cheapest, is_natural=cheapest == natural)]
    if len(natural) == owed and cheapest != natural:
        ways.append(_payment(sight, natural, is_natural=True))
    return ways


def _payment(sight: _Sight, cards: list[str], *, is_natural: bool) -> _Payment:
    return _Payment(tuple(cards), sum(map(sight.prices.__getitem__, cards)), is_natural)


def _taken_worth(sight: _Sight, animal: str, cards: Sequence[str]) -> float:
    natural = all(card[0] in (NATURAL[animal], WILD) for card in cards)
    return _animal_worth(sight, animal, 1) + NATURAL_BONUS * natural


def _animal_worth(sight: _Sight, animal: str, step: int) -> float:
    """What one animal more (or, with step -1, the last one) is worth in this collection."""
    known = sight.gains.get((animal, step))
    if known is None:
        known = sight.gains[animal, step] = _gain(sight, animal, step)
    return known


def _gain(sight: _Sight, animal: str, step: int) -> float:
    before = dict(sight.mine)
    if step < 0:
        before[animal] -= 1
    after = dict(before)
    after[animal] += 1
    worth = _species_worth(after, sight.left) - _species_worth(before, sight.left)
    most = max(other.collection[animal] for other in sight.others)
    prize = (3.0 if animal == "peacock" else 1.0) + POWER[animal] * sight.left
    led = sight.leaders[animal] == sight.seat
    kept_after = _kept(after[animal] - most, sight.left)
    kept_before = _kept(before[animal] - most, sight.left) if led and before[animal] else 0.0
    return worth + prize * max(kept_after - kept_before, 0)


def _kept(lead: int, left: int) -> float:
    if lead < 0:
        return 0.0
    return 1.0 if left == 0 else KEEP[min(lead, 2)]


def _species_worth(collection: Mapping[str, int], left: int) -> float:
    """Twice the best species and once the second; a third may still grow into one of them."""
    best, second, *rest = sorted(collection.values(), reverse=True)
    return 2 * best + second + sum(rest) * min(left, 6) * 0.06
