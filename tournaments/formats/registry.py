"""Every format by its key, found where it lies: here, or in a package that is installed."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points

from tournaments import formats
from tournaments.formats.base import Format
from tournaments.values.setup import TournamentSetupError

ENTRY_POINTS = "wildcards.formats"
"""The group in which other packages name packages of formats."""


def packages() -> Iterator[str]:
    """The packages of formats: each holds `rules` with FORMAT, and `words` with WORDS."""
    for found in pkgutil.iter_modules(formats.__path__):
        if found.ispkg:
            yield f"{formats.__name__}.{found.name}"
    for point in entry_points(group=ENTRY_POINTS):
        yield point.value


def discovered() -> dict[str, Format]:
    """Every format that is there, in the order of lists."""
    found: list[Format] = [import_module(f"{one}.rules").FORMAT for one in packages()]
    found.sort(key=lambda one: (one.place_in_lists, one.key))
    return {one.key: one for one in found}


FORMATS = discovered()


def format_of(key: str) -> Format:
    """The format of that key; raise TournamentSetupError("format") if there is none."""
    if key not in FORMATS:
        raise TournamentSetupError("format", given=key, known=", ".join(FORMATS))
    return FORMATS[key]
