"""Delivery health: what mail servers and providers say of each address, counted once.

A mail that comes back for good is a bounce; the second stops the mail to its address, a complaint
does at once. The match goes on by its rules for the late. A stopped address is tried again by one
mail a week, and by the test that its member asks for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, QuerySet

from games.common import clock
from games.common.errors import MatchError
from games.common.task_queue import enqueue_outbox
from games.letters.account import AddressTestLetter
from games.models import AddressHealth, DeliveryEvent, Member, OutboundMail
from games.models.fixed_queries import FixedQuery
from games.services.notices import Recipient, notice
from games.services.quotas import Deed, spend_quota

State = AddressHealth.State

BOUNCES_UNTIL_STOPPED = 2
TROUBLE_FADES_AFTER = timedelta(days=3)
"""A bounce may be reported long after its mail was taken; so long without another, it is over."""

STOPPED_WORDS = "its address is stopped"
"""With a row that was withdrawn because mail to its address has stopped."""

NOTED_AGAIN_AFTER = timedelta(hours=1)
BETWEEN_TESTS = timedelta(minutes=10)
MOST_WORDS = 200


def record_accepted_mails(addresses: Collection[str]) -> None:
    """Servers took mail for these addresses: what was untried or put off works."""
    wanted = {address.casefold() for address in addresses}
    if not wanted:
        return
    now = clock.now()
    known = list(AddressHealth.objects.filter(address__in=wanted))
    new = sorted(wanted - {row.address for row in known})
    if new:
        AddressHealth.objects.bulk_create(
            [AddressHealth(address=one, state=State.WORKING, accepted_at=now) for one in new],
            ignore_conflicts=True,
        )
    works = [row.pk for row in known if _is_over(row, now)]
    if works:
        AddressHealth.objects.filter(pk__in=works).update(
            state=State.WORKING, bounces=0, accepted_at=now
        )
    noted = now - NOTED_AGAIN_AFTER
    stale = [row.pk for row in known if row.accepted_at is None or row.accepted_at < noted]
    if stale:
        AddressHealth.objects.filter(pk__in=stale).update(accepted_at=now)


def _is_over(row: AddressHealth, now: datetime) -> bool:
    """Whether a mail that was taken ends what was known before."""
    if row.state in {State.UNTRIED, State.DEFERRED}:
        return True
    is_bouncing = row.state in {State.BOUNCING, State.STOPPED}
    return is_bouncing and (row.trouble_at is None or row.trouble_at < now - TROUBLE_FADES_AFTER)


def record_bounce(address: str, words: str, *, event: str = "") -> None:
    """A mail to the address came back for good. The same `event` counts once."""
    with transaction.atomic():
        if not _is_new(event):
            return
        row = _lock_address(address)
        row.bounces += 1
        row.trouble, row.trouble_at = words[:MOST_WORDS], clock.now()
        if row.state != State.COMPLAINED:
            is_stopped = row.bounces >= BOUNCES_UNTIL_STOPPED
            row.state = State.STOPPED if is_stopped else State.BOUNCING
        row.save()


def record_deferral(address: str, words: str, *, event: str = "") -> None:
    """A mail to the address was put off, or refused for what was in it: worth knowing, no more."""
    with transaction.atomic():
        if not _is_new(event):
            return
        row = _lock_address(address)
        row.trouble, row.trouble_at = words[:MOST_WORDS], clock.now()
        if row.state in {State.UNTRIED, State.WORKING}:
            row.state = State.DEFERRED
        row.save()


def record_complaint(address: str, *, event: str = "") -> None:
    """The address's reader called a mail spam: none about matches goes there any more."""
    with transaction.atomic():
        if not _is_new(event):
            return
        row = _lock_address(address)
        row.state, row.trouble, row.trouble_at = State.COMPLAINED, "", clock.now()
        row.save()


def record_delivery(address: str, *, event: str = "") -> None:
    """A provider saw a mail arrive. A complaint stands all the same."""
    with transaction.atomic():
        if _is_new(event):
            _restore(address, but=(State.COMPLAINED,))


def _in_trouble(address: Any) -> QuerySet[AddressHealth]:
    rows = AddressHealth.objects.filter(address=address)
    return rows.exclude(state__in=(State.WORKING, State.COMPLAINED))


_IN_TROUBLE = FixedQuery(_in_trouble)


def is_in_trouble(address: Any) -> Exists:
    """In a query: whether a reply from this address, in small letters, says that it works again."""
    return Exists(_in_trouble(address))


def record_reply(address: str) -> None:
    """The member has answered one of our mails, so they arrive."""
    if _IN_TROUBLE.rows(address.casefold()):
        with transaction.atomic():
            _restore(address, but=(State.COMPLAINED,))


def confirm_address(address: str) -> None:
    """The member has confirmed a test mail: the address works, whatever was before."""
    with transaction.atomic():
        _restore(address, but=())


def take_back_bounces(addresses: Collection[str], now: datetime) -> None:
    """These addresses were refused by the service's own fault: a bounce of each is taken back."""
    wanted = {address.casefold() for address in addresses}
    rows = AddressHealth.objects.select_for_update(of=("self",)).filter(address__in=wanted)
    for row in rows.order_by("pk"):
        row.suspected_at = now
        if row.state in {State.BOUNCING, State.STOPPED}:
            row.bounces, row.trouble, row.trouble_at = 0, "", None
            row.state = State.WORKING if row.accepted_at else State.UNTRIED
        row.save()


def is_stopped(address: str) -> bool:
    """Whether mail about matches to the address has stopped."""
    row = AddressHealth.objects.filter(address=address.casefold()[:320]).first()
    return row is not None and row.is_stopped


def free_address(address: str) -> int:
    """Send to this address again, whatever was before; returns how many mails are queued again.

    For operators who know that the trouble is over. A complaint of its reader is freed as well.
    """
    with transaction.atomic():
        row = _lock_address(address)
        row.state = State.WORKING if row.accepted_at else State.UNTRIED
        row.bounces, row.trouble, row.trouble_at, row.suspected_at = 0, "", None, None
        row.save()
        stopped = OutboundMail.objects.filter(
            status=OutboundMail.Status.WITHDRAWN, error=STOPPED_WORDS, address__iexact=address
        )
        return _queue_again(stopped)


def free_addresses() -> int:
    """Free every address to which mail has stopped or come back; returns how many."""
    troubled = AddressHealth.objects.filter(
        state__in=(State.BOUNCING, State.STOPPED, State.COMPLAINED)
    )
    addresses = list(troubled.values_list("address", flat=True))
    for address in addresses:
        free_address(address)
    return len(addresses)


def retry_mail(*, mail_id: int | None = None, address: str = "") -> int:
    """Queue mails that failed for good again: one, those to an address, or all of them.

    Returns how many. Whether one is still worth sending is looked at when its turn comes; its
    Message-ID stays, so that a mail program shows a mail that had come after all once.
    """
    failed = OutboundMail.objects.filter(status=OutboundMail.Status.FAILED)
    if mail_id is not None:
        failed = failed.filter(pk=mail_id)
    if address:
        failed = failed.filter(address__iexact=address)
    return _queue_again(failed)


def withdraw_mails(*, before: datetime) -> int:
    """Withdraw what waits to be sent since before that moment; returns how many mails.

    For a database that was restored: what waited when its copy was made may have been sent since.
    """
    statuses = (OutboundMail.Status.QUEUED, OutboundMail.Status.SENDING)
    waiting = OutboundMail.objects.filter(status__in=statuses, created_at__lt=before)
    return waiting.update(
        status=OutboundMail.Status.WITHDRAWN,
        lease_until=None,
        error="withdrawn: it may have been sent before the restore",
    )


def _queue_again(rows: QuerySet[OutboundMail]) -> int:
    # The words of account mails are gone: their codes would have expired anyway.
    number = rows.exclude(kind=OutboundMail.Kind.ACCOUNT).update(
        status=OutboundMail.Status.QUEUED,
        due_at=clock.now(),
        lease_until=None,
        attempts=0,
        deaths=0,
        error="",
    )
    if number:
        enqueue_outbox()
    return number


def address_test(*, member: Member) -> OutboundMail:
    """Send the member's address a mail to be confirmed, though others to it may have stopped.

    Raises MatchError `tested-lately` within ten minutes of the last, and `quota-address-test`.
    """
    now = clock.now()
    with transaction.atomic():
        spend_quota(member, Deed.ADDRESS_TEST)
        row = _lock_address(member.email)
        if row.tested_at is not None and now - row.tested_at < BETWEEN_TESTS:
            raise MatchError("tested-lately")
        row.tested_at = now
        row.save(update_fields=["tested_at"])
        mail = notice(
            AddressTestLetter(),
            Recipient.of(member),
            key=f"test:{member.pk}:{now.isoformat()}",
            at=now,
        )
        mail.save(force_insert=True)
    enqueue_outbox()
    return mail


def _restore(address: str, *, but: Collection[str]) -> None:
    row = _lock_address(address)
    if row.state in but:
        return
    row.state, row.bounces, row.accepted_at = State.WORKING, 0, clock.now()
    row.save()


def _lock_address(address: str) -> AddressHealth:
    row, _created = AddressHealth.objects.get_or_create(address=address.casefold()[:320])
    return AddressHealth.objects.select_for_update(of=("self",)).get(pk=row.pk)


def _is_new(event: str) -> bool:
    """Note the event; False if it was noted before. Without a name every event is new."""
    if not event:
        return True
    key = hashlib.sha256(event.encode()).hexdigest()
    try:
        with transaction.atomic():
            DeliveryEvent.objects.create(key=key, at=clock.now())
    except IntegrityError:
        return False
    return True
