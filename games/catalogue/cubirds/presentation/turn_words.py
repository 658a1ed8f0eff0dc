"""Sentences for what happens within a turn."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext

from games.catalogue.cubirds.presentation.vocabulary import bird_name, birds, flock
from games.catalogue.cubirds.rules.events import LaidBirds
from games.presentation.people import People
from games.presentation.words import comma_list
from games.presentation.words import gettext as _
from games.rules.protocol import Seat


def laid(
    people: People, seat: Seat, species: str, number: int, row: int, taken: Sequence[str], side: str
) -> str:
    """`laid`, `robin-laid`: which birds, where, and what they enclosed."""
    values = {
        "name": people.name(seat),
        "birds": birds(species, number),
        "row": row,
        "taken": flock(taken),
    }
    is_left, takes = side == "left", bool(taken)
    if people.is_viewer(seat):
        return _own_lay(is_left=is_left, takes=takes) % values
    if is_left and takes:
        return _("%(name)s lays %(birds)s on the left of row %(row)s and takes %(taken)s.") % values
    if is_left:
        return _("%(name)s lays %(birds)s on the left of row %(row)s.") % values
    if takes:
        return (
            _("%(name)s lays %(birds)s on the right of row %(row)s and takes %(taken)s.") % values
        )
    return _("%(name)s lays %(birds)s on the right of row %(row)s.") % values


def _own_lay(*, is_left: bool, takes: bool) -> str:
    if is_left and takes:
        return _("You lay %(birds)s on the left of row %(row)s and take %(taken)s.")
    if is_left:
        return _("You lay %(birds)s on the left of row %(row)s.")
    if takes:
        return _("You lay %(birds)s on the right of row %(row)s and take %(taken)s.")
    return _("You lay %(birds)s on the right of row %(row)s.")


def robin_turn(lays: Sequence[LaidBirds], people: People) -> str:
    """All `robin-laid` of one turn of RobinBird: where each card went, and what she took."""
    laid_cards = comma_list([_robin_card(lay) for lay in lays])
    name = people.name(lays[0].seat)
    taken = flock([species for lay in lays for species in lay.taken])
    if taken:
        return _("%(name)s lays %(cards)s and takes %(taken)s.") % {
            "name": name,
            "cards": laid_cards,
            "taken": taken,
        }
    return _("%(name)s lays %(cards)s.") % {"name": name, "cards": laid_cards}


def _robin_card(lay: LaidBirds) -> str:
    values = {"bird": bird_name(lay.species), "row": lay.row}
    if lay.side == "left":
        return _("%(bird)s (row %(row)s, left)") % values
    return _("%(bird)s (row %(row)s, right)") % values


def row_filled(row: int, birds: Sequence[str]) -> str:
    """`row-filled`: new birds for a row that had a single species left."""
    return _("New in row %(row)s: %(birds)s.") % {
        "row": row,
        "birds": flock(birds),
    }


def drew(people: People, seat: Seat, number: int) -> str:
    """`drew`: how many cards somebody drew."""
    values = {"name": people.name(seat), "number": number}
    if people.is_viewer(seat):
        return ngettext("You draw %(number)s card.", "You draw %(number)s cards.", number) % values
    return (
        ngettext("%(name)s draws %(number)s card.", "%(name)s draws %(number)s cards.", number)
        % values
    )


def drew_cards(people: People, seat: Seat, cards: Sequence[str]) -> str:
    """`drew-cards`: which ones."""
    values = {"name": people.name(seat), "birds": flock(cards)}
    if people.is_viewer(seat):
        return _("You draw %(birds)s.") % values
    return _("%(name)s draws %(birds)s.") % values


def stayed(people: People, seat: Seat) -> str:
    """`stayed`: somebody could have drawn and did not."""
    if people.is_viewer(seat):
        return _("You draw nothing.")
    return _("%(name)s draws nothing.") % {"name": people.name(seat)}


def family(people: People, seat: Seat, species: str, number: int, birds_: int) -> str:
    """`family`: what was played out, and what it won."""
    values = {
        "name": people.name(seat),
        "birds": birds(species, number),
        "number": birds_,
    }
    if people.is_viewer(seat):
        return (
            ngettext(
                "You form a family of %(birds)s and win %(number)s bird.",
                "You form a family of %(birds)s and win %(number)s birds.",
                birds_,
            )
            % values
        )
    return (
        ngettext(
            "%(name)s forms a family of %(birds)s and wins %(number)s bird.",
            "%(name)s forms a family of %(birds)s and wins %(number)s birds.",
            birds_,
        )
        % values
    )


def no_family(people: People, seat: Seat) -> str:
    """`no-family`: somebody could have formed one and did not."""
    if people.is_viewer(seat):
        return _("You form no family.")
    return _("%(name)s forms no family.") % {"name": people.name(seat)}
