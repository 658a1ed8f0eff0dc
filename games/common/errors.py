"""The two refusals that services know besides the rules' own order errors.

Both carry a stable code and its parameters, worded by the site and the mails for their reader.
"""

from __future__ import annotations

from typing import Any


class RefusalError(Exception):
    """Something asked of a service that it does not do. Nothing was changed."""

    def __init__(self, code: str, /, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(code)


class MatchError(RefusalError):
    """A match cannot be created, joined, left, started or changed like this."""


class OrderRefused(RefusalError):  # noqa: N818  the word that the design uses
    """An order that came too late, too early, or from a seat that was not asked."""


class NotVisibleError(RefusalError):
    """There is nothing here that this person may see: answered as if it did not exist."""


class AbsenceError(RefusalError):
    """Days that cannot be announced as an absence."""
