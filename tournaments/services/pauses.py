"""Pauses: nothing is dealt and no round runs out of time, and if wanted the clocks stand still."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.common import clock
from games.models import Match, Member
from games.services.clock_rests import rest_clocks, wake_clocks
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.selectors.log_params import PausedParams, ResumedParams
from tournaments.services.audit_log import log
from tournaments.services.errors import TournamentError
from tournaments.services.rulings import (
    lock_for_ruling,
    move_deadlines,
    open_pairings,
    rule,
    tell_of_ruling,
)

LONGEST_REST = timedelta(days=60)
Action = LogEntry.Action


def pause_tournament(
    *, tournament: Tournament, by: Member, reason: str, rest: timedelta | None = None
) -> Tournament:
    """Nothing is dealt and no round's time runs out until it goes on.

    With a `rest` the clocks of its matches stand still for so long, and it goes on by itself after
    that; else matches play on by their clocks, and the pause lasts until somebody ends it.
    Raises TournamentError: `not-organiser`, `no-reason`, `not-running`, `paused`, `bad-rest`
    (most).
    """
    if rest is not None and not timedelta(0) < rest <= LONGEST_REST:
        raise TournamentError("bad-rest", most=LONGEST_REST)
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason)
        if locked.paused_at is not None:
            raise TournamentError("paused")
        now = clock.now()
        locked.paused_at = now
        locked.paused_until = locked.wake_at = now + rest if rest is not None else None
        locked.save(update_fields=["paused_at", "paused_until", "wake_at"])
        if rest is not None:
            rest_clocks(_matches(locked), now=now, until=now + rest)
        until = locked.paused_until.isoformat() if locked.paused_until else ""
        rule(locked, Action.PAUSED, by, reason, params=PausedParams(until))
    return locked


def resume_tournament(*, tournament: Tournament, by: Member, reason: str = "") -> Tournament:
    """Go on; the deadlines of open rounds move by as long as the pause was, and clocks that stood
    still go on.

    Raises TournamentError: `not-organiser`, `not-running`, `not-paused`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason or "-")
        if locked.paused_at is None:
            raise TournamentError("not-paused")
        now = clock.now()
        params = _go_on(locked, locked.paused_at, now)
        rule(locked, Action.RESUMED, by, reason, params=params)
    return locked


def resume_when_due(tournament: Tournament, now: datetime) -> bool:
    """End a pause whose time is over, the tournament's lock held; whether there was one."""
    until = tournament.paused_until
    if tournament.paused_at is None or until is None or until > now:
        return False
    params = _go_on(tournament, tournament.paused_at, now)
    written = log(tournament, Action.RESUMED, params=params, at=now)
    here = [Entry.Status.ENTERED, Entry.Status.WAITING]
    tell_of_ruling(written, tournament.entries.filter(status__in=here))
    return True


def end_rest(tournament: Tournament, now: datetime) -> None:
    """The clocks of its matches go on, where they stood still; the caller saves the tournament."""
    if tournament.paused_until is not None:
        wake_clocks(_matches(tournament), now=now)
        tournament.paused_until = None


def _go_on(tournament: Tournament, since: datetime, now: datetime) -> ResumedParams:
    move_deadlines(open_pairings(tournament), now - since)
    end_rest(tournament, now)
    tournament.paused_at, tournament.wake_at = None, now
    tournament.save(update_fields=["paused_at", "paused_until", "wake_at"])
    return ResumedParams(int((now - since).total_seconds()))


def _matches(tournament: Tournament) -> QuerySet[Match]:
    return Match.objects.filter(pairing__round__tournament=tournament, pairing__decided_at=None)
