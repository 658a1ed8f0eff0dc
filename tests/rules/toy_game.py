"""High Card: a tiny game that shows the protocol to be general, and the helpers to know no game.

A suit for each seat, 1 to 6 (`a1`, `b6`); one card goes unseen into the box, three to each seat.
Each round all seats lay one card at the same time (`lay a3`), then the seat of the highest card
alone (the later suit breaks ties) says how many of the laid cards it scores: `keep 1`..`keep N`.
All draw up from seat 0 on; laid cards are discarded, and reshuffled when the pile is empty.
The match ends after `rounds` rounds, or at once when somebody has 12 points.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.rules.chance import Chance, Shuffle
from games.rules.protocol import (
    Adjudication,
    Choice,
    Decision,
    Event,
    IllegalOrderError,
    OpenPhase,
    OptionField,
    OrderSyntaxError,
    Outcome,
    Part,
    Reveal,
    Seat,
    Setup,
    SetupError,
    TableView,
    Value,
)

HAND = 3
POINTS_TO_WIN = 12

ToyOrder = tuple[str, str]
"""The verb and its one word: ("lay", "a3") or ("keep", "2")."""


@dataclass(frozen=True, slots=True)
class ToyOptions:
    rounds: int = 5
    open_hands: bool = False

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> ToyOptions:
        for name, value in values.items():
            if name not in ("rounds", "open_hands"):
                raise SetupError("unknown-option", option=name)
            allowed = (5, 9) if name == "rounds" else (False, True)
            if not any(value is one or (value == one and name == "rounds") for one in allowed):
                raise SetupError("bad-option", option=name, value=value)
        return cls(**values)

    def as_mapping(self) -> dict[str, Any]:
        return {"rounds": self.rounds, "open_hands": self.open_hands}


class ToyView(TableView, Value, frozen=True):
    game: str
    seats: int
    seat: Seat | None
    virtual: list[str]
    round: int
    phase: str
    awaited: list[Seat]
    hand: list[str] | None
    hands: dict[str, list[str]]
    sizes: list[int]
    pile: int
    discard: list[str]
    laid: list[str]
    points: list[int]


@dataclass(frozen=True, slots=True)
class ToyState:
    options: ToyOptions
    chance: Chance
    number: int
    round: int
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    discard: tuple[str, ...]
    laid: tuple[str, ...]
    points: tuple[int, ...]
    box: tuple[str, ...] = ()


def _strength(card: str) -> tuple[str, str]:
    return card[1], card[0]


class HighCard:
    key: ClassVar[str] = "high-card"
    name: ClassVar[str] = "High Card"
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range] = range(2, 4)
    options: ClassVar[type[ToyOptions]] = ToyOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = (
        OptionField("rounds", (5, 9)),
        OptionField("open_hands", (False, True)),
    )
    reasons: ClassVar[tuple[str, ...]] = ("rounds-complete", "twelve-points")
    verbs: ClassVar[tuple[str, ...]] = ("lay", "keep")
    questions: ClassVar[tuple[type, ...]] = ()
    events: ClassVar[Mapping[str, type]] = {}

    def check(self, seats: int, options: ToyOptions) -> None:
        if seats not in self.table_sizes:
            raise SetupError("bad-seats", seats=seats)
        if seats == 3 and options.open_hands:
            raise SetupError("open-hands-take-two")

    def start(self, setup: Setup[Any]) -> Adjudication[ToyState]:
        self.check(setup.seats, setup.options)
        deck = tuple(f"{suit}{rank}" for suit in "abc"[: setup.seats] for rank in range(1, 7))
        shuffle, chance = setup.chance.shuffle("cards", deck)
        cards = shuffle.cards
        hands = tuple(
            tuple(sorted(cards[seat * HAND : (seat + 1) * HAND])) for seat in range(setup.seats)
        )
        rest = cards[setup.seats * HAND :]
        state = ToyState(
            setup.options, chance, 1, 1, hands, rest[1:], (), (), (0,) * setup.seats, rest[:1]
        )
        events = [Event("began", {"seats": setup.seats})]
        for seat, hand in enumerate(hands):
            seen_by = None if setup.options.open_hands else frozenset({seat})
            events.append(Event("dealt", {"seat": seat, "cards": list(hand)}, seen_by))
        return Adjudication(state, tuple(events), (shuffle,))

    def phase(self, state: ToyState) -> OpenPhase | None:
        if self.outcome(state) is not None:
            return None
        if state.laid:
            return OpenPhase(state.number, "keep", state.round, (self._winner(state),))
        return OpenPhase(state.number, "lay", state.round, tuple(range(len(state.hands))))

    def _winner(self, state: ToyState) -> Seat:
        return max(range(len(state.laid)), key=lambda seat: _strength(state.laid[seat]))

    def _require_awaited(self, state: ToyState, seat: Seat) -> OpenPhase:
        phase = self.phase(state)
        if phase is None or seat not in phase.awaited:
            raise IllegalOrderError("not-awaited")
        return phase

    def decision(self, state: ToyState, seat: Seat) -> Decision:
        phase = self._require_awaited(state, seat)
        values = tuple(order[1] for order in self.legal_orders(state, seat))
        part = Part("card" if phase.name == "lay" else "count", 1, 1, values)
        verb = phase.name
        return Decision(phase.name, {"round": state.round}, (Choice(verb, (part,)),))

    def legal_orders(self, state: ToyState, seat: Seat) -> Iterable[ToyOrder]:
        phase = self._require_awaited(state, seat)
        if phase.name == "lay":
            return [("lay", card) for card in state.hands[seat]]
        return [("keep", str(count)) for count in range(1, len(state.laid) + 1)]

    def default_order(self, state: ToyState, seat: Seat) -> ToyOrder:
        return next(iter(self.legal_orders(state, seat)))

    def parse_order(self, state: ToyState, seat: Seat, text: str) -> ToyOrder:
        legal = tuple(self.legal_orders(state, seat))
        example = self.format_order(legal[0])
        words = text[:100].lower().split()
        if len(words) != 2 or words[0] not in ("lay", "keep") or len(text) > 100:
            raise OrderSyntaxError("not-an-order", text=text[:100], example=example)
        order = (words[0], words[1])
        if order not in legal:
            raise IllegalOrderError("not-legal", text=text, example=example)
        return order

    def format_order(self, order: ToyOrder) -> str:
        return " ".join(order)

    def adjudicate(
        self, state: ToyState, orders: Mapping[Seat, ToyOrder]
    ) -> Adjudication[ToyState]:
        phase = self.phase(state)
        if phase is None or set(orders) != set(phase.awaited):
            raise IllegalOrderError("wrong-seats")
        for seat, order in orders.items():
            if order not in self.legal_orders(state, seat):
                raise IllegalOrderError("not-legal", text=self.format_order(order))
        if phase.name == "lay":
            return self._lay(state, orders)
        return self._keep(state, int(orders[phase.awaited[0]][1]))

    def _lay(self, state: ToyState, orders: Mapping[Seat, ToyOrder]) -> Adjudication[ToyState]:
        laid = tuple(orders[seat][1] for seat in range(len(state.hands)))
        hands = tuple(
            tuple(card for card in hand if card != laid[seat])
            for seat, hand in enumerate(state.hands)
        )
        after = replace(state, number=state.number + 1, hands=hands, laid=laid)
        return Adjudication(after, (Event("laid", {"cards": list(laid)}),))

    def _keep(self, state: ToyState, count: int) -> Adjudication[ToyState]:
        winner = self._winner(state)
        points = tuple(
            have + (count if seat == winner else 0) for seat, have in enumerate(state.points)
        )
        events = [Event("kept", {"seat": winner, "count": count})]
        shuffles: list[Shuffle] = []
        pile, discard, chance = state.pile, state.discard + state.laid, state.chance
        hands = []
        for seat, hand in enumerate(state.hands):
            if not pile:
                shuffle, chance = chance.shuffle("cards", tuple(sorted(discard)))
                shuffles.append(shuffle)
                pile, discard = shuffle.cards, ()
                events.append(Event("reshuffled", {"number": len(pile)}))
            seen_by = None if state.options.open_hands else frozenset({seat})
            events.append(Event("drew", {"seat": seat, "card": pile[0]}, seen_by))
            hands.append(tuple(sorted((*hand, pile[0]))))
            pile = pile[1:]
        after = replace(
            state, chance=chance, number=state.number + 1, round=state.round + 1,
            hands=tuple(hands), pile=pile, discard=discard, laid=(), points=points,
        )  # fmt: skip
        return Adjudication(after, tuple(events), tuple(shuffles))

    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        shown = {
            str(other): list(hand)
            for other, hand in enumerate(state.hands)
            if other == seat or state.options.open_hands
        }
        phase = self.phase(state)
        return ToyView(
            game=self.key, seats=len(state.hands), seat=seat, virtual=[], round=state.round,
            phase=phase.name if phase else "over", awaited=list(phase.awaited if phase else ()),
            hand=None if seat is None else list(state.hands[seat]), hands=shown,
            sizes=[len(hand) for hand in state.hands], pile=len(state.pile),
            discard=list(state.discard), laid=list(state.laid), points=list(state.points),
        )  # fmt: skip

    def is_forced_openly(self, state: ToyState, seat: Seat) -> bool:
        return len(state.hands[seat]) == 1

    def outcome(self, state: ToyState) -> Outcome | None:
        if max(state.points) >= POINTS_TO_WIN:
            reason = "twelve-points"
        elif state.round > state.options.rounds:
            reason = "rounds-complete"
        else:
            return None
        places = tuple(1 + sum(more > own for more in state.points) for own in state.points)
        return Outcome(reason, state.points, places)

    def standing(self, state: ToyState) -> tuple[int, ...]:
        return tuple(state.points)

    def reveal(self, state: ToyState) -> Reveal[ToyView]:
        return Reveal(self.view(state, None), [list(hand) for hand in state.hands])

    def cards(self, state: ToyState) -> tuple[str, ...]:
        piles = (*state.hands, state.pile, state.discard, state.laid, state.box)
        return tuple(sorted(card for pile in piles for card in pile))

    def resample(self, state: ToyState, seat: Seat | None, chance: Chance) -> ToyState:
        known = {seat} if not state.options.open_hands else set(range(len(state.hands)))
        hidden = [*state.pile, *state.box]
        for other, hand in enumerate(state.hands):
            if other not in known:
                hidden.extend(hand)
        cards = list(chance.shuffle("resample", sorted(hidden))[0].cards)
        hands = tuple(
            hand if other in known else tuple(sorted(cards.pop() for _ in hand))
            for other, hand in enumerate(state.hands)
        )
        return replace(state, hands=hands, pile=tuple(cards[1:]), box=tuple(cards[:1]))

    def encode(self, state: ToyState) -> str:
        fields = {name: getattr(state, name) for name in ToyState.__slots__}
        fields["options"] = state.options.as_mapping()
        fields["chance"] = [state.chance.seed, state.chance.recorded, state.chance.used]
        return json.dumps(fields, separators=(",", ":"))

    def decode(self, text: str) -> ToyState:
        fields = json.loads(text)
        seed, recorded, used = fields["chance"]
        listed = recorded and tuple(Shuffle(pile, tuple(cards)) for pile, cards in recorded)
        return ToyState(
            ToyOptions.from_mapping(fields["options"]),
            Chance(seed, listed, used),
            fields["number"],
            fields["round"],
            tuple(tuple(hand) for hand in fields["hands"]),
            *(tuple(fields[name]) for name in ("pile", "discard", "laid", "points", "box")),
        )
