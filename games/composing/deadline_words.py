"""A deadline in words, as mails tell it."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format

from games.common.date_words import moment
from games.presentation.words import gettext as _


@lru_cache(maxsize=1024)
def deadline_words(
    at: datetime, zone: tzinfo, _language: str | None, *, is_brief: bool
) -> tuple[tuple[str, str], ...]:
    """The deadline in the active language and zone, by its names in templates; in brief, no UTC
    and the zone as clocks call it.

    One moment is told to many.
    """
    local, utc = at.astimezone(zone), at.astimezone(UTC)
    zone_name = local.tzname() or ""
    said = {
        "local": moment(local),
        "zone": zone_name if is_brief else timezone.get_current_timezone_name().replace("_", " "),
        "utc": date_format(utc, "H:i"),
    }
    if is_brief or local.utcoffset() == utc.utcoffset():
        until, words = (
            _("Until: %(local)s (%(zone)s)"),
            _("The deadline is %(local)s (%(zone)s)."),
        )
    else:
        until = _("Until: %(local)s (%(zone)s), that is %(utc)s UTC")
        words = _("The deadline is %(local)s (%(zone)s), %(utc)s UTC.")
    return (
        ("deadline_local", said["local"]),
        ("deadline_zoned", f"{said['local']} {zone_name}"),
        ("until", until % said),
        ("deadline_words", words % said),
    )
