"""Steps that cannot come as they were read: what nobody holds, what is paid a second time, or what
comes too late in a turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.results import Question, Result, Understood

_GAINS = ("draw", "refill")
"""Behind these a hand has cards that are not known yet."""

_OFTEN = ("play", "grow")
_LAST = 9


def possible(scene: OrderScene, result: Result) -> Result:
    """The order, each alternative in it once; a question for its first step where a later one
    cannot be."""
    if not isinstance(result, Understood) or ";" not in result.text:
        return result
    steps = [list(dict.fromkeys(step.split(" or "))) for step in result.text.split("; ")]
    if _pays_twice(steps) or _turns_back(scene, steps) or _lacks(scene, steps):
        return Question((" or ".join(steps[0]),))
    return replace(result, text="; ".join(" or ".join(step) for step in steps))


def _pays_twice(steps: list[list[str]]) -> bool:
    """Whether something is paid in a tie when it has been taken already."""
    verbs = [step[0].partition(" ")[0] for step in steps]
    return "take" in verbs and "pay" in verbs[verbs.index("take") :]


def _turns_back(scene: OrderScene, steps: list[list[str]]) -> bool:
    """Whether the same is done twice, or what comes earlier in a turn stands behind its end: "no
    family" and then "no draw"."""
    stages = words_of(scene.rules.key).stages
    verbs = [step[0].partition(" ")[0] for step in steps]
    return any(
        (one == other and one not in _OFTEN)
        or (one not in _GAINS and stages.get(other, _LAST) < stages.get(one, 0))
        for one, other in pairwise(verbs)
    )


def _lacks(scene: OrderScene, steps: list[list[str]]) -> bool:
    """Whether a step gives cards that are not in hand, before any are drawn, or come back from a
    bid."""
    held = Counter(scene.hand) if scene.kind != "reveal" else Counter()
    for step in steps:
        for order in step:
            cards = Counter(word for word in order.split()[1:] if _is_numbered(word))
            if held and cards - held:
                return True
        if any(order.startswith(_GAINS) for order in step):
            return False
    return False


def _is_numbered(card: str) -> bool:
    return any(map(str.isupper, card)) and any(map(str.isdigit, card))
