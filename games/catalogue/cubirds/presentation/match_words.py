"""Sentences for the start of a match, for new hands, and for the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import ngettext

from games.catalogue.cubirds.presentation.rows import row_in_words
from games.catalogue.cubirds.presentation.vocabulary import (
    counted_flock,
    flock,
    number_of_birds,
    reason,
)
from games.catalogue.cubirds.rules.events import DiscardedHand
from games.catalogue.cubirds.rules.mutable_state import HAND
from games.presentation.event_words import at_the_end
from games.presentation.people import People
from games.presentation.words import comma_list, paragraph
from games.presentation.words import gettext as _
from games.rules.protocol import Seat


def match_began(robin_birds: int, seats: int) -> str:
    """`match-began`: who plays, and with how many birds RobinBird starts."""
    if not robin_birds:
        return ngettext(
            "CuBirds begins with %(number)s player.",
            "CuBirds begins with %(number)s players.",
            seats,
        ) % {"number": seats}
    return ngettext(
        "CuBirds begins, one player against RobinBird, who starts with %(number)s bird.",
        "CuBirds begins, one player against RobinBird, who starts with %(number)s birds.",
        robin_birds,
    ) % {"number": robin_birds}


def rows_laid(rows: Sequence[Sequence[str]], discarded: Sequence[str]) -> str:
    """`rows-laid`: the four rows, and the doubles that were laid aside."""
    told = [
        _("Row %(row)s: %(birds)s.") % {"row": number, "birds": row_in_words(row)}
        for number, row in enumerate(rows, 1)
    ]
    if discarded:
        told.append(_("Discarded as doubles: %(birds)s.") % {"birds": flock(discarded)})
    return paragraph(told)


def dealt(people: People, seat: Seat, cards: Sequence[str]) -> str:
    """`dealt`: a hand; RobinBird's lies open."""
    values = {"name": people.name(seat), "birds": flock(cards)}
    if people.is_viewer(seat):
        return _("You are dealt %(birds)s.") % values
    return _("%(name)s is dealt %(birds)s.") % values


def first_birds(people: People, collections: Sequence[Mapping[str, int]]) -> str:
    """`first-birds`: with what the collections begin."""
    return _("First birds of the collections: %(birds)s.") % {
        "birds": comma_list(
            [
                _("%(name)s: %(birds)s")
                % {"name": people.item(seat), "birds": counted_flock(collection)}
                for seat, collection in enumerate(collections)
            ]
        )
    }


def hand_empty(people: People, seat: Seat, discarded: Sequence[DiscardedHand], dealt: bool) -> str:
    """`hand-empty`: who ended the round, what the others threw away, and what follows."""
    return paragraph(
        [
            _empty(seat, people),
            *(_thrown(one.seat, one.number, people) for one in discarded),
            _again(seat, people) if dealt else "",
        ]
    )


def _empty(seat: Seat, people: People) -> str:
    if people.is_viewer(seat):
        return _("Your hand is empty.")
    return _("The hand of %(name)s is empty.") % {"name": people.name(seat)}


def _thrown(seat: Seat, number: int, people: People) -> str:
    values = {"name": people.name(seat), "number": number}
    if people.is_viewer(seat):
        return (
            ngettext("You discard %(number)s card.", "You discard %(number)s cards.", number)
            % values
        )
    return (
        ngettext(
            "%(name)s discards %(number)s card.", "%(name)s discards %(number)s cards.", number
        )
        % values
    )


def _again(seat: Seat, people: People) -> str:
    if people.is_viewer(seat):
        return _("Everyone gets %(number)s new cards, and you have another turn.") % {
            "number": HAND
        }
    return _("Everyone gets %(number)s new cards, and %(name)s has another turn.") % {
        "number": HAND,
        "name": people.name(seat),
    }


def reshuffled(number: int) -> str:
    """`reshuffled`: the discard pile becomes the deck."""
    return ngettext(
        "The discard pile is shuffled: %(number)s card is the new deck.",
        "The discard pile is shuffled: %(number)s cards are the new deck.",
        number,
    ) % {"number": number}


def match_ended(people: People, birds: Sequence[int], winner: Seat | None, reason_: str) -> str:
    """`match-ended`: why, who won, and everybody's birds."""
    counts: Sequence[int] = birds
    winners = [winner] if winner is not None else _most(counts)
    places = people.placing[0] or [int(seat not in winners) for seat in range(len(counts))]
    winners = [seat for seat, place in enumerate(places) if place == min(places)]
    seats = sorted(range(len(counts)), key=lambda seat: (places[seat], -counts[seat], seat))
    listed = [at_the_end(seat, counts[seat], people) for seat in seats]
    return paragraph(
        [
            _("The match is over."),
            reason(reason_),
            _winners(winners, counts[winners[0]], people),
            _("Birds: %(birds)s.") % {"birds": comma_list(listed)},
        ]
    )


def _most(counts: Sequence[int]) -> list[Seat]:
    return [seat for seat, number in enumerate(counts) if number == max(counts)]


def _winners(seats: Sequence[Seat], number: int, people: People) -> str:
    values = {"names": people.others(seats), "birds": number_of_birds(number)}
    if people.viewer in seats:
        if len(seats) == 1:
            return _("You win with %(birds)s.") % values
        return _("You share first place with %(names)s: %(birds)s.") % values
    return (
        ngettext(
            "%(names)s wins with %(birds)s.",
            "%(names)s share first place with %(birds)s.",
            len(seats),
        )
        % values
    )
