"""What happened in words, and recaps: a trick, the bids and a round's result have a line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from games.catalogue.wizard.presentation import events
from games.presentation.base import UnknownWordError, visible
from games.presentation.people import People
from games.presentation.words import paragraph, worded
from games.rules.protocol import Event

_WORDS: Mapping[str, Callable[..., str]] = {
    "match-began": events.match_began,
    "round-began": events.round_began,
    "dealt": events.dealt,
    "held-up": events.held_up,
    "hand-seen": events.hand_seen,
    "turned-up": events.turned_up,
    "trump-chosen": events.trump_chosen,
    "bid": events.bid,
    "bids-revealed": events.bids_revealed,
    "bids-laid": events.bids_laid,
    "bids-complete": events.bids_complete,
    "played": events.played,
    "trick-won": events.trick_won,
    "round-ended": events.round_ended,
    "match-ended": events.match_ended,
}

EVENT_KINDS = tuple(_WORDS)

_LINES = {
    "turned-up": "trump",
    "trump-chosen": "trump",
    "bid": "bids",
    "bids-revealed": "bids",
    "bids-complete": "bids",
}


def sentence(event: Event, people: People) -> str:
    """What happened, to the viewer. Raises UnknownWordError for a kind without words."""
    words = _WORDS.get(event.kind)
    if words is None:
        raise UnknownWordError(f"no sentence for the event {event.kind!r}")
    return worded(words, {**event.data, "people": people})


def sentences(happened: Iterable[Event], people: People) -> list[str]:
    """The recap of what the viewer may see, line by line."""
    seen = visible(happened, people.viewer)
    return [
        _line([event for _place, event in group], people)
        for _key, group in groupby(enumerate(seen), key=_key_of)
    ]


def _key_of(numbered: tuple[int, Event]) -> object:
    """What belongs to one line has the same key; everything else stands alone."""
    place, event = numbered
    if event.kind in ("played", "trick-won"):
        return ("trick", event.data["trick"])
    return _LINES.get(event.kind, place)


def _line(group: Sequence[Event], people: People) -> str:
    kinds = {event.kind for event in group}
    if "trick-won" in kinds:
        # It names the whole trick, cards of earlier phases included.
        return sentence(group[-1], people)
    if kinds == {"played"} and len(group) > 1:
        pairs = [(event.data["seat"], event.data["card"]) for event in group]
        return events.trick_so_far(group[0].data["trick"], pairs, people)
    bids = [(event.data["seat"], event.data["bid"]) for event in group if event.kind == "bid"]
    if len(bids) > 1:
        rest = [sentence(event, people) for event in group if event.kind != "bid"]
        return paragraph([events.bids(bids, people), *rest])
    return paragraph([sentence(event, people) for event in group])
