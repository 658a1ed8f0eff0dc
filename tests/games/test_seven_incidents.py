"""Seven ways in which deadline logic has punished the innocent elsewhere. None of them here.

Each is a public report of players of a slow game; the tests carry them by name.
"""

from __future__ import annotations

import re
import threading
from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from django.db import connections

from games.common import clock
from games.common.errors import OrderRefused
from games.composing.compose import message_for
from games.models import Match, Order, OutboundMail, Phase, ServicePulse
from games.rules.protocol import OrderError
from games.services.deadline_sweep import sweep_due
from games.services.orders import set_readiness
from tests.cast import member, open_match, order, player, running_match
from tests.games.test_concurrency import at_once, failures
from tests.games.times import (
    BANKED,
    DAY,
    HOUR,
    bank_left,
    deadline_of,
    opened_at,
    pass_deadline,
    sweep_at,
    wizard_match,
)

pytestmark = pytest.mark.django_db


def reminders_to(name: str) -> list[OutboundMail]:
    rows = OutboundMail.objects.filter(kind="reminder", address=f"{name.lower()}@example.org")
    return list(rows.order_by("id"))


def test_incident_1_an_extension_is_never_burned_by_who_has_ordered() -> None:
    match = running_match(terms=BANKED)
    order(player(match, "Anna"))
    pass_deadline(match)
    pass_deadline(match)
    assert bank_left(player(match, "Anna")) == 3 * DAY
    assert bank_left(player(match, "Bo")) == bank_left(player(match, "Carla")) == DAY


def test_incident_2_nobody_can_confirm_an_empty_set_of_orders() -> None:
    match = running_match()
    bo = player(match, "Bo")
    with pytest.raises(OrderRefused) as refused:
        set_readiness(bo, "done")
    assert refused.value.code == "no-order-yet"
    for nothing in ("", " ", ";", "\n;\n"):
        with pytest.raises(OrderError):
            order(bo, nothing or " ")
    assert not Order.objects.exists()
    sweep_at(match, deadline_of(match) - HOUR)
    assert len(reminders_to("Bo")) == 1


def test_incident_3_who_has_nothing_to_do_is_not_charged_warned_or_late() -> None:
    match = wizard_match(terms=BANKED)
    (seat,) = match.phases.get(closed_at=None).awaited
    idle = [who for who in match.players.select_related("member") if who.seat != seat]
    sweep_at(match, deadline_of(match) - HOUR)
    pass_deadline(match)
    assert match.phase_number == 1
    for who in idle:
        assert bank_left(who) == 3 * DAY
        assert who.missed_in_a_row == 0
        assert reminders_to(who.name) == []


def test_incident_4_nobody_is_warned_of_missing_orders_after_giving_them() -> None:
    """Neither by a reminder that is written later, nor by one that waits to be sent."""
    match = running_match()
    order(player(match, "Anna"))
    sweep_at(match, deadline_of(match) - HOUR)
    assert reminders_to("Anna") == []
    (waiting,) = reminders_to("Bo")
    with clock.simulated(deadline_of(match) - HOUR / 2):
        assert message_for(waiting) is not None
        order(player(match, "Bo"))
        assert message_for(waiting) is None


RELATIVE = re.compile(
    r"\bin \d+ (?:minutes?|hours?|days?)\b|\b(?:tomorrow|today|tonight)\b", re.IGNORECASE
)


def test_incident_5_no_mail_tells_a_time_that_goes_stale() -> None:
    member("Bo", time_zone="Europe/Rome")
    match = running_match(terms=BANKED)
    sweep_at(match, deadline_of(match) - HOUR)
    pass_deadline(match)
    for row in OutboundMail.objects.filter(address="bo@example.org"):
        with clock.simulated(deadline_of(match) - DAY + HOUR):
            message = message_for(row)
        if message is not None:
            assert not RELATIVE.search(str(message.body)), row.kind
    (stale, current) = reminders_to("Bo")
    with clock.simulated(deadline_of(match) - DAY + HOUR):
        assert message_for(stale) is None
        message = message_for(current)
    assert message is not None
    local = deadline_of(match).astimezone(ZoneInfo("Europe/Rome"))
    assert f"{local:%H:%M %Z}" in str(message.body)


def test_incident_6_after_more_time_was_announced_nothing_is_resolved_without_it() -> None:
    match = running_match(terms=BANKED)
    old = deadline_of(match)
    pass_deadline(match)
    announced = deadline_of(match)
    assert announced > old
    at = old + timedelta(minutes=1)
    while at < announced:
        sweep_at(match, at)
        assert (match.phase_number, match.deadline_at) == (1, announced)
        at += 3 * HOUR
    # And if all orders come, what announced the extension and was not sent yet is not sent.
    told = [row for row in reminders_to("Bo") if row.payload["deadline"] > old.isoformat()]
    assert len(told) == 2
    with clock.simulated(announced - HOUR):
        for name in ("Anna", "Bo", "Carla"):
            order(player(match, name))
        assert [message_for(row) for row in told] == [None, None]


@pytest.mark.django_db(transaction=True)
def test_incident_7_no_sweep_resolves_the_first_turn_while_the_match_is_being_made() -> None:
    """A match is there with its players, its phase and its deadline, or it is not there at all."""
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})
    over = threading.Event()
    results = at_once(partial(_matches_begin, over), *[partial(_sweep_until, over)] * 2)
    assert not failures(results)
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 6
    for match in Match.objects.all():
        assert match.phase_number == 1
        row = match.phases.get(number=1)
        assert row.deadline_at == match.deadline_at
        assert row.deadline_at == opened_at(match) + match.phase_time
    assert not Order.objects.exists()
    assert Phase.objects.filter(number__gt=1).count() == 0


def _matches_begin(over: threading.Event) -> None:
    try:
        for _match in range(6):
            open_match("Anna", "Bo", "Carla")
    finally:
        over.set()
        connections.close_all()


def _sweep_until(over: threading.Event) -> None:
    while not over.is_set():
        sweep_due()
    connections.close_all()
