"""The mail server of the service, in a real conversation."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import smtplib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage as Letter
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DatabaseError, connections

from games.mail import inbound, smtp_server
from games.mail.smtp_server import LINE_LENGTH, controller
from games.models import InboundMail, Player
from tests.cast import player, running_match
from tests.mail.post import address_of, letter, order_text
from tests.mail.servers import free_port

pytestmark = pytest.mark.django_db(transaction=True)


class Door:
    """The real controller on a loop in a thread of its own."""

    def __init__(self, *, lmtp: bool) -> None:
        self.port = free_port()
        self.loop = asyncio.new_event_loop()
        self.listener: Any = controller("127.0.0.1", self.port, lmtp=lmtp, loop=self.loop)
        self.thread = threading.Thread(target=self._run)
        self.is_open = threading.Event()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.listener.begin()
        self.loop.call_soon(self.is_open.set)
        self.loop.run_forever()
        self.listener.end()
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    def __enter__(self) -> Door:
        self.thread.start()
        assert self.is_open.wait(5)
        return self

    def __exit__(self, *_error: object) -> None:
        # The thread that stores mail keeps its connection, which would outlive the test database.
        closing = sync_to_async(connections.close_all)()
        asyncio.run_coroutine_threadsafe(closing, self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()


@pytest.fixture
def door() -> Iterator[Door]:
    with Door(lmtp=False) as opened:
        yield opened


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


def client(door: Door) -> smtplib.SMTP:
    return smtplib.SMTP("127.0.0.1", door.port, timeout=10)


def test_a_reply_sent_by_smtp_becomes_an_order(door: Door, anna: Player) -> None:
    with client(door) as session:
        assert session.send_message(letter(anna, "bid R")) == {}

    row = InboundMail.objects.get()
    assert (row.source, row.status) == ("smtp", InboundMail.Status.PENDING)
    inbound.process_pending()
    assert order_text(anna) == "bid R"


def test_a_reply_sent_by_lmtp_becomes_an_order(anna: Player) -> None:
    with Door(lmtp=True) as door, smtplib.LMTP("127.0.0.1", door.port) as lmtp:
        lmtp.send_message(letter(anna, "bid R"))

    inbound.process_pending()
    assert InboundMail.objects.get().source == "lmtp"
    assert order_text(anna) == "bid R"


@pytest.mark.parametrize(
    "address",
    [
        "nobody@example.org",
        "g.1-1.aaaaaaaaaaaaaaaa@reply.wildcards.localhost",
        "x@reply.wildcards.localhost",
        "g." + "x" * 400 + "@reply.wildcards.localhost",
    ],
)
def test_an_address_that_is_not_ours_is_refused_at_the_door(door: Door, address: str) -> None:
    with client(door) as session:
        session.helo("test")
        session.mail("somebody@example.org")
        code, _words = session.rcpt(address)

    assert code in {500, 550}
    assert not InboundMail.objects.exists()


@pytest.mark.parametrize(
    "address",
    ["postmaster", "postmaster@reply.wildcards.localhost", "Games@Reply.wildcards.localhost"],
)
def test_the_postmaster_and_the_service_itself_take_mail(door: Door, address: str) -> None:
    with client(door) as session:
        session.helo("test")
        session.mail("somebody@example.org")
        assert session.rcpt(address)[0] == 250
        assert session.data(b"From: somebody@example.org\r\n\r\nhello\r\n")[0] == 250

    inbound.process_pending()
    assert InboundMail.objects.get().status == InboundMail.Status.IGNORED


def test_a_bounce_is_known_by_its_empty_sender(door: Door, anna: Player) -> None:
    with client(door) as session:
        session.sendmail("", [address_of(anna)], letter(anna, "bid R").as_bytes())

    inbound.process_pending()
    assert InboundMail.objects.get().verdict == "bounce"


@pytest.mark.parametrize("is_declared", [True, False])
def test_a_mail_that_is_too_large_is_refused_at_the_door(
    door: Door, anna: Player, is_declared: bool
) -> None:
    content = letter(anna, "bid R\n" + "words\n" * 1_700_000).as_bytes(policy=policy.SMTP)
    with client(door) as session:
        session.ehlo("test")
        options = [f"size={len(content)}"] if is_declared else []
        code, said = session.mail("anna@example.org", options)
        if not is_declared:
            session.rcpt(address_of(anna))
            code, said = session.data(content)

    assert code == 552
    assert b"send your move as plain text, without attachments" in said
    assert not InboundMail.objects.exists()


def pictured(anna: Player, size: int) -> Letter:
    """An order above a signature with a picture of so many bytes."""
    mail = letter(anna, "bid R")
    mail.add_attachment(bytes(size), "image", "png", filename="logo.png", disposition="inline")
    return mail


@pytest.mark.parametrize("size", [200_000, 3_000_000])
def test_an_order_above_a_large_picture_is_taken(door: Door, anna: Player, size: int) -> None:
    with client(door) as session:
        assert session.send_message(pictured(anna, size)) == {}

    inbound.process_pending()
    assert order_text(anna) == "bid R"
    assert len(bytes(InboundMail.objects.get().raw)) < 2000


def test_large_mails_that_come_at_once_have_room_for_some_and_small_ones_for_all(
    door: Door, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_GATHERED", 3_000_000)
    begun = f"EHLO x\r\nMAIL FROM:<a@b>\r\nRCPT TO:<{address_of(anna)}>\r\nDATA\r\n".encode()
    with connected(door) as one, connected(door) as other:
        for each in (one, other):
            with contextlib.suppress(ConnectionError):
                each.sendall(begun + (b"x" * 70 + b"\r\n") * 40_000)
        with client(door) as small:
            assert small.send_message(letter(anna, "bid R")) == {}
        for each in (one, other):
            with contextlib.suppress(ConnectionError):
                each.sendall(b".\r\nQUIT\r\n")
        said = [words_of(one), words_of(other)]
    assert sorted(b"250 2.0.0 OK" in words for words in said) == [False, True]
    with client(door) as again:
        assert again.send_message(pictured(anna, 1_500_000)) == {}


def test_a_line_longer_than_the_standard_allows_is_taken(door: Door, anna: Player) -> None:
    head = f"From: anna@example.org\r\nTo: {address_of(anna)}\r\n\r\nbid R\r\n".encode()
    with client(door) as session:
        session.sendmail("anna@example.org", [address_of(anna)], head + b"x" * (LINE_LENGTH // 2))

    inbound.process_pending()
    assert order_text(anna) == "bid R"


def test_a_mail_hidden_in_another_stays_one_mail(door: Door, anna: Player) -> None:
    smuggled = (
        b"From: anna@example.org\r\n\r\nbid R\n.\nMAIL FROM:<x@example.org>\r\nRCPT TO:<y>\r\n"
    )
    with client(door) as session:
        session.helo("test")
        session.mail("anna@example.org")
        session.rcpt(address_of(anna))
        assert session.data(smuggled)[0] == 250

    assert InboundMail.objects.count() == 1


def words_of(conversation: socket.socket) -> bytes:
    """All that is said until the other side closes."""
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := conversation.recv(4096):
            said += piece
    return said


def connected(door: Door) -> socket.socket:
    return socket.create_connection(("127.0.0.1", door.port), timeout=10)


def test_a_conversation_of_errors_is_ended(door: Door) -> None:
    with connected(door) as conversation:
        asked = b"EHLO test\r\nMAIL FROM:<a@b>\r\n" + b"RCPT TO:<nobody@x>\r\n" * 10_000
        conversation.sendall(asked[: 64 * 1024])
        said = words_of(conversation)

    assert said.count(b"\r\n550 ") == smtp_server.MOST_ERRORS - 1
    assert said.rstrip().endswith(b"421 4.7.0 Too many errors or commands, goodbye")


def test_a_conversation_of_too_many_commands_is_ended(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_REPLIES", 20)
    with connected(door) as conversation:
        conversation.sendall(b"NOOP\r\n" * 100)
        said = words_of(conversation)

    assert said.count(b"\r\n") == 21
    assert b"421 4.7.0" in said


def test_a_conversation_that_never_ends_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(smtp_server, "CONVERSATION_SECONDS", 0.2)
    with Door(lmtp=False) as door, connected(door) as conversation:
        conversation.sendall(b"EHLO te")
        assert words_of(conversation).startswith(b"220 ")


def test_lines_without_an_end_are_not_gathered(door: Door) -> None:
    with connected(door) as conversation:
        conversation.sendall(b"x" * 1_000_000 + b"\r\nQUIT\r\n")
        said = words_of(conversation)

    assert b"500 Command line too long" in said
    assert b"221 " in said


def test_one_address_opens_only_so_many_connections(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_CONNECTIONS_OF_ONE", 3)
    with contextlib.ExitStack() as opened:
        for _number in range(3):
            assert opened.enter_context(connected(door)).recv(3) == b"220"
        with connected(door) as refused:
            assert words_of(refused).startswith(b"421 4.7.0 Too many connections")
    with client(door) as again:
        assert again.noop()[0] == 250


def test_the_door_opens_only_so_many_connections(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_server, "MOST_CONNECTIONS", 1)
    with connected(door) as first, connected(door) as refused:
        assert first.recv(3) == b"220"
        assert words_of(refused).startswith(b"421")


def test_a_fault_of_ours_is_not_told_to_the_other_side(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_address: str) -> bool:
        raise RuntimeError("a secret")

    monkeypatch.setattr(smtp_server, "is_taken", fail)
    with client(door) as conversation:
        conversation.helo("test")
        conversation.mail("a@example.org")
        code, words = conversation.rcpt("b@example.org")

    assert code == 451
    assert b"secret" not in words


def test_trouble_with_the_database_makes_the_other_server_keep_the_mail(
    door: Door, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_mail: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(inbound, "accept_raw", fail)
    with client(door) as session, pytest.raises(smtplib.SMTPDataError) as caught:
        session.send_message(letter(anna, "bid R"))

    assert caught.value.smtp_code == 451


def test_two_recipients_of_one_mail_are_two_orders(door: Door, anna: Player) -> None:
    other = player(running_match(), "Anna")
    with client(door) as session:
        session.send_message(letter(anna, "bid R"), to_addrs=[address_of(anna), address_of(other)])

    inbound.process_pending()
    assert (order_text(anna), order_text(other)) == ("bid R", "bid R")


def test_the_command_listens_and_ends_cleanly_when_told_to(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "manage.py", "receivemail", "--port", str(port)]
    environment = {**os.environ, "DATA_DIR": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert str(port) in process.stdout.readline()
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as session:
            assert session.noop()[0] == 250
        second = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
        assert second.returncode == 1
        assert "Choose another with --port" in second.stderr
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
