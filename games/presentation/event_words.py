"""Events in a game's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import ngettext

from games.presentation.people import People
from games.presentation.values import UnknownWordError, figure
from games.presentation.words import (
    comma_list,
    number_of_points,
    paragraph,
    pgettext,
    wanted_facts,
)
from games.presentation.words import gettext as _
from games.rules.protocol import Event, EventData, Seat


def sentence_of(words: Mapping[str, Callable[..., str]], event: Event, people: People) -> str:
    """What happened, to the viewer, by a game's words for each kind of event.

    Raises UnknownWordError for an event that has none.
    """
    told = words.get(event.kind)
    if told is None or not isinstance(event.data, EventData):
        raise UnknownWordError(f"no sentence for the event {event.kind!r}")
    wanted = wanted_facts(told, (*event.data.__struct_fields__, "people"))
    facts = {
        parameter: people if name == "people" else getattr(event.data, name)
        for parameter, name in wanted
    }
    return told(**facts)


def points_at_the_end(
    people: People, scores: Sequence[int], places: Sequence[int], why: str
) -> str:
    """`match-ended`: why, who won, and everybody's points from the first place down."""
    places = people.placing[0] or places
    winners = [seat for seat, place in enumerate(places) if place == 1]
    seats = sorted(range(len(scores)), key=lambda seat: (places[seat], seat))
    points = comma_list([at_the_end(seat, scores[seat], people) for seat in seats])
    return paragraph(
        [
            _("The match is over."),
            why,
            _winners(winners, scores[winners[0]], people),
            _("Points: %(points)s.") % {"points": points},
        ]
    )


def at_the_end(seat: Seat, points: int, people: People) -> str:
    """Somebody's points, or whatever is counted, in the list of the last sentence."""
    values = {"name": people.item(seat), "points": figure(points)}
    if seat in people.placing[1]:
        return pgettext("points at the end", "%(name)s %(points)s (gave up)") % values
    return pgettext("points at the end", "%(name)s %(points)s") % values


def _winners(seats: Sequence[Seat], score: int, people: People) -> str:
    values = {"names": people.others(seats), "points": number_of_points(score)}
    if people.viewer in seats:
        if len(seats) == 1:
            return _("You win with %(points)s.") % values
        return _("You share first place with %(names)s: %(points)s.") % values
    return (
        ngettext(
            "%(names)s wins with %(points)s.",
            "%(names)s share first place with %(points)s.",
            len(seats),
        )
        % values
    )
