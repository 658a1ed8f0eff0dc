"""A stranger's reader of Emu Ranchers records, written from the notation and the rulings alone.

It imports nothing of the project and shares no line with it: one mutable table, played straight
through. Birds are lists of cards, and what a bird takes or scores is found by trying every number
that its wild cards could stand for.
"""

from __future__ import annotations

from itertools import chain, combinations, pairwise, product
from typing import Any

HEIGHTS = {rank: height for height, rank in enumerate("A23456789C", 1)}


def readings(cards: list[str]) -> list[list[int]]:
    """Every way to read a pile as heights that strictly rise or strictly fall."""
    ways = product(*([HEIGHTS[card[0]]] if card[0] in HEIGHTS else range(2, 10) for card in cards))
    return [
        list(way)
        for way in ways
        if all(a < b for a, b in pairwise(way)) or all(a > b for a, b in pairwise(way))
    ]


def is_bird(cards: list[str]) -> bool:
    shared = set("MSVLYK").intersection(*(card[1:] for card in cards))
    return cards[0][0] in HEIGHTS and bool(shared) and bool(readings(cards))


def points(cards: list[str]) -> int:
    extra = 5 * sum(card[0] in "AC" for card in cards)
    found = []
    for way in readings(cards):
        numbers = [height for height in way if 1 < height < 10]
        if sum(numbers) < 18:
            found.append(sum(numbers) - 18 - extra)
            continue
        payments = chain.from_iterable(combinations(numbers, size) for size in range(1, 9))
        least = min(sum(paid) for paid in payments if sum(paid) >= 18)
        found.append(sum(numbers) - least + extra)
    return max(found)


class Stranger:
    def __init__(self, record: dict[str, Any]) -> None:
        self.years = record["options"]["years"]
        self.shuffles = [one["cards"] for one in record["shuffles"]]
        self.orders: list[tuple[int, list[str]]] = [
            (seat, text.split()) for seat, text in record["orders"]
        ]
        self.totals = [0, 0]

    def play(self) -> dict[str, Any]:
        for year in range(self.years):
            self.play_year(year % 2)
        assert not self.orders, "orders are left over"
        first, second = self.totals
        return {
            "reason": "years-complete",
            "scores": self.totals,
            "places": [1 + (second > first), 1 + (first > second)],
        }

    def order(self, seat: int) -> list[str]:
        whose, words = self.orders.pop(0)
        assert whose == seat, f"an order of {whose} where {seat} was due"
        return words

    def play_year(self, seat: int) -> None:
        deck = list(self.shuffles.pop(0))
        self.hands = [deck[:6], deck[6:12]]
        self.birds: list[list[list[str]]] = [[], []]
        discard: list[str] = []
        deck = deck[12:]
        while deck:
            verb, card, *where = self.order(seat)
            self.hands[seat].remove(card)
            if verb == "discard":
                discard.append(card)
            elif verb == "hatch":
                self.birds[seat].append([card])
                assert is_bird([card])
            else:
                self.grow(seat, card, *where)
            asked = verb != "discard" and discard
            pile = self.order(seat)[1] if asked else "deck"
            self.hands[seat].append(deck.pop(0) if pile == "deck" else discard.pop())
            seat = 1 - seat
        for each in (0, 1):
            self.end_year(each)

    def grow(self, seat: int, card: str, bird: str) -> None:
        pile = self.birds[seat][int(bird) - 1]
        pile.append(card)
        assert is_bird(pile), f"{pile} is no bird"

    def end_year(self, seat: int) -> None:
        if any(is_bird([*bird, card]) for bird in self.birds[seat] for card in self.hands[seat]):
            _verb, *words = self.order(seat)
            for card, bird in zip(words[::2], words[1::2], strict=True):
                self.hands[seat].remove(card)
                self.grow(seat, card, bird)
        scores = [points(bird) for bird in self.birds[seat]]
        if "X" in self.hands[seat]:
            losses = [score for score in scores if score < 0]
            self.totals[seat] -= min(losses, default=0)
        self.totals[seat] += sum(scores)
