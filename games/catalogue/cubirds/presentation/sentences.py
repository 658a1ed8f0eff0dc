"""One plain sentence or two for every kind of event, and recaps with a line for each turn.

The viewer's own deeds have msgids of their own ("You lay …"): a language may change the verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.catalogue.cubirds.presentation import match_words, turn_words
from games.catalogue.cubirds.rules.events import DrawnBirds, LaidBirds
from games.presentation.event_words import sentence_of
from games.presentation.people import People
from games.presentation.values import visible
from games.presentation.words import paragraph
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
    return sentence_of(_WORDS, event, people)


def sentences(events: Iterable[Event], people: People) -> list[str]:
    """The recap: a whole turn on a line, what RobinBird lays in it as one sentence.

    How many cards the viewer drew is left out, as the next sentence says which.
    """
    lines: list[list[str]] = []
    turn: int | None = None
    seen = [event for event in visible(events, people.viewer) if not _is_known(event, people)]
    robins = list(filter(None, map(_robin_lay, seen)))
    for event in seen:
        now = event.data.turn if isinstance(event.data, LaidBirds) else turn
        begins = event.kind in _NEW_LINES or now != turn
        if begins or not lines:
            lines.append([])
        if _robin_lay(event) is None:
            lines[-1].append(sentence(event, people))
        elif begins:
            same_turn = [lay for lay in robins if lay.turn == now]
            lines[-1].append(turn_words.robin_turn(same_turn, people))
        turn = now
    return [paragraph(line) for line in lines]


def _robin_lay(event: Event) -> LaidBirds | None:
    if event.kind == "robin-laid" and isinstance(event.data, LaidBirds):
        return event.data
    return None


def _is_known(event: Event, people: People) -> bool:
    return isinstance(event.data, DrawnBirds) and people.is_viewer(event.data.seat)
