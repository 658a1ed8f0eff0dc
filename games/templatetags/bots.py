"""The faces of the virtual players: `{% load bots %}`, `{% bot_face name %}`."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.selectors.bot_personas import BOT_NAMES

register = template.Library()

HAIR = (
    "M4 12c0-6 4-9 8-9s8 3 8 9c-2-4-5-5-8-5s-6 1-8 5z",  # parted
    "M3 9h18l-3-2V3H6v4z",  # a hat
    "M4 13C2 5 8 2 12 2s10 3 8 11l-2-6c-3 1-9 1-12 0z",  # long
    "M5 9l2-6 2 4 3-5 3 5 2-4 2 6c-4-2-10-2-14 0z",  # a crest
    "M4 10a4 4 0 0 1 4-7 5 5 0 0 1 8 0 4 4 0 0 1 4 7c-4-3-12-3-16 0z",  # curls
    "M4 10c1-5 4-7 8-7s7 2 8 7zm13-6a2.5 2.5 0 1 1 4 2z",  # a cap with a bobble
)
MOUTHS = ("M9 16q3 3 6 0", "M9.5 16.5h5", "M9 16q3 2 6-1")


@register.simple_tag
def bot_face(name: str) -> SafeString:
    """The drawn face of the bot of this name, for the eye alone; nothing for anybody else."""
    if name not in BOT_NAMES:
        return SafeString("")
    number = BOT_NAMES.index(name)
    return format_html(
        '<svg class="bot-face bot-face-{}" viewBox="0 0 24 24" aria-hidden="true" '
        'focusable="false"><circle cx="12" cy="13" r="9"/><path class="bot-hair" d="{}"/>'
        '<path class="bot-lines" d="M9 11.5v1M15 11.5v1{}"/></svg>',
        number % 6,
        HAIR[(number + number // 6) % len(HAIR)],
        MOUTHS[number % len(MOUTHS)],
    )
