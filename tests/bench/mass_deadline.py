"""All matches fall due at one moment: two sweepers close them while people look at pages."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import NamedTuple

from django.db import connection, connections
from django.urls import reverse

from games.common import clock
from games.models import Match, Member, Order, OutboundMail, Player, ServicePulse
from games.services.deadline_sweep import sweep_due
from games.views.match_page_cache import forget_pages
from tests import cast
from tests.bench.figures import CORES, Effort, Figure, duration, percentile, speed
from tests.bench.large_population import ALL_DUE, LargePopulation
from tests.bench.phases import LEAST_IN_PAGE, MOST_SECONDS, updates_so_far
from tests.bench.population import DEPTHS, Advance, Pattern, members_made, patterns_made
from tests.bench.requests import Browser
from tests.bench.side_by_side import drained_by
from wildcards_site.serving.garbage import keep_what_is_loaded

PEOPLE_FOR_EACH = 0.5
LOOKERS, BETWEEN_LOOKS = 50, 0.1
"""So many people look at a match of theirs in turn, one each tenth of a second."""

MOST_TIMES = 2.0
MOST_MAILS = 0.4
Status = OutboundMail.Status
Look = Callable[[], object]


class _Closing(NamedTuple):
    """One mass deadline: the sweepers' effort, how long pages took meanwhile, the mails that it
    brought, and the share of the matches' updates that stayed in their page."""

    effort: Effort
    pages: Sequence[float]
    mails: int
    in_page: float


def deadline_figures(
    count: int, seconds: float, advance: Advance, depths: Sequence[int] = DEPTHS
) -> Iterator[Figure]:
    """`count` matches fall due, first with a mail for each question, then with one mail a day.

    Calls `advance` for every match that is made. For PostgreSQL alone, else there are none.
    `depths`: how many phases the copied ones were played.
    """
    if connection.vendor != "postgresql":
        return
    patterns = patterns_made(members_made(), depths)
    _half_sealed(patterns)
    OutboundMail.objects.all().delete()
    population = LargePopulation([pattern.match for pattern in patterns], ALL_DUE)
    population.grow(count, 0, int(count * PEOPLE_FOR_EACH), advance)
    looks = _looks(population)
    keep_what_is_loaded()  # as web processes and lanes do
    # Meanwhile nearly each page has changed since it was looked at.
    idle = _looked([_made_anew(look) for look in looks], lambda taken: sum(taken) > seconds)
    each = _closed(looks, count)
    yield from _closing_figures(count, each, idle)
    Member.objects.update(mail_level=Member.MailLevel.DAILY)
    Player.objects.update(missed_in_a_row=0, bot="", away_since=None)
    past = clock.now() - timedelta(minutes=1)
    running = Match.objects.filter(status=Match.Status.RUNNING, pk__gte=population.match_id(0))
    daily = _closed(looks, cast.deadlines_at(past, running.values_list("pk", flat=True)))
    share = daily.mails / each.mails
    yield Figure(
        "mails of a mass deadline, to people who want one a day",
        f"{daily.mails:,}",
        f"{each.mails:,} one by one",
        target=f"≤ {MOST_MAILS:.0%}",
        passed=share <= MOST_MAILS,
        value=share,
    )


def _closing_figures(count: int, closing: _Closing, idle: Sequence[float]) -> Iterator[Figure]:
    effort = closing.effort
    seconds = effort.each * 100_000 / CORES
    yield Figure(
        f"{count:,} due at one moment, two sweepers",
        f"{effort.wall:,.0f} s by the clock; {speed(effort)}",
        target=f"100,000 on two idle cores ≤ {MOST_SECONDS} s",
        passed=seconds <= MOST_SECONDS,
        value=effort.each,
    )
    yield Figure(
        "updates of a match that stay in its page, closed by two sweepers",
        f"{closing.in_page:.0%}",
        target=f"≥ {LEAST_IN_PAGE:.0%}",
        passed=closing.in_page >= LEAST_IN_PAGE,
        value=1 - closing.in_page,
    )
    here, alone = (percentile(taken, 99) for taken in (closing.pages, idle))
    yield Figure(
        "match page meanwhile, p99",
        f"{duration(here)} of {len(closing.pages):,}",
        f"{duration(alone)} made anew when idle",
        alone / here if here else None,
        f"≤ {MOST_TIMES:g} × idle",
        here <= MOST_TIMES * alone,
        here,
    )


def _half_sealed(patterns: Sequence[Pattern]) -> None:
    """Every second awaited seat has its order in."""
    for pattern in patterns:
        for seat, text in list(pattern.defaults.items())[::2] if len(pattern.defaults) > 1 else ():
            Order.objects.create(
                phase=pattern.opened, player=pattern.players[seat], seat=seat, text=text,
                source=Order.Source.WEB, received_at=pattern.opened.opened_at,
            )  # fmt: skip


def _closed(looks: Sequence[Look], count: int) -> _Closing:
    """Let two sweepers close all that is due, with people looking at pages meanwhile."""
    OutboundMail.objects.filter(status__in=[Status.QUEUED, Status.COLLECTED]).delete()
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})
    before = updates_so_far()
    connections.close_all()
    begun = multiprocessing.get_context("fork")
    over, (reading, writing) = begun.Event(), begun.Pipe(duplex=False)
    looker = begun.Process(target=_look_until, args=(looks, over, writing))
    looker.start()
    try:
        effort = drained_by(sweep_due, 2)
    finally:
        over.set()
    pages = reading.recv()
    looker.join()
    if effort.count != count:
        raise RuntimeError(f"{effort.count} matches were swept, not {count}")
    after = updates_so_far()
    in_page = (after.hot - before.hot) / max(after.all - before.all, 1)
    return _Closing(
        effort, pages, OutboundMail.objects.filter(status=Status.QUEUED).count(), in_page
    )


def _look_until(looks: Sequence[Look], over: Event, told: Connection) -> None:
    told.send(_looked(looks, lambda _taken: over.is_set()))
    connections.close_all()


def _looked(looks: Sequence[Look], is_over: Callable[[list[float]], bool]) -> list[float]:
    """How long each look took, one after the other in turn."""
    taken: list[float] = []
    for look in looks:
        look()
    while not is_over(taken):
        begun = time.perf_counter()
        looks[len(taken) % len(looks)]()
        taken.append(time.perf_counter() - begun)
        time.sleep(BETWEEN_LOOKS)
    return taken


def _made_anew(look: Look) -> Look:
    def forgotten() -> None:
        forget_pages()
        look()

    return forgotten


def _looks(population: LargePopulation) -> list[Look]:
    step = max(population.running // LOOKERS, 1)
    ids = [population.match_id(number) for number in range(0, population.running, step)]
    players = Player.objects.filter(match__in=ids, seat=0).select_related("match", "member")
    return [
        _look(player.member, reverse("match", kwargs={"code": player.match.code}))
        for player in players
        if player.member is not None
    ]


def _look(member: Member, path: str) -> Look:
    browser = Browser(member)
    return lambda: browser.get(path)
