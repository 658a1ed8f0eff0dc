"""Ratings, records and feats in words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext

HALF = 0.5


def feat_name(key: str) -> str:
    """What an achievement is called."""
    return {
        "tournament": gettext("Won a tournament"),
        "streak": gettext("A hundred without a miss"),
        "upset": gettext("Giant-killer"),
        "stepped-in": gettext("Stepped in"),
    }[key]


def feat_words(key: str) -> str:
    """What had to be done for it."""
    return {
        "tournament": gettext("Came first in a tournament with at least four players."),
        "streak": gettext("Finished a hundred matches in a row without missing a deadline."),
        "upset": gettext("Finished ahead of somebody rated at least 200 points higher."),
        "stepped-in": gettext("Took over ten seats that others had left, and played to the end."),
    }[key]


def period_name(key: str) -> str:
    """The time over which a board looks."""
    return {
        "all": gettext("all time"),
        "year": gettext("this year"),
        "90-days": gettext("the last 90 days"),
    }[key]


def score_words(score: float) -> str:
    """What one scored against another in a match."""
    if score == HALF:
        return pgettext("result against one opponent", "level")
    if score > HALF:
        return pgettext("result against one opponent", "ahead")
    return pgettext("result against one opponent", "behind")


def system_name(key: str) -> str:
    """What a measured rating system is called; other people's have the names that they gave."""
    names = {
        "all equal": gettext("all equal"),
        "Elo as shown": gettext("Elo as shown"),
        "Strength": gettext("Strength"),
        "Elo, chances as told": gettext("Elo, chances as told"),
        "Elo, logistic curve": gettext("Elo, logistic curve"),
        "Elo, K 32 throughout": gettext("Elo, K 32 throughout"),
        "if skills were known": gettext("if skills were known"),
    }
    return names.get(key, key)


def duration_words(value: timedelta) -> str:
    """A span rounded to the word that matters: minutes under two hours, hours under two days."""
    minutes = max(1, round(value.total_seconds() / 60))
    if minutes < 120:
        words = ngettext("%(count)d minute", "%(count)d minutes", minutes)
        return words % {"count": minutes}
    hours = round(minutes / 60)
    if hours < 48:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = round(hours / 24)
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def signed(value: float) -> str:
    """A change with its sign and one digit; 0 has none."""
    if round(value, 1) == 0:
        return "0"
    return ("+" if value > 0 else "−") + number_format(f"{abs(value):.1f}")


def history_label(pool: str, name: str, first: int, last: int, highest: int, matches: int) -> str:
    """What a reader of the screen is told of a history's curve."""
    return gettext(
        "Rating of %(name)s in %(pool)s over %(matches)d matches: from %(first)d to %(last)d, "
        "at most %(highest)d."
    ) % {
        "name": name,
        "pool": pool,
        "matches": matches,
        "first": first,
        "last": last,
        "highest": highest,
    }
