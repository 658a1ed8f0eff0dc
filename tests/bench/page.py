"""How fast the match page comes, and how many queries it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.urls import reverse

from games.models import Match, Member, Phase, Player
from tests.bench.figures import Figure, at_most, compared, interleaved
from tests.bench.orders import latencies
from tests.bench.population import match_played, members_made
from tests.bench.requests import Browser, reference_path

LEAST = 0.75
MOST_TIMES = 2.0
MOST_QUERIES = 12
PHASES_PLAYED = 9
LONG_LOG = 1000
TABLES: dict[int, dict[str, str | bool]] = {
    2: {"edition": "2022", "leo": True},
    5: {"edition": "2022"},
}


def page_figures(seconds: float) -> Iterator[Figure]:
    """The page of a player who is asked, at small and large tables, with short and long logs."""
    members = members_made()
    for seats, options in TABLES.items():
        match = match_played(members[:seats], PHASES_PLAYED, options=options)
        for log in ("short", "long"):
            if log == "long":
                _log_lengthened(match)
            name = f"page, {seats} players, {log} log"
            yield from _figures(name, match, Browser(_asked(match)), seconds)
    yield from _figures("page, 5 players, visitor", match, Browser(None), seconds)


def _figures(name: str, match: Match, browser: Browser, seconds: float) -> Iterator[Figure]:
    path = reverse("match", kwargs={"code": match.code})
    plain = reference_path(f"match/{match.code}")
    length = len(browser.get(path))
    taken = interleaved(
        {"ours": lambda: browser.get(path), "floor": lambda: browser.get(plain)}, seconds
    )
    ours, floor = taken["ours"], taken["floor"]
    yield compared(name, ours, floor, least=LEAST, note=f"{length / 1024:.0f} kB")
    yield latencies(name, ours, floor, most=MOST_TIMES)
    yield at_most(f"{name}: queries", page_queries(browser, path), MOST_QUERIES, "")


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
