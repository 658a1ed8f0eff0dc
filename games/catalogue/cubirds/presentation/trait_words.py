"""What is counted of CuBirds, in words."""

from __future__ import annotations

from games.catalogue.cubirds.presentation.vocabulary import bird_name
from games.presentation.words import gettext as _
from games.presentation.words import pick


def trait_group(group: str) -> str:
    """The heading over traits of one kind."""
    return pick(
        "group",
        group,
        {"flock": _("Three or more collected"), "opening": _("First birds laid")},
    )


def trait_name(group: str, value: str) -> str:
    """One trait under its heading."""
    del group
    return bird_name(value)
