"""What a match's rows keep as JSON, written and read: events, outcomes and refusals.

What is written stays the same to the byte while a version of the rules is served.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from games.rules.protocol import (
    Event,
    Facts,
    O,
    OrderError,
    Outcome,
    Rules,
    S,
    Seat,
)

StoredEvent: TypeAlias = tuple[str, Facts, Iterable[Seat] | None]
"""Kind, data, and who may see it (None: everybody), as JSON has them."""


def encoded_events(events: Iterable[Event]) -> list[list[object]]:
    """Events as JSON values, to be stored: kind, data, and who may see it (None: everybody)."""
    return [
        [
            event.kind,
            msgspec.to_builtins(event.data),
            None if event.seen_by is None else sorted(event.seen_by),
        ]
        for event in events
    ]


def decoded_events(rules: Rules[S, O], rows: Iterable[StoredEvent]) -> tuple[Event, ...]:
    """What `encoded_events` made of these rules' events, read back."""
    return tuple(
        Event(
            kind,
            msgspec.convert(data, rules.events[kind]) if kind in rules.events else data,
            None if seen_by is None else frozenset(seen_by),
        )
        for kind, data, seen_by in rows
    )


def encoded_outcome(outcome: Outcome) -> dict[str, object]:
    """An outcome as a JSON object, to be stored."""
    return {
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "places": list(outcome.places),
        **outcome.extra,
    }


def decoded_outcome(stored: Facts) -> Outcome:
    """What `encoded_outcome` made, read back."""
    extra = dict(stored)
    reason, scores, places = (extra.pop(name) for name in ("reason", "scores", "places"))
    return Outcome(reason, tuple(scores), tuple(places), extra)


def encoded_refusal(error: OrderError) -> dict[str, object]:
    """Why an order was not taken, as a JSON object; the order's text stands beside it."""
    # Whatever a refusal speaks of must fit into JSON: a match must not stop for its sake.
    params = json.loads(json.dumps(error.params, default=_sorted_or_text))
    return {"code": error.code, "params": params}


def decoded_refusal(stored: Facts, text: str) -> OrderError:
    """What `encoded_refusal` made, read back, about this order."""
    return OrderError(stored["code"], text=text, **(stored.get("params") or {}))


def _sorted_or_text(value: object) -> list[object] | str:
    """A set as a sorted list, anything else that JSON has no form for as its text."""
    return sorted(value) if isinstance(value, set | frozenset) else str(value)
