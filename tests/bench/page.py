"""How fast pages come, and how many queries they take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection
from django.urls import reverse

from games.models import Match, Member, Phase, Player
from games.services import quotas
from games.services.matches import create_match
from games.views.match_page_cache import forget_pages
from tests.bench.figures import Figure, at_most, compared, interleaved
from tests.bench.orders import latencies
from tests.bench.phases import settle
from tests.bench.population import (
    GAME,
    PHASE_TIME,
    match_played,
    matches_copied,
    members_made,
    patterns_made,
)
from tests.bench.requests import Browser, reference_path

LEAST, LEAST_KEPT, LEAST_CHECK = 0.75, 1.2, 0.5
"""Of a fair floor: who asks and the same rows by plain ORM; of a check, one row."""

MOST_TIMES = 2.0
MOST_QUERIES, MOST_LIST_QUERIES = 12, 16
MATCHES_OF_ONE, OPEN_MATCHES = 30, 50
PHASES_PLAYED = 9
LONG_LOG = 1000
TABLES: dict[int, dict[str, str | bool]] = {
    2: {"edition": "2022", "leo": True},
    5: {"edition": "2022"},
}


def page_figures(seconds: float) -> Iterator[Figure]:
    """Match pages at small and large tables, with short and long logs, to a player who is asked and
    to a visitor; what an open page asks for; a member's lists and settings."""
    members = members_made()
    for seats, options in TABLES.items():
        match = match_played(members[:seats], PHASES_PLAYED, options=options)
        for log in ("short", "long"):
            if log == "long":
                _log_lengthened(match)
            settle()
            yield from _match_page(
                f"page, {seats} players, {log} log", match, _asked(match), seconds
            )
    yield from _match_page("page, 5 players, visitor", match, None, seconds)
    yield from _live_update(match, seconds)
    yield from _member_pages(members, seconds)


def _match_page(name: str, match: Match, who: Member | None, seconds: float) -> Iterator[Figure]:
    """The page that is kept, made anew, and asked about by a browser that has it."""
    browser, path = Browser(who), reverse("match", kwargs={"code": match.code})
    plain = reference_path(f"match/{match.code}")
    length = len(browser.get(path))

    def made_anew() -> None:
        forget_pages()
        browser.get(path)

    anew = interleaved({"ours": made_anew, "floor": lambda: browser.get(plain)}, seconds)
    taken = interleaved(
        {
            "ours": lambda: browser.get(path),
            "known": lambda: browser.ask_again(path),
            "floor": lambda: browser.get(plain),
        },
        seconds,
    )
    ours, floor = taken["ours"], taken["floor"]
    yield compared(name, ours, floor, least=LEAST_KEPT, note=f"{length / 1024:.0f} kB")
    yield latencies(name, ours, floor, most=MOST_TIMES)
    yield at_most(f"{name}: queries", page_queries(browser, path), MOST_QUERIES, "")
    yield compared(f"{name}, unchanged (304)", taken["known"], floor, least=LEAST_KEPT)
    yield compared(f"{name}, made anew", anew["ours"], anew["floor"])


def _live_update(match: Match, seconds: float) -> Iterator[Figure]:
    browser = Browser(_asked(match))
    path = reverse("match-pulse", kwargs={"code": match.code})
    plain = reference_path(f"one/{match.code}")
    yield from _beside("live-update check", browser, path, plain, seconds, least=LEAST_CHECK)


def _member_pages(members: Sequence[Member], seconds: float) -> Iterator[Figure]:
    """The first page with thirty matches, the lobby with fifty to join, the profile."""
    patterns = patterns_made(members)
    matches_copied(patterns, members[:10], MATCHES_OF_ONE * 10 // 4)
    with quotas.suspended():
        for host in members[20 : 20 + OPEN_MATCHES]:
            create_match(
                member=host, game=GAME, options={"edition": "2022"}, seats=4, phase_time=PHASE_TIME
            )
    settle()
    browser = Browser(members[1])
    count = Player.objects.filter(member=members[1], match__status=Match.Status.RUNNING).count()
    for name, what in ((f"home, {count} matches", "home"), ("lobby", "lobby")):
        plain = reference_path(f"list/{what}")
        yield from _beside(name, browser, reverse(what), plain, seconds, least=LEAST)
    plain = reference_path("profile")
    yield from _beside("profile", browser, reverse("profile"), plain, seconds, least=LEAST)


def _beside(
    name: str, browser: Browser, path: str, plain: str, seconds: float, *, least: float
) -> Iterator[Figure]:
    taken = interleaved(
        {"ours": lambda: browser.get(path), "floor": lambda: browser.get(plain)}, seconds
    )
    length = len(browser.get(path)) / 1024
    yield compared(name, taken["ours"], taken["floor"], least=least, note=f"{length:.1f} kB")
    yield at_most(f"{name}: queries", page_queries(browser, path), MOST_LIST_QUERIES, "")


def _asked(match: Match) -> Member:
    """Somebody at the table whose order is awaited."""
    awaited = match.phases.get(closed_at=None).awaited
    player = Player.objects.select_related("member").get(match=match, seat=awaited[0])
    assert player.member is not None
    return player.member


def page_queries(browser: Browser, path: str) -> int:
    """How many queries the page takes."""
    counted: list[str] = []

    def count(execute: Any, sql: str, *rest: Any) -> Any:
        counted.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(count):
        browser.get(path)
    return len(counted)


def _log_lengthened(match: Match) -> None:
    """So many more closed phases, with the events of those that were played."""
    played = list(match.phases.filter(closed_at__isnull=False, number__gt=0).order_by("number"))
    shift = LONG_LOG + len(played)
    Phase.objects.filter(match=match, closed_at=None).update(number=match.phase_number + shift)
    Match.objects.filter(pk=match.pk).update(phase_number=match.phase_number + shift)
    Phase.objects.bulk_create(
        Phase(
            match=match,
            number=match.phase_number + number,
            name=row.name,
            round=row.round,
            awaited=row.awaited,
            opened_at=row.opened_at,
            closed_at=row.closed_at,
            reason=row.reason,
            events=row.events,
        )
        for number in range(LONG_LOG)
        for row in [played[number % len(played)]]
    )
