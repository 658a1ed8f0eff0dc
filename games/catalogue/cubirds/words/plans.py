"""What may be ordered ahead in CuBirds, behind a lay and a draw."""

from __future__ import annotations

from collections.abc import Iterator

from games.words.lexicon import tags
from games.words.positions.named_things import NamedThings, alternatives
from games.words.positions.scene import OrderScene


def plans(scene: OrderScene, named: NamedThings, first: str) -> Iterator[str]:
    """The steps that the named birds and verbs may make behind this one."""
    if scene.kind == "family":
        return
    families = [f"family {species}" for species in named.values("SPECIES")]
    last = [*alternatives(families, "done"), "done"]
    yield from last
    if not first.startswith("lay"):
        return
    verbs = named.values(tags.VERB)
    draws = [verb for verb in verbs if verb in ("draw", "stay")]
    draws += ["stay"] if "stay" not in verbs and ("draw" in verbs or named.has(tags.NOT)) else []
    yield from draws
    yield from (f"{draw}; {step}" for draw in draws[:1] for step in last)
