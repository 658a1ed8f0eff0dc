"""Events in a game's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import asdict

from games.presentation.people import People
from games.presentation.values import UnknownWordError
from games.presentation.words import worded
from games.rules.protocol import Event, EventData


def sentence_of(words: Mapping[str, Callable[..., str]], event: Event, people: People) -> str:
    """What happened, to the viewer, by a game's words for each kind of event.

    Raises UnknownWordError for an event that has none.
    """
    told = words.get(event.kind)
    if told is None or not isinstance(event.data, EventData):
        raise UnknownWordError(f"no sentence for the event {event.kind!r}")
    return worded(told, {**asdict(event.data), "people": people})
