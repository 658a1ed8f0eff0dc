"""What happened in words, and recaps: a trick, the bids and a round's result have a line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from games.catalogue.wizard.presentation import events
from games.catalogue.wizard.rules.events import OpenBid, PlayedCard, WonTrick
from games.presentation.event_words import sentence_of
from games.presentation.people import People
from games.presentation.values import visible
from games.presentation.words import paragraph
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
    return sentence_of(_WORDS, event, people)


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
    if isinstance(event.data, PlayedCard | WonTrick):
        return ("trick", event.data.trick)
    return _LINES.get(event.kind, place)


def _line(group: Sequence[Event], people: People) -> str:
    if isinstance(group[-1].data, WonTrick):
        # It names the whole trick, cards of earlier phases included.
        return sentence(group[-1], people)
    played = [event.data for event in group if isinstance(event.data, PlayedCard)]
    if len(played) > 1:
        pairs = [(one.seat, one.card) for one in played]
        return events.trick_so_far(played[0].trick, pairs, people)
    bids = [(one.data.seat, one.data.bid) for one in group if isinstance(one.data, OpenBid)]
    if len(bids) > 1:
        rest = [sentence(one, people) for one in group if not isinstance(one.data, OpenBid)]
        return paragraph([events.bids(bids, people), *rest])
    return paragraph([sentence(event, people) for event in group])
