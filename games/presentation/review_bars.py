"""How much a choice mattered: two bars and a sentence."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presentation.words import gettext as _

WIDTH, HEIGHT = 160, 28
SHORTEST = 4
LEVEL = 0.5
"""Points within which two choices count as equally good."""


class Difference(NamedTuple):
    """What a choice and the bot's were worth, in words and as a picture."""

    words: str
    picture: SafeString


def difference(own: float, best: float, name: str) -> Difference:
    """Of leads expected after the choice of this player and after the bot's; an empty name: the
    reader's own."""
    gap = best - own
    facts = {"points": number_format(abs(gap), 1), "name": name}
    if abs(gap) < LEVEL:
        words = _("Hardly any difference.")
    elif gap > 0:
        words = _("The bot’s choice looks %(points)s points better.") % facts
    elif name:
        words = _("%(name)s’s choice looks %(points)s points better than the bot’s.") % facts
    else:
        words = _("Your choice looks %(points)s points better than the bot’s.") % facts
    return Difference(words, _bars(own, best, words))


def _bars(own: float, best: float, words: str) -> SafeString:
    least = min(own, best, 0.0)
    span = max(max(own, best, 0.0) - least, LEVEL)
    lengths = [
        round(SHORTEST + (WIDTH - SHORTEST) * (value - least) / span) for value in (own, best)
    ]
    return format_html(
        '<svg class="review-bars" viewBox="0 0 {} {}" width="{}" height="{}" role="img"'
        ' aria-label="{}"><rect class="bar-own" width="{}" height="11" rx="2"/>'
        '<rect class="bar-bot" y="15" width="{}" height="11" rx="2"/></svg>',
        WIDTH,
        HEIGHT,
        WIDTH,
        HEIGHT,
        words,
        *lengths,
    )
