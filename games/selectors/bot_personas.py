"""The virtual players by name: who sits where a bot plays, and how well they play."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import count
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.models import Player

NAMES_BY_STYLE = {
    "steady": ("Hattie", "Silas", "Mabel", "Otis", "Odette", "Barnaby"),
    "random": ("Ziggy", "Dotty", "Monty", "Trixie", "Pippin", "Roxy"),
}
OTHER_NAMES = ("Wilmot", "Tansy", "Fergus", "Isolde", "Caspian", "Petronella")
"""Of the bots of a style that has no names of its own yet."""

BOT_NAMES = tuple(name for names in (*NAMES_BY_STYLE.values(), OTHER_NAMES) for name in names)
"""Every name that a bot may have: no member may take one of them."""


class Persona(NamedTuple):
    """A virtual player: the name is the same in every language."""

    name: str
    style: str

    @property
    def strength(self) -> str:
        """How well they play, in words."""
        return strength_words(self.style)


def strength_words(style: str) -> str:
    """How well a bot of this style plays, in the active language."""
    words = {"random": _("plays at random"), "steady": _("steady, beginner level")}
    return words.get(style) or _("bot of style %(style)s") % {"style": style}


def bots_at_table(players: Iterable[Player]) -> dict[int, Persona]:
    """The bots that have a seat of their own, by their row's key.

    In the order in which they sat down, so that they keep their names when seats are drawn; a
    name that a person at the table has is passed over.
    """
    seated = sorted(players, key=lambda player: player.pk or 0)
    taken = {player.member.name.casefold() for player in seated if player.member}
    found: dict[int, Persona] = {}
    for player in seated:
        if player.member is None:
            name = _free_name(player.bot, taken)
            taken.add(name.casefold())
            found[player.pk] = Persona(name, player.bot)
    return found


def _free_name(style: str, taken: Collection[str]) -> str:
    names = NAMES_BY_STYLE.get(style, OTHER_NAMES)
    numbered = (
        name if turn == 1 else f"{name} {'I' * turn}" for turn in count(1) for name in names
    )
    return next(name for name in numbered if name.casefold() not in taken)
