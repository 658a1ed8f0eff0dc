"""Whether mail can be sent at all: a breaker between the outbox and the mail server.

It opens when the server cannot be reached, refuses the service itself, or refuses different
addresses in a row: that is trouble of the service, and nobody's address is to blame. While it is
open one mail at a time tries whether the server takes mail again; the first that is taken closes
it. What was held against addresses by the refusals that opened it is taken back.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Q

from games.common import clock
from games.models import AddressHealth, OutboundMail, OutgoingMailState
from games.services import delivery

logger = logging.getLogger(__name__)

REFUSALS_IN_A_ROW = 3
"""So many different addresses refused, and none taken between them: it is not the addresses."""

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 1, 2, 4, 8, 15))
"""Between two tries while the breaker is open; the last one again and again."""

BEAT = timedelta(seconds=10)
MOST_WORDS = 200
MOST_REMEMBERED = 200

Status = OutboundMail.Status


class Turn(NamedTuple):
    """How many mails may be tried; `is_trial` where that is to see whether any is taken."""

    mails: int
    is_trial: bool


def outgoing_mail_state() -> OutgoingMailState:
    """What is known of sending: since when it is paused, why, and when a mail was last taken."""
    state, _created = OutgoingMailState.objects.get_or_create(pk=1)
    return state


def record_sender_heartbeat(now: datetime) -> None:
    """A sender is alive and looks at the outbox."""
    state = outgoing_mail_state()
    if state.beat_at is None or abs(now - state.beat_at) > BEAT:
        OutgoingMailState.objects.filter(pk=1).update(beat_at=now)


def mails_allowed(limit: int, now: datetime) -> Turn:
    """How many mails may be tried now. Where sending pauses it is one, now and then.

    Of several senders one gets that turn.
    """
    state = outgoing_mail_state()
    if state.opened_at is None:
        return Turn(limit, is_trial=False)
    if state.next_try_at is not None and state.next_try_at > now:
        return Turn(0, is_trial=True)
    turn = OutgoingMailState.objects.filter(
        pk=1, opened_at=state.opened_at, next_try_at=state.next_try_at
    )
    pause = PAUSES[min(state.tries, len(PAUSES) - 1)]
    return Turn(turn.update(next_try_at=now + pause, tries=F("tries") + 1), is_trial=True)


@transaction.atomic
def record_server_failure(words: str, *, pause: timedelta | None = None) -> None:
    """The mail server is away, or refuses the service itself: nothing is sent for a while.

    `pause` is how long the server asked for; otherwise a minute, growing to fifteen.
    """
    now = clock.now()
    state = _lock_state()
    if state.opened_at is None:
        _open(state, words, now)
    state.trouble = words[:MOST_WORDS]
    if pause is not None:
        state.next_try_at = now + pause
    state.save()


@transaction.atomic
def record_refused_mail(row: OutboundMail, words: str) -> bool:
    """A server refused this mail for good; whether that is trouble of the service.

    False is for an address alone: no others were refused around it, or it was refused before and
    again after the server had taken mail of others.
    """
    now = clock.now()
    state = _lock_state()
    if _is_proven(row.address, state):
        return False
    state.refused = [*(pk for pk in state.refused if pk != row.pk), row.pk][-MOST_REMEMBERED:]
    if state.opened_at is None:
        if _different_addresses(state.refused) < REFUSALS_IN_A_ROW:
            state.save(update_fields=["refused"])
            return False
        _open(state, words, now)
    state.trouble = words[:MOST_WORDS]
    _take_back(state, now)
    state.save()
    return True


@transaction.atomic
def record_taken_mail(at: datetime) -> datetime | None:
    """A server took a mail at this time: the breaker is closed, and what waited is due.

    Returns since when it had been open; None where it was closed.
    """
    state = _lock_state()
    opened_at = state.opened_at
    state.accepted_at = max(at, state.accepted_at or at)
    state.refused, state.opened_at, state.next_try_at = [], None, None
    state.tries, state.trouble = 0, ""
    state.save()
    if opened_at is not None:
        # Tries made while nothing could be taken say nothing of the mails.
        put_off = OutboundMail.objects.filter(status=Status.QUEUED, attempts__gt=0)
        put_off.exclude(error="").update(attempts=0, due_at=clock.now())
        logger.warning(
            "mail is taken again", extra={"seconds": int((at - opened_at).total_seconds())}
        )
    return opened_at


def _lock_state() -> OutgoingMailState:
    OutgoingMailState.objects.get_or_create(pk=1)
    return OutgoingMailState.objects.select_for_update(of=("self",)).get(pk=1)


def _open(state: OutgoingMailState, words: str, now: datetime) -> None:
    state.opened_at, state.next_try_at, state.tries = now, now + PAUSES[0], 1
    logger.error("mail is not taken: sending pauses", extra={"failure": words})


def _different_addresses(ids: list[int]) -> int:
    addresses = OutboundMail.objects.filter(pk__in=ids).values_list("address", flat=True)
    return len({address.casefold() for address in addresses})


def _is_proven(address: str, state: OutgoingMailState) -> bool:
    """Whether the address was suspected before, and others were served since."""
    row = AddressHealth.objects.filter(address=address.casefold()).only("suspected_at").first()
    if row is None or row.suspected_at is None or state.accepted_at is None:
        return False
    return state.accepted_at > row.suspected_at


def _take_back(state: OutgoingMailState, now: datetime) -> None:
    """Queue again what the run of refusals ended, and clear its addresses."""
    rows = OutboundMail.objects.filter(pk__in=state.refused)
    addresses = set(rows.values_list("address", flat=True))
    since = rows.order_by("created_at").values_list("created_at", flat=True).first()
    delivery.take_back_bounces(addresses, now)
    ended = Q(pk__in=state.refused, status=Status.FAILED) | Q(
        address__in=addresses, status=Status.WITHDRAWN, error=delivery.STOPPED_WORDS,
        created_at__gte=since or now,
    )  # fmt: skip
    OutboundMail.objects.filter(ended, sent_at=None).update(
        status=Status.QUEUED, due_at=now, lease_until=None, error=""
    )
