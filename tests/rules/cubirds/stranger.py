"""A stranger's reader of CuBirds records, written from the notation and the rulings alone.

It imports nothing of the project and shares no line with it: lists of names on one mutable table,
played straight through. An illegal order shows where a card is not where it should be.
"""

from __future__ import annotations

from typing import Any

HAND = 8
FAMILIES = {
    "flamingo": (2, 3),
    "owl": (3, 4),
    "toucan": (3, 4),
    "duck": (4, 6),
    "parrot": (4, 6),
    "magpie": (5, 7),
    "warbler": (6, 9),
    "robin": (6, 9),
}


class Stranger:
    def __init__(self, record: dict[str, Any]) -> None:
        self.seats: int = record["seats"]
        robin_birds = record["options"].get("robin_birds", 0)
        self.robin: int | None = self.seats if robin_birds else None
        self.everybody = list(range(self.seats + (self.robin is not None)))
        self.shuffles: list[list[str]] = [
            list(one["cards"]) for one in record["shuffles"] if one["pile"] == "deck"
        ]
        self.orders: list[tuple[int, list[str]]] = [
            (seat, text.split()) for seat, text in record["orders"]
        ]
        self.deck = self.shuffles.pop(0)
        self.discard: list[str] = []
        self.rows: list[list[str]] = []
        for _ in range(4):
            row: list[str] = []
            while len(row) < 3:
                bird = self.deck.pop(0)
                (self.discard if bird in row else row).append(bird)
            self.rows.append(row)
        self.hands: list[list[str]] = [[self.card() for _ in range(HAND)] for _ in self.everybody]
        self.collections = [
            [self.card() for _ in range(robin_birds if seat == self.robin else 1)]
            for seat in self.everybody
        ]

    def card(self) -> str:
        if not self.deck:
            pile = self.shuffles.pop(0)
            assert sorted(pile) == sorted(self.discard), "a shuffle of other cards"
            self.deck, self.discard = pile, []
        return self.deck.pop(0)

    def left(self) -> int:
        return len(self.deck) + len(self.discard)

    def order(self, seat: int, *verbs: str) -> list[str]:
        whose, words = self.orders.pop(0)
        assert (whose, words[0] in verbs) == (seat, True), f"{whose} said {words}, {seat} was due"
        return words

    def play(self) -> dict[str, Any]:
        seat = 0
        for _turn in range(2000):
            ended = self.robin_turn() if seat == self.robin else self.turn(seat)
            if ended:
                return self.result(ended, seat)
            if self.hands[seat]:
                seat = (seat + 1) % len(self.everybody)
                continue
            for other in self.everybody:
                self.discard += self.hands[other]
                self.hands[other] = []
            if self.left() < HAND * len(self.everybody):
                return self.result("cards-exhausted", None)
            for other in self.everybody:
                self.hands[other] = [self.card() for _ in range(HAND)]
        return self.result("turn-limit", None)

    def turn(self, seat: int) -> str:
        _lay, bird, row, side = self.order(seat, "lay")
        hand = self.hands[seat]
        number = hand.count(bird)
        assert number, f"{seat} has no {bird}"
        self.hands[seat] = [other for other in hand if other != bird]
        taken = self.lay(int(row) - 1, side, bird, number)
        self.hands[seat] += taken
        if not taken and self.left() and self.order(seat, "draw", "stay")[0] == "draw":
            for _ in range(min(2, self.left())):
                self.hands[seat].append(self.card())
        if any(self.hands[seat].count(one) >= small for one, (small, _) in FAMILIES.items()):
            words = self.order(seat, "family", "done")
            if words[0] == "family":
                return self.family(seat, words[1])
        return ""

    def robin_turn(self) -> str:
        seat = self.robin
        assert seat is not None
        for row in range(4):
            if not self.left():
                continue
            bird = self.card()
            gains = {side: len(self.between(row, side, bird)) for side in ("left", "right")}
            side = "left" if gains["left"] > gains["right"] else "right"
            self.hands[seat] += self.lay(row, side, bird, 1)
        for one, (small, _big) in FAMILIES.items():
            if self.hands[seat].count(one) >= small and (ended := self.family(seat, one)):
                return ended
        return ""

    def between(self, row: int, side: str, bird: str) -> list[str]:
        birds = self.rows[row] if side == "left" else self.rows[row][::-1]
        return birds[: birds.index(bird)] if bird in birds else []

    def lay(self, row: int, side: str, bird: str, number: int) -> list[str]:
        taken = self.between(row, side, bird)
        birds = self.rows[row] if side == "left" else self.rows[row][::-1]
        birds = [bird] * number + birds[len(taken) :]
        self.rows[row] = birds if side == "left" else birds[::-1]
        while len(set(self.rows[row])) == 1 and self.left():
            self.rows[row].append(self.card())
        return taken

    def family(self, seat: int, bird: str) -> str:
        number = self.hands[seat].count(bird)
        small, big = FAMILIES[bird]
        assert number >= small, f"{number} are no family of {bird}"
        birds = 2 if number >= big else 1
        self.hands[seat] = [other for other in self.hands[seat] if other != bird]
        self.collections[seat] += [bird] * birds
        self.discard += [bird] * (number - birds)
        kinds = {one: self.collections[seat].count(one) for one in self.collections[seat]}
        if len(kinds) >= 7:
            return "seven-species"
        if sum(count >= 3 for count in kinds.values()) >= 2:
            return "two-threes"
        return ""

    def result(self, reason: str, winner: int | None) -> dict[str, Any]:
        assert not self.orders, "orders are left over"
        assert not self.shuffles, "shuffles are left over"
        birds = [len(collection) for collection in self.collections]
        best = [10**6 if seat == winner else number for seat, number in enumerate(birds)]
        places = [1 + sum(other > own for other in best) for own in best]
        told = {"reason": reason, "scores": birds[: self.seats], "places": places[: self.seats]}
        return told if self.robin is None else {**told, "robinbird": birds[self.robin]}
