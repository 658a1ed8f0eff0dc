"""F3, F17 and mail on the whole service: its broker lost, a mail server stuck, all anew."""

from __future__ import annotations

import os
import signal
import socket
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial

import redis

from games.common import clock
from games.models import InboundMail, Match, Phase
from games.services.phases import GRACE
from tests import cast
from tests.bench.faults.alarming import Watched, alarm_is_open
from tests.bench.faults.doors import callers_made, orders_kept
from tests.bench.faults.mail_in import SECONDS_FOR_A_MAIL, storm_made, storm_posted
from tests.bench.faults.results import DrillResult
from tests.bench.faults.served import (
    BROKERS,
    Load,
    Service,
    open_counted,
    service_running,
    under_load,
    waited,
)
from tests.bench.faults.tables import doubled_counted, lost_counted, made_due, matches_made

MATCHES = 12
CATCH_UP_SECONDS = 60.0
DOWN_SECONDS = 5.0
LONG_DOWN_SECONDS = 60.0
FULL = 20
"""From so many times on the broker is away for a minute once, and its alarm is awaited."""

LATER_AT_MOST = 1.1
SECONDS_OF_A_TIME = 3.0
"""So much later than those before it are the deadlines of the next twelve matches."""

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
        alarms = [_away_for_long(service, made, seconds)] if count >= FULL else []
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
        ),
        *alarms,
    ]


def _away_for_long(service: Service, made: list[Match], seconds: list[float | None]) -> DrillResult:
    """The broker answers nobody for a minute, with its alarm; then the phases close."""
    alarm = Watched("broker")
    # One that was killed often starts again ever later, and has an alarm of its own.
    waited(lambda: bool(service.children(*BROKERS)), CATCH_UP_SECONDS)
    waited(lambda: not alarm_is_open(alarm.key), 2 * CATCH_UP_SECONDS)
    matches = matches_made(MATCHES)
    made += matches
    began = time.monotonic()
    with _silent(service):
        made_due([match.pk for match in matches])
        alarm.await_raised(began)
        time.sleep(max(0.0, began + LONG_DOWN_SECONDS - time.monotonic()))
    back = time.monotonic()
    seconds.append(waited(partial(_all_closed, made), CATCH_UP_SECONDS))
    alarm.await_over(back)
    return alarm.result()


def _flushed(service: Service) -> None:
    with redis.Redis(unix_socket_path=str(service.data / "broker.sock")) as client:
        client.flushall()


def _killed(service: Service) -> None:
    for pid in service.children(*BROKERS):
        os.kill(pid, signal.SIGKILL)


def _stopped(service: Service) -> None:
    with _silent(service):
        time.sleep(DOWN_SECONDS)


@contextmanager
def _silent(service: Service) -> Iterator[None]:
    """The broker takes connections and answers none, which is worse than being away."""
    for pid in (brokers := service.children(*BROKERS)):
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
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
    opened = Phase.objects.filter(Phase.OPEN, match__in=ids)
    aborted = opened.exclude(attempts=0, lease_until=None).count()
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
    quiet = _lateness(count, {"LOCAL_MAILBOX": "true"})
    with _tarpit() as (port, caught):
        stuck = _lateness(count, {"EMAIL_URL": f"smtp://127.0.0.1:{port}"})
        was_caught = bool(caught)
    return [_later("a mail server that says nothing", quiet, stuck, was_caught, count)]


def mail_stormed(count: int) -> Sequence[DrillResult]:
    """How late phases close while so many mails come in, beside a quiet service."""
    local = {"LOCAL_MAILBOX": "true"}
    times = max(4, round(count * SECONDS_FOR_A_MAIL / SECONDS_OF_A_TIME))
    mails = storm_made(count)
    quiet = _lateness(times, local)
    stormed = _lateness(times, local, meanwhile=partial(storm_posted, mails))
    unread = InboundMail.objects.filter(status=InboundMail.Status.PENDING).count()
    done = InboundMail.objects.count() - unread
    return [_later(f"a storm of mail ({done:,} read)", quiet, stormed, done > 0, count)]


def _later(
    what: str, quiet: list[float], troubled: list[float], was_made: bool, count: int
) -> DrillResult:
    one, two = (statistics.mean(seconds) for seconds in (quiet, troubled))
    last = [max(seconds) for seconds in (quiet, troubled)]
    return DrillResult(
        name=f"{what}: how much later phases close",
        wanted=f"≤ {LATER_AT_MOST:.1f} × on the average, the fault made",
        measured=f"{two / one:.2f} × ({two:.2f} s, last {last[1]:.1f} s, beside {one:.2f} s, "
        f"last {last[0]:.1f} s), {'made' if was_made else 'not made'}",
        passed=two / one <= LATER_AT_MOST and was_made,
        count=count,
    )


def _lateness(
    count: int,
    environment: Mapping[str, str],
    meanwhile: Callable[[], None] = lambda: None,
) -> list[float]:
    """How late each of many phases is closed whose deadlines are spread over the time evenly: at
    whatever moment between two sweeps."""
    matches = matches_made(count * MATCHES)
    with service_running(environment):
        begin = clock.now() + timedelta(seconds=2)
        deadlines = {
            match.pk: begin + timedelta(seconds=number * SECONDS_OF_A_TIME / MATCHES)
            for number, match in enumerate(matches)
        }
        for match_id, deadline in deadlines.items():
            cast.deadlines_at(deadline - GRACE, [match_id])
        meanwhile()
        seconds = count * SECONDS_OF_A_TIME + CATCH_UP_SECONDS
        waited(partial(_all_closed, matches), seconds)
    closed = Phase.objects.filter(match__in=deadlines, number=1).values_list("match", "closed_at")
    return [
        (at - deadlines[match_id]).total_seconds() if at else CATCH_UP_SECONDS
        for match_id, at in closed
    ]


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
