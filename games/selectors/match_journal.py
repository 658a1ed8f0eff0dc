"""What has happened in a match, as one viewer may know it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.models import (
    DeadlineChange,
    Match,
    Order,
    Phase,
    Player,
)
from games.rules.game import AnyRules
from games.rules.protocol import Event
from games.rules.registry import rules_of_record
from games.rules.stored_json import decoded_events
from games.selectors.delayed_tables import is_delayed, last_shown

Visible = tuple[Event, ...]

NOT_TOLD = (
    "awaited", "held", "shuffles", "opened_at", "deadline_at", "wake_at", "remind_at", "attempts",
    "lease_until",
)  # fmt: skip
"""Columns of a phase that no journal shows; shuffles are long."""


@dataclass(frozen=True, slots=True)
class JournalPhase:
    """One closed phase as a viewer may know it; `orders` only where the match is over."""

    number: int
    name: str
    round: int
    closed_at: datetime
    reason: str
    events: Visible
    orders: tuple[tuple[int, str, str], ...]


def journal(
    match: Match,
    viewer: Player | None,
    *,
    last: int | None = None,
    since_phase: int | None = None,
    before_phase: int | None = None,
) -> list[JournalPhase]:
    """Closed phases, oldest first, with the events that the viewer may know.

    `since_phase` leaves out phases with a lower number, `before_phase` those with that or a higher
    one; `last` keeps the newest so many of the rest.
    """
    rows = match.phases.filter(closed_at__isnull=False)
    if is_delayed(match, viewer):
        rows = rows.filter(number__lte=last_shown(match))
    if since_phase is not None:
        rows = rows.filter(number__gte=since_phase)
    if before_phase is not None:
        rows = rows.filter(number__lt=before_phase)
    newest_first = rows.defer(*NOT_TOLD).order_by("-number")
    chosen = list(newest_first[:last] if last is not None else newest_first)
    orders = orders_of(chosen) if match.has_replay else {}
    seat = viewer.seat if viewer is not None else None
    is_open = match.has_replay
    rules = rules_of_record(match.game, match.rules_version)
    return [
        journal_phase(row, rules, seat, orders.get(row.pk, ()), is_open=is_open)
        for row in reversed(chosen)
    ]


def orders_of(rows: Sequence[Phase]) -> dict[int, tuple[tuple[int, str, str], ...]]:
    found: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for order in Order.objects.filter(phase__in=rows).order_by("phase", "seat"):
        found[order.phase_id].append((order.seat, order.text, order.source))
    return {phase: tuple(orders) for phase, orders in found.items()}


def journal_phase(
    row: Phase,
    rules: AnyRules,
    seat: int | None,
    orders: tuple[tuple[int, str, str], ...],
    *,
    is_open: bool,
    events: tuple[Event, ...] | None = None,
) -> JournalPhase:
    """A closed phase with those of its events that the seat may know; `is_open`: all of them.

    `events` are all of the row's, where they have been decoded for somebody else."""
    events = decoded_events(rules, row.events) if events is None else events
    return JournalPhase(
        number=row.number,
        name=row.name,
        round=row.round,
        closed_at=row.ended_at,
        reason=row.reason,
        events=events if is_open else tuple(one for one in events if _may_see(one, seat)),
        orders=orders,
    )


def _may_see(event: Event, seat: int | None) -> bool:
    return event.seen_by is None or (seat is not None and seat in event.seen_by)


def since_last_order(player: Player, match: Match) -> list[JournalPhase]:
    """What happened since the phase that the player last answered in person, that one included."""
    return journal(match, player, since_phase=player.ordered_phase)


def ledger(match: Match) -> list[DeadlineChange]:
    """Every entry about the match's deadlines but the plain openings, oldest first."""
    told = Q(why__in=_MOVED) | Q(phase__closed_at=None)
    changes = DeadlineChange.objects.filter(told, phase__match=match)
    return list(changes.select_related("by").order_by("id"))


_MOVED = [why for why in DeadlineChange.Why if why != DeadlineChange.Why.OPENED]
