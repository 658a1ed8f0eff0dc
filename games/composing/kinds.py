"""Mails of other parts of the site: they say how theirs are worded, and when they are moot."""

from __future__ import annotations

from typing import Protocol

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


_COMPOSERS: dict[str, Composer] = {}


def register(kind: str, composer: Composer) -> None:
    """Have rows of this kind worded by this composer; said once, when the application starts."""
    _COMPOSERS[kind] = composer


def composer_of(row: OutboundMail) -> Composer | None:
    """Who words this row; None for what this application words itself."""
    return _COMPOSERS.get(row.kind)
