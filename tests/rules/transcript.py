"""A match as readable text: who knows what, who orders what, what happens. For review by people.

Of each view only what changed since the last line about it is written: the spectator's under `all`,
then of each seat what it knows beyond the spectator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, is_dataclass

import msgspec
from msgspec import structs

from games.rules.journal import PlayedPhase
from games.rules.protocol import Adjudication, Choice, Event, O, Rules, S, Seat, TableView
from games.rules.record import MatchRecord, replay_record

Facts = dict[str, str]
"""Values of a view by their paths."""

ALL = "all"


def transcript(rules: Rules[S, O], record: MatchRecord, heading: str) -> str:
    """The whole match; the same record gives the same text. Raises RecordError as a replay does."""
    lines = [f"# {heading}", f"# seed {record.seed}"]
    known: dict[Seat | None, Facts] = {seat: {} for seat in (None, *range(record.seats))}
    for played in replay_record(rules, record):
        lines.extend(_orders(played))
        lines.extend(_happened(played.adjudication))
        lines.extend(_position(rules, played.adjudication.state, known))
    outcome = record.outcome
    lines += ["", f"outcome {outcome.reason}", f"  scores {_words(list(outcome.scores))}"]
    lines.append(f"  places {_words(list(outcome.places))}")
    lines += [f"  {name} {number}" for name, number in outcome.extra.items()]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _orders(played: PlayedPhase[S]) -> Iterator[str]:
    for seat, text in played.entries:
        yield f"{seat:>5} > {text}"


def _happened(adjudication: Adjudication[S]) -> Iterator[str]:
    for shuffle in adjudication.shuffles:
        yield f"  shuffle {shuffle.pile}: {' '.join(shuffle.cards)}"
    for event in adjudication.events:
        yield f"  * {_event(event)}"


def _event(event: Event) -> str:
    facts: Facts = msgspec.to_builtins(event.data)
    data = ", ".join(f"{name} {_words(value)}" for name, value in facts.items())
    seers = "" if event.seen_by is None else f" (only {_words(sorted(event.seen_by))})"
    return f"{event.kind}{seers}: {data}" if data else f"{event.kind}{seers}"


def _position(rules: Rules[S, O], state: S, known: dict[Seat | None, Facts]) -> Iterator[str]:
    phase = rules.phase(state)
    awaited = phase.awaited if phase else ()
    yield ""
    if phase:
        yield f"phase {phase.number}: {phase.name}, round {phase.round}, awaits {_words(awaited)}"
    public = _facts(rules.view(state, None))
    for seat, before in known.items():
        now = public if seat is None else _beyond(_facts(rules.view(state, seat)), public)
        yield from _changes(ALL if seat is None else str(seat), before, now)
        known[seat] = now
    for seat in awaited:
        choices = rules.decision(state, seat).choices
        yield f"{seat:>5} ? {' | '.join(_choice(choice) for choice in choices)}"


def _changes(who: str, before: Facts, now: Facts) -> Iterator[str]:
    """One line for what changed at the top of a view, and one for each player or other part."""
    groups: dict[str, list[str]] = {}
    for path, value in now.items():
        if before.get(path) != value:
            head, name = _split(path)
            groups.setdefault(head, []).append(f"{name} {value}")
    for path in before:
        if path not in now and not _became_another_shape(path, now):
            head, name = _split(path)
            groups.setdefault(head, []).append(f"{name} gone")
    for head, facts in groups.items():
        yield f"{who:>5} {head}: {'; '.join(facts)}" if head else f"{who:>5} {'; '.join(facts)}"


def _became_another_shape(path: str, now: Facts) -> bool:
    """Whether the fact at this path is told one level up or down instead."""
    return any(
        other.startswith((f"{path}.", f"{path}[")) or path.startswith((f"{other}.", f"{other}["))
        for other in now
    )


def _split(path: str) -> tuple[str, str]:
    """A path's part of the view, "" at the top, and the rest."""
    head, dot, name = path.partition(".")
    return (head, name) if dot else ("", head)


def _beyond(own: Facts, public: Facts) -> Facts:
    return {path: value for path, value in own.items() if public.get(path) != value}


def _choice(choice: Choice) -> str:
    words = [choice.verb]
    for part in choice.parts:
        count = str(part.least) if part.least == part.most else f"{part.least}-{part.most}"
        words.append(f"{part.name}({count} of {' '.join(part.values)})")
    return " ".join(words)


def _facts(view: TableView) -> Facts:
    facts: Facts = {}
    _gather(view, "", facts)
    return facts


def _gather(value: object, path: str, facts: Facts) -> None:
    if isinstance(value, (str, int)):  # first, because most are
        facts[path] = _words(value)
        return
    if isinstance(value, msgspec.Struct):
        value = structs.asdict(value)
    elif is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    if isinstance(value, Mapping) and value:
        for name, inner in value.items():
            _gather(inner, f"{path}.{name}" if path else str(name), facts)
    elif isinstance(value, list) and any(
        isinstance(inner, (msgspec.Struct, dict, list)) for inner in value
    ):
        for index, inner in enumerate(value):
            _gather(inner, f"{path}[{index}]", facts)
    else:
        facts[path] = _words(value)


def _words(value: object) -> str:
    """A JSON value in few characters: lists of words by spaces, `-` for nothing."""
    if isinstance(value, str):
        return value
    if value is None or value in ([], (), {}):
        return "-"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name} {_words(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        nested = any(isinstance(inner, (Mapping, list, tuple)) for inner in value)
        return (", " if nested else " ").join(_words(inner) for inner in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
