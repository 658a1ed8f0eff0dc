"""Restarts under load: while a child starts again, nobody is turned away."""

import os
import signal
import socket
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from tests.serving import ServeProcess, wait_until

pytestmark = pytest.mark.timeout(400)


class Hammer:
    """Asks again and again, each time by a new connection, and keeps what went wrong."""

    def __init__(self, ask: Callable[[], None]) -> None:
        self.ask = ask
        self.answers = 0
        self.failures: list[str] = []
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._go_on) for _number in range(2)]

    def _go_on(self) -> None:
        while not self._over.is_set():
            try:
                self.ask()
            except OSError as error:
                self.failures.append(repr(error))
            else:
                self.answers += 1
            self._over.wait(0.05)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in self._threads:
                thread.join()


def web_answers(service: ServeProcess) -> None:
    with urllib.request.urlopen(f"{service.address}/health", timeout=90) as answer:
        assert answer.status == 200


def mail_answers(service: ServeProcess) -> None:
    with socket.create_connection(("127.0.0.1", service.smtp_port), timeout=90) as connection:
        if not connection.recv(3) == b"220":
            raise ConnectionResetError


def own_stream(service: ServeProcess) -> tuple[str, urllib.request.OpenerDirector]:
    """The stream of a match that a guest practises, and the browser that may hear it."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    start = urllib.request.Request(
        f"{service.address}/practice/", b"game=wizard", {"Origin": service.address}
    )
    with browser.open(start, timeout=90) as page:
        return f"{page.url}events/", browser


def test_a_web_or_mail_process_that_starts_again_refuses_nobody(running: ServeProcess) -> None:
    web, mail = Hammer(lambda: web_answers(running)), Hammer(lambda: mail_answers(running))
    address, browser = own_stream(running)
    stream = browser.open(address, timeout=120)
    assert stream.readline().startswith(b"retry")
    with web.at_work(), mail.at_work():
        for words in ("gunicorn", "receivemail"):
            old = running.child(words)
            os.kill(old, signal.SIGTERM)
            wait_until(partial(running.is_replaced, words, old), words, 90, 0.3)
        _go_on_for_a_while(web, mail)
    stream.read()  # to its end: the old process has let it go
    with browser.open(address, timeout=90) as again:
        assert again.readline().startswith(b"retry")
    assert web.failures == []
    assert mail.failures == []


@pytest.mark.long
def test_a_reload_refuses_nobody_and_open_streams_end_to_come_again(running: ServeProcess) -> None:
    words = ("gunicorn", "queues=closing", "queues=mail-in", "site beat", "receivemail")
    before = {word: running.child(word) for word in words}
    web, mail = Hammer(lambda: web_answers(running)), Hammer(lambda: mail_answers(running))
    address, browser = own_stream(running)
    stream = browser.open(address, timeout=120)
    assert stream.readline().startswith(b"retry")
    with web.at_work(), mail.at_work():
        running.process.send_signal(signal.SIGHUP)
        for word, old in before.items():
            wait_until(partial(running.is_replaced, word, old), word, 120, 0.3)
        _go_on_for_a_while(web, mail)
    stream.read()  # to its end: the old process has let it go
    with browser.open(address, timeout=90) as again:
        assert again.readline().startswith(b"retry")
    assert running.process.poll() is None
    assert web.failures == []
    assert mail.failures == []


def _go_on_for_a_while(*hammers: Hammer) -> None:
    """Until each has had more answers: those that waited for the new process are among them."""
    wanted = [hammer.answers + 20 for hammer in hammers]
    end = time.monotonic() + 90
    while any(hammer.answers < number for hammer, number in zip(hammers, wanted, strict=True)):
        assert time.monotonic() < end, [hammer.failures for hammer in hammers]
        time.sleep(0.05)
