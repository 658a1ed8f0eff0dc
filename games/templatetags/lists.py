"""What lists of matches and the header need: `{% load lists %}`."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.models import Match, Member
from games.presentation import presentation_for
from games.selectors import MatchLine
from games.selectors.waiting_decisions import waiting_decisions as waiting_for_member
from games.templatetags.site import moment, remaining

register = template.Library()

LINES_KEPT = 4096
"""Lines of about 1 kB in each process."""


class MatchLineShown(NamedTuple):
    """All that the line of a match says: lines that are equal in it are the same text."""

    code: str
    status: str
    title: str
    game: str
    edition: str
    opponents: tuple[str, ...]
    event_path: str
    event_name: str
    event_round: int
    free: int
    phase_time: timedelta
    is_rated: bool
    is_asked: bool
    has_ordered: bool
    missing: tuple[str, ...]
    awaited: int
    when: SafeString


@register.simple_tag
def match_line(line: MatchLine, now: datetime | None = None) -> SafeString:
    """A match in a list, as an item of it; the time left is told as of `now`."""
    return _line(get_language(), _line_shown(line, now))


def _line_shown(line: MatchLine, now: datetime | None) -> MatchLineShown:
    match, waiting = line.match, line.waiting
    is_over = match.status == Match.Status.FINISHED
    return MatchLineShown(
        code=match.code,
        status=match.status,
        title=match.title,
        game=match.game,
        edition=str(match.options.get("edition", "")),
        opponents=line.opponents,
        event_path=match.event_path,
        event_name=match.event_name,
        event_round=match.event_round,
        free=line.free,
        phase_time=match.phase_time,
        is_rated=match.is_rated,
        is_asked=line.awaited and not line.ordered,
        has_ordered=line.ordered,
        missing=waiting.missing if waiting is not None else (),
        awaited=waiting.awaited if waiting is not None else 0,
        when=moment(match.finished_at) if is_over else remaining(match.deadline_at, now),
    )


@lru_cache(maxsize=LINES_KEPT)
def _line(language: str | None, shown: MatchLineShown) -> SafeString:
    """Asked for by the language, since the active one is what words it."""
    return render_to_string("games/_match_line.html", {"line": shown, "match": shown})


@register.simple_tag
def game_icon(key: str) -> SafeString:
    """A small drawing for the eye alone; the game's name stands beside it."""
    return format_html(
        '<svg class="game-icon game-icon-{}" viewBox="0 0 24 24" aria-hidden="true" '
        'focusable="false"><path d="{}"/></svg>',
        key,
        presentation_for(key).icon,
    )


@register.simple_tag(takes_context=True)
def decisions_waiting(context: Context, user: object) -> int:
    """How many decisions await whoever is signed in; one query, where the page has not asked."""
    known: int | None = context.get("waiting_decisions")
    if known is not None:
        return known
    return len(waiting_for_member(user)) if isinstance(user, Member) else 0
