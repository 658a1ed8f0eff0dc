"""What an organiser may want to know of a round's pairing, as names and figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NAMES: dict[str, str | Promise] = {
    "tables": _("Tables"),
    "repeats": _("Pairs that meet again"),
    "most_meetings": _("Most meetings of one pair"),
    "spread_mean": _("Difference of points at a table, on average"),
    "spread_most": _("Largest difference of points at a table"),
    "spread_bound": _("The least it could be, were repeats no matter"),
    "seat_imbalance": _("Difference between a player's most and least used seats, on average"),
    "short_tables": _("Short tables"),
    "byes": _("Byes"),
    "seconds": _("Seconds to pair"),
    "version": _("Version of the pairing"),
    "inputs": _("Fingerprint of what went in"),
}


def measure_lines(measures: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The measures that have a name, in their order, figures in the reader's way of writing."""
    return [
        (str(name), _shown(measures[key]))
        for key, name in NAMES.items()
        if measures.get(key) is not None
    ]


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return number_format(f"{value:.3f}".rstrip("0").rstrip(".") or "0")
    return str(value)
