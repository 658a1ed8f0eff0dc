"""Rounds that a player asks to sit out; how many, the organiser says.

A ladder without end has no last round: there so many may be asked for at a time, of the next ones.
"""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from tournaments.models import Entry, Tournament
from tournaments.selectors.tournament_state import setup_of
from tournaments.services.audit_log import lock_tournament
from tournaments.services.entries import last_dealt_round, lock_entry
from tournaments.services.errors import TournamentError
from tournaments.values.setup import TournamentSetup

MOST_AHEAD = 10
HERE = (Entry.Status.ENTERED, Entry.Status.WAITING)


def ask_bye(*, entry: Entry, number: int) -> Entry:
    """Sit a round out that has not begun; asking twice is fine.

    Raises TournamentError: `not-in`, `over`, `no-byes`, `too-many-byes` (most),
    `bye-in-last-round`, `bye-too-late` (number).
    """
    with transaction.atomic():
        tournament, row = _locked(entry)
        setup, ahead = setup_of(tournament), _check_ahead(tournament, number)
        if number == setup.rounds:
            raise TournamentError("bye-in-last-round")
        if number not in row.byes:
            if sum(one in ahead or setup.rounds > 0 for one in row.byes) >= setup.half_byes:
                raise TournamentError("too-many-byes", most=setup.half_byes)
            row.byes = sorted([*row.byes, number])
            _write(tournament, row)
    return row


def drop_bye(*, entry: Entry, number: int) -> Entry:
    """Play the round after all. Raises TournamentError as `ask_bye`."""
    with transaction.atomic():
        tournament, row = _locked(entry)
        _check_ahead(tournament, number)
        if number in row.byes:
            row.byes = [one for one in row.byes if one != number]
            _write(tournament, row)
    return row


def _locked(entry: Entry) -> tuple[Tournament, Entry]:
    tournament = lock_tournament(entry.tournament_id)
    row = lock_entry(entry)
    if tournament.is_over:
        raise TournamentError("over", status=tournament.status)
    if row.status not in HERE:
        raise TournamentError("not-in")
    if not setup_of(tournament).half_byes:
        raise TournamentError("no-byes")
    return tournament, row


def rounds_ahead(setup: TournamentSetup, dealt: int) -> range:
    """The rounds that can be asked about after so many were dealt; of a ladder without end, the
    next ones."""
    return range(dealt + 1, (setup.rounds or dealt + MOST_AHEAD) + 1)


def _check_ahead(tournament: Tournament, number: int) -> range:
    ahead = rounds_ahead(setup_of(tournament), last_dealt_round(tournament))
    if number not in ahead:
        raise TournamentError("bye-too-late", number=number)
    return ahead


def _write(tournament: Tournament, row: Entry) -> None:
    row.save(update_fields=["byes"])
    if tournament.status == Tournament.Status.RUNNING:
        tournament.wake_at = clock.now()
        tournament.save(update_fields=["wake_at"])
