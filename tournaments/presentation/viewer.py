"""Whose picture it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.formats.base import EntryId
from tournaments.pictures.bracket import Row


@dataclass(frozen=True, slots=True)
class Sight:
    """Everybody's names, the looker's own entry, and where a table's page is."""

    names: Mapping[EntryId, str]
    own: EntryId | None = None
    url: Callable[[int, int], str] = lambda _round, _table: ""

    def row(self, entry: EntryId | None, shown: str, *, goes_on: bool = False) -> Row:
        """A side of a table; nobody where a bye left a gap."""
        if entry is None:
            return Row(gettext("nobody"), is_known=False)
        return Row(self.names.get(entry, "?"), shown, goes_on, entry == self.own)
