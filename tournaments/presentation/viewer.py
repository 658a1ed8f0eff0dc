"""Whose picture it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.pictures.bracket import BoxRow
from tournaments.values.setup import EntryId


@dataclass(frozen=True, slots=True)
class Viewer:
    """Everybody's names, the looker's own entry, and where a table's page is."""

    names: Mapping[EntryId, str]
    own: EntryId | None = None
    url: Callable[[int, int], str] = lambda _round, _table: ""

    def row(self, entry: EntryId | None, shown: str, *, goes_on: bool = False) -> BoxRow:
        """A side of a table; nobody where a bye left a gap."""
        if entry is None:
            return BoxRow(gettext("nobody"), is_known=False)
        return BoxRow(self.names.get(entry, "?"), shown, goes_on, entry == self.own)
