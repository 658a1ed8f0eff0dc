"""Deadlines in tests: where they stand, and what a sweep finds at a given moment."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.common import clock
from games.models import Match, Player, ServicePulse
from games.services.deadline_sweep import sweep_due
from games.services.matches import create_match, join_match
from games.services.phases import GRACE
from games.services.reminders import sweep_reminders
from games.services.time_controls import USUAL_TERMS, Terms
from tests.cast import member

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BANKED = Terms(time_bank=3 * DAY)
REVISED = Terms(reveal_policy=Match.Reveal.REVISE)
HELD = Terms(reveal_policy=Match.Reveal.DEADLINE)


def deadline_of(match: Match) -> datetime:
    """Where the open phase's deadline stands now."""
    match.refresh_from_db()
    assert match.deadline_at is not None
    return match.deadline_at


def opened_at(match: Match) -> datetime:
    """When the open phase opened."""
    return match.phases.get(closed_at=None).opened_at


def awake(at: datetime) -> None:
    """The service has been running all the time until then."""
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": at - timedelta(seconds=3)})


def sweep_at(match: Match, at: datetime) -> None:
    """Deadlines and reminders as the service finds them at this moment."""
    awake(at)
    with clock.simulated(at):
        sweep_due()
        sweep_reminders()
    match.refresh_from_db()


def pass_deadline(match: Match) -> None:
    """Sweep just after the match's deadline."""
    sweep_at(match, deadline_of(match) + GRACE + timedelta(seconds=1))


def bank_left(who: Player) -> timedelta:
    """What the player's time bank holds now."""
    return Player.objects.get(pk=who.pk).time_bank_left


def wizard_match(terms: Terms = USUAL_TERMS) -> Match:
    """Anna, Bo and Carla at Wizard, where most decisions await a single seat."""
    host, *guests = [member(name) for name in ("Anna", "Bo", "Carla")]
    match = create_match(
        member=host, game="wizard", options={}, seats=3, phase_time=2 * DAY, terms=terms
    )
    for guest in guests:
        join_match(member=guest, match=match)
    match.refresh_from_db()
    return match
