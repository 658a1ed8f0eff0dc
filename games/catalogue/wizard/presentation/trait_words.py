"""What is counted of Wizard, in words."""

from __future__ import annotations

from games.catalogue.wizard.presentation.vocabulary import number_of_tricks
from games.presentation.words import gettext as _
from games.presentation.words import pick


def trait_group(group: str) -> str:
    """The heading over traits of one kind."""
    return pick(
        "group", group, {"met": _("Bids made exactly"), "opening": _("Bid in the first round")}
    )


def trait_name(group: str, value: str) -> str:
    """One trait under its heading."""
    if group == "opening":
        return number_of_tricks(int(value))
    return pick(
        "part",
        value,
        {
            "1": _("less than a quarter"),
            "2": _("a quarter to a half"),
            "3": _("a half to three quarters"),
            "4": _("three quarters or more"),
        },
    )
