"""Moments and lengths of time as they are said in the active language."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def moment(at: datetime) -> str:
    """A moment as it is said in the active language, with its weekday."""
    return date_format(at, _("D j M Y, H:i"))


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
