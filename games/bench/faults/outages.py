"""F3, F17 and mail on the whole service: its broker lost, a mail server stuck, all anew."""

from __future__ import annotations

import os
import signal
import socket
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import redis

from games.bench.faults.doors import callers_made, orders_kept
from games.bench.faults.results import DrillResult
from games.bench.faults.served import (
    BROKERS,
    Load,
    Service,
    open_counted,
    service_running,
    under_load,
    waited,
)
from games.bench.faults.tables import doubled_counted, lost_counted, made_due, matches_made
from games.models import Match

MATCHES = 12
CATCH_UP_SECONDS = 60.0
DOWN_SECONDS = 5.0
LATER_AT_MOST = 1.1
MORE_ANSWERS = 20


def broker_lost(count: int) -> Sequence[DrillResult]:
    """So many times the broker is emptied, killed or stopped while phases fall due."""
    ways: tuple[Callable[[Service], None], ...] = (_flushed, _killed, _stopped)
    made: list[Match] = []
    seconds: list[float | None] = []
    players = callers_made(matches_made(MATCHES))
    with service_running() as service, under_load(service.address, players) as loads:
        for number in range(count):
            matches = matches_made(MATCHES)
            made += matches
            made_due([match.pk for match in matches])
            ways[number % len(ways)](service)
            seconds.append(waited(partial(_all_closed, made), CATCH_UP_SECONDS))
    answers = sum((load.answers for load in loads), Counter[int]())
    failed = sum(answers.values()) - answers[200]
    lost, doubled = lost_counted(made), doubled_counted()
    longest = max((second or float("inf") for second in seconds), default=0.0)
    return [
        DrillResult(
            name=f"broker emptied, killed, stopped for {DOWN_SECONDS:.0f} s: orders failed, phases "
            "and mails lost, doubled, caught up within",
            wanted=f"0, 0, 0, ≤ {CATCH_UP_SECONDS:.0f} s",
            measured=f"{failed} of {dict(answers)}, {lost}, {doubled}, {longest:.1f} s",
            passed=not (failed or lost or doubled)
            and answers[200] > 0
            and longest <= CATCH_UP_SECONDS,
            count=count,
        )
    ]


def _flushed(service: Service) -> None:
    with redis.Redis(unix_socket_path=str(service.data / "broker.sock")) as client:
        client.flushall()


def _killed(service: Service) -> None:
    for pid in service.children(*BROKERS):
        os.kill(pid, signal.SIGKILL)


def _stopped(service: Service) -> None:
    """It takes connections and answers none, which is worse than being away."""
    for pid in (brokers := service.children(*BROKERS)):
        os.kill(pid, signal.SIGSTOP)
    time.sleep(DOWN_SECONDS)
    for pid in brokers:
        os.kill(pid, signal.SIGCONT)


def service_renewed(count: int) -> Sequence[DrillResult]:
    """So many times every process is ended politely and started anew, under load."""
    players = callers_made(matches_made(MATCHES))
    made: list[Match] = []
    late = 0
    with service_running() as service, under_load(service.address, players) as loads:
        for _restart in range(count):
            matches = matches_made(MATCHES)
            made += matches
            made_due([match.pk for match in matches])
            before = set(service.children("gunicorn", "queues=", "beat"))
            service.process.send_signal(signal.SIGHUP)
            late += waited(partial(_all_anew, service, before), 180) is None
            late += waited(partial(_all_closed, made), CATCH_UP_SECONDS) is None
            answered = _answered(loads)
            waited(partial(_have_answered, loads, answered + MORE_ANSWERS), 60)
    answers = sum((load.answers for load in loads), Counter[int]())
    failed = sum(answers.values()) - answers[200]
    acknowledged = {caller.player.pk for load in loads for caller in load.acknowledged}
    ids = [match.pk for match in made]
    aborted = Match.objects.filter(pk__in=ids).exclude(attempts=0, lease_until=None).count()
    lost = lost_counted(made) + len(acknowledged - orders_kept(players, 1))
    return [
        DrillResult(
            name="every process ended politely and started anew under load: requests failed, "
            "closings aborted, lost, doubled, late",
            wanted="0, 0, 0, 0, 0",
            measured=f"{failed} of {dict(answers)}, {aborted}, {lost}, {doubled_counted()}, {late}",
            passed=not (failed or aborted or lost or late or doubled_counted())
            and answers[200] > 0,
            count=count,
        )
    ]


def _living(service: Service) -> set[int]:
    return set(service.children("gunicorn", "queues=", "beat"))


def _all_anew(service: Service, before: set[int]) -> bool:
    return not before & _living(service)


def _all_closed(matches: Sequence[Match]) -> bool:
    return not open_counted(matches)


def _have_answered(loads: Sequence[Load], wanted: int) -> bool:
    return _answered(loads) >= wanted


def _answered(loads: Sequence[Load]) -> int:
    return sum(load.answers.total() for load in loads)


def mail_tarpitted(count: int) -> Sequence[DrillResult]:
    """How late phases close while the mail server says nothing, beside one that takes all."""
    quiet = _lateness(count, LOCAL_MAILBOX="true")
    with _tarpit() as (port, caught):
        stuck = _lateness(count, EMAIL_URL=f"smtp://127.0.0.1:{port}")
        was_caught = bool(caught)
    ratio = stuck / quiet
    return [
        DrillResult(
            name="a mail server that says nothing: how much later phases close (median)",
            wanted=f"≤ {LATER_AT_MOST:.1f} ×, senders caught",
            measured=f"{ratio:.2f} × ({stuck:.2f} s beside {quiet:.2f} s), "
            f"{'caught' if was_caught else 'not caught'}",
            passed=ratio <= LATER_AT_MOST and was_caught,
            count=count,
        )
    ]


def _lateness(count: int, **environment: str) -> float:
    """The median of seconds until due matches are closed."""
    seconds = []
    with service_running(**environment):
        for _time in range(count):
            matches = matches_made(MATCHES)
            made_due([match.pk for match in matches])
            found = waited(partial(_all_closed, matches), CATCH_UP_SECONDS)
            seconds.append(CATCH_UP_SECONDS if found is None else found)
    return statistics.median(seconds)


@contextmanager
def _tarpit() -> Iterator[tuple[int, list[socket.socket]]]:
    """Takes every connection and never says a word."""
    held: list[socket.socket] = []

    def take(listener: socket.socket) -> None:
        while True:
            try:
                held.append(listener.accept()[0])
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=take, args=(listener,))
        thread.start()
        try:
            yield listener.getsockname()[1], held
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            for connection in held:
                connection.close()
