"""Rounds that a player asks to sit out, each worth half a win; how many, the organiser says."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from tournaments.models import Entry, Tournament
from tournaments.selectors.tournament_state import setup_of
from tournaments.services.audit_log import lock_tournament
from tournaments.services.entries import last_dealt_round, lock_entry
from tournaments.services.errors import TournamentError

HERE = (Entry.Status.ENTERED, Entry.Status.WAITING)


def ask_bye(*, entry: Entry, number: int) -> Entry:
    """Sit a round out that has not begun; asking twice is fine.

    Raises TournamentError: `not-in`, `over`, `no-byes`, `too-many-byes` (most),
    `bye-in-last-round`, `bye-too-late` (number).
    """
    with transaction.atomic():
        tournament, row = _locked(entry)
        setup = setup_of(tournament)
        _check_ahead(tournament, number, setup.rounds)
        if number == setup.rounds:
            raise TournamentError("bye-in-last-round")
        if number not in row.byes:
            if len(row.byes) >= setup.half_byes:
                raise TournamentError("too-many-byes", most=setup.half_byes)
            row.byes = sorted([*row.byes, number])
            _write(tournament, row)
    return row


def drop_bye(*, entry: Entry, number: int) -> Entry:
    """Play the round after all. Raises TournamentError as `ask_bye`."""
    with transaction.atomic():
        tournament, row = _locked(entry)
        _check_ahead(tournament, number, setup_of(tournament).rounds)
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


def _check_ahead(tournament: Tournament, number: int, rounds: int) -> None:
    if not last_dealt_round(tournament) < number <= rounds:
        raise TournamentError("bye-too-late", number=number)


def _write(tournament: Tournament, row: Entry) -> None:
    row.save(update_fields=["byes"])
    if tournament.status == Tournament.Status.RUNNING:
        tournament.wake_at = clock.now()
        tournament.save(update_fields=["wake_at"])
