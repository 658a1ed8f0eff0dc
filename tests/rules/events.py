"""Events of a game made from JSON values, and told as such."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from games.rules.game import AnyRules
from games.rules.protocol import Event, Seat
from games.rules.stored_json import decoded_events


def facts(event: Event) -> dict[str, Any]:
    """What an event holds, as JSON values by name."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event.data))
    return found


def told(events: Iterable[Event], kind: str) -> list[dict[str, Any]]:
    """What every event of a kind holds."""
    return [facts(event) for event in events if event.kind == kind]


def happened(
    rules: AnyRules, kind: str, data: dict[str, Any], seen_by: Iterable[Seat] | None = None
) -> Event:
    """An event of the game with these JSON values."""
    (event,) = decoded_events(rules, [(kind, data, seen_by)])
    return event
