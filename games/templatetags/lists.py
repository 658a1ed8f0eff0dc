"""What lists of matches and the header need: `{% load lists %}`."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Member
from games.presentation import presentation_for
from games.selectors.waiting_decisions import waiting_decisions as waiting_for_member

register = template.Library()


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
