"""Whatever has piled up, a run of pruning is bounded, and the next one goes on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.common import clock
from games.mail import retention
from games.models import DeliveryEvent, InboundMail, LocalMail, OutboundMail, QuotaUse
from tests.cast import member
from tests.sizes import sized

pytestmark = pytest.mark.django_db
OLD = timedelta(days=100)
MANY = sized(6_000, 20_000)


def piled_up(number: int) -> None:
    """So many old rows of the outbox, and as many that are not due."""
    then, now = clock.now() - OLD, clock.now()
    for at, name in ((then, "old"), (now, "new")):
        OutboundMail.objects.bulk_create(
            (
                OutboundMail(
                    dedupe_key=f"{name}:{count}",
                    kind="receipt",
                    status="sent",
                    address="a@example.org",
                    created_at=at,
                    due_at=at,
                )
                for count in range(number)
            ),
            batch_size=2000,
        )


def test_a_run_ends_when_its_seconds_are_over_and_the_next_goes_on() -> None:
    piled_up(2 * retention.CHUNK + 10)
    assert retention.prune_mail(clock.now(), seconds=-1) == retention.CHUNK
    assert retention.prune_mail(clock.now(), seconds=-1) == retention.CHUNK
    assert retention.prune_mail(clock.now()) == 10
    assert retention.prune_mail(clock.now()) == 0
    assert OutboundMail.objects.count() == 2 * retention.CHUNK + 10


def test_a_collected_mail_goes_once_a_mail_of_many_has_told_it() -> None:
    piled_up(2)
    told, waits = OutboundMail.objects.filter(dedupe_key__startswith="old:").order_by("pk")
    OutboundMail.objects.filter(pk=told.pk).update(status="collected", sent_at=told.created_at)
    OutboundMail.objects.filter(pk=waits.pk).update(status="collected")
    assert retention.prune_mail(clock.now()) == 1
    assert set(OutboundMail.objects.filter(status="collected")) == {waits}


def test_every_kind_of_row_has_a_stated_life() -> None:
    then = clock.now() - OLD
    anna = member("Anna")
    QuotaUse.objects.create(member=anna, deed="match", at=then)
    DeliveryEvent.objects.create(key="x", at=then)
    for status in ("taken", "pending"):
        InboundMail.objects.create(
            dedupe_key=status,
            source="smtp",
            recipient="r",
            envelope_sender="s",
            raw=b"words",
            status=status,
            received_at=then,
        )
    LocalMail.objects.bulk_create(
        LocalMail(recipient="r", raw=b"x") for _one in range(retention.LOCAL_KEPT + 3)
    )
    assert retention.prune_mail(clock.now()) == 1 + 1 + 1 + 3
    emptied = InboundMail.objects.get(status="taken")
    assert (bytes(emptied.raw), emptied.recipient, emptied.envelope_sender) == (b"", "", "")
    assert bytes(InboundMail.objects.get(status="pending").raw) == b"words"
    assert LocalMail.objects.count() == retention.LOCAL_KEPT


def explained(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {sql}")
        return "\n".join(line for (line,) in cursor.fetchall())


@pytest.mark.postgresql
def test_chunks_are_found_by_an_index_however_much_is_kept() -> None:
    piled_up(MANY)
    now = clock.now()
    anna = member("Anna")
    DeliveryEvent.objects.bulk_create(
        DeliveryEvent(key=f"{count}", at=now - timedelta(minutes=count)) for count in range(MANY)
    )
    QuotaUse.objects.bulk_create(
        QuotaUse(member=anna, deed="match", at=now - timedelta(minutes=count))
        for count in range(MANY)
    )
    InboundMail.objects.bulk_create(
        InboundMail(
            dedupe_key=f"{count}",
            source="smtp",
            recipient="r",
            raw=b"",
            status="taken",
            is_emptied=count > 100,
            received_at=now - timedelta(days=31, minutes=count),
        )
        for count in range(MANY)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as looked:
        retention.prune_mail(now - timedelta(days=400))
    plans = [explained(one["sql"]) for one in looked if one["sql"].startswith("SELECT")]
    for index in (
        "outbox_settled", "inbound_kept", "delivery_event_by_time", "quota_by_time",
    ):  # fmt: skip
        (plan,) = [plan for plan in plans if index in plan]
        assert "Seq Scan" not in plan
        assert "Sort" not in plan
    with CaptureQueriesContext(connection) as seen:
        retention.prune_mail(now)
    deletes = [one["sql"] for one in seen if one["sql"].startswith("DELETE")]
    assert len(deletes) >= MANY / retention.CHUNK
    assert all(sql.count(",") <= retention.CHUNK for sql in deletes)
    assert OutboundMail.objects.count() == MANY
