"""How the fields of a tournament's form are grouped, and the times that it offers."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import Lazy

ROUND_TIMES = tuple(timedelta(days=days) for days in (3, 7, 14, 21, 28, 42, 60))
CHECK_INS = tuple(timedelta(hours=hours) for hours in (0, 24, 48))
TIE_BREAK_FIELDS = 5
FURTHEST_YEARS = 2
GROUPS: tuple[tuple[Lazy, tuple[str, ...], Lazy, tuple[str, ...]], ...] = (
    (_("The game"), ("name", "description", "options"), "", ()),
    (
        _("How it’s played"),
        ("terms", "points", "seeding"),
        _("Tie-breaks"),
        ("tie_breaks",),
    ),
    (
        _("Who can enter"),
        ("least_entries", "most_entries", "by_invitation", "is_public", "is_rated", "bot_accounts"),
        _("Rating and reliability limits"),
        ("least_rating", "most_rating", "least_reliability"),
    ),
    (_("The clock"), ("phase_time", "round_time", "starts_at"), _("Check-in"), ("check_in",)),
)
"""Title, fields, title of what is usually left alone, and its fields; `options`, `terms` and
`tie_breaks` stand for those of the game and the format."""
