"""The figures of the service: how late it is, what waits, what has stopped.

They are read from the database when asked for, so any number of processes tell the same. The
number of queries is constant, and each follows an index over what is open, not over what is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar, cast

from django.conf import settings
from django.db.models import Count, Min, Model, Q, QuerySet

from games.common import clock
from games.common.mailbox_account import mailbox_name
from games.common.signals import counts_wanted
from games.models import (
    AddressHealth,
    InboundMail,
    LaneBeat,
    MailboxState,
    Match,
    OutboundMail,
    OutgoingMailState,
    Phase,
)

REFUSALS_WITHIN = timedelta(hours=1)

LONGEST_SILENCE = {
    "closing": 40.0,
    "mail-out": 40.0,
    "mail-in": 40.0,
    "channels": 60.0,
    "reminders": 60.0,
    "ratings": 120.0,
    "tournaments": 120.0,
    "watch": 60.0,
}
"""The lanes, and after how many seconds without a beat each counts as silent: more than one unit
of work may take, which is a lease."""

SILENCE_OF_THE_MAILBOX = 120.0
"""The lane that fetches mail beats while its server is away, too."""


@dataclass(frozen=True)
class ServiceMetrics:
    """How the service stands at one instant. Ages are in seconds, 0 where nothing waits."""

    at: datetime
    oldest_due_phase: float = 0.0
    due_matches: int = 0
    matches: dict[str, int] = field(default_factory=dict)
    oldest_unsent: dict[str, float] = field(default_factory=dict)
    outbound: dict[tuple[str, str], int] = field(default_factory=dict)
    failed_mails: int = 0
    oldest_unread: float = 0.0
    unread_mails: int = 0
    refusing_addresses: int = 0
    open_breakers: tuple[str, ...] = ()
    mailbox_away: float = 0.0
    leases: dict[str, int] = field(default_factory=dict)
    silence: dict[str, float] = field(default_factory=dict)
    further: dict[str, int] = field(default_factory=dict)

    @property
    def silent_lanes(self) -> list[str]:
        """The lanes that have not moved for longer than they may, or never."""
        return [
            name
            for name, longest in expected_lanes().items()
            if self.silence.get(name, float("inf")) > longest
        ]


def expected_lanes() -> dict[str, float]:
    """The lanes of this installation, as LONGEST_SILENCE has them."""
    if not settings.IMAP_URL:
        return LONGEST_SILENCE
    return LONGEST_SILENCE | {"mailbox": SILENCE_OF_THE_MAILBOX}


def current_metrics() -> ServiceMetrics:
    """How the service stands now."""
    now = clock.now()
    running = Phase.objects.filter(Phase.OPEN, match__status=Match.Status.RUNNING)
    due = _due(running.filter(wake_at__lte=now), "wake_at", now)
    waiting = _waiting_mail(now)
    pending = InboundMail.objects.filter(status=InboundMail.Status.PENDING)
    unread = _due(pending, "received_at", now)
    in_trouble = AddressHealth.objects.filter(trouble_at__gte=now - REFUSALS_WITHIN)
    lanes = ("sign-in", "play")
    return ServiceMetrics(
        at=now,
        oldest_due_phase=_age(due.oldest, now),
        due_matches=due.number,
        matches=_matches_by_status(),
        oldest_unsent={lane: waiting.oldest.get(lane, 0.0) for lane in lanes},
        outbound=waiting.counts,
        failed_mails=OutboundMail.objects.filter(status=OutboundMail.Status.FAILED).count(),
        oldest_unread=_age(unread.oldest, now),
        unread_mails=unread.number,
        refusing_addresses=in_trouble.count(),
        open_breakers=open_breakers(now),
        mailbox_away=_mailbox_away(now),
        leases={"matches": due.leased, "mail-out": waiting.leased, "mail-in": unread.leased},
        silence={
            name: _age(beat_at, now)
            for name, beat_at in LaneBeat.objects.values_list("name", "beat_at")
        },
        further=_further_counts(),
    )


def _further_counts() -> dict[str, int]:
    """What other apps count, by name."""
    found: dict[str, int] = {}
    for _receiver, counts in counts_wanted.send(sender=ServiceMetrics):
        found |= cast("dict[str, int]", counts)
    return found


def open_breakers(now: datetime) -> tuple[str, ...]:
    """The breakers of mail going out that are open."""
    is_open = OutgoingMailState.objects.exclude(opened_at=None).exists()
    return ("mail-out",) if is_open else ()


def _mailbox_away(now: datetime) -> float:
    """For how many seconds the mailbox could not be read; 0 where it can, or there is none."""
    if not settings.IMAP_URL:
        return 0.0
    troubled = MailboxState.objects.filter(name=mailbox_name())
    return _age(troubled.aggregate(since=Min("trouble_since"))["since"], now)


M = TypeVar("M", bound=Model)


class _Due(NamedTuple):
    oldest: datetime | None
    number: int
    leased: int


def _due(rows: QuerySet[M], moment: str, now: datetime) -> _Due:
    """How many of these wait, since when, and how many of them somebody has in hand."""
    return _Due(
        **rows.aggregate(
            oldest=Min(moment), number=Count("pk"), leased=Count("pk", Q(lease_until__gt=now))
        )
    )


def _matches_by_status() -> dict[str, int]:
    found = Match.objects.filter(
        status__in=(Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PARKED)
    )
    counts = dict(found.order_by().values_list("status").annotate(Count("pk")))
    return {"open": 0, "running": 0, "parked": 0, **counts}


@dataclass
class _Waiting:
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    oldest: dict[str, float] = field(default_factory=dict)
    leased: int = 0


def _waiting_mail(now: datetime) -> _Waiting:
    """What is in the outbox and unsent, by lane: what somebody waits for on a page, and play."""
    rows = (
        OutboundMail.objects.filter(
            status__in=(OutboundMail.Status.QUEUED, OutboundMail.Status.SENDING)
        )
        .order_by()
        .values("status", "priority")
        .annotate(
            count=Count("pk"),
            oldest=Min("due_at", filter=Q(due_at__lte=now)),
            leased=Count("pk", Q(lease_until__gt=now)),
        )
    )
    found = _Waiting()
    for row in rows:
        is_awaited = row["priority"] == OutboundMail.Priority.SIGN_IN
        lane = "sign-in" if is_awaited else "play"
        found.counts[row["status"], lane] = row["count"]
        found.oldest[lane] = max(found.oldest.get(lane, 0.0), _age(row["oldest"], now))
        found.leased += row["leased"]
    return found


def _age(instant: datetime | None, now: datetime) -> float:
    return 0.0 if instant is None else max(0.0, (now - instant).total_seconds())
