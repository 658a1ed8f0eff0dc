"""Match records: one JSON line that replays a match anywhere (seeds/pages/notation.en.md, 4).

A record needs no random generator: it lists every shuffle and every order. `verify` replays it from
those alone; `check_seed` shows in addition that the shuffles are what the seed gives.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from games.rules.chance import Chance, Shuffle
from games.rules.journal import JournalEntry, JournalError, PlayedPhase, replay
from games.rules.protocol import O, Options, OptionValue, Outcome, Rules, RulesError, S, Setup
from games.rules.record_form import (
    RecordError,
    as_list,
    as_number,
    as_object,
    as_text,
    load_object,
    require_keys,
    shown,
)

E = TypeVar("E", bound=StrEnum)

RECORD_FORM = 1
MOST_SEATS = 100
MOST_SHUFFLES = 20_000
MOST_CARDS = 1000
MOST_ORDERS = 100_000
LONGEST_WORD = 100
LONGEST_SEED = 1000
LONGEST_ORDER = 500
LARGEST_NUMBER = 10**9

KEYS = (
    "record",
    "game",
    "rules_version",
    "options",
    "seats",
    "seed",
    "shuffles",
    "orders",
    "outcome",
)

ADJUDICATED = "adjudicated"
"""Stands as the reason of a match that the service ended before its rules did."""


class EndedFor(StrEnum):
    """Why the service ended a match before its rules did."""

    ROUND_TIME = "round-time"
    DESERTED = "deserted"
    OPERATOR = "operator"


class Decider(StrEnum):
    """Who gave an order that the seat did not give itself."""

    DEFAULT = "default"
    BOT = "bot"
    STANDING = "standing"
    FORCED = "forced"


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match that is over. `options` as the record holds them: without `edition`, which has a
    place of its own beside `game` and is None for a game without editions.

    `adjudicated_for` is set where the service ended it; `deciders` says of an order, by its index,
    that the seat did not give it itself. Neither changes how the record is replayed.
    """

    game: str
    edition: str | None
    rules_version: int
    options: Mapping[str, OptionValue]
    seats: int
    seed: str
    shuffles: tuple[Shuffle, ...]
    orders: tuple[JournalEntry, ...]
    outcome: Outcome
    adjudicated_for: EndedFor | None = None
    deciders: Mapping[int, Decider] = field(default_factory=dict)


def make_record(
    rules: Rules[S, O],
    setup: Setup[Options],
    shuffles: Sequence[Shuffle],
    orders: Sequence[JournalEntry],
    outcome: Outcome,
    *,
    adjudicated_for: EndedFor | None = None,
    deciders: Mapping[int, Decider] | None = None,
) -> MatchRecord:
    """The record of a match that these rules played from this setup."""
    options = setup.options.as_mapping()
    edition = options.pop("edition", None)
    return MatchRecord(
        game=rules.key,
        edition=None if edition is None else str(edition),
        rules_version=rules.version,
        options=options,
        seats=setup.seats,
        seed=setup.chance.seed,
        shuffles=tuple(shuffles),
        orders=tuple(orders),
        outcome=outcome,
        adjudicated_for=adjudicated_for,
        deciders=dict(deciders or {}),
    )


def final_outcome(rules: Rules[S, O], state: S) -> Outcome:
    """How a match that has no open phase any more ended. Raises LookupError while it runs."""
    outcome = rules.outcome(state)
    if outcome is None:
        raise LookupError("the match is not over")
    return outcome


def write_record(record: MatchRecord) -> str:
    """The canonical line, without a line feed; `read_record` reads it back to an equal record."""
    value: dict[str, object] = {"record": RECORD_FORM, "game": record.game}
    if record.edition is not None:
        value["edition"] = record.edition
    value |= {
        "rules_version": record.rules_version,
        "options": dict(record.options),
        "seats": record.seats,
        "seed": record.seed,
        "shuffles": [{"pile": pile, "cards": cards} for pile, cards in record.shuffles],
        "orders": record.orders,
    }
    if record.deciders:
        value["deciders"] = {str(index): str(by) for index, by in sorted(record.deciders.items())}
    value["outcome"] = _outcome_value(record.outcome, record.adjudicated_for)
    return json.dumps(value, allow_nan=False)


def read_record(line: str | bytes) -> MatchRecord:
    """Read one line of any origin, strictly.

    Raises RecordError, naming place and fault, for bytes that are not UTF-8, for what is not JSON
    or too long, for a missing, doubled or unknown key and for any value of another type or size.
    The rules are not asked here: `verify` does that.
    """
    value = load_object(line)
    require_keys(value, "", KEYS, ("edition", "deciders"))
    if as_number(value["record"], "record", 1, LARGEST_NUMBER) != RECORD_FORM:
        raise RecordError("record", f"must be {RECORD_FORM}, not {value['record']}")
    edition = None
    if "edition" in value:
        edition = as_text(value["edition"], "edition", LONGEST_WORD)
    seats = as_number(value["seats"], "seats", 1, MOST_SEATS)
    orders = tuple(_read_orders(value["orders"], seats))
    outcome, adjudicated_for = _read_outcome(value["outcome"], seats)
    return MatchRecord(
        game=as_text(value["game"], "game", LONGEST_WORD),
        edition=edition,
        rules_version=as_number(value["rules_version"], "rules_version", 1, LARGEST_NUMBER),
        options=_read_options(value["options"]),
        seats=seats,
        seed=as_text(value["seed"], "seed", LONGEST_SEED),
        shuffles=tuple(_read_shuffles(value["shuffles"])),
        orders=orders,
        outcome=outcome,
        adjudicated_for=adjudicated_for,
        deciders=dict(_read_deciders(value.get("deciders", {}), len(orders))),
    )


def replay_record(rules: Rules[S, O], record: MatchRecord) -> Iterator[PlayedPhase[S]]:
    """Replay from shuffles and orders alone, lazily: the deal, then every phase.

    The seed is ignored. Raises RecordError at the first thing that these rules do not follow. What
    comes after the last order is not looked at: see `verify`.
    """
    setup = _setup(rules, record, Chance(recorded=record.shuffles))
    try:
        yield from replay(rules, setup, record.orders)
    except JournalError as error:
        raise _at(error) from error


def verify(rules: Rules[S, O], record: MatchRecord) -> None:
    """Replay the record and compare everything that it claims; RecordError at the first difference.

    What holds afterwards: seats and options make a match and are written out whole; every order is
    canonical, legal, of an awaited seat and in its place; every shuffle is used, of the right pile
    and cards; the match is over after the last order; the outcome is exactly what the rules say. Of
    a match that the service ended, a decision is still open and the scores are as it stood; the
    places are the service's own ruling.
    """
    made: list[Shuffle] = []
    for played in replay_record(rules, record):
        made.extend(played.adjudication.shuffles)
    state = played.adjudication.state  # the deal always comes
    phase = rules.phase(state)
    if phase is not None and record.adjudicated_for is None:
        raise RecordError(
            f"orders[{len(record.orders)}]",
            f"missing; seat {phase.awaited[0]} is awaited ({phase.name}, round {phase.round})",
        )
    for index, shuffle in enumerate(record.shuffles[len(made) :], len(made)):
        raise RecordError(f"shuffles[{index}]", f"of {shown(shuffle.pile)} is left over")
    if record.adjudicated_for is None:
        _compare_outcome(final_outcome(rules, state), record.outcome)
    elif phase is None:
        raise RecordError("outcome.reason", "is adjudicated, but the rules had ended the match")
    else:
        standing = record.outcome._replace(scores=tuple(rules.standing(state)))
        _compare_outcome(standing, record.outcome)


def check_seed(rules: Rules[S, O], record: MatchRecord) -> None:
    """Raise RecordError unless the record's shuffles are those that its seed gives.

    For a record that `verify` accepts: the match is played again with the seed instead of the list.
    """
    made = 0
    setup = _setup(rules, record, Chance(record.seed))
    try:
        for played in replay(rules, setup, record.orders):
            for shuffle in played.adjudication.shuffles:
                if made >= len(record.shuffles) or record.shuffles[made] != shuffle:
                    raise RecordError(f"shuffles[{made}]", "is not what the seed gives")
                made += 1
    except JournalError as error:
        raise _at(error) from error


def _setup(rules: Rules[S, O], record: MatchRecord, chance: Chance) -> Setup[Options]:
    if record.game != rules.key:
        raise RecordError("game", f"{shown(record.game)} is not {rules.key!r}")
    if record.rules_version != rules.version:
        raise RecordError(
            "rules_version", f"{record.rules_version}; version {rules.version} is played here"
        )
    given: dict[str, OptionValue] = dict(record.options)
    if record.edition is not None:
        given["edition"] = record.edition
    try:
        options = rules.options.from_mapping(given)
        _require_written_out(options.as_mapping(), given)
        rules.check(record.seats, options)
    except RulesError as error:
        raise RecordError("options", str(error)) from error
    return Setup(record.seats, options, chance)


def _require_written_out(whole: Mapping[str, object], given: Mapping[str, object]) -> None:
    for name, value in whole.items():
        where = "edition" if name == "edition" else f"options.{name}"
        if name not in given:
            raise RecordError(where, "must be written out")
        if type(given[name]) is not type(value) or given[name] != value:
            raise RecordError(where, f"{shown(given[name])} is not {shown(value)}")
    for name in given:
        if name not in whole:
            raise RecordError(f"options.{shown(name)[1:-1]}", "is no option of this game")


def _at(error: JournalError) -> RecordError:
    if error.index is None:
        return RecordError("shuffles", error.problem)
    return RecordError(f"orders[{error.index}]", error.problem)


def _compare_outcome(outcome: Outcome, claimed: Outcome) -> None:
    real, said = _outcome_value(outcome), _outcome_value(claimed)
    for key in (*real, *said):
        where = f"outcome.{shown(key)[1:-1]}"
        if key not in said:
            raise RecordError(where, f"is missing; {real[key]!r} would be right")
        if key not in real:
            raise RecordError(where, "does not belong to this outcome")
    for key, value in real.items():
        if said[key] != value:
            raise RecordError(f"outcome.{key}", f"{shown(said[key])}; {value!r} would be right")


def _outcome_value(outcome: Outcome, adjudicated_for: EndedFor | None = None) -> dict[str, object]:
    why = {} if adjudicated_for is None else {"adjudicated_for": str(adjudicated_for)}
    return {
        "reason": outcome.reason,
        **why,
        "scores": list(outcome.scores),
        "places": list(outcome.places),
        **outcome.extra,
    }


def _read_options(value: object) -> dict[str, OptionValue]:
    options = as_object(value, "options")
    if "edition" in options:
        raise RecordError("options.edition", "the edition stands beside the game")
    return {name: _read_option(name, option) for name, option in options.items()}


def _read_option(name: str, option: object) -> OptionValue:
    as_text(name, "options", LONGEST_WORD)
    where = f"options.{shown(name)[1:-1]}"
    if isinstance(option, str):
        return as_text(option, where, LONGEST_WORD)
    if isinstance(option, bool):
        return option
    return as_number(option, where, -LARGEST_NUMBER, LARGEST_NUMBER)


def _read_shuffles(value: object) -> Iterator[Shuffle]:
    for index, item in enumerate(as_list(value, "shuffles", MOST_SHUFFLES)):
        where = f"shuffles[{index}]"
        shuffle = as_object(item, where)
        require_keys(shuffle, where, ("pile", "cards"))
        pile = as_text(shuffle["pile"], f"{where}.pile", LONGEST_WORD)
        cards = as_list(shuffle["cards"], f"{where}.cards", MOST_CARDS)
        yield Shuffle(pile, tuple(as_text(card, f"{where}.cards", LONGEST_WORD) for card in cards))


def _read_orders(value: object, seats: int) -> Iterator[JournalEntry]:
    for index, item in enumerate(as_list(value, "orders", MOST_ORDERS)):
        where = f"orders[{index}]"
        pair = as_list(item, where, 2)
        if len(pair) != 2:
            raise RecordError(where, "must be a seat and a text")
        seat = as_number(pair[0], where, 0, seats - 1)
        yield JournalEntry(seat, as_text(pair[1], where, LONGEST_ORDER))


def _read_deciders(value: object, orders: int) -> Iterator[tuple[int, Decider]]:
    for key, by in as_object(value, "deciders").items():
        where = f"deciders.{shown(key)[1:-1]}"
        if not (key.isascii() and key.isdigit() and len(key) <= len(str(MOST_ORDERS))):
            raise RecordError(where, "must be the index of an order")
        index = int(key)
        if index >= orders or str(index) != key:
            raise RecordError(where, f"is no index of {orders} orders")
        yield index, _one_of(Decider, by, where)


def _one_of(known: type[E], value: object, where: str) -> E:
    text = as_text(value, where, LONGEST_WORD)
    try:
        return known(text)
    except ValueError as error:
        allowed = ", ".join(known)
        raise RecordError(where, f"{shown(text)} is none of {allowed}") from error


def _read_outcome(value: object, seats: int) -> tuple[Outcome, EndedFor | None]:
    outcome = as_object(value, "outcome")
    named: tuple[str, ...] = ("reason", "scores", "places")
    require_keys(outcome, "outcome", named, outcome)
    reason = as_text(outcome["reason"], "outcome.reason", LONGEST_WORD)
    why = None
    if reason == ADJUDICATED:
        named = (*named, "adjudicated_for")
        require_keys(outcome, "outcome", named)
        why = _one_of(EndedFor, outcome["adjudicated_for"], "outcome.adjudicated_for")
    extra = {
        as_text(key, "outcome", LONGEST_WORD): as_number(
            number, f"outcome.{shown(key)[1:-1]}", -LARGEST_NUMBER, LARGEST_NUMBER
        )
        for key, number in outcome.items()
        if key not in named
    }
    scores = _read_numbers(outcome["scores"], "outcome.scores", seats, -LARGEST_NUMBER)
    places = _read_numbers(outcome["places"], "outcome.places", seats, 1)
    return Outcome(reason=reason, scores=scores, places=places, extra=extra), why


def _read_numbers(value: object, where: str, seats: int, least: int) -> tuple[int, ...]:
    numbers = as_list(value, where, MOST_SEATS)
    if len(numbers) != seats:
        raise RecordError(where, f"holds {len(numbers)} numbers for {seats} seats")
    return tuple(as_number(number, where, least, LARGEST_NUMBER) for number in numbers)
