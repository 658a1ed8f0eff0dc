"""Moments and lengths of time as they are said in the active language."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import cache

from babel import Locale, UnknownLocaleError
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.common import clock


def moment(at: datetime) -> str:
    """A moment as it is said in the active language, with its weekday, and its year if that is
    another than now."""
    is_this_year = at.year == clock.now().astimezone(at.tzinfo).year
    return dated(at, _("D j M, H:i") if is_this_year else _("D j M Y, H:i"))


def dated(at: date, pattern: str) -> str:
    """`at` by a pattern of Django's, with weekdays as small as the language writes them.

    Django's own Italian has “Mar”, which may be March as well as Tuesday.
    """
    written = date_format(at, pattern)
    return written.lower() if _writes_weekdays_small(get_language() or "en") else written


@cache
def _writes_weekdays_small(language: str) -> bool:
    try:
        days = Locale.parse(language, sep="-").days
    except (UnknownLocaleError, ValueError):
        return False
    monday: str = days["format"]["wide"][0]
    return monday.islower()


def duration(time: timedelta) -> str:
    """A length of time in whole days, in hours where it is no whole number of days, or below an
    hour in minutes."""
    if time < timedelta(hours=1):
        minutes = max(1, round(time / timedelta(minutes=1)))
        return ngettext("%(number)d minute", "%(number)d minutes", minutes) % {"number": minutes}
    days, rest = divmod(time, timedelta(days=1))
    if days and not rest:
        return ngettext("%(number)d day", "%(number)d days", days) % {"number": days}
    hours = max(1, round(time / timedelta(hours=1)))
    return ngettext("%(number)d hour", "%(number)d hours", hours) % {"number": hours}
