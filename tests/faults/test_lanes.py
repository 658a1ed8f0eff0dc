"""What holds one lane up holds up no other: real workers, a real Redis, real sockets."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from games.models import OutboundMail
from tests.faults.test_workers import SWEEP, all_closed, overdue_matches
from tests.faults.workers import running_worker, sender, wait_for
from wildcards_site.lanes import CLOSING, MAIL_OUT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.redis,
    pytest.mark.timeout(180),
]


class Tarpit:
    """Takes every connection and never says a word."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.held: list[socket.socket] = []

    def take(self) -> None:
        while True:
            try:
                self.held.append(self.listener.accept()[0])
            except OSError:
                return


@contextmanager
def running_tarpit() -> Iterator[Tarpit]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        tarpit = Tarpit(listener)
        thread = threading.Thread(target=tarpit.take)
        thread.start()
        try:
            yield tarpit
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            for connection in tarpit.held:
                connection.close()


def test_phases_close_while_the_mail_server_says_nothing(redis_url: str, tmp_path: Path) -> None:
    matches = overdue_matches(6)
    send = sender(redis_url)
    with running_tarpit() as tarpit:
        url = f"smtp://127.0.0.1:{tarpit.listener.getsockname()[1]}"
        with (
            running_worker(redis_url, tmp_path, "mail", MAIL_OUT.name, EMAIL_URL=url),
            running_worker(redis_url, tmp_path, "closing", CLOSING.name),
        ):
            for _task in range(8):
                send("games.tasks.send_due_mail")
            wait_for(lambda: bool(tarpit.held), "the sender to be caught")
            send(SWEEP)
            wait_for(lambda: all_closed(matches), "every phase to close")
            assert not OutboundMail.objects.filter(status=OutboundMail.Status.SENT).exists()


def test_a_worker_of_one_lane_leaves_the_others_alone(redis_url: str, tmp_path: Path) -> None:
    matches = overdue_matches(1)
    send = sender(redis_url)
    with running_worker(redis_url, tmp_path, "mail", MAIL_OUT.name, LOCAL_MAILBOX="true"):
        send(SWEEP)
        send("games.tasks.send_due_mail")
        sent = OutboundMail.objects.filter(status=OutboundMail.Status.SENT)
        wait_for(sent.exists, "a mail to go out")
        assert not all_closed(matches)
    with running_worker(redis_url, tmp_path, "closing", CLOSING.name):
        wait_for(lambda: all_closed(matches), "the sweep that waited")
