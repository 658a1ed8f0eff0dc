"""One plain sentence or two for every kind of event, and recaps with a line for each turn.

The viewer's own deeds have msgids of their own ("You lay …"): a language may change the verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.catalogue.cubirds.presentation import match_words, turn_words
from games.presentation.base import UnknownWordError, visible
from games.presentation.people import People
from games.presentation.words import paragraph, worded
from games.rules.protocol import Event

_WORDS: Mapping[str, Callable[..., str]] = {
    "match-began": match_words.match_began,
    "rows-laid": match_words.rows_laid,
    "dealt": match_words.dealt,
    "first-birds": match_words.first_birds,
    "laid": turn_words.laid,
    "robin-laid": turn_words.laid,
    "row-filled": turn_words.row_filled,
    "drew": turn_words.drew,
    "drew-cards": turn_words.drew_cards,
    "stayed": turn_words.stayed,
    "family": turn_words.family,
    "no-family": turn_words.no_family,
    "hand-empty": match_words.hand_empty,
    "reshuffled": match_words.reshuffled,
    "match-ended": match_words.match_ended,
}

EVENT_KINDS = tuple(_WORDS)

_NEW_LINES = frozenset({"match-began", "rows-laid", "hand-empty", "match-ended"})


def sentence(event: Event, people: People) -> str:
    """What happened, to the viewer. Raises UnknownWordError for an event that has no words."""
    words = _WORDS.get(event.kind)
    if words is None:
        raise UnknownWordError(f"no sentence for the event {event.kind!r}")
    return worded(words, {**event.data, "people": people})


def sentences(events: Iterable[Event], people: People) -> list[str]:
    """The recap: a whole turn on a line, what RobinBird lays in it as one sentence.

    How many cards the viewer drew is left out, as the next sentence says which.
    """
    lines: list[list[str]] = []
    turn: int | None = None
    seen = [event for event in visible(events, people.viewer) if not _is_known(event, people)]
    robins = [event.data for event in seen if event.kind == "robin-laid"]
    for event in seen:
        begins = event.kind in _NEW_LINES or event.data.get("turn", turn) != turn
        if begins or not lines:
            lines.append([])
        if event.kind != "robin-laid":
            lines[-1].append(sentence(event, people))
        elif begins:
            same_turn = [lay for lay in robins if lay["turn"] == event.data["turn"]]
            lines[-1].append(turn_words.robin_turn(same_turn, people))
        turn = event.data.get("turn", turn)
    return [paragraph(line) for line in lines]


def _is_known(event: Event, people: People) -> bool:
    return event.kind == "drew" and people.is_viewer(event.data["seat"])
