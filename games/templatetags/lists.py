"""What lists of matches and the header need: `{% load lists %}`."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Member
from games.selectors.waiting_decisions import waiting_decisions as waiting_for_member

register = template.Library()

ICONS = {
    "wild-cards": "M12 3l6 8h-3l4 6h-6v4h-2v-4H5l4-6H6z",
    "wizard": "M4 20h16l-2-3H6zM7 16l4-13 6 5-3 1 3 7z",
    "cubirds": "M3 13c2 0 3-1 4-3 1-3 3-4 5-4s4 1 4 4l5 1-5 2c0 4-3 6-6 6s-6-2-7-6z",
    "emu-ranchers": "M14 3h4l2 1-2 1h-2v5c3 1 4 3 4 5 0 3-3 4-6 4v2h-2v-2c-4 0-8-2-8-6s4-4 8-3z",
}
A_CARD = "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z"


@register.simple_tag
def game_icon(key: str) -> SafeString:
    """A small drawing for the eye alone; the game's name stands beside it."""
    return format_html(
        '<svg class="game-icon game-icon-{}" viewBox="0 0 24 24" aria-hidden="true" '
        'focusable="false"><path d="{}"/></svg>',
        key,
        ICONS.get(key, A_CARD),
    )


@register.simple_tag
def decisions_waiting(user: object) -> int:
    """How many decisions await whoever is signed in; one query."""
    return len(waiting_for_member(user)) if isinstance(user, Member) else 0
