"""What rating so many matches takes, and what their pages ask the database then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from django.urls import reverse

from games.models import Member
from tests.bench.figures import Effort, Figure, at_most
from tests.bench.page import page_queries
from tests.bench.population import Advance
from tests.bench.rated_population import POOL, matches_rated
from tests.bench.rebuilt_ratings import rebuild_figures
from tests.bench.requests import Browser

MOST_QUERIES = 12
MOST_MILLISECONDS = 60
FEWEST = 3


def ratings_figures(count: int, seconds: float, advance: Advance) -> Iterator[Figure]:
    """Rating, then every page, looked at by a member who is signed in, first as nobody has asked
    for it yet.

    Where the database is no process of its own, its time is not told.
    """
    members = matches_rated(count, advance)
    yield from rebuild_figures(members, count)
    browser = Browser(members[1])
    for name, path in rating_pages(members).items():
        told = f"{name}, {count} matches"
        first, taken = Effort(), Effort()
        with first.timed():
            first.one(partial(browser.get, path))
        with taken.timed():
            while taken.count < FEWEST or sum(taken.latencies) < seconds:
                taken.one(partial(browser.get, path))
        spent = 1000 * taken.database / taken.count
        note = f"the first {1000 * first.database:.3g} ms"
        if taken.database:
            yield at_most(f"{told}: SQL", spent, MOST_MILLISECONDS, "ms", floor=note)
        yield at_most(f"{told}: queries", page_queries(browser, path), MOST_QUERIES, "")


def rating_pages(members: list[Member]) -> Mapping[str, str]:
    """The addresses; the first member is the busiest, the second an ordinary one."""
    board = reverse("leaderboard", args=[POOL])
    busy, usual, other = (one.pk for one in members[:3])
    return {
        "board": board,
        "board, page 9": f"{board}?page=9",
        "board of the year": f"{board}?period=year",
        "board of 90 days": f"{board}?period=90-days",
        "board of a country": f"{board}?country=NL&period=year",
        "board of a table size": f"{board}?size=4",
        "board of whom the busiest met": f"{board}?met={members[0].name}&period=year",
        "member": reverse("member", args=[usual]),
        "busiest member": reverse("member", args=[busy]),
        "two members": reverse("head-to-head", args=[busy, usual]),
        "two ordinary members": reverse("head-to-head", args=[usual, other]),
        "a rating's way": reverse("rating-history", args=[str(usual), POOL]),
        "the busiest one's way": reverse("rating-history", args=[str(busy), POOL]),
        "figures of the game": reverse("pool-figures", args=[POOL]),
    }
