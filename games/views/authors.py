"""Whose games these are: a sentence a game for the credits page."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AUTHORS: Mapping[str, str | Promise] = {
    "wild-cards": _(
        "Wild Cards is by Ferdinand Schnitzler, illustrated by Kristiaan der Nederlanden, and "
        "published by Board Game Circus and Gam'inBIZ."
    ),
    "wizard": _("Wizard is by Ken Fisher."),
    "cubirds": _(
        "CuBirds is by Stefan Alexander, illustrated by Kristiaan der Nederlanden, and published "
        "in Dutch by Gam'inBIZ."
    ),
    "emu-ranchers": _("Emu Ranchers is a game for the Decktet, a deck of cards by P. D. Magnus."),
}
"""As far as the rulebooks that the rules pages were made from say it."""
