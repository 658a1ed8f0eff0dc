"""What every game promises to the service: the words, the values and the one protocol.

A game is a set of pure functions over a frozen state. Nothing here knows a clock, a database or a
person: seats are integers, orders arrive together, chance comes from the state's own `Chance`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import (
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

import msgspec

from games.rules.chance import Chance, Shuffle

Seat: TypeAlias = int
"""0 .. seats-1, clockwise. The only thing that the rules know of a person."""

SeatScores: TypeAlias = tuple[int, ...]
OptionValue: TypeAlias = str | bool | int

Facts: TypeAlias = Mapping[str, Any]
"""A JSON object, read by those who know what it holds."""

OptionsT_co = TypeVar("OptionsT_co", covariant=True)
S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  the order type, named as in the design
V_co = TypeVar("V_co", bound="TableView", covariant=True)
T = TypeVar("T")


class Value(msgspec.Struct, frozen=True, gc=False):
    """What views and questions are made of: fields of JSON values and other such values."""


class TableView:
    """What one seat may know of a state, built up from nothing: the fields that all games have.

    Each game's view is a `Value` that lists all its fields, in the order of its JSON form.
    `seat` is the viewer, None for a spectator. `virtual` names the players that the rules move, who
    sit after the people. `hand` is None where the viewer has none or may not see it.
    """

    __slots__ = ()

    game: str
    seats: int
    seat: Seat | None
    virtual: Sequence[str]
    round: int
    phase: str
    awaited: Sequence[Seat]
    hand: Sequence[str] | None

    @property
    def own_seat(self) -> Seat:
        """The viewer's seat. Raises LookupError for a spectator."""
        if self.seat is None:
            raise LookupError("a spectator has no seat")
        return self.seat


GameView: TypeAlias = Any
"""The view of the game at hand: a `Value` of its own, with the fields of `TableView`."""


@dataclass(frozen=True, slots=True)
class Reveal(Generic[V_co]):
    """A state with everything open: the spectator's view, and each person's hand."""

    view: V_co
    hands: Sequence[Sequence[str]]


class RulesError(ValueError):
    """Something asked of the rules that they refuse, with a code for the one who words it.

    `code` is stable and worded outside the rules, in the reader's language, with `params`.
    """

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        details = ", ".join(f"{name}={value!r}" for name, value in params.items())
        super().__init__(f"{code}({details})" if details else code)


class SetupError(RulesError):
    """These seats and options do not make a match."""


class OrderError(RulesError):
    """An order that was not taken. `text` is what was sent, `example` an order that would work.

    `read_as` is the notation that words were read as; "" where the notation itself was sent.
    """

    read_as = ""

    def __init__(self, code: str, *, text: str = "", example: str = "", **params: object) -> None:
        self.text = text
        self.example = example
        super().__init__(code, **params)


class OrderSyntaxError(OrderError):
    """Not an order in the notation at all."""


class IllegalOrderError(OrderError):
    """An order, but not one that this seat may give now."""


class AmbiguousOrderError(OrderError):
    """More than one legal order fits. `candidates` are their canonical texts."""

    def __init__(
        self,
        code: str,
        *,
        candidates: Sequence[str],
        text: str = "",
        example: str = "",
        **params: object,
    ) -> None:
        self.candidates = tuple(candidates)
        super().__init__(code, text=text, example=example, **params)


class EventData(msgspec.Struct, frozen=True, gc=False):
    """What one event holds: JSON values, tuples of them, and values of the game's own classes.

    The fields stand in the order of its JSON form, which journals keep: to rename, to reorder or
    to add one needs a new `version` of the rules.
    """


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, as data. Words come from templates.

    `data` is of the class that the rules' `events` name for the kind; a mapping where they name
    none. `seen_by` holds the seats that may know it; None means everybody, spectators included.
    """

    kind: str
    data: EventData | Facts
    seen_by: frozenset[Seat] | None = None


class OpenPhase(msgspec.Struct, frozen=True):
    """The decision point that a state waits at.

    `number` rises by one with every adjudication, from 1. `round` is what the game counts (round,
    turn, year): standing orders live as long as it stays the same. `awaited` is in seat order.
    """

    number: int
    name: str
    round: int
    awaited: tuple[Seat, ...]


class Part(NamedTuple):
    """One thing to choose within a `Choice`: between `least` and `most` of `values`, each once."""

    name: str
    least: int
    most: int
    values: tuple[str, ...]


class Choice(NamedTuple):
    """One way to answer: the verb, then the chosen values of each part, joined by spaces.

    `"take"` with parts animal (1 of 2) and payment (2 of 5) spells `take lion F2 M1`.
    Every text spelled so within the bounds is an order that `parse_order` accepts.
    """

    verb: str
    parts: tuple[Part, ...] = ()


class Decision(NamedTuple):
    """What a seat is asked: a kind (the phase's name), facts for a prompt, the ways to answer.

    `data` is a `Value` of the game, one a kind of question, or a mapping for games without.
    """

    kind: str
    data: object
    choices: tuple[Choice, ...]


class Outcome(NamedTuple):
    """How a match ended. `scores` and `places` per seat; places from 1, equal places share.

    `extra` goes into the record's outcome beside them (RobinBird's score), usually empty.
    """

    reason: str
    scores: SeatScores
    places: tuple[int, ...]
    extra: Mapping[str, int] = {}


class OptionField(NamedTuple):
    """One option of a game as a form or a command line shows it; the default first in `values`.

    A number may have `others` that are as good: `values` are then those that tests walk through.
    """

    name: str
    values: tuple[OptionValue, ...]
    others: range | None = None


@dataclass(frozen=True, slots=True)
class Setup(Generic[OptionsT_co]):
    """All that a match starts from: people's seats, options, and the source of chance."""

    seats: int
    options: OptionsT_co
    chance: Chance


class Adjudication(msgspec.Struct, Generic[S], frozen=True):
    """A new state with what happened on the way: the events and every shuffle, in order."""

    state: S
    events: tuple[Event, ...]
    shuffles: tuple[Shuffle, ...] = ()


@runtime_checkable
class Options(Protocol):
    """A game's options: a frozen dataclass with all fields defaulted."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Options:
        """Options as a record or a form gives them. Raises SetupError on unknown or bad ones."""
        ...

    def as_mapping(self) -> dict[str, OptionValue]:
        """All options written out, in a fixed order, as JSON values (`edition` included)."""
        ...


class Rules(Protocol[S, O]):
    """One game. Pure: equal arguments give equal results, and no argument is ever changed."""

    key: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int]
    table_sizes: ClassVar[range]
    options: ClassVar[type[Any]]
    option_fields: ClassVar[tuple[OptionField, ...]]
    reasons: ClassVar[tuple[str, ...]]
    verbs: ClassVar[tuple[str, ...]]
    """Every verb of the game's notation, in the order in which a round needs them."""

    questions: ClassVar[tuple[type, ...]]
    """What the data of a decision may be: the game's kinds of `Value`, none where it has none."""

    events: ClassVar[Mapping[str, type[EventData]]]
    """What the data of each kind of event is; empty where nothing says so."""

    def check(self, seats: int, options: Any) -> None:
        """Raise SetupError if these seats and options do not make a match."""
        ...

    def start(self, setup: Setup[Any]) -> Adjudication[S]:
        """Deal. Raises SetupError as `check` does."""
        ...

    def phase(self, state: S) -> OpenPhase | None:
        """The open decision point, or None when the match is over."""
        ...

    def decision(self, state: S, seat: Seat) -> Decision:
        """What an awaited seat is asked. Raises IllegalOrderError("not-awaited") for another."""
        ...

    def legal_orders(self, state: S, seat: Seat) -> Iterable[O]:
        """Every order of an awaited seat, in a fixed order, each once; lazy where it is long."""
        ...

    def is_forced_openly(self, state: S, seat: Seat) -> bool:
        """Whether everybody can see that an awaited seat has but one legal order.

        It follows from what a spectator may know, and then `legal_orders` has one. False where the
        seat has but one because of cards that others do not see.
        """
        ...

    def default_order(self, state: S, seat: Seat) -> O:
        """What silence means: legal, harmless, and written in the rules page."""
        ...

    def parse_order(self, state: S, seat: Seat, text: str) -> O:
        """Read one step of the notation (seeds/pages/notation.en.md) in this position, forgivingly.

        Raises OrderSyntaxError, IllegalOrderError or AmbiguousOrderError. Never anything else,
        whatever the text.
        """
        ...

    def format_order(self, order: O) -> str:
        """The canonical text. `parse_order` reads it back to an equal order."""
        ...

    def adjudicate(self, state: S, orders: Mapping[Seat, O]) -> Adjudication[S]:
        """Apply the orders of exactly the awaited seats. Raises IllegalOrderError otherwise."""
        ...

    def view(self, state: S, seat: Seat | None) -> TableView:
        """What the seat (None: a spectator) may know."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it runs."""
        ...

    def standing(self, state: S) -> SeatScores:
        """Each person's score as it stands: at the end the outcome's, before it the running one.

        It tells nothing that a spectator may not know.
        """
        ...

    def reveal(self, state: S) -> Reveal[TableView]:
        """Everything, for the replay of a finished match."""
        ...

    def resample(self, state: S, seat: Seat | None, chance: Chance) -> S:
        """Another state that the seat cannot tell from this one: what it does not know, dealt anew.

        What the seat (None: a spectator) knows stays: its own hand, its sealed cards, everything
        public. The hidden cards are pooled and dealt again from `chance`. The result is a legal
        state of the same phase and awaited seats, with `view(result, seat) == view(state, seat)`.
        """
        ...

    def encode(self, state: S) -> str:
        """The state as canonical JSON of at most a few kB; `decode` reads it back."""
        ...

    def decode(self, text: str) -> S:
        """Read what `encode` wrote under the same `version`."""
        ...


class RandomSource(Protocol):
    """What a bot may draw from: the part of `random.Random` that bots use."""

    def random(self) -> float: ...

    def randrange(self, stop: int, /) -> int: ...


class Bot(Protocol):
    """A virtual player. It gets what a person in its seat gets: the view and the legal orders.

    One that has `reads_view = False` gets none, which makes its matches faster.
    """

    key: ClassVar[str]

    def order(
        self, view: GameView, decision: Decision, legal: Sequence[Any], chance: RandomSource
    ) -> Any:
        """One of `legal`."""
        ...
