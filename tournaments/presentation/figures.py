"""Figures in words: seasons, bands of strength, seats, records and how matches went."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournaments.figures.tables import FIELD_STEP, HIGHEST_FIELD, LOWEST_FIELD


def season_days(season: str) -> tuple[date, date]:
    """The first and the last day of a quarter of a year."""
    year, quarter = map(int, season.split("-"))
    first = date(year, 3 * quarter - 2, 1)
    last_month = 3 * quarter
    return first, date(year, last_month, 30 if last_month in (6, 9) else 31)


def season_name(season: str) -> str:
    """`Oct–Dec 2026`."""
    first, last = season_days(season)
    return f"{date_format(first, 'M')}–{date_format(last, 'M')} {first.year}"


def field_name(band: int) -> str:
    """A band of ratings; the outer ones are open."""
    if band <= LOWEST_FIELD:
        return gettext("below %(rating)d") % {"rating": LOWEST_FIELD + FIELD_STEP}
    if band >= HIGHEST_FIELD:
        return gettext("%(rating)d and above") % {"rating": HIGHEST_FIELD}
    return f"{band}–{band + FIELD_STEP - 1}"


def size_name(size: int) -> str:
    """How many sat at the table."""
    return ngettext("%(number)d player", "%(number)d players", size) % {"number": size}


def seat_name(size: int, seat: int) -> str:
    """A seat at a table of so many."""
    return gettext("seat %(seat)d of %(size)d") % {"seat": seat, "size": size}


def form_kind(kind: str, place: int, size: int) -> str:
    """How a match went, for who doesn't see its colour."""
    if kind == "left":
        return gettext("left the match")
    return gettext("place %(place)d of %(size)d") % {"place": place, "size": size}
