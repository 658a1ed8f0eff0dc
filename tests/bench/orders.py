"""How fast an order is taken: by the service, and through the site's form."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.common import clock
from games.models import Match, Member, Order, Phase, Player
from games.services.orders import submit_order
from tests.bench.figures import Effort, Figure, compared, duration, percentile
from tests.bench.population import Advance, Pattern, matches_copied, members_made, patterns_made
from tests.bench.requests import Browser, reference_path

LEAST = 0.75


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
    ready = _ready(patterns, members, count, advance)
    floor = _floor(ready, seconds)
    sealed, closing = _submitted(_ready(patterns, members, count, advance), seconds)
    yield compared("submit_order that waits for others", sealed, floor)
    yield latencies("submit_order that waits", sealed, floor)
    yield compared("submit_order that closes the phase", closing, floor)
    yield latencies("submit_order that closes", closing, floor)
    posted = _posted(_ready(patterns, members, count, advance), seconds)
    plain = _posted_plain(ready, seconds)
    yield compared("order by the form", posted, plain, least=LEAST)
    yield latencies("order by the form", posted, plain, most=2.0)


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


def _submitted(ready: Sequence[Ready], seconds: float) -> tuple[Effort, Effort]:
    """Orders that leave the phase open, and those that close it, each timed with its kind."""
    waiting, closing = Effort(), Effort()
    ends_at = time.perf_counter() + 2 * seconds
    for one in ready:
        effort = closing if one.is_last else waiting
        with effort.timed():
            effort.one(
                lambda one=one: submit_order(  # type: ignore[misc]
                    player=one.player, text=one.text, source=Order.Source.WEB
                )
            )
        if one.is_last and time.perf_counter() > ends_at:
            break
    return waiting, closing


def _floor(ready: Sequence[Ready], seconds: float) -> Effort:
    """The bare transaction: a lock, a select, an order that is created or updated."""
    effort = Effort()
    ends_at = time.perf_counter() + seconds
    with effort.timed():
        for one in cycle(ready):
            effort.one(lambda one=one: bare_order(one.player.pk, one.player.match_id, one.text))  # type: ignore[misc]
            if time.perf_counter() > ends_at:
                break
    return effort


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


def bare_order_view(request: HttpRequest) -> HttpResponse:
    """`bare_order` behind the same handler: the floor of the form."""
    bare_order(int(request.POST["player"]), int(request.POST["match"]), request.POST["text"])
    return redirect("/")


def _posted(ready: Sequence[Ready], seconds: float) -> Effort:
    """Orders as a browser posts them. None of these closes a phase."""
    effort = Effort()
    browsers: dict[int, Browser] = {}
    ends_at = time.perf_counter() + seconds
    for one in (one for one in ready if not one.is_last):
        member = one.player.member
        assert member is not None
        browser = browsers.setdefault(member.pk, Browser(member))
        path = reverse("match-order", kwargs={"code": one.player.match.code})
        fields = {"text": one.text, "phase": str(one.phase.number)}
        with effort.timed():
            effort.one(lambda: browser.post(path, fields))  # noqa: B023  called at once
        if time.perf_counter() > ends_at:
            break
    return effort


def _posted_plain(ready: Sequence[Ready], seconds: float) -> Effort:
    effort = Effort()
    browser = Browser(None)
    path = reference_path("order")
    ends_at = time.perf_counter() + seconds
    with effort.timed():
        for one in ready:
            fields = {
                "player": str(one.player.pk),
                "match": str(one.player.match_id),
                "text": one.text,
            }
            effort.one(lambda fields=fields: browser.post(path, fields))  # type: ignore[misc]
            if time.perf_counter() > ends_at:
                break
    return effort
