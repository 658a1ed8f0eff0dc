"""F4: the database restarted under load, politely and by force."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import partial

from games.common import clock
from games.models import Alarm, Match
from tests.bench.faults.alarming import Watched
from tests.bench.faults.doors import Caller, callers_made, orders_kept
from tests.bench.faults.results import DrillResult
from tests.bench.faults.served import Load, open_counted, service_running, under_load, waited
from tests.bench.faults.tables import doubled_counted, lost_counted, made_due, matches_made
from tests.bench.faults.throw_away import ThrowAwayServer, throw_away_server

MATCHES = 12
MODES = ("fast", "immediate")
RECOVERED_SECONDS = 10.0
FAILING_AFTER_SECONDS = 2.0
"""So long after the server is back an order may still be answered 503."""

LONGEST_SECONDS = 60.0
FULL = 20
"""From so many restarts on the database is away for longer once, and its alarm is awaited."""

AWAY_SECONDS = 30.0


def database_restarted(count: int) -> Sequence[DrillResult]:
    """So many times the database is restarted while orders are given and phases fall due.

    Raises DrillImpossibleError unless it is a throw-away PostgreSQL server: with its data below
    the temporary directory, and on no network. Nobody's real database is restarted by a drill.
    """
    server = throw_away_server()
    players = callers_made(matches_made(MATCHES))
    made: list[Match] = []
    recovered: list[float] = []
    away: list[tuple[float, float]] = []
    with service_running() as service, under_load(service.address, players) as loads:
        for number in range(count):
            matches = matches_made(MATCHES)
            made += matches
            made_due([match.pk for match in matches])
            began = time.monotonic()
            server.restart(MODES[number % len(MODES)])
            away.append((began, time.monotonic() + FAILING_AFTER_SECONDS))
            took = waited(partial(_all_closed, matches), LONGEST_SECONDS)
            recovered.append(LONGEST_SECONDS if took is None else took)
        alarms = [_away_for_long(server, away)] if count >= FULL else []
    return [_judged(count, players, loads, made, away, max(recovered, default=0.0)), *alarms]


def _judged(
    count: int,
    players: Sequence[Caller],
    loads: Sequence[Load],
    made: Sequence[Match],
    away: Sequence[tuple[float, float]],
    longest: float,
) -> DrillResult:
    """What came of the orders and the phases around the restarts."""
    answers = sum((load.answers for load in loads), Counter[int]())
    failed = sum(answers.values()) - answers[200] - answers[503]
    too_long = sum(
        not any(first <= at <= last for first, last in away)
        for load in loads
        for at in load.failed_at
    )
    acknowledged = {caller.player.pk for load in loads for caller in load.acknowledged}
    lost = lost_counted(made) + len(acknowledged - orders_kept(players, 1))
    doubled = doubled_counted()
    return DrillResult(
        name="database restarted, politely and by force: answers but 200 and 503, 503 longer "
        f"than {FAILING_AFTER_SECONDS:.0f} s, lost, doubled, phases closed after",
        wanted=f"0, 0, 0, 0, ≤ {RECOVERED_SECONDS:.0f} s",
        measured=f"{failed} of {dict(answers)}, {too_long}, {lost}, {doubled}, {longest:.1f} s",
        passed=not (failed or too_long or lost or doubled)
        and answers[200] > 0
        and longest <= RECOVERED_SECONDS,
        count=count,
    )


def _away_for_long(server: ThrowAwayServer, away: list[tuple[float, float]]) -> DrillResult:
    """The alarm of a database that is away; it can be seen only when it is back."""
    alarm, began = Watched("database"), time.monotonic()
    gone = clock.now()
    server.control("stop", "--mode", "fast")
    time.sleep(AWAY_SECONDS)
    server.control("start")
    back = time.monotonic()
    away.append((began, back + FAILING_AFTER_SECONDS))
    alarm.await_raised(began)
    raised_at = Alarm.objects.filter(key="database").values_list("raised_at", flat=True).first()
    alarm.raised = (raised_at - gone).total_seconds() if raised_at else None
    alarm.await_over(back)
    return alarm.result()


def _all_closed(matches: Sequence[Match]) -> bool:
    return not open_counted(matches)
