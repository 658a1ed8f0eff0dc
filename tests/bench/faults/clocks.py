"""F7 and F8: locks that are waited for across a deadline, and clocks that are wrong or change."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from unittest.mock import patch

from django.db import connection, connections, transaction

from games.common import clock
from games.common.errors import OrderRefused
from games.models import Match, Order, Phase, Player, ServicePulse
from games.rules.registry import rules_for
from games.services.deadline_sweep import sweep_due
from games.services.orders import submit_order
from games.services.phases import GRACE
from tests import cast
from tests.bench.faults.results import DrillResult
from tests.bench.faults.tables import made_due, matches_made

TOGETHER = 6
WRONG_BY = (timedelta(minutes=5), timedelta(minutes=-5))
MOMENT = timedelta(seconds=1)
CHANGES = (
    datetime(2028, 2, 28, 12, tzinfo=UTC),
    datetime(2028, 2, 29, 12, tzinfo=UTC),
    datetime(2027, 3, 27, 20, tzinfo=UTC),
    datetime(2027, 10, 30, 20, tzinfo=UTC),
    datetime(2027, 3, 13, 20, tzinfo=UTC),
    datetime(2027, 11, 6, 20, tzinfo=UTC),
    datetime(2027, 12, 31, 12, tzinfo=UTC),
)
"""A leap day, clock changes of Europe and of North America, and a year's end, are near."""

ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")


def locks_waited_for(count: int) -> Sequence[DrillResult]:
    """So many orders come before their deadline, and get the match's lock after it."""
    late_taken = in_time = made = 0
    while made < count:
        players = _first_seats(matches_made(min(TOGETHER, count - made)))
        answers = _across_the_deadline(players)
        late_taken += sum(answer == "taken" for answer in answers)
        in_time += len(players) - len(answers)
        made += len(players)
    return [
        DrillResult(
            name="orders that waited for a lock across the deadline: taken, without an answer",
            wanted="0, 0",
            measured=f"{late_taken}, {in_time}",
            passed=not late_taken and not in_time,
            count=made,
        )
    ]


def _first_seats(matches: Sequence[Match]) -> list[Player]:
    ids = [match.pk for match in matches]
    rows = Player.objects.select_related("match", "member").filter(match__in=ids, seat=0)
    return list(rows.order_by("pk"))


def _across_the_deadline(players: Sequence[Player]) -> list[str]:
    ids = [player.match_id for player in players]
    deadline = clock.now() + timedelta(days=1)
    cast.deadlines_at(deadline, ids)
    answers: list[str] = []
    begun = threading.Barrier(len(players) + 1)

    def submit(player: Player) -> None:
        begun.wait()
        try:
            submit_order(player=player, text="bid R", source=Order.Source.WEB)
            answers.append("taken")
        except OrderRefused as refusal:
            answers.append(refusal.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=submit, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    with transaction.atomic():
        list(Match.objects.select_for_update(of=("self",)).filter(pk__in=ids))
        begun.wait()
        # They have begun their transactions before this, which is the deadline.
        time.sleep(0.05)
        Match.objects.filter(pk__in=ids).update(deadline_at=clock.now())
        time.sleep(0.02)
    for thread in threads:
        thread.join()
    return answers


def clocks_wrong(count: int) -> Sequence[DrillResult]:
    """Deadlines over clock changes and leap days, and processes whose clocks are wrong."""
    changes = _clock_changes(count)
    if connection.vendor != "postgresql":
        return [changes]
    return [changes, _processes_wrong(count)]


def _clock_changes(count: int) -> DrillResult:
    chance = random.Random(count)
    early = late = wrong = 0
    for _deadline in range(count):
        opened = chance.choice(CHANGES) + timedelta(minutes=chance.randrange(24 * 60))
        with clock.simulated(opened):
            (match,) = matches_made(1)
            made_due([match.pk])
            for player in match.players.select_related("member"):
                if player.member is not None:
                    player.member.time_zone = chance.choice(ZONES)
                    player.member.save()
            sweep_due()
        match.refresh_from_db()
        assert match.deadline_at is not None
        wrong += match.deadline_at - opened != match.phase_time
        with clock.simulated(match.deadline_at - MOMENT):
            _alive()
            sweep_due()
            early += _phase_number(match) != 2
        with clock.simulated(match.deadline_at + MOMENT):
            late += _is_taken(match)
        with clock.simulated(match.deadline_at + GRACE + MOMENT):
            _alive()
            sweep_due()
            wrong += _phase_number(match) < 3
        Match.objects.filter(pk=match.pk).update(status=Match.Status.CANCELLED)
    return DrillResult(
        name="deadlines over leap days and clock changes: closed early, taken late, wrong length",
        wanted="0, 0, 0",
        measured=f"{early}, {late}, {wrong}",
        passed=not (early or late or wrong),
        count=count,
    )


def _processes_wrong(count: int) -> DrillResult:
    """The database's clock decides, whatever this process thinks."""
    early = late = refused = left_open = 0
    for number in range(count):
        (match,) = matches_made(1)
        with _process_clock(WRONG_BY[number % 2]):
            _moved(match, clock.now() + timedelta(minutes=2))
            sweep_due()
            early += _phase_number(match) != 1
            refused += not _is_taken(match)
            _moved(match, clock.now() - GRACE - MOMENT)
            late += _is_taken(match)
            sweep_due()
            left_open += _phase_number(match) != 2
        Match.objects.filter(pk=match.pk).update(status=Match.Status.CANCELLED)
    return DrillResult(
        name="processes 5 minutes fast or slow: closed early, refused in time, taken late, not "
        "closed",
        wanted="0, 0, 0, 0",
        measured=f"{early}, {refused}, {late}, {left_open}",
        passed=not (early or late or refused or left_open),
        count=count,
    )


@contextmanager
def _process_clock(wrong_by: timedelta) -> Iterator[None]:
    """Every module of the service that asks the process for the time gets a wrong answer."""

    class Wrong(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + wrong_by

    true_time = time.time
    named = ("games.", "tournaments.", "django.utils.timezone")
    using = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith(named) and getattr(module, "datetime", None) is datetime
        and module not in (clock, sys.modules[__name__])
    ]  # fmt: skip
    with patch("time.time", lambda: true_time() + wrong_by.total_seconds()):
        try:
            for module in using:
                module.datetime = Wrong  # type: ignore[attr-defined]
            yield
        finally:
            for module in using:
                module.datetime = datetime  # type: ignore[attr-defined]


def _moved(match: Match, deadline: datetime) -> None:
    _alive()
    cast.deadlines_at(deadline, [match.pk])


def _alive() -> None:
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})


def _phase_number(match: Match) -> int:
    return int(Match.objects.values_list("phase_number", flat=True).get(pk=match.pk))


def _is_taken(match: Match) -> bool:
    """Whether an order that is legal in the open phase is taken now."""
    match.refresh_from_db()
    rules = rules_for(match.game, match.rules_version)
    seat = Phase.objects.get(match=match, closed_at=None).awaited[0]
    player = Player.objects.select_related("match", "member").get(match=match, seat=seat)
    text = rules.format_order(rules.default_order(rules.decode(match.state), seat))
    try:
        submit_order(player=player, text=text, source=Order.Source.WEB)
    except OrderRefused:
        return False
    return True
