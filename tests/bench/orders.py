"""How fast an order is taken: by the service, and through the site's form."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.common import clock
from games.models import Match, Member, Order, Phase, Player, StandingOrder
from games.services.orders import submit_order
from games.views.request_helpers import signed_in
from tests.bench.figures import Effort, Figure, compared, duration, interleaved, percentile
from tests.bench.population import Advance, Pattern, matches_copied, members_made, patterns_made
from tests.bench.requests import Browser, reference_path

LEAST = 1.0
"""For an order by the form, in speeds of a fair floor: `fair_order_view`."""


class Ready(NamedTuple):
    """An order to be given: by whom, in which open phase, and whether it is the last awaited."""

    player: Player
    phase: Phase
    text: str
    is_last: bool


def orders_figures(count: int, seconds: float, advance: Advance) -> Iterator[Figure]:
    """Orders in `count` matches, for at most so long each way. Calls `advance` for each match."""
    members = members_made()
    patterns = [one for one in patterns_made(members) if len(one.defaults) > 1]

    def ready() -> list[Ready]:
        return _ready(patterns, members, count, advance)

    waiting = [one for one in ready() if not one.is_last]
    efforts = interleaved(
        {"ours": _each(_submit, waiting), "floor": _each(_bare, _not_last(ready()))}, seconds
    )
    yield compared("submit_order that waits for others", efforts["ours"], efforts["floor"])
    yield latencies("submit_order that waits", efforts["ours"], efforts["floor"])
    closing = _closing(ready(), seconds)
    yield compared("submit_order that closes the phase", closing, efforts["floor"])
    yield latencies("submit_order that closes", closing, efforts["floor"])
    efforts = interleaved(
        {
            "ours": _each(_Poster("match-order", members), _not_last(ready())),
            "floor": _each(_Poster(None, members), _not_last(ready())),
        },
        seconds,
    )
    yield compared("order by the form", efforts["ours"], efforts["floor"], least=LEAST)
    yield latencies("order by the form", efforts["ours"], efforts["floor"], most=2.0)


def waiting_orders(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int
) -> list[Ready]:
    """Orders in so many new matches that leave their phase open."""
    some = [one for one in patterns if len(one.defaults) > 1]
    return _not_last(_ready(some, members, count, lambda _number: None))


def _not_last(ready: Sequence[Ready]) -> list[Ready]:
    """Those that leave their phase open."""
    return [one for one in ready if not one.is_last]


def _each(deed: Callable[[Ready], object], ready: Sequence[Ready]) -> Callable[[], object]:
    """The deed for one after the other; StopIteration where none is left."""
    return map(deed, ready).__next__


def _submit(one: Ready) -> object:
    return submit_order(player=one.player, text=one.text, source=Order.Source.WEB)


def _bare(one: Ready) -> None:
    bare_order(one.player.pk, one.player.match_id, one.text)


def latencies(name: str, ours: Effort, floor: Effort, *, most: float | None = None) -> Figure:
    """Median and 99th percentile on the wall. `most` bounds the latter in times of the floor's."""
    here, there = percentile(ours.latencies, 99), percentile(floor.latencies, 99)
    return Figure(
        f"{name}: latency",
        _quantiles(ours),
        _quantiles(floor),
        there / here if here else None,
        "" if most is None else f"p99 ≤ {most:g} × floor's",
        None if most is None else here <= most * there,
    )


def _quantiles(effort: Effort) -> str:
    median, high = (percentile(effort.latencies, percent) for percent in (50, 99))
    return f"p50 {duration(median)}, p99 {duration(high)}"


def _ready(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int, advance: Advance
) -> list[Ready]:
    made = matches_copied(patterns, members, count, advance=advance)
    rows = {row.match_id: row for row in Phase.objects.filter(match__in=made, closed_at=None)}
    players = {
        (player.match_id, player.seat): player
        for player in Player.objects.filter(match__in=made).select_related("match", "member")
    }
    ready = []
    for number, match in enumerate(made):
        texts = patterns[number % len(patterns)].defaults
        last = max(texts)
        ready += [
            Ready(players[match.pk, seat], rows[match.pk], text, seat == last)
            for seat, text in texts.items()
        ]
    return ready


def _closing(ready: Sequence[Ready], seconds: float) -> Effort:
    """Orders that close their phase, each after the others of its match."""
    closing = Effort()
    ends_at = time.perf_counter() + 2 * seconds
    for one in ready:
        if not one.is_last:
            _submit(one)
            continue
        with closing.timed():
            closing.one(lambda one=one: _submit(one))  # type: ignore[misc]
        if time.perf_counter() > ends_at:
            break
    return closing


def bare_order(player_id: int, match_id: int, text: str) -> None:
    """What an order costs at least in a transaction of Django's."""
    with transaction.atomic():
        Match.objects.select_for_update(of=("self",)).get(pk=match_id)
        phase = Phase.objects.get(match_id=match_id, closed_at=None)
        Order.objects.update_or_create(
            phase=phase,
            player_id=player_id,
            defaults={"text": text, "received_at": clock.now()},
            create_defaults={
                "seat": 0,
                "text": text,
                "source": Order.Source.WEB,
                "received_at": clock.now(),
            },
        )


@login_required
@transaction.atomic
def fair_order_view(request: HttpRequest, code: str) -> HttpResponse:
    """The floor of the form: who is signed in, their seat, the lock, the rows that an order is
    judged by, the order, the player's time, and a message, as the tutorial would."""
    member, text = signed_in(request), request.POST["text"]
    seat = Player.objects.select_related("match").get(match__code=code, member=member)
    match = Match.objects.select_for_update(of=("self",)).get(pk=seat.match_id)
    now = clock.now()
    players = {one.pk: one for one in match.players.select_related("member")}
    phase = match.phases.get(closed_at=None)
    list(phase.orders.all())
    list(StandingOrder.objects.filter(player__match=match))
    Order.objects.update_or_create(
        phase=phase,
        player=seat,
        defaults={"text": text, "received_at": now},
        create_defaults={
            "seat": seat.own_seat, "text": text, "source": Order.Source.WEB, "received_at": now,
        },
    )  # fmt: skip
    player = players[seat.pk]
    player.ordered_phase = phase.number
    player.save(update_fields=["ordered_phase"])
    messages.success(request, f"Taken: {text}.")
    return redirect("match", code=code)


class _Poster:
    """Posts orders as browsers do, to our page of this name, or else to the floor's."""

    def __init__(self, page: str | None, members: Sequence[Member]) -> None:
        self._page = page
        self._browsers = {member.pk: Browser(member) for member in members}

    def __call__(self, one: Ready) -> object:
        member, code = one.player.member, one.player.match.code
        assert member is not None
        path = f"{reference_path('order')}{code}/"
        if self._page is not None:
            path = reverse(self._page, kwargs={"code": code})
        fields = {"text": one.text, "phase": str(one.phase.number)}
        return self._browsers[member.pk].post(path, fields)
