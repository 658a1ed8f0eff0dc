"""What is counted of Wild Cards, in words."""

from __future__ import annotations

from games.catalogue.wild_cards.presentation.vocabulary import (
    animal_name,
    bid_name,
    habitat_name,
)
from games.presentation.words import gettext as _
from games.presentation.words import pick


def trait_group(group: str) -> str:
    """The heading over traits of one kind."""
    return pick(
        "group",
        group,
        {
            "leader": _("Leaders held at the end"),
            "habitat": _("Habitat bid most often"),
            "opening": _("First bid"),
        },
    )


def trait_name(group: str, value: str) -> str:
    """One trait under its heading."""
    if group == "leader":
        return animal_name(value)
    return habitat_name(value) if group == "habitat" else bid_name(value)
