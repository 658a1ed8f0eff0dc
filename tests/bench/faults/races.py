"""Orders through every door around the moment of a deadline."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from unittest.mock import patch

from django.db import connections

from games.common import clock
from games.common.errors import OrderRefused
from games.mail import inbound, rate_limits
from games.models import Match, Order, Player, ServicePulse
from games.replies.reply_addresses import reply_address
from games.services.deadline_sweep import sweep_due
from games.services.orders import submit_order
from tests import cast
from tests.bench.faults.results import DrillResult
from tests.bench.faults.tables import matches_made

TOGETHER = 60
"""So many matches have one deadline; their orders are given one after the other across it."""

BEFORE_THE_DEADLINE = timedelta(milliseconds=600)
TEXT = "bid R"


@dataclass(slots=True)
class _Races:
    """By player: whether the service took the order in time."""

    accepted: dict[int, bool] = field(default_factory=dict)
    lost: int = 0
    late: int = 0

    def count(self, sources: dict[int, str]) -> None:
        for player_id, is_accepted in self.accepted.items():
            is_counted = sources[player_id] in {"web", "mail", "api"}
            self.lost += is_accepted and not is_counted
            self.late += is_counted and not is_accepted
        self.accepted.clear()


def deadlines_raced(count: int) -> Sequence[DrillResult]:
    """So many orders by the site, by mail and by the API, given around their deadlines."""
    races, made, in_time = _Races(), 0, 0
    # How often somebody may write is another matter.
    with patch.object(rate_limits, "MOST_FROM_MEMBER", count):
        while made < count:
            made += _batch_raced(races, min(TOGETHER, count - made))
            in_time += sum(races.accepted.values())
            sources = Order.objects.filter(player__in=races.accepted, phase__number=1)
            races.count(dict(sources.values_list("player", "source")))
    return [
        DrillResult(
            name="orders around the deadline: accepted and not counted, late and counted",
            wanted="0, 0",
            measured=f"{races.lost}, {races.late}; {in_time:,} came in time",
            passed=not races.lost and not races.late,
            count=made,
        )
    ]


def _batch_raced(races: _Races, count: int) -> int:
    matches = matches_made(count)
    ids = [match.pk for match in matches]
    first = Player.objects.select_related("match", "member").filter(match__in=ids, seat=0)
    players = list(first.order_by("pk"))
    deadline = clock.now() + BEFORE_THE_DEADLINE
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})
    cast.deadlines_at(deadline, ids)
    doors = [
        lambda: _ordered(players[0::3], Order.Source.WEB, races),
        lambda: _ordered(players[1::3], Order.Source.API, races),
        lambda: _mailed(players[2::3], deadline, races),
        lambda: _swept(ids),
        lambda: _swept(ids),
    ]
    _at_once(doors)
    return count


def _at_once(deeds: Sequence[Callable[[], None]]) -> None:
    faults: list[BaseException] = []

    def run(deed: Callable[[], None]) -> None:
        try:
            deed()
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def _ordered(players: Sequence[Player], source: Order.Source, races: _Races) -> None:
    for player in players:
        try:
            submit_order(player=player, text=TEXT, source=source, phase_number=1)
        except OrderRefused:
            races.accepted[player.pk] = False
        else:
            races.accepted[player.pk] = True


def _mailed(players: Sequence[Player], deadline: datetime, races: _Races) -> None:
    for player in players:
        assert player.member is not None
        sender = player.member.email
        row = inbound.accept_raw(
            raw=f"From: {sender}\r\nMessage-ID: <{player.pk}@race>\r\n\r\n{TEXT}\r\n".encode(),
            recipient=reply_address(player.pk, 1),
            envelope_sender=sender,
            source="smtp",
        )
        assert row is not None
        races.accepted[player.pk] = row.received_at <= deadline


def _swept(ids: Sequence[int]) -> None:
    pause = threading.Event()
    while Match.objects.filter(pk__in=ids, phase_number=1).exists():
        if not sweep_due():
            inbound.process_pending()
            pause.wait(0.05)
