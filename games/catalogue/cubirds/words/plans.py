"""What may be ordered ahead in CuBirds, behind a lay, a draw and a family."""

from __future__ import annotations

from collections.abc import Iterator

from games.words.positions.named_things import NamedThings
from games.words.positions.scene import OrderScene

_DRAWS = ("draw", "stay")
_MOST_FAMILIES = 2
_ANY = ("ANY", "ALL", "HOW")


def plans(scene: OrderScene, named: NamedThings, first: str) -> Iterator[str]:
    """The steps that the named birds may make behind this one."""
    del scene
    birds = [one for one in named.values("SPECIES") if first.split()[:2] != ["family", one]]
    is_any = not birds or named.has(*_ANY)
    families = [f"family {one}" for one in (*birds[-_MOST_FAMILIES:], *(["any"] if is_any else []))]
    last = ["done", *families, *(f"{one} or done" for one in families)]
    if first.startswith("lay"):
        yield from (*_DRAWS, " or ".join(_DRAWS), *last)
        yield from (f"{draw}; {step}" for draw in _DRAWS for step in last)
    elif first != "done":
        yield from last
