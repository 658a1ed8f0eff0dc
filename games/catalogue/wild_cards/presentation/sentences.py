"""One plain sentence or two for every kind of event, and recaps that group them.

The viewer's own deeds have msgids of their own ("You bid …"): a language may change the verb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from games.catalogue.wild_cards.presentation import bid_words, take_words
from games.catalogue.wild_cards.rules.events import (
    PassedTurn,
    RevealedBids,
    SwappedCard,
    TakenAnimal,
    WildCardOf,
    WildCardsOf,
    WildDraw,
    WildSeat,
)
from games.presentation.event_words import sentence_of
from games.presentation.people import People
from games.presentation.values import visible
from games.presentation.words import paragraph
from games.rules.protocol import Event, Seat

_WORDS: Mapping[str, Callable[..., str]] = {
    "match-began": bid_words.match_began,
    "dealt": bid_words.dealt,
    "round-began": bid_words.round_began,
    "bids-revealed": bid_words.bids_revealed,
    "eagle-chose": bid_words.eagle_chose,
    "swapped": bid_words.swapped,
    "swap-declined": bid_words.swap_declined,
    "discarded": bid_words.discarded,
    "drew": bid_words.drew,
    "drew-cards": bid_words.drew_cards,
    "leo-refilled": bid_words.leo_refilled,
    "reshuffled": bid_words.reshuffled,
    "tie": take_words.tie,
    "payments-revealed": take_words.payments_revealed,
    "cards-shown": take_words.cards_shown,
    "tie-ordered": take_words.tie_ordered,
    "took": take_words.took,
    "passed": take_words.passed,
    "leader-gained": take_words.leader_gained,
    "leader-lost": take_words.leader_lost,
    "ibex-returned": take_words.ibex_returned,
    "market-cleared": take_words.market_cleared,
    "talisman-moved": take_words.talisman_moved,
    "match-ended": take_words.match_ended,
}

EVENT_KINDS = tuple(_WORDS)

_LINES = {
    "bids-revealed": "bids",
    "eagle-chose": "bids",
    "tie": "tie",
    "payments-revealed": "tie",
    "cards-shown": "tie",
    "tie-ordered": "tie",
    "ibex-returned": "clean-up",
    "market-cleared": "clean-up",
    "talisman-moved": "clean-up",
}
_SeatsTurn = SwappedCard | WildSeat | WildCardsOf | WildDraw | TakenAnimal | PassedTurn
"""What belongs to the line of one seat's turn."""

_SAME_LINE = frozenset({"leader-gained", "leader-lost"})


def sentence(event: Event, people: People) -> str:
    """What happened, to the viewer. Empty where there is nothing to say (nothing was cleared).

    Raises UnknownWordError for a kind of event that has no words.
    """
    return sentence_of(_WORDS, event, people)


def sentences(events: Iterable[Event], people: People) -> list[str]:
    """The recap: bids on a line, a tie on a line, each seat's turn on a line, then the clean-up.

    A seat's refill is told at one place though discards come before all draws, and how many cards
    it drew is left out where the viewer may know which. What nobody did is left out, and that a
    bid was still to be chosen where the choice follows.
    """
    seen = _settled([event for event in visible(events, people.viewer) if not _is_idle(event)])
    known = _draws_known(seen)
    lines: list[list[str]] = []
    line_of: dict[object, list[str]] = {}
    rounds = 0
    for event in seen:
        if event.kind == "round-began":
            rounds += 1
            line_of = {}
        if isinstance(event.data, WildDraw) and (rounds, event.data.seat) in known:
            continue
        _line_for(event, lines, line_of).append(sentence(event, people))
    return [text for text in map(paragraph, lines) if text]


def _is_idle(event: Event) -> bool:
    """Whether it tells that a seat let something be."""
    is_kept = isinstance(event.data, WildCardsOf) and not event.data.cards
    return event.kind == "swap-declined" or (event.kind == "discarded" and is_kept)


def _settled(events: Sequence[Event]) -> list[Event]:
    """The same without the bids that lay face down and were chosen later in the round."""
    settled: list[Event] = []
    chosen: set[Seat] = set()
    for event in reversed(events):
        if event.kind == "eagle-chose" and isinstance(event.data, WildCardOf):
            chosen.add(event.data.seat)
        elif isinstance(event.data, RevealedBids):
            bids = [one for one in event.data.bids if one.cards or one.seat not in chosen]
            settled.append(replace(event, data=RevealedBids(tuple(bids))))
            chosen = set()
            continue
        settled.append(event)
    return settled[::-1]


def _draws_known(events: Sequence[Event]) -> set[tuple[int, Seat]]:
    """The rounds and seats of draws whose cards the viewer may know: a seat draws once a round."""
    known = set()
    rounds = 0
    for event in events:
        rounds += event.kind == "round-began"
        if event.kind == "drew-cards" and isinstance(event.data, WildCardsOf):
            known.add((rounds, event.data.seat))
    return known


def _line_for(event: Event, lines: list[list[str]], line_of: dict[object, list[str]]) -> list[str]:
    if event.kind in _SAME_LINE and lines:
        return lines[-1]
    key: object = _LINES.get(event.kind)
    if isinstance(event.data, _SeatsTurn):
        key = event.data.seat
    elif event.kind == "tie":
        # A second tie of the round gets a line of its own.
        line_of.pop("tie", None)
    line = line_of.get(key) if key is not None else None
    if line is None:
        line = []
        lines.append(line)
        if key is not None:
            line_of[key] = line
    return line
