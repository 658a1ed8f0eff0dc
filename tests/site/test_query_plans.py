"""No query of a hot path reads a table to its end that grows with matches, once it is large."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import Model
from django.urls import reverse

from games.common import clock
from games.mail import inbound, outbox, retention
from games.models import (
    DeadlineChange,
    InboundMail,
    Match,
    Member,
    Order,
    OutboundMail,
    Phase,
    Player,
    StandingOrder,
)
from games.replies.reply_addresses import reply_address
from games.services.deadline_sweep import sweep_due
from games.services.reminders import sweep_reminders
from tests import cast
from tests.bench.query_plans import plans_looked_at
from tests.site.conftest import Browse
from tests.sizes import sized

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

COPIES = sized(1_500, 10_000)
PEOPLE = 900
FIRST = 1_000_000
OVER = "n % 10 <> 0"
LONG_AGO = "now() - n * interval '5 minutes'"


def copied(kind: type[Model], number: int, **changes: str) -> None:
    """Copy each of the table's rows so many times; `changes` are SQL by column, with `n`."""
    quoted = connection.ops.quote_name
    columns = [str(field.column) for field in kind._meta.concrete_fields]
    values = ", ".join(changes.get(name, f"own.{quoted(name)}") for name in columns)
    table = quoted(kind._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(map(quoted, columns))}) SELECT {values} "
            f"FROM {table} own, generate_series(1, {number}) n WHERE own.id < {FIRST}"
        )


def grown(match: Match) -> None:
    """Thousands more matches like this one, a tenth of them running, between hundreds of people."""
    table = f"{FIRST} + n"
    person = f"{FIRST} + 3 + (n * 3 + own.id) % {PEOPLE}"
    row = f"{FIRST} + own.id * {COPIES} + n"
    phase = f"{FIRST} + own.phase_id * {COPIES} + n"
    seat = f"{FIRST} + own.player_id * {COPIES} + n"
    over = f"CASE WHEN {OVER} THEN"
    copied(
        Member, PEOPLE // Member.objects.count(), id=f"{FIRST} + n * 3 + own.id % 3",
        email="n || '-' || own.email", name="own.name || n", name_skeleton="own.name || n",
        name_look="own.name || n",
    )  # fmt: skip
    copied(
        Match, COPIES, id=table, code="'copy' || n", invitation_token="'t' || n",
        status=f"{over} 'finished' ELSE 'running' END", started_at=LONG_AGO,
        finished_at=f"{over} {LONG_AGO} END", settled_at=LONG_AGO, reported_at=LONG_AGO,
    )  # fmt: skip
    copied(Player, COPIES, id=row, match_id=table, member_id=person)
    closed = f"{over} {LONG_AGO} ELSE own.closed_at END"
    later = "now() + n * interval '1 minute'"
    copied(
        Phase, COPIES, id=row, match_id=table, closed_at=closed, wake_at=later, remind_at=later
    )  # fmt: skip
    copied(Order, COPIES, id=row, phase_id=phase, player_id=seat)
    copied(StandingOrder, COPIES, id=row, player_id=seat)
    copied(DeadlineChange, COPIES, id=row, phase_id=phase)
    copied(
        OutboundMail, COPIES, id=row, match_id=table, player_id=seat, member_id=person,
        dedupe_key="own.dedupe_key || n", message_id="'<' || n || '-' || own.id || '@x>'",
        status="'sent'", created_at=LONG_AGO, due_at=LONG_AGO, sent_at=LONG_AGO,
    )  # fmt: skip
    copied(
        InboundMail, COPIES, id=row, match_id=table, player_id=seat, member_id=person,
        dedupe_key="'d' || n", envelope_sender="n || own.envelope_sender",
        received_at=LONG_AGO, status="'taken'",
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def mailed(who: Player, text: str) -> None:
    assert who.member is not None
    sender = who.member.email
    inbound.accept_raw(
        raw=f"From: {sender}\r\nMessage-ID: <{who.pk}@plans>\r\n\r\n{text}\r\n".encode(),
        recipient=reply_address(who.pk, who.match.phase_number),
        envelope_sender=sender,
        source="smtp",
    )


def test_no_hot_path_reads_a_growing_table_to_its_end(browse: Browse) -> None:
    match = cast.running_match("Anna", "Bo", "Carla")
    anna, bo = cast.player(match, "Anna"), cast.player(match, "Bo")
    cast.order(anna, f"{cast.default_text(anna)}; if missed: {cast.default_text(anna)}")
    mailed(anna, cast.legal_texts(anna)[0])
    client = browse("Anna")
    grown(match)
    deadline = clock.now() - timedelta(minutes=1)
    kwargs = {"code": match.code}
    deeds: dict[str, Callable[[], object]] = {
        "order": lambda: client.post(reverse("match-order", kwargs=kwargs), {"text": "pass"}),
        "page": lambda: client.get(reverse("match", kwargs=kwargs)),
        "pulse": lambda: client.get(reverse("match-pulse", kwargs=kwargs)),
        "home": lambda: client.get(reverse("home")),
        "lobby": lambda: client.get(reverse("lobby")),
        "mail accepted": lambda: mailed(bo, cast.legal_texts(bo)[0]),
        "mail read": inbound.process_pending,
        "outbox": outbox.send_due,
        "due": lambda: cast.deadlines_at(deadline, [match.pk]),
        "sweep": sweep_due,
        "reminders": sweep_reminders,
        "outbox after the sweep": outbox.send_due,
        "retention": lambda: retention.prune_mail(clock.now()),
    }
    whole: dict[str, dict[str, str]] = {}
    for name, deed in deeds.items():
        with plans_looked_at() as read:
            deed()
        if read:
            whole[name] = read
    assert not whole
