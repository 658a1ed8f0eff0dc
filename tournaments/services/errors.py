"""The one refusal that the services of tournaments know."""

from __future__ import annotations

from games.common.errors import RefusalError


class TournamentError(RefusalError):
    """A tournament cannot be made, entered, changed or ruled like this. Nothing was changed.

    `code` and `params` are worded by `tournaments.presentation.refusals`.
    """
