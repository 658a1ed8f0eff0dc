"""A stranger's reader of Wizard records, written from the notation and the rulings alone.

It imports nothing of the project and shares no line with it: it deals from the listed shuffles,
asks the seats in the order in which the notation says that they are asked, follows the cards round
the table and counts. It refuses what the rules forbid.
"""

from __future__ import annotations

from typing import Any


class Stranger:
    def __init__(self, record: dict[str, Any]) -> None:
        self.seats = record["seats"]
        self.options = record["options"]
        self.shuffles = [(one["pile"], list(one["cards"])) for one in record["shuffles"]]
        self.orders = [(seat, *text.split()) for seat, text in record["orders"]]
        self.scores = [0] * self.seats
        self.deck: list[str] = []

    def play(self) -> dict[str, Any]:
        if self.options["monochrome"]:
            sizes = range(4, 16)
        elif self.seats == 2:
            sizes = range(2, 8)
            self.deck = self.shuffled("deck")
        else:
            sizes = range(1, 60 // self.seats + 1)
        for number, size in enumerate(sizes):
            self.round(number % self.seats, size)
        assert not self.orders, "orders are left over"
        assert not self.shuffles, "shuffles are left over"
        return {
            "reason": "rounds-complete",
            "scores": self.scores,
            "places": [1 + sum(other > own for other in self.scores) for own in self.scores],
        }

    # ---- the record's two lists

    def shuffled(self, pile: str) -> list[str]:
        name, cards = self.shuffles.pop(0)
        assert name == pile, f"a shuffle of {name} where {pile} was due"
        return cards

    def order(self, seat: int, verb: str) -> str:
        whose, said, value = self.orders.pop(0)
        assert (whose, said) == (seat, verb), f"{whose} {said} where {seat} {verb} was due"
        return str(value)

    # ---- a round

    def round(self, dealer: int, size: int) -> None:
        first = (dealer + 1) % self.seats
        self.turn = [(first + step) % self.seats for step in range(self.seats)]
        self.trump = ""
        hands = self.deal(size)
        if not self.options["monochrome"] and self.deck:
            turned = self.deck.pop(0)
            if turned == "Z":
                self.trump = self.order(dealer, "trump")
                assert self.trump in "RBGY"
            elif turned != "N":
                self.trump = turned[0]
        bids = self.bid(size, dealer)
        won = [0] * self.seats
        leader = first
        for _ in range(size):
            leader = self.trick(leader, hands)
            won[leader] += 1
        for seat in range(self.seats):
            miss = abs(bids[seat] - won[seat])
            self.scores[seat] += -10 * miss if miss else 20 + 10 * won[seat]

    def deal(self, size: int) -> dict[int, list[str]]:
        if self.options["monochrome"]:
            return {seat: self.shuffled(f"deck-{seat}")[:size] for seat in range(self.seats)}
        if self.seats > 2:
            self.deck = self.shuffled("deck")
        return {seat: [self.deck.pop(0) for _ in range(size)] for seat in self.turn}

    def bid(self, size: int, dealer: int) -> list[int]:
        in_turn = self.options["bidding"] == "open"
        bids = [0] * self.seats
        for seat in self.turn if in_turn else range(self.seats):
            bids[seat] = int(self.order(seat, "bid"))
            assert 0 <= bids[seat] <= size
        if self.options["uneven"]:
            alone = [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]
            assert alone != [dealer] or sum(bids) != size, "the bids add up"
        return bids

    def trick(self, leader: int, hands: dict[int, list[str]]) -> int:
        lying: list[tuple[int, str]] = []
        for step in range(self.seats):
            seat = (leader + step) % self.seats
            card = self.order(seat, "play")
            suit = self.suit([one for _, one in lying])
            if suit and card not in ("Z", "N") and card[0] != suit:
                assert all(held[0] != suit for held in hands[seat]), f"{seat} did not follow"
            hands[seat].remove(card)
            lying.append((seat, card))
        return self.taker(lying)

    def suit(self, cards: list[str]) -> str:
        serious = [card for card in cards if card != "N"]
        if self.options["monochrome"] or not serious or serious[0] == "Z":
            return ""
        return serious[0][0]

    def taker(self, lying: list[tuple[int, str]]) -> int:
        wizards = [seat for seat, card in lying if card == "Z"]
        if wizards:
            return wizards[-1 if self.options["dark_wizard"] else 0]
        numbers = [(seat, card[0], int(card[1:])) for seat, card in lying if card != "N"]
        if not self.options["monochrome"]:
            suit = self.suit([card for _, card in lying])
            trumps = [one for one in numbers if one[1] == self.trump]
            numbers = trumps or [one for one in numbers if one[1] == suit]
        if not numbers:
            return lying[0][0]
        best = max(number for _, _, number in numbers)
        return next(seat for seat, _, number in numbers if number == best)
