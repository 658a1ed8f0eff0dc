"""A stranger's reader of Wild Cards records, written from the notation and the rulings alone.

It imports nothing of the project and shares no line with it: one mutable table, played straight
through. It asks the seats in the order in which the notation says that they are asked, moves the
cards, and counts. An illegal order shows only where a card is not where it should be.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

HABITAT_OF = {
    "peacock": "F", "squirrel": "F", "eagle": "M", "ibex": "M", "lion": "S", "meerkat": "S"
}  # fmt: skip


def value(card: str) -> int:
    return int(card[1])


class Stranger:
    def __init__(self, record: dict[str, Any]) -> None:
        self.edition = record["edition"]
        self.seats = record["seats"]
        self.leo = self.seats if record["options"]["leo"] else None
        self.everybody = list(range(self.seats + (self.leo is not None)))
        self.shuffles = [(one["pile"], one["cards"]) for one in record["shuffles"]]
        self.orders: list[tuple[int, list[str]]] = [
            (seat, text.split()) for seat, text in record["orders"]
        ]
        self.animals = self.shuffled("animals")
        self.deck = self.shuffled("habitats")
        self.hands = [[self.deck.pop(0) for _ in range(7)] for _ in range(self.seats)]
        self.discard: list[str] = []
        self.collections: list[list[str]] = [[] for _ in self.everybody]
        self.tokens = [0 for _ in self.everybody]
        self.leaders: dict[str, int] = {}
        self.talisman = 0
        self.pile: list[str] = []
        if self.leo is not None:
            self.refill_leo()

    # ---- the record's two lists

    def shuffled(self, pile: str) -> list[str]:
        name, cards = self.shuffles.pop(0)
        assert name == pile, f"a shuffle of {name} where {pile} was due"
        return list(cards)

    def order(self, seat: int, *verbs: str) -> list[str]:
        whose, words = self.orders.pop(0)
        assert whose == seat, f"an order of {whose} where {seat} was due"
        assert words[0] in verbs, f"{words} where {verbs} was due"
        return words

    # ---- moving cards

    def draw(self) -> str | None:
        if not self.deck and self.discard:
            cards = self.shuffled("habitats")
            assert sorted(cards) == sorted(self.discard), "a reshuffle of other cards"
            self.deck, self.discard = cards, []
        return self.deck.pop(0) if self.deck else None

    def draw_to(self, seat: int, count: int) -> None:
        for _ in range(count):
            card = self.draw()
            if card:
                self.hands[seat].append(card)

    def give_up(self, seat: int, cards: list[str]) -> list[str]:
        for card in cards:
            self.hands[seat].remove(card)
        return cards

    def refill_leo(self) -> None:
        drawn = [self.draw() for _ in range(5)]
        pile = self.shuffled("leo")
        assert sorted(pile) == sorted([*(card for card in drawn if card), "R"])
        self.pile = pile

    # ---- the round

    def play(self) -> dict[str, Any]:
        width = len(self.everybody) - 1
        while len(self.animals) >= width:
            self.market: list[str | None] = [self.animals.pop(0) for _ in range(width)]
            self.round()
        assert not self.orders, "orders are left over"
        assert not self.shuffles, "shuffles are left over"
        return self.result()

    def round(self) -> None:
        self.bids: dict[int, str] = {}
        self.table: dict[int, list[str]] = {}
        self.talisman_used = False
        self.bid()
        refills = [seat for seat in range(self.seats) if self.bids[seat] == "R"]
        self.swap(refills)
        self.refill(refills)
        worths = {seat: value(card) for seat, card in self.bids.items() if card != "R"}
        for group in in_groups(worths):
            if len(group) == 1 or not self.market_left():
                self.acquire(group, set())
            else:
                self.tie(group, worths[group[0]])
        self.clean_up()

    def bid(self) -> None:
        laid = {seat: self.order(seat, "bid")[1:] for seat in range(self.seats)}
        if self.leo is not None:
            self.bids[self.leo] = self.pile.pop(0)
        for seat, cards in laid.items():
            chosen = cards[0]
            if len(cards) == 2:
                assert self.leaders.get("eagle") == seat
                chosen = self.order(seat, "reveal")[1]
                assert chosen in cards
            self.bids[seat] = chosen
            if chosen != "R":
                self.give_up(seat, [chosen])

    def swap(self, refills: list[int]) -> None:
        done: list[int] = []
        while True:
            seat = self.leaders.get("meerkat")
            if seat is None or seat not in refills or seat in done:
                return
            done.append(seat)
            if not self.collections[seat] or not self.market_left():
                return
            words = self.order(seat, "swap")
            if words[1] == "none":
                return
            give, take = words[1:]
            self.market[self.market.index(take)] = give
            self.collections[seat].remove(give)
            self.collections[seat].append(take)
            if give != take:
                self.gain(seat, take)
                self.lose(seat, give)

    def refill(self, refills: list[int]) -> None:
        for seat in refills:
            self.discard += self.give_up(seat, self.order(seat, "refill")[1:])
        for seat in refills:
            limit = 10 if self.leaders.get("squirrel") == seat else 7
            self.draw_to(seat, limit - len(self.hands[seat]))
        if self.leo is not None and self.bids[self.leo] == "R":
            self.discard += self.pile
            self.refill_leo()

    def market_left(self) -> list[str]:
        return [animal for animal in self.market if animal]

    # ---- ties

    def tie(self, group: list[int], worth: int) -> None:
        first = [seat for seat in group if seat == self.leaders.get("lion") and seat != self.leo]
        first += [seat for seat in group if seat == self.leo]
        rest = [seat for seat in group if seat not in first]
        passed: set[int] = set()
        if len(rest) > 1:
            if worth > 1:
                for seat in rest:
                    words = self.order(seat, "pay", "pass")
                    if words[0] == "pass":
                        passed.add(seat)
                    else:
                        assert len(words) == worth
                        self.table[seat] = self.give_up(seat, words[1:])
            rest = self.ranked([seat for seat in rest if seat not in passed]) + sorted(passed)
        self.acquire(first + rest, passed)

    def ranked(self, seats: list[int]) -> list[int]:
        totals = {seat: sum(map(value, self.table.get(seat, []))) for seat in seats}
        level = self.by_talisman if self.edition == "2022" else self.by_cards
        out: list[str] = []
        ranked = []
        for group in in_groups(totals):
            ranked += level(group, out) if len(group) > 1 else group
        self.discard += out
        return ranked

    def by_talisman(self, group: list[int], out: list[str]) -> list[int]:
        self.talisman_used = True
        return sorted(group, key=lambda seat: (seat - self.talisman - 1) % self.seats)

    def by_cards(self, group: list[int], out: list[str]) -> list[int]:
        asked = [seat for seat in group if self.hands[seat] or self.deck or self.discard]
        if not asked:
            return [int(seat) for seat in self.shuffled("tie")]
        said = {seat: self.order(seat, "draw", "show") for seat in asked}
        worth = dict.fromkeys(group, 0)
        for seat, words in said.items():
            card = self.draw() if words[0] == "draw" else self.give_up(seat, words[1:])[0]
            if card:
                out.append(card)
                worth[seat] = value(card)
        ranked = []
        for level in in_groups(worth):
            ranked += self.by_cards(level, out) if len(level) > 1 else level
        return ranked

    # ---- animals and leaders

    def acquire(self, order: list[int], passed: set[int]) -> None:
        for seat in order:
            if seat == self.leo:
                if self.market_left():
                    self.take(seat, self.market_left()[0])
                continue
            words = ["pass"]
            if self.market_left() and seat not in passed:
                words = self.order(seat, "take", "pass")
            if words[0] == "pass":
                self.hands[seat] += [self.bids.pop(seat), *self.table.pop(seat, [])]
                self.draw_to(seat, min(2, 10 - len(self.hands[seat])))
                continue
            if seat not in self.table:
                self.table[seat] = self.give_up(seat, words[2:])
            else:
                assert len(words) == 2
            assert len(self.table[seat]) == value(self.bids[seat]) - 1
            self.take(seat, words[1])
            kinds = {card[0] for card in (self.bids[seat], *self.table[seat])}
            if kinds <= {HABITAT_OF[words[1]], "W"}:
                self.tokens[seat] += 2

    def take(self, seat: int, animal: str) -> None:
        self.market[self.market.index(animal)] = None
        self.collections[seat].append(animal)
        self.gain(seat, animal)

    def counts(self, animal: str) -> list[int]:
        return [collection.count(animal) for collection in self.collections]

    def gain(self, seat: int, animal: str) -> None:
        if self.counts(animal)[seat] == max(self.counts(animal)):
            self.leaders[animal] = seat

    def lose(self, seat: int, animal: str) -> None:
        if self.leaders.get(animal) != seat:
            return
        counts = self.counts(animal)
        best = max(counts)
        if counts[seat] and counts[seat] == best:
            return
        del self.leaders[animal]
        if best and counts.count(best) == 1:
            self.leaders[animal] = counts.index(best)

    def clean_up(self) -> None:
        ibex = self.leaders.get("ibex")
        if ibex is not None and ibex != self.leo and self.bids.get(ibex, "R")[0] in "FSM":
            self.hands[ibex].append(self.bids.pop(ibex))
        self.discard += [card for card in self.bids.values() if card != "R"]
        self.discard += [card for cards in self.table.values() for card in cards]
        if self.talisman_used:
            self.talisman = (self.talisman + 1) % self.seats

    # ---- the end

    def result(self) -> dict[str, Any]:
        scores, ranks = [], []
        for seat in range(self.seats):
            animals = self.collections[seat]
            counts = sorted((animals.count(animal) for animal in HABITAT_OF), reverse=True)
            held = [animal for animal, owner in self.leaders.items() if owner == seat]
            leaders = sum(3 if animal == "peacock" else 1 for animal in held)
            scores.append(2 * counts[0] + counts[1] + leaders + self.tokens[seat])
            ranks.append((scores[seat], len(animals)))
        places = [1 + sum(other > rank for other in ranks) for rank in ranks]
        return {"reason": "animals-exhausted", "scores": scores, "places": places}


def in_groups(worth: dict[int, int]) -> list[list[int]]:
    """Seats by what they are worth, the best first, equal ones together in seat order."""
    ordered = sorted(worth, key=lambda seat: (-worth[seat], seat))
    return [list(group) for _, group in groupby(ordered, key=lambda seat: worth[seat])]
