"""What each format asks for, what is usual, and how the fields of the form are grouped."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

READ_BY: dict[str, tuple[str, ...]] = {
    "heats": ("table_size", "rounds", "cut", "advance", "games"),
    "swiss": ("table_size", "rounds", "at_once", "strict"),
    "round_robin": ("table_size", "rounds", "games"),
    "knockout": ("games", "third_place"),
    "double_knockout": ("games", "grand_final"),
    "groups": ("table_size", "group_size", "advance", "games", "third_place"),
    "elimination": ("table_size", "advance", "games"),
    "league": ("table_size", "group_size", "advance", "seasons", "games"),
    "ladder": ("table_size", "rounds"),
}
"""Which of the set-up's own fields each format asks for; seeding, points and tie-breaks all do."""

FOR_TWO_ONLY = frozenset({"knockout", "double_knockout"})
USUAL: dict[str, dict[str, int]] = {
    "heats": {"rounds": 4, "cut": 16, "advance": 1, "games": 3},
    "swiss": {"rounds": 5, "at_once": 1},
    "round_robin": {"rounds": 4, "games": 1},
    "groups": {"group_size": 4, "advance": 2},
    "elimination": {"advance": 2},
    "league": {"group_size": 8, "advance": 2, "seasons": 3},
    "ladder": {"rounds": 0},
}
ROUND_TIMES = tuple(timedelta(days=days) for days in (3, 7, 14, 21, 28, 42, 60))
CHECK_INS = tuple(timedelta(hours=hours) for hours in (0, 24, 48))
TIE_BREAK_FIELDS = 5
FURTHEST_YEARS = 2
LEAST: dict[str, int] = {"groups": 8, "league": 8, "heats": 8, "elimination": 8}
"""How few entries make the usual terms of a format worth while; of others the smallest table's."""

NUMBERS: dict[str, tuple[Any, Any, int, int]] = {
    "table_size": (_("Players at a table"), "", 2, 6),
    "rounds": (_("Rounds"), _("In a ladder 0 stands for without end."), 0, 60),
    "at_once": (
        _("Rounds dealt at once"),
        _("More than one is a wave: it saves weeks, and pairs less exactly."),
        1,
        6,
    ),
    "cut": (_("How many make the cut"), "", 2, 256),
    "advance": (
        _("How many go on"),
        _("From each table or group; in a league: how many move up and down."),
        1,
        5,
    ),
    "games": (
        _("Matches at once"),
        _("How many matches the same players play side by side: more is less of a lottery."),
        1,
        5,
    ),
    "group_size": (_("Players in a group"), "", 2, 24),
    "seasons": (_("Seasons"), _("0 stands for without end."), 0, 50),
}
SWITCHES: dict[str, tuple[Any, Any]] = {
    "third_place": (_("A match for third place"), ""),
    "strict": (
        _("Never the same opponents twice, if that can be"),
        _("Without it, leaders of a small field may meet again at the end."),
    ),
}

GROUPS: tuple[tuple[Any, tuple[str, ...], Any, tuple[str, ...]], ...] = (
    (_("The game"), ("name", "description", "options"), "", ()),
    (
        _("How it is played"),
        ("terms", "points", "seeding"),
        _("What decides when points are equal"),
        ("tie_breaks",),
    ),
    (
        _("Who may enter"),
        ("least_entries", "most_entries", "by_invitation", "is_public", "is_rated"),
        _("Limits of rating and reliability"),
        ("least_rating", "most_rating", "least_reliability"),
    ),
    (_("The clock"), ("phase_time", "round_time", "starts_at"), _("Check-in"), ("check_in",)),
)
"""Title, fields, title of what is usually left alone, and its fields; `options`, `terms` and
`tie_breaks` stand for those of the game and the format."""
