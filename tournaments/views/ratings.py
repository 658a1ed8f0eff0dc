"""Leaderboards, and how ratings are reckoned."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.common import clock
from games.common.countries import country_names
from games.models import Member
from games.rules.registry import rules_for
from games.views.request_helpers import in_member_zone, member_of
from tournaments.pictures.plots import bars
from tournaments.presentation.ratings import period_name
from tournaments.rating.published_measurements import measured
from tournaments.selectors.leaderboards import (
    MOST_PAGES,
    LeaderboardQuery,
    Period,
    board,
    distribution,
    on_the_way,
)
from tournaments.selectors.rating_pools import PoolName, pool_names
from tournaments.selectors.ratings import standings_of

LONGEST_NAME = 32
PERIODS = {one.value for one in Period}


def pool_named(key: str) -> PoolName:
    """The pool with this key. Raises Http404."""
    try:
        return pool_names()[key]
    except KeyError:
        raise Http404 from None


def page_in(request: HttpRequest) -> int:
    """The page that the address asks for; the first for anything else."""
    word = request.GET.get("page", "1")
    if word.isascii() and word.isdigit() and 0 < int(word[:6]) < MOST_PAGES:
        return int(word)
    return 1


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """The first game's board: every other is one step from there."""
    return redirect("leaderboard", pool=next(iter(pool_names())))


@require_safe
@in_member_zone
def leaderboard(request: HttpRequest, pool: str) -> HttpResponse:
    """A pool's board, with filters that stand in the address."""
    name = pool_named(pool)
    member, now = member_of(request), clock.now()
    wanted, unknown = _wanted(request, pool)
    shown = board(wanted, now, member)
    own = (
        next((one for one in standings_of(member, now) if one.pool.key == pool), None)
        if (member is not None)
        else None
    )
    bins = distribution(pool) if wanted.page == 1 else []
    is_plain = wanted == LeaderboardQuery(pool)
    context = {
        "coming": on_the_way(wanted, now) if is_plain and not shown.has_more else [],
        "pool": name,
        "pools": pool_names().values(),
        "wanted": wanted,
        "unknown": unknown,
        "board": shown,
        "own": own,
        "periods": [(one.value, period_name(one)) for one in Period],
        "sizes": [size for size in rules_for(name.game).table_sizes if size > 1],
        "countries": country_names().items(),
        "met": request.GET.get("met", "")[:LONGEST_NAME],
        "query": _query(request),
        "bins": bins,
        "picture": mark_safe(  # noqa: S308  drawn from numbers, words escaped
            bars(bins, gettext("How settled ratings are spread"), own.shown if own else None)
        ),
    }
    return render(request, "tournaments/ratings/leaderboard.html", context)


def _wanted(request: HttpRequest, pool: str) -> tuple[LeaderboardQuery, str]:
    """The board that the address asks for, and the name in it that nobody has."""
    given = request.GET
    period = given.get("period", "")
    size, sizes = given.get("size", ""), rules_for(pool_named(pool).game).table_sizes
    name = given.get("met", "").strip()[:LONGEST_NAME].replace("\0", "")
    met = Member.objects.filter(name__iexact=name).first() if name else None
    country = given.get("country", "")
    wanted = LeaderboardQuery(
        pool,
        Period(period) if period in PERIODS else Period.ALL,
        country if country in country_names() else "",
        int(size) if size in {str(one) for one in sizes if one > 1} else None,
        met,
        page_in(request),
    )
    return wanted, name if met is None else ""


def _query(request: HttpRequest) -> str:
    """The filters as they stand in the address, without the page."""
    kept = {name: request.GET.get(name, "") for name in ("period", "size", "country", "met")}
    return urlencode({name: value for name, value in kept.items() if value})


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """How ratings are reckoned, in plain words, with what was measured."""
    context: dict[str, object] = {"measured": measured()}
    return render(request, "tournaments/ratings/how.html", context)
