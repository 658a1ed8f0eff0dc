"""Matches to break things on, and what is counted on them afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from games.common import clock
from games.models import Match, Member, Order, OutboundMail, Phase, ServicePulse
from games.services.phases import GRACE
from tests import cast
from tests.bench.population import match_played, matches_copied, members_made, pattern_of

NEVER = 30_000


def matches_made(count: int) -> list[Match]:
    """Running matches of three, alike but for their people; the one they were copied from rests.

    However often people miss, no bot takes over: bots alone would play a match on to its end.
    """
    members = members_made(20) if not Member.objects.exists() else list(Member.objects.all())
    pattern = pattern_of(match_played(members[:3], 0, options={"edition": "2022"}))
    Match.objects.filter(pk=pattern.match.pk).update(status=Match.Status.CANCELLED)
    pattern.match.misses_allowed = NEVER
    return matches_copied([pattern], members, count)


def made_due(match_ids: Sequence[int]) -> None:
    """The deadlines of these matches have just passed, for a service that was awake."""
    past = clock.now() - GRACE - timedelta(seconds=1)
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})
    running = Match.objects.filter(pk__in=match_ids, status=Match.Status.RUNNING)
    cast.deadlines_at(past, running.values_list("pk", flat=True))


def leases_end() -> None:
    """Half a minute after a process has died, without waiting for it; its tries stay counted."""
    now = clock.now()
    Phase.objects.filter(lease_until__gt=now).update(lease_until=now)


def due_again(match_ids: Sequence[int]) -> None:
    """What was put off after a fault is due now."""
    running = Phase.objects.filter(match__in=match_ids, match__status=Match.Status.RUNNING)
    running.filter(attempts__gt=0).update(wake_at=clock.now() - timedelta(seconds=1))


def lost_counted(matches: Sequence[Match]) -> int:
    """Matches without exactly one open phase, closed phases without an order of each awaited
    seat, and decisions of which nobody was told."""
    lost = 0
    for match in Match.objects.filter(pk__in=[match.pk for match in matches]):
        phases = list(match.phases.filter(number__gt=0).order_by("number"))
        opened = [phase for phase in phases if phase.closed_at is None]
        numbers = [phase.number for phase in phases]
        lost += numbers != list(range(1, len(numbers) + 1))
        if match.status == Match.Status.RUNNING:
            lost += [phase.number for phase in opened] != [match.phase_number]
        answered: dict[int, set[int]] = {}
        for phase_id, seat in Order.objects.filter(phase__in=phases).values_list("phase", "seat"):
            answered.setdefault(phase_id, set()).add(seat)
        for phase in phases:
            silent = set(phase.awaited) - answered.get(phase.pk, set())
            lost += len(silent) if phase.closed_at is not None else 0
            if phase.closed_at is None and phase.number > 1:
                lost += len(silent - _told(match, phase) - {int(seat) for seat in phase.held})
    return lost


def _told(match: Match, phase: Phase) -> set[int]:
    mails = OutboundMail.objects.filter(kind="decision", match=match, phase_number=phase.number)
    bots = match.players.exclude(bot="").values_list("seat", flat=True)
    return {seat for seat in mails.values_list("player__seat", flat=True) if seat is not None} | {
        seat for seat in bots if seat is not None
    }


def doubled_counted() -> int:
    """Mails that ask a person twice for one decision, and phases or orders that are there twice."""
    asked = OutboundMail.objects.filter(kind="decision")
    rows = (
        asked.values_list("player", "phase_number"),
        Phase.objects.values_list("match", "number"),
        Order.objects.values_list("phase", "seat"),
    )
    return sum(count - 1 for kind in rows for count in Counter(kind).values())
