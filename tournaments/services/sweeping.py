"""The sweep: find the tournaments that something waits for, and let each do it.

What it costs depends on how many are due, not on how many tournaments or matches there are.
"""

from __future__ import annotations

import logging
import traceback
from datetime import timedelta

from django.db import transaction
from django.db.models import F, QuerySet

from games.common import clock
from games.models import GamePause, Match
from tournaments.letters.playing import TournamentParkedLetter
from tournaments.models import Pairing, Tournament
from tournaments.models.tournaments import MOST_TRIES
from tournaments.services.letters import member_row, post
from tournaments.services.rounds import advance_tournament

logger = logging.getLogger(__name__)

CHUNK = 20
MATCHES_AT_ONCE = 1000
BACKOFF = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
UNFINISHED = (Tournament.Status.DRAFT, Tournament.Status.ENTRIES, Tournament.Status.RUNNING)


def sweep_due(limit: int = CHUNK) -> int:
    """Let up to `limit` tournaments do what is due; returns how many were due, 0 for none.

    Any number of sweeps may run at once. One that fails is put off, in the end parked with its
    organiser told, and never stops the others.
    """
    ends_hand_over()
    due = list(
        Tournament.objects.filter(status__in=UNFINISHED, wake_at__lte=clock.now())
        # Its next matches would begin: it waits, and goes on when the game does.
        .exclude(game__in=GamePause.objects.values("game"))
        .order_by("wake_at")
        .values_list("pk", flat=True)[:limit]
    )
    # Counted before it is tried, so that even a fault that kills the process is counted.
    Tournament.objects.filter(pk__in=due).update(attempts=F("attempts") + 1)
    for pk in due:
        try:
            advance_tournament(pk)
        except Exception as error:
            _note_failure(pk, error)
    return len(due)


def ends_hand_over() -> int:
    """Wake the tournaments of matches that have ended; returns how many matches those were.

    The signal that a match has ended may be lost. This cannot: a match is found by its own row
    until it was handed over. Tournaments first, then matches, in the order in which dealing locks.
    """
    with transaction.atomic():
        ended = list(
            Match.objects.filter(
                status=Match.Status.FINISHED, seating=Match.Seating.GIVEN, reported_at=None
            )
            .order_by("finished_at")
            .values_list("pk", flat=True)[:MATCHES_AT_ONCE]
        )
        if not ended:
            return 0
        now = clock.now()
        waiting = Pairing.objects.filter(match__in=ended).values("round__tournament")
        concerned = Tournament.objects.filter(
            pk__in=waiting, status=Tournament.Status.RUNNING, attempts__lt=MOST_TRIES
        )
        for pk in concerned.order_by("pk").values_list("pk", flat=True):
            Tournament.objects.filter(pk=pk).update(wake_at=now)
        Match.objects.filter(pk__in=ended).update(reported_at=now)
    return len(ended)


def parked() -> QuerySet[Tournament]:
    """The tournaments that have stopped after a fault."""
    return Tournament.objects.filter(status__in=UNFINISHED, attempts__gte=MOST_TRIES, wake_at=None)


def parked_count() -> int:
    """How many tournaments have stopped after a fault."""
    return parked().count()


def retry_tournament(tournament_id: int) -> bool:
    """Take a parked tournament up again after its fault was repaired; False if it is not parked."""
    return bool(
        Tournament.objects.filter(
            pk=tournament_id, status__in=UNFINISHED, attempts__gte=MOST_TRIES
        ).update(attempts=0, wake_at=clock.now())
    )


def _note_failure(tournament_id: int, error: Exception) -> None:
    """Put the next try off, or park the tournament and tell its organiser after too many."""
    logger.error(
        "tournament failed", extra={"tournament": tournament_id, "error": type(error).__name__}
    )
    with transaction.atomic():
        tournament = (
            Tournament.objects.select_for_update(of=("self",))
            .filter(pk=tournament_id, status__in=UNFINISHED)
            .first()
        )
        if tournament is None:
            return
        now = clock.now()
        tournament.fault = "".join(traceback.format_exception(error))[-4000:]
        if tournament.attempts >= MOST_TRIES:
            tournament.wake_at = None
            key = f"{tournament.attempts}:{now.isoformat()}"
            letter = TournamentParkedLetter()
            post([member_row(letter, tournament, tournament.organiser, key=key, at=now)])
        else:
            tournament.wake_at = now + BACKOFF[max(tournament.attempts, 1) - 1]
        tournament.save(update_fields=["fault", "wake_at"])
