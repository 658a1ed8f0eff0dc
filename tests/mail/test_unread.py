"""Reading mail: nearest deadline first, in bounded time, and nothing in time is lost by another."""

from __future__ import annotations

import os
import signal
import sys
from datetime import timedelta

import pytest
from django.db import OperationalError, connection

from games.common import clock
from games.mail import inbound_queue, reply_handling
from games.models import InboundMail, Match, Player
from games.replies import sandbox
from games.replies.parsed_mail import ParsedMail, parse_mail
from games.replies.reply_addresses import ours
from games.services import leases
from games.services.deadline_sweep import sweep_due
from games.services.unread_mail import MOST_ATTEMPTS
from tests.cast import default_text, legal_texts, player, running_match
from tests.mail.hostile import html, mutations
from tests.mail.post import address_of, answers, deliver, letter, order_text

Status = InboundMail.Status
pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


@pytest.fixture
def elsewhere(anna: Player) -> Player:
    """The same member at another table."""
    return player(running_match(), "Anna")


def wanted_text(seat: Player) -> str:
    """An order that nobody would have by default."""
    return next(text for text in legal_texts(seat) if text != default_text(seat))


def in_hand(row: InboundMail | None) -> InboundMail:
    """The mail as another worker has it."""
    assert row is not None
    queue = InboundMail.objects.filter(pk=row.pk)
    (leased,) = leases.take_lease(queue, limit=1, now=clock.now())
    return leased


def test_an_order_in_time_counts_though_a_mail_about_another_match_is_unread(
    anna: Player, elsewhere: Player
) -> None:
    match = Match.objects.get(pk=anna.match_id)
    assert match.deadline_at is not None
    wanted = wanted_text(anna)
    with clock.simulated(match.deadline_at - timedelta(seconds=2)):
        in_hand(deliver(letter(elsewhere, "bid R")))
        row = deliver(letter(anna, wanted))
    with clock.simulated(match.deadline_at + timedelta(seconds=5)):
        sweep_due()

    assert row is not None
    row.refresh_from_db()
    assert row.verdict == "order"
    match.refresh_from_db()
    assert match.phase_number == 2
    assert list(anna.orders.values_list("text", flat=True)) == [wanted]


def test_a_mail_in_time_that_somebody_reads_holds_its_match_and_no_other(
    anna: Player, elsewhere: Player
) -> None:
    row = in_hand(deliver(letter(anna, "bid R")))
    both = [anna.match_id, elsewhere.match_id]

    assert inbound_queue.drain_before(both, clock.now()) == {anna.match_id}
    assert row.lease_until is not None
    with clock.simulated(row.lease_until + timedelta(seconds=1)):
        InboundMail.objects.filter(pk=row.pk).update(attempts=0)
        assert inbound_queue.drain_before(both, clock.now()) == set()
    assert order_text(anna) == "bid R"


def test_an_order_that_came_too_late_holds_nothing_up(anna: Player) -> None:
    match = Match.objects.get(pk=anna.match_id)
    assert match.deadline_at is not None
    with clock.simulated(match.deadline_at + timedelta(seconds=1)):
        in_hand(deliver(letter(anna, "bid R")))
        assert inbound_queue.drain_before([match.pk], clock.now()) == set()


def test_what_has_used_up_its_tries_holds_nothing_and_is_settled_without_another(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = deliver(letter(anna, "bid R"))
    assert row is not None
    gone = clock.now() - timedelta(seconds=1)
    InboundMail.objects.filter(pk=row.pk).update(attempts=3, lease_until=gone)
    monkeypatch.setattr(sandbox, "read", None)

    assert inbound_queue.drain_before([anna.match_id], clock.now()) == set()
    assert inbound_queue.process_pending() == 1

    row.refresh_from_db()
    assert (row.status, row.verdict) == (Status.REFUSED, "unreadable")
    assert [answer.payload["code"] for answer in answers()] == ["unreadable"]


def test_the_mail_of_the_match_that_closes_next_is_read_first(
    anna: Player, elsewhere: Player
) -> None:
    Match.objects.filter(pk=elsewhere.match_id).update(
        deadline_at=clock.now() + timedelta(minutes=1)
    )
    later, sooner = deliver(letter(anna, "bid R")), deliver(letter(elsewhere, "bid R"))

    assert inbound_queue.process_pending(limit=1) == 1

    assert later is not None
    assert sooner is not None
    assert InboundMail.objects.get(status=Status.PENDING).pk == later.pk


def test_no_mail_is_begun_when_the_time_is_up_and_none_is_counted(anna: Player) -> None:
    deliver(letter(anna, "bid R"))

    assert inbound_queue.process_pending(seconds=-1) == 0

    row = InboundMail.objects.get()
    assert (row.attempts, row.lease_until) == (0, None)


def test_a_database_that_is_away_is_nobodys_fault(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_row: InboundMail, *_read: object) -> reply_handling.Verdict:
        raise OperationalError

    deliver(letter(anna, "bid R"))
    read = reply_handling.read_reply
    monkeypatch.setattr(reply_handling, "read_reply", away)
    for _outage in range(2 * MOST_ATTEMPTS):
        assert inbound_queue.process_pending() == 0
    assert InboundMail.objects.get().attempts == 0
    monkeypatch.setattr(reply_handling, "read_reply", read)

    assert inbound_queue.process_pending() == 1
    assert order_text(anna) == "bid R"


def test_a_mail_that_takes_too_much_is_settled_at_once_and_its_member_told(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def over(*_mail: object) -> ParsedMail:
        raise sandbox.UnreadableError("processor-time")

    row = deliver(letter(anna, "bid R"))
    assert row is not None
    monkeypatch.setattr(sandbox, "read", over)

    assert inbound_queue.process_pending() == 1

    row.refresh_from_db()
    assert (row.status, row.verdict) == (Status.REFUSED, "unreadable")
    assert len(answers()) == 1


@pytest.mark.parametrize("header", ["Auto-Submitted", "From"])
def test_what_is_unreadable_is_not_answered_to_a_machine_or_a_forger(
    anna: Player, monkeypatch: pytest.MonkeyPatch, header: str
) -> None:
    mail = letter(anna, "bid R")
    del mail[header]
    mail[header] = "auto-replied" if header != "From" else "mallory@example.org"
    deliver(mail)
    InboundMail.objects.update(attempts=MOST_ATTEMPTS)

    assert inbound_queue.process_pending() == 1

    assert InboundMail.objects.get().status == Status.IGNORED
    assert answers() == []


def test_an_order_is_not_done_by_a_reader_whose_lease_has_gone_to_another(anna: Player) -> None:
    deliver(letter(anna, "bid R"))
    (row,) = leases.take_lease(inbound_queue._queue(), limit=1, now=clock.now())
    assert row.lease_until is not None
    with clock.simulated(row.lease_until + timedelta(seconds=1)):
        assert len(leases.take_lease(inbound_queue._queue(), limit=1, now=clock.now())) == 1

        assert inbound_queue._settle(row) is False
    assert order_text(anna) == ""


def test_the_process_that_reads_says_what_reading_here_says() -> None:
    for raw in mutations(60, seed=3):
        here = parse_mail(raw, "x@example.org", ours())
        assert sandbox.read(raw, "x@example.org", ours()) == here


def test_a_reader_that_was_killed_is_replaced(anna: Player) -> None:
    raw = letter(anna, "bid R").as_bytes()
    sandbox.read(raw, "", ours())
    child = sandbox._process.child
    assert child is not None
    os.kill(child.pid, signal.SIGSTOP)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()

    assert sandbox.read(raw, "", ours()).text.startswith("bid R")


@pytest.mark.parametrize(
    ("deed", "error", "kind"),
    [
        ("all(True for _ in iter(int, 1))", sandbox.UnreadableError, "processor-time"),
        ("bytearray(2**40)", sandbox.UnreadableError, "MemoryError"),
        ("[0] * (r.MEMORY_BYTES // 8)", sandbox.UnreadableError, "MemoryError"),
        ("__import__('time').sleep(60)", sandbox.ReaderLostError, "ended"),
        ("__import__('os')._exit(3)", sandbox.ReaderLostError, "ended with 3"),
        ("{}['x']", sandbox.UnreadableError, "KeyError"),
    ],
)
def test_a_mail_that_breaks_its_reader_is_bounded_and_the_next_is_read(
    anna: Player, monkeypatch: pytest.MonkeyPatch, deed: str, error: type[Exception], kind: str
) -> None:
    code = f"import games.replies.sandbox_worker as r; r.parse_mail = lambda *a: {deed}; r.main()"
    sandbox._process.close()
    with monkeypatch.context() as patched:
        patched.setattr(sandbox, "_COMMAND", [sys.executable, "-c", code])
        if "sleep" in deed:
            patched.setattr(sandbox, "WALL_SECONDS", 0.1)
        with pytest.raises(error, match=kind):
            sandbox.read(b"From: a@b", "", ours())
    sandbox._process.close()

    assert sandbox.read(letter(anna, "bid R").as_bytes(), "", ours()).text.startswith("bid R")


def test_a_bomb_of_html_costs_its_neighbours_nothing(anna: Player) -> None:
    bo = player(Match.objects.get(pk=anna.match_id), "Bo")
    bomb = html(b"<a " * 80_000).replace(b"Subject", b"To: x\r\nSubject")
    deliver(bomb, address_of(anna))
    deliver(letter(bo, "bid R"))

    assert inbound_queue.process_pending() == 2

    assert order_text(bo) == "bid R"
    assert InboundMail.objects.get(player=anna).verdict == "empty-mail"


@pytest.mark.postgresql
def test_the_database_does_not_compile_the_query_for_unread_mail() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)
