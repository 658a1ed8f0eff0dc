"""People who play tournaments in simulated time: some promptly, some not at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction

from games.common import clock
from games.models import Match, Member, Order, OutboundMail, ServicePulse
from games.rules.playout import Dice, ask_bot
from games.rules.registry import bots_for
from games.services import deadline_sweep
from games.services.phases import advance_play
from games.services.running_matches import RunningMatch, running
from tests.cast import member
from tournaments.models import Entry, Tournament
from tournaments.services import sweeping
from tournaments.services.entries import make_entry
from tournaments.services.terms import create_tournament, start_entries

START = datetime(2026, 9, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
QUICK: dict[str, Any] = {"game": "emu-ranchers", "options": {"years": 1}}
FOUR: dict[str, Any] = {"game": "cubirds", "options": {}}


def tournament(format_key: str = "knockout", organiser: str = "Olga", **values: Any) -> Tournament:
    """A tournament that takes entries; two play short matches unless a game is named."""
    stated: dict[str, Any] = {
        "name": "Autumn Cup",
        "format": format_key,
        "least_entries": 2,
        "phase_time": timedelta(days=2),
        **QUICK,
        **values,
    }
    host = member(organiser)
    return start_entries(tournament=create_tournament(organiser=host, **stated), by=host)


def entered(made: Tournament, *names: str) -> list[Entry]:
    """The entries of these people, in this order."""
    return [
        make_entry(tournament=made, member=member(name), contribution=f"{name}'s luck")
        for name in names
    ]


def people(number: int) -> list[str]:
    """So many names, the same every time."""
    return [f"P{count:02d}" for count in range(1, number + 1)]


def ordered(play: RunningMatch, absent: Collection[int], at: datetime) -> bool:
    """Give the order that a bot would for everybody awaited who is here; whether any was given."""
    bot = bots_for(play.match.game)["random"]
    given = False
    for seat in play.missing:
        player = play.players[seat]
        if player.member_id in absent or player.bot:
            continue
        dice = Dice(play.match.seed, f"{play.match.phase_number}-{seat}")
        order = Order(
            phase=play.row,
            player=player,
            seat=seat,
            text=play.rules.format_order(ask_bot(play.rules, bot, play.state, seat, dice)),
            source=Order.Source.WEB,
            received_at=at,
            first_received_at=at,
        )
        play.orders[seat] = order
        play.new.orders.append(order)
        given = True
    return given


def played(match_id: int, absent: Collection[int] = (), most_orders: int = 10_000) -> bool:
    """Play a running match on as far as those who are here can; whether it has ended."""
    with transaction.atomic():
        match = Match.objects.select_for_update(of=("self",)).get(pk=match_id)
        if match.status != Match.Status.RUNNING:
            return True
        now = clock.now()
        with running(match) as play:
            for _turn in range(most_orders):
                if match.status != Match.Status.RUNNING or not ordered(play, absent, now):
                    break
                advance_play(play, now)
    return match.status == Match.Status.FINISHED


@dataclass
class World:
    """A clock that moves in steps, and who is away from everything.

    `pace` says after how long a match is played by those who are here; in `slow` matches they give
    one order each time.
    """

    now: datetime = START
    absent: set[int] = field(default_factory=set)
    slow: set[int] = field(default_factory=set)
    pace: timedelta = DAY

    @contextmanager
    def clock(self) -> Iterator[None]:
        """Within the block it is the world's time."""
        with clock.simulated(self.now):
            yield

    def away(self, *names: str) -> None:
        """These people do nothing from now on."""
        self.absent |= {member(name).pk for name in names}

    def step(self, by: timedelta = DAY / 2) -> None:
        """Let time pass; everybody who is here plays what has waited for them long enough."""
        self.now += by
        ServicePulse.objects.update_or_create(
            pk=1, defaults={"beat_at": self.now - timedelta(seconds=3)}
        )
        with self.clock():
            waited = Match.objects.filter(
                status=Match.Status.RUNNING, started_at__lte=self.now - self.pace
            )
            for pk in waited.order_by("pk").values_list("pk", flat=True):
                played(pk, self.absent, 1 if pk in self.slow else 10_000)
            while deadline_sweep.sweep_due():
                pass
            self.sweep()

    def sweep(self) -> None:
        """The sweeps of this moment."""
        with self.clock():
            while sweeping.sweep_due():
                pass

    def until_over(self, made: Tournament, days: int = 200) -> Tournament:
        """Let time pass until the tournament has ended."""
        last = self.now + timedelta(days=days)
        while self.now < last:
            made.refresh_from_db()
            if made.is_over:
                return made
            self.step()
        raise AssertionError(f"{made.format} is not over after {days} days: {made.fault}")


def letters(made: Tournament, name: str | None = None) -> list[str]:
    """Which letters about the tournament were written, to one person or to all, in their order."""
    rows = OutboundMail.objects.filter(kind="tournament", payload__tournament=made.pk)
    if name is not None:
        rows = rows.filter(member=Member.objects.get(name=name))
    return [row.payload["letter"] for row in rows.order_by("pk")]
