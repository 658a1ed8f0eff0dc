"""What is counted of Emu Ranchers, in words."""

from __future__ import annotations

from django.utils.translation import ngettext, pgettext

from games.presentation.words import gettext as _
from games.presentation.words import pick


def trait_group(group: str) -> str:
    """The heading over traits of one kind."""
    return pick("group", group, {"years": _("Years won"), "opening": _("First card hatched")})


def trait_name(group: str, value: str) -> str:
    """One trait under its heading."""
    if group == "years":
        number = int(value)
        return ngettext("%(number)s year", "%(number)s years", number) % {"number": number}
    names = {
        "A": pgettext("rank of a card", "Ace"),
        "C": pgettext("rank of a card", "Crown"),
        "P": pgettext("rank of a card", "Pawn"),
        "T": pgettext("rank of a card", "Court"),
        "X": pgettext("rank of a card", "Excuse"),
    }
    return names.get(value, value)
