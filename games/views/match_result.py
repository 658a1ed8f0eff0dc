"""The end of a match: who won, what decided it, a rematch, a picture to share, and a review."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import parse_etags
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import selectors
from games.models import Match, Player
from games.presentation import presentation_for, result_picture
from games.presentation.default_presentation import Presentation
from games.presentation.endings import (
    decided_in_words,
    headline,
    rating_words,
)
from games.presentation.review_bars import difference
from games.rules.endings import Ending
from games.rules.registry import rules_for
from games.selectors import MatchTable
from games.selectors.bot_personas import strength_words
from games.selectors.endings import ReviewedDecision
from games.services.rematches import offer_rematch
from games.views.request_helpers import Seen, in_member_zone, member_post, own_player, seen_match

PICTURE_AGE = 3600
"""Seconds for which a public picture may be kept by whoever fetched it: names may change."""

PICTURES_KEPT = 24 * 3600


class PodiumLine(NamedTuple):
    """One finisher as the page shows them."""

    place: int
    name: str
    score: int
    player: Player
    is_you: bool
    rating: str


def ending_context(seen: Seen, table: MatchTable) -> dict[str, object]:
    """What the page of a finished match shows before its table."""
    match, ending = seen.match, selectors.ending_of(table)
    names = dict(enumerate(table.names))
    point = selectors.decisive_round(match)
    presentation = presentation_for(match.game)
    return {
        "headline": headline(ending, names, table.seat),
        "podium": _podium(table, ending),
        "decided": decided_in_words(point, presentation, names, table.seat) if point else "",
        "decided_step": point.step if point else None,
        "rematch": _visible_rematch(seen),
        "may_rematch": seen.player is not None and seen.member is not None,
        "shared": _shared(match, headline(ending, names)) if match.is_public else None,
    }


def _podium(table: MatchTable, ending: Ending) -> list[PodiumLine]:
    news = selectors.rating_news(table.match) if table.match.is_rated else {}
    rows = {row.own_seat: row for row in table.players}
    lines = []
    for one in ending.finishers:
        row = rows[one.seat]
        rating = news.get(row.member_id) if row.member_id is not None else None
        words = rating_words(*rating) if rating is not None else ""
        lines.append(
            PodiumLine(
                one.place, table.names[one.seat], one.score, row, one.seat == table.seat, words
            )
        )
    return lines


def _visible_rematch(seen: Seen) -> Match | None:
    """The rematch that was opened, as far as the one who asks may see it."""
    rematch = Match.objects.filter(rematch_of=seen.match).defer("state").first()
    if rematch is None or rematch.status == Match.Status.CANCELLED:
        return None
    return rematch if seen.player is not None or rematch.is_public else None


class Shared(NamedTuple):
    """What a chat shows of a link to a finished public match."""

    title: str
    description: str
    url: str
    image: str


def _shared(match: Match, title: str) -> Shared:
    return Shared(
        title,
        _about(match),
        settings.SITE_URL + reverse("match", kwargs={"code": match.code}),
        settings.SITE_URL + reverse("match-result-png", kwargs={"code": match.code}),
    )


def _about(match: Match) -> str:
    parts = (rules_for(match.game).name, match.title, match.event_name)
    return " · ".join(dict.fromkeys(part for part in parts if part))


@member_post
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open the rematch, or take the seat in the one that somebody else has opened."""
    player = own_player(request, code)
    found = offer_rematch(player=player)
    if found.status == Match.Status.OPEN:
        if found.created_by_id == player.member_id:
            words = gettext(
                "The others are invited to a rematch. It starts when everyone has joined."
            )
        else:
            words = gettext("You’re in. The rematch starts when everyone has joined.")
        messages.success(request, words)
    return redirect("match", code=found.code)


@require_safe
def result_svg(request: HttpRequest, code: str) -> HttpResponse:
    """The result of a finished match as a drawing."""
    seen, drawn = _drawn(request, code)
    return _picture(request, seen.match, drawn.encode(), "image/svg+xml")


@require_safe
def result_png(request: HttpRequest, code: str) -> HttpResponse:
    """The same as PNG, for chats. Drawn once for each text that it holds."""
    seen, drawn = _drawn(request, code)
    key = f"result-png:{hashlib.sha256(drawn.encode()).hexdigest()}"
    picture = cache.get(key)
    if picture is None:
        picture = result_picture.png_of(drawn)
        cache.set(key, picture, PICTURES_KEPT)
    return _picture(request, seen.match, picture, "image/png")


def _drawn(request: HttpRequest, code: str) -> tuple[Seen, str]:
    seen = seen_match(request, code)
    match = seen.match
    if match.status != Match.Status.FINISHED:
        raise Http404
    address = settings.SITE_URL + reverse("match-replay", kwargs={"code": match.code})
    table = selectors.table(match, None)
    drawn = result_picture.result_svg(
        selectors.ending_of(table),
        dict(enumerate(table.names)),
        about=_about(match),
        address=address,
    )
    return seen, drawn


def _picture(request: HttpRequest, match: Match, content: bytes, kind: str) -> HttpResponse:
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response: HttpResponse
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(content, content_type=kind)
    response["ETag"] = etag
    is_for_all = match.is_public
    response["Cache-Control"] = (
        f"public, max-age={PICTURE_AGE}" if is_for_all else "private, no-cache"
    )
    return response


@require_safe
@in_member_zone
def review(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """What the strongest bot would have ordered in one seat, from what that seat saw."""
    seen = seen_match(request, code)
    match = seen.match
    if match.status != Match.Status.FINISHED or not match.state:
        raise Http404
    table = selectors.table(match, seen.player, seen.players)
    if number is None:
        own = table.seat if table.seat is not None else selectors.ending_of(table).finishers[0].seat
        return redirect("match-review-seat", code=match.code, number=own)
    if number >= match.seats:
        raise Http404
    presentation = presentation_for(match.game)
    decisions = selectors.review(match, number)
    point = selectors.decisive_round(match)
    differing = [one for one in decisions if not one.is_same]
    context = {
        "match": match,
        "table": table,
        "seat": number,
        "strength": strength_words(selectors.strongest_bot(match.game)),
        "decisions": len(decisions),
        "same": len(decisions) - len(differing),
        "lines": [
            _review_line(
                one,
                presentation,
                "" if number == table.seat else table.names[number],
                is_decisive=point is not None and one.round == point.round,
            )
            for one in differing
        ],
    }
    return render(request, "games/review.html", context)


def _review_line(
    one: ReviewedDecision, presentation: Presentation, name: str, *, is_decisive: bool
) -> dict[str, object]:
    """One decision in which the bot would have ordered something else; `name` is "" for "you"."""
    return {
        "step": one.number,
        "before": one.number - 1,
        "round": presentation.round_name(one.round),
        "phase": presentation.phase_name(one.name),
        "given": presentation.order_in_words(one.given),
        "advised": presentation.order_in_words(one.advised),
        "is_decisive": is_decisive,
        "difference": None
        if one.own is None or one.best is None
        else difference(one.own, one.best, name),
    }
