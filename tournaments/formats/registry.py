"""Every format by its key."""

from __future__ import annotations

from tournaments.formats.base import Format, SetupError
from tournaments.formats.elimination import Elimination
from tournaments.formats.heats import Heats
from tournaments.formats.swiss import Swiss

FORMATS: dict[str, Format] = {one.key: one for one in (Heats(), Swiss(), Elimination())}


def format_of(key: str) -> Format:
    """The format of that key; raise SetupError("format") if there is none."""
    if key not in FORMATS:
        raise SetupError("format", given=key, known=", ".join(FORMATS))
    return FORMATS[key]
