"""Sentences for what happens within a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.cubirds.presentation.vocabulary import bird_name, birds, flock
from games.presentation.people import People
from games.presentation.words import comma_list

Data = Mapping[str, Any]


def laid(data: Data, people: People) -> str:
    """`laid`, `robin-laid`: which birds, where, and what they enclosed."""
    values = {
        "name": people.name(data["seat"]),
        "birds": birds(data["species"], data["number"]),
        "row": data["row"],
        "taken": flock(data["taken"]),
    }
    is_left, takes = data["side"] == "left", bool(data["taken"])
    if people.is_viewer(data["seat"]):
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


def robin_turn(lays: Sequence[Data], people: People) -> str:
    """All `robin-laid` of one turn of RobinBird: where each card went, and what she took."""
    laid_cards = comma_list([_robin_card(lay) for lay in lays])
    name = people.name(lays[0]["seat"])
    taken = flock([species for lay in lays for species in lay["taken"]])
    if taken:
        return _("%(name)s lays %(cards)s and takes %(taken)s.") % {
            "name": name,
            "cards": laid_cards,
            "taken": taken,
        }
    return _("%(name)s lays %(cards)s.") % {"name": name, "cards": laid_cards}


def _robin_card(data: Data) -> str:
    values = {"bird": bird_name(data["species"]), "row": data["row"]}
    if data["side"] == "left":
        return _("%(bird)s (row %(row)s, left)") % values
    return _("%(bird)s (row %(row)s, right)") % values


def row_filled(data: Data, people: People) -> str:
    """`row-filled`: new birds for a row that had a single species left."""
    del people
    return _("New in row %(row)s: %(birds)s.") % {
        "row": data["row"],
        "birds": flock(data["birds"]),
    }


def drew(data: Data, people: People) -> str:
    """`drew`: how many cards somebody drew."""
    values = {"name": people.name(data["seat"]), "number": data["number"]}
    if people.is_viewer(data["seat"]):
        return (
            ngettext("You draw %(number)s card.", "You draw %(number)s cards.", data["number"])
            % values
        )
    return (
        ngettext(
            "%(name)s draws %(number)s card.", "%(name)s draws %(number)s cards.", data["number"]
        )
        % values
    )


def drew_cards(data: Data, people: People) -> str:
    """`drew-cards`: which ones."""
    values = {"name": people.name(data["seat"]), "birds": flock(data["cards"])}
    if people.is_viewer(data["seat"]):
        return _("You draw %(birds)s.") % values
    return _("%(name)s draws %(birds)s.") % values


def stayed(data: Data, people: People) -> str:
    """`stayed`: somebody could have drawn and did not."""
    if people.is_viewer(data["seat"]):
        return _("You draw nothing.")
    return _("%(name)s draws nothing.") % {"name": people.name(data["seat"])}


def family(data: Data, people: People) -> str:
    """`family`: what was played out, and what it won."""
    values = {
        "name": people.name(data["seat"]),
        "birds": birds(data["species"], data["number"]),
        "number": data["birds"],
    }
    if people.is_viewer(data["seat"]):
        return (
            ngettext(
                "You form a family of %(birds)s and win %(number)s bird.",
                "You form a family of %(birds)s and win %(number)s birds.",
                data["birds"],
            )
            % values
        )
    return (
        ngettext(
            "%(name)s forms a family of %(birds)s and wins %(number)s bird.",
            "%(name)s forms a family of %(birds)s and wins %(number)s birds.",
            data["birds"],
        )
        % values
    )


def no_family(data: Data, people: People) -> str:
    """`no-family`: somebody could have formed one and did not."""
    if people.is_viewer(data["seat"]):
        return _("You form no family.")
    return _("%(name)s forms no family.") % {"name": people.name(data["seat"])}
