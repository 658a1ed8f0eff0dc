"""Mails of other parts of the site: they say how theirs are worded, and when they are moot."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from django.utils.module_loading import import_string

from games.models import OutboundMail

Context = dict[str, object]


class Composer(Protocol):
    """Words the rows of one kind."""

    def is_moot(self, row: OutboundMail) -> bool:
        """Whether what the row was to tell is no longer so, or no longer wanted."""
        ...

    def compose(self, row: OutboundMail) -> tuple[str, Context]:
        """The name of the templates and what they say, in the active language and zone."""
        ...


_COMPOSERS: dict[str, str] = {}


def register(kind: str, composer: str) -> None:
    """Have rows of this kind worded by the composer whose class has this name.

    Said once, when the application starts; the class is imported with the first such row.
    """
    _COMPOSERS[kind] = composer


def composer_of(row: OutboundMail) -> Composer | None:
    """Who words this row; None for what this application words itself."""
    name = _COMPOSERS.get(row.kind)
    return _composer(name) if name else None


@cache
def _composer(name: str) -> Composer:
    made: Composer = import_string(name)()
    return made
