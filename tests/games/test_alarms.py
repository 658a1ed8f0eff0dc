"""Operators are told what is amiss, once, and when it is over."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import OperationalError

from games.common import clock
from games.models import Alarm, LaneBeat, Match, Phase
from games.selectors.service_metrics import LONGEST_SILENCE
from games.services.alarm_notifications import Operator, operators, tell_alarms
from games.services.alarms import RULES, AlarmReading, evaluate_alarms, write_alarms
from games.services.watchdog import Watcher
from tests import cast

START = datetime.fromisoformat("2026-11-02T10:00:00+00:00")


@pytest.fixture(autouse=True)
def one_operator(settings: Any) -> None:
    settings.OPERATORS_MAIL = ["ops@example.org"]
    settings.ALARM_WEBHOOK_URL = ""


@pytest.fixture
def posts(settings: Any) -> Iterator[list[dict[str, Any]]]:
    """What a webhook of this test's own has been sent; it fails the first time."""
    taken: list[dict[str, Any]] = []
    asked = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(1)
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if len(asked) > 1:
                taken.append(json.loads(body))
            self.send_response(204 if len(asked) > 1 else 503)
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    settings.ALARM_WEBHOOK_URL = f"http://127.0.0.1:{server.server_port}/hook"
    yield taken
    server.shutdown()
    thread.join()
    server.server_close()


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def see(seconds: float, **values: float) -> None:
    """One look at this time, and the telling after it."""
    readings = {key: AlarmReading(0.0) for key in RULES}
    for name, value in values.items():
        readings[name.replace("_", "-")] = AlarmReading(value, f"{value:g} s")
    write_alarms(readings, at(seconds))
    tell_alarms(at(seconds))


def test_what_lasts_is_told_once_and_so_is_its_end(db: None) -> None:
    see(0, sweep_late=70)
    assert mail.outbox == []
    for second in range(5, 200, 5):
        see(second, sweep_late=70 + second)
    assert len(mail.outbox) == 1
    assert mail.outbox[0].to == ["ops@example.org"]
    assert "sweep-late" in mail.outbox[0].subject
    for second in range(200, 400, 5):
        see(second)
    assert len(mail.outbox) == 2
    assert "all clear" in mail.outbox[1].subject
    alarm = Alarm.objects.get()
    assert alarm.raised_at == alarm.told_at == at(10)
    assert alarm.cleared_at == alarm.end_told_at == at(260)


def test_what_passes_at_once_is_not_told(db: None) -> None:
    see(0, broker=1)
    see(5)
    see(10, broker=1)
    see(15)
    assert mail.outbox == []
    assert not Alarm.objects.exists()


def test_a_value_that_swings_about_its_limit_is_one_alarm(db: None) -> None:
    for turn in range(100):
        see(turn * 15, sweep_late=65 if turn % 2 else 55)
    assert Alarm.objects.count() <= 1
    assert len(mail.outbox) <= 1
    for turn in range(100, 200):
        see(turn * 15, sweep_late=90 if turn % 3 else 0)
    assert Alarm.objects.count() == 1
    assert len(mail.outbox) == 1


def test_several_alarms_are_one_mail(db: None) -> None:
    for second in (0, 15):
        see(second, database=1, broker=1, mail_unsent=700, disk_full=0.97)
    assert len(mail.outbox) == 1
    assert "4 alarms" in mail.outbox[0].subject


def test_the_webhook_is_told_with_retries(db: None, posts: list[dict[str, Any]]) -> None:
    for second in (0, 15):
        see(second, broker=1)
    assert [post["alarms"][0]["key"] for post in posts] == ["broker"]
    assert posts[0]["alarms"][0]["state"] == "raised"
    assert "Redis" in posts[0]["text"]


def test_a_mail_server_that_is_away_is_asked_again_later(
    db: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:
        away.setattr(
            "games.services.alarm_notifications.get_connection",
            lambda **_options: (_ for _ in ()).throw(ConnectionRefusedError),
        )
        for second in (0, 15, 20, 25):
            see(second, broker=1)
    assert Alarm.objects.get().told_at is None
    see(30, broker=1)
    assert mail.outbox == []
    see(46, broker=1)
    assert len(mail.outbox) == 1
    assert Alarm.objects.get().told_at == at(46)


def test_staff_who_want_alarms_are_told_in_their_language(db: None) -> None:
    cast.member("Anna", is_staff=True, language="nl")
    cast.member("Bo", is_staff=True, wants_alarms=False)
    cast.member("Carla")
    assert operators() == [
        Operator("ops@example.org", "en"),
        Operator("anna@example.org", "nl"),
    ]


def lanes_beat(second: float, *, but: str = "") -> None:
    LaneBeat.objects.exclude(name=but).update(beat_at=at(second))


def test_a_late_sweep_a_silent_lane_and_a_parked_match_raise_their_alarms(db: None) -> None:
    with clock.simulated(START):
        LaneBeat.objects.bulk_create(
            [LaneBeat(name=name, beat_at=START) for name in LONGEST_SILENCE]
        )
        late, parked = cast.running_match(), cast.running_match("Anna", "Bo", "Dirk")
        late.phases.filter(Phase.OPEN).update(wake_at=at(-61))
        Match.objects.filter(pk=parked.pk).update(status="parked")
    for second in range(0, 60, 5):
        lanes_beat(second, but="mail-in")
        with clock.simulated(at(second)):
            evaluate_alarms()
    raised = set(Alarm.objects.exclude(raised_at=None).values_list("key", flat=True))
    assert raised == {"sweep-late", "lanes-silent", "matches-parked"}
    assert Alarm.objects.get(key="lanes-silent").detail == "mail-in"


def test_a_dead_queue_is_noticed_within_a_minute(db: None) -> None:
    for second in range(0, 65, 5):
        with clock.simulated(at(second)):
            evaluate_alarms()
    alarm = Alarm.objects.get(key="nothing-moves")
    assert alarm.raised_at is not None
    assert alarm.raised_at <= at(60)


@pytest.mark.django_db(transaction=True)
def test_the_watcher_tells_when_the_database_is_away_and_when_it_is_back() -> None:
    is_away = True

    def look(remembered: list[Alarm]) -> tuple[list[Alarm], list[Operator]]:
        if is_away:
            raise OperationalError
        from games.services.watchdog import look

        return look(remembered)

    watcher = Watcher(look)
    with time_machine.travel(START, tick=False) as traveller:
        for second in (0, 5, 10, 15):
            traveller.move_to(at(second))
            watcher.turn()
    assert [message.subject for message in mail.outbox] == ["[127.0.0.1:8000] 1 alarm: database"]
    assert not Alarm.objects.exists()
    is_away = False
    watcher.turn()
    kept = Alarm.objects.get(key="database")
    assert (kept.raised_at, kept.told_at) == (at(10), at(10))
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_the_watcher_tells_though_the_database_never_answers() -> None:
    hangs = threading.Event()

    def look(_remembered: list[Alarm]) -> tuple[list[Alarm], list[Operator]]:
        hangs.wait(60)
        raise OperationalError

    watcher = Watcher(look)
    with time_machine.travel(START, tick=False) as traveller:
        for second in (0, 10):
            traveller.move_to(at(second))
            watcher.turn(patience=0.01)
    hangs.set()
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_one_turn_of_the_watcher_notes_its_own_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.heartbeats._last_beats", {})
    call_command("watch", turns=1)
    assert LaneBeat.objects.filter(name="watch").exists()


def test_the_drill_says_what_each_way_took(
    db: None, posts: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("alarms", "--test")
    assert len(mail.outbox) == 1
    assert capsys.readouterr().out.splitlines() == ["mail: 1 of 1 operators", "webhook: taken"]
    assert [post["alarms"][0]["key"] for post in posts] == ["drill"]


def test_a_drill_that_nobody_hears_fails(db: None, settings: Any) -> None:
    settings.OPERATORS_MAIL = []
    with pytest.raises(CommandError, match="nobody"):
        call_command("alarms", "--test")
