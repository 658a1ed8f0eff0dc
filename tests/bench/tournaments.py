"""How fast the pages of a large tournament come, each beside a floor that reads the same rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from games.models import Member
from tests.bench.figures import Effort, Figure, at_most, compared, duration, interleaved
from tests.bench.page import page_queries
from tests.bench.requests import Browser, reference_path
from tests.site.tournament_rows import played, stated
from tournaments.models import Tournament
from tournaments.selectors.kept_standings import keep_standings
from tournaments.services.outlooks import expect_outlook, foretell_due

LEAST = 0.5
MOST_QUERIES = 15
MOST_KILOBYTES = 150
ROUNDS = 6
UNFINISHED = 0.95


@dataclass(frozen=True, slots=True)
class PageOfSize:
    """A page of one of the tournaments, and the floor that it is compared with."""

    format: str
    page: str
    path: str
    floor: str


def tournaments_figures(count: int, seconds: float) -> Iterator[Figure]:
    """A Swiss of six rounds and a knockout with so many entries, looked at by an entrant in the
    middle, and how long a change takes to be reckoned."""
    for key in ("swiss", "knockout"):
        made = played(stated(key, name=key, terms={"rounds": ROUNDS}), count, share=UNFINISHED)
        effort = Effort()
        with effort.timed():
            effort.one(lambda made=made: keep_standings(made.pk))  # type: ignore[misc]
        told = duration(effort.each)
        yield Figure(f"{key}, {count} entries: kept anew", told, value=effort.each)
        expect_outlook(made)
        foretell_due()
        yield from _pages(made, count, seconds)


def _pages(made: Tournament, count: int, seconds: float) -> Iterator[Figure]:
    browser = Browser(Member.objects.get(name=f"Entrant {count // 2}"))
    for one in pages_of(made, count):
        name = f"{one.format}, {count} entries, {one.page}"
        size = len(browser.get(one.path))
        taken = interleaved(
            {
                "ours": lambda one=one: browser.get(one.path),  # type: ignore[misc]
                "floor": lambda one=one: browser.get(one.floor),  # type: ignore[misc]
            },
            seconds,
        )
        note = f"{size / 1024:.0f} kB"
        yield compared(name, taken["ours"], taken["floor"], least=LEAST, note=note)
        yield at_most(f"{name}: kB", size / 1024, MOST_KILOBYTES, "kB")
        yield at_most(f"{name}: queries", page_queries(browser, one.path), MOST_QUERIES, "")


def pages_of(made: Tournament, count: int) -> list[PageOfSize]:
    """The pages of the tournament as an entrant in the middle opens them."""
    entry = made.entries.get(member__name=f"Entrant {count // 2}")
    top = made.entries.order_by("pk")[0]
    last = made.rounds.latest("number").number
    path = reverse("tournament", args=[made.code])
    pages = {"overview": path, "entry": f"{path}entries/{entry.pk}/"}
    if made.format == "swiss":
        pages |= {
            "standings": f"{path}standings/",
            "sums": f"{path}standings/?entry={top.pk}",
            "round": f"{path}rounds/{last}/",
            "cross": f"{path}cross/",
            "log": f"{path}log/",
        }
    else:
        pages["bracket"] = f"{path}bracket/"
    floors = {page: reference_path(f"tournament/{page}/{made.code}") for page in pages}
    return [PageOfSize(made.format, page, at, floors[page]) for page, at in pages.items()]
