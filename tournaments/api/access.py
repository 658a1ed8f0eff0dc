"""Which tournament is meant, and who asks for it."""

from __future__ import annotations

from django.http import HttpRequest

from games.api.access import caller, clean_code
from games.common.errors import NotVisibleError
from tournaments.selectors.access import own_entry, tournament_access
from tournaments.services.errors import TournamentError
from tournaments.views.tournament_access import SeenTournament


class TournamentNotVisibleError(NotVisibleError):
    """There is no such tournament, round, table or entry for this caller."""


def tournament_seen(request: HttpRequest, code: str, token: str = "") -> SeenTournament:
    """The tournament as the caller may see it. Raises TournamentNotVisibleError."""
    member = caller(request)
    try:
        row = tournament_access(code=clean_code(code), member=member, token=token)
    except NotVisibleError as error:
        raise TournamentNotVisibleError(error.code) from error
    return SeenTournament(row, member, own_entry(row, member))


def ruled_tournament_seen(request: HttpRequest, code: str) -> SeenTournament:
    """The same for those who run it. Raises TournamentError `not-organiser` for all others."""
    seen = tournament_seen(request, code)
    if not seen.is_organiser:
        raise TournamentError("not-organiser")
    return seen
