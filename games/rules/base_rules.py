"""What the rules of a small game need not write themselves.

For games without options whose orders are texts of the notation, a verb and what it chooses, and
whose hidden cards are hands and one face-down pile. A game that outgrows it overrides what differs,
or keeps the protocol by itself.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby, pairwise
from typing import Any, ClassVar, Generic, TypeVar

from games.rules.chance import Chance, Shuffle
from games.rules.protocol import (
    Adjudication,
    Choice,
    Decision,
    EventData,
    IllegalOrderError,
    OpenPhase,
    OptionField,
    OptionValue,
    OrderSyntaxError,
    Outcome,
    Part,
    Reveal,
    Seat,
    SeatScores,
    Setup,
    SetupError,
    TableView,
    Value,
)

LONGEST_ORDER = 100


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game that has none."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> NoOptions:
        """Raises SetupError for any option."""
        for name in values:
            raise SetupError("unknown-option", option=name, known=())
        return cls()

    def as_mapping(self) -> dict[str, OptionValue]:
        return {}


@dataclass(frozen=True, kw_only=True)
class PlainState:
    """What every state holds; a game adds fields of JSON values and tuples of them.

    `number` is the phase's, which rises by one with every adjudication; `round` is what the game
    counts.
    """

    chance: Chance
    number: int = 1
    round: int = 1
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...] = ()
    """Cards that lie face down: nobody has seen them."""

    scores: SeatScores


class PlainView(TableView, Value, frozen=True):
    """A view of a match: the viewer's hand, the scores, and what lies open by its names."""

    game: str
    seats: int
    seat: Seat | None
    virtual: Sequence[str]
    round: int
    phase: str
    awaited: Sequence[Seat]
    hand: Sequence[str] | None
    scores: Sequence[int]
    table: Mapping[str, object]


S = TypeVar("S", bound=PlainState)


def dealt(
    setup: Setup[object], deck: Sequence[str], each: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], Shuffle, Chance]:
    """The deck shuffled: a sorted hand of so many cards a seat, the pile, and the chance left."""
    shuffle, chance = setup.chance.shuffle("deck", sorted(deck))
    cuts = [each * seat for seat in range(setup.seats + 1)]
    hands = tuple(tuple(sorted(shuffle.cards[one:two])) for one, two in pairwise(cuts))
    return hands, shuffle.cards[cuts[-1] :], shuffle, chance


class PlainRules(Generic[S]):
    """A game: its facts, and five functions over a frozen state; the rest of the protocol follows.

    A game says `start`, `phase`, `legal_orders` and `play`, and in `table` what lies open.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int] = 1
    table_sizes: ClassVar[range]
    options: ClassVar[type[Any]] = NoOptions
    option_fields: ClassVar[tuple[OptionField, ...]] = ()
    reasons: ClassVar[tuple[str, ...]] = ("all-played",)
    verbs: ClassVar[tuple[str, ...]]
    questions: ClassVar[tuple[type, ...]] = ()
    events: ClassVar[Mapping[str, type[EventData]]] = {}
    state: ClassVar[type[Any]]
    """The class of the states."""

    @abstractmethod
    def start(self, setup: Setup[Any]) -> Adjudication[S]:
        """Deal."""

    @abstractmethod
    def phase(self, state: S) -> OpenPhase | None:
        """The open decision point, or None when the match is over."""

    @abstractmethod
    def legal_orders(self, state: S, seat: Seat) -> Iterable[str]:
        """Every order of an awaited seat in lower case, `play a3`; orders of a verb together."""

    @abstractmethod
    def play(self, state: S, orders: Mapping[Seat, str]) -> Adjudication[S]:
        """Apply the legal orders of the awaited seats; the phase's number is raised here."""

    def table(self, state: S) -> Mapping[str, object]:
        """What lies open, by names that the text board shows."""
        del state
        return {}

    def check(self, seats: int, options: object) -> None:
        """Raises SetupError for a number of seats that the game is not for."""
        del options
        least, most = self.table_sizes[0], self.table_sizes[-1]
        if seats not in self.table_sizes:
            code = "too-few-seats" if seats < least else "too-many-seats"
            raise SetupError(code, seats=seats, least=least, most=most)

    def decision(self, state: S, seat: Seat) -> Decision:
        """A choice a verb, with one value where the verb does not stand alone."""
        phase = self._awaited(state, seat)
        choices = []
        for verb, orders in groupby(self.legal_orders(state, seat), lambda text: text.split()[0]):
            values = tuple(value for text in orders for value in text.split()[1:])
            choices.append(Choice(verb, (Part("card", 1, 1, values),) if values else ()))
        return Decision(phase.name, {}, tuple(choices))

    def is_forced_openly(self, state: S, seat: Seat) -> bool:
        """No: which card is the last one is nobody else's to know."""
        del state, seat
        return False

    def default_order(self, state: S, seat: Seat) -> str:
        """The first legal one."""
        return next(iter(self.legal_orders(state, seat)))

    def parse_order(self, state: S, seat: Seat, text: str) -> str:
        """The legal order that the text spells, in any case and with any blanks."""
        self._awaited(state, seat)
        legal = list(self.legal_orders(state, seat))
        facts = {"text": text[:LONGEST_ORDER], "example": legal[0]}
        if len(text) > LONGEST_ORDER:
            raise OrderSyntaxError("order-too-long", most=LONGEST_ORDER, **facts)
        order = " ".join(text.casefold().split())
        if order in legal:
            return order
        verb, *values = order.split() or [""]
        if verb in self.verbs and len(values) < 2:
            raise IllegalOrderError("not-possible-now", **facts)
        # Longer texts may be words that stand for a value: whoever reads words tries them next.
        raise OrderSyntaxError("empty-order", **facts)

    def format_order(self, order: str) -> str:
        return order

    def adjudicate(self, state: S, orders: Mapping[Seat, str]) -> Adjudication[S]:
        """Raises IllegalOrderError where these are not legal orders of exactly the awaited."""
        phase = self.phase(state)
        if phase is None or set(orders) != set(phase.awaited):
            raise IllegalOrderError("wrong-seats")
        for seat, order in orders.items():
            self.parse_order(state, seat, order)
        return self.play(state, orders)

    def view(self, state: S, seat: Seat | None) -> PlainView:
        phase = self.phase(state)
        return PlainView(
            game=self.key,
            seats=len(state.hands),
            seat=seat,
            virtual=[],
            round=state.round,
            phase=phase.name if phase is not None else "over",
            awaited=list(phase.awaited) if phase is not None else [],
            hand=list(state.hands[seat]) if seat is not None else None,
            scores=list(state.scores),
            table=self.table(state),
        )

    def outcome(self, state: S) -> Outcome | None:
        """The most points win."""
        if self.phase(state) is not None:
            return None
        places = tuple(1 + sum(more > own for more in state.scores) for own in state.scores)
        return Outcome(self.reasons[0], state.scores, places)

    def standing(self, state: S) -> SeatScores:
        return state.scores

    def reveal(self, state: S) -> Reveal[PlainView]:
        return Reveal(self.view(state, None), [list(hand) for hand in state.hands])

    def resample(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """The hands of the others and the pile, dealt anew."""
        others = [hand for other, hand in enumerate(state.hands) if other != seat]
        hidden = sorted([*state.pile, *(card for hand in others for card in hand)])
        cards = list(chance.shuffle("resample", hidden)[0].cards)
        hands = tuple(
            hand if other == seat else tuple(sorted(cards.pop() for _card in hand))
            for other, hand in enumerate(state.hands)
        )
        return replace(state, hands=hands, pile=tuple(cards))

    def encode(self, state: S) -> str:
        values = {field.name: getattr(state, field.name) for field in fields(state)}
        values["chance"] = [state.chance.seed, state.chance.recorded, state.chance.used]
        return json.dumps(values, sort_keys=True, separators=(",", ":"))

    def decode(self, text: str) -> S:
        values = {name: _frozen(value) for name, value in json.loads(text).items()}
        seed, recorded, used = values["chance"]
        listed = recorded and tuple(Shuffle(*shuffle) for shuffle in recorded)
        found: S = self.state(**{**values, "chance": Chance(seed, listed, used)})
        return found

    def _awaited(self, state: S, seat: Seat) -> OpenPhase:
        phase = self.phase(state)
        if phase is None or seat not in phase.awaited:
            raise IllegalOrderError("not-awaited")
        return phase


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
