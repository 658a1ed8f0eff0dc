"""One plain sentence or two for every kind of event, and recaps that group them.

The viewer's own deeds have msgids of their own ("You hatch …"): a language may change the verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from games.catalogue.emu_ranchers.presentation import turn_words, year_words
from games.catalogue.emu_ranchers.rules.events import EmuDraw, YearEnd
from games.presentation.event_words import sentence_of
from games.presentation.people import People
from games.presentation.values import visible
from games.presentation.words import paragraph
from games.rules.protocol import Event

_WORDS: Mapping[str, Callable[..., str]] = {
    "match-began": turn_words.match_began,
    "year-began": turn_words.year_began,
    "dealt": turn_words.dealt,
    "hatched": turn_words.hatched,
    "grew": turn_words.grew,
    "discarded": turn_words.discarded,
    "drew": turn_words.drew,
    "drew-card": turn_words.drew_card,
    "drew-discard": turn_words.drew_discard,
    "last-card": turn_words.last_card,
    "grew-at-year-end": turn_words.grew_at_year_end,
    "year-ended": year_words.year_ended,
    "match-ended": year_words.match_ended,
}

EVENT_KINDS = tuple(_WORDS)

_SAME_LINE = frozenset({"drew", "drew-card", "drew-discard", "last-card", "dealt"})
"""What stands on the line of the event before: a turn is one line, and a deal with its year."""


def sentence(event: Event, people: People) -> str:
    """What happened, to the viewer. Raises UnknownWordError for an event that has no words."""
    return sentence_of(_WORDS, event, people)


def sentences(events: Iterable[Event], people: People) -> list[str]:
    """The recap: a turn on a line, and the end of a year as a line for each ranch.

    A draw is told once: with the card to the one who may know it.
    """
    lines: list[list[str]] = []
    pending: Event | None = None
    for event in visible(events, people.viewer):
        if event.kind == "drew":
            pending = event
            continue
        if pending is not None:
            lines = _with_draw(lines, pending, event, people)
            known = event.kind == "drew-card"
            pending = None
            if known:
                continue
        _add(lines, event, people)
    if pending is not None:
        _append(lines, sentence(pending, people))
    return [text for text in map(paragraph, lines) if text]


def _with_draw(
    lines: list[list[str]], drew: Event, following: Event, people: People
) -> list[list[str]]:
    """The lines with a draw from the deck, in the words of the event that tells most."""
    if following.kind == "drew-card":
        _append(lines, sentence(following, people))
        if isinstance(drew.data, EmuDraw):
            _append(lines, turn_words.deck_left(drew.data.left))
    else:
        _append(lines, sentence(drew, people))
    return lines


def _add(lines: list[list[str]], event: Event, people: People) -> None:
    if isinstance(event.data, YearEnd):
        lines += [[line] for line in year_words.year_lines(event.data, people)]
    elif event.kind in _SAME_LINE:
        _append(lines, sentence(event, people))
    else:
        lines.append([sentence(event, people)])


def _append(lines: list[list[str]], text: str) -> None:
    if lines:
        lines[-1].append(text)
    else:
        lines.append([text])
