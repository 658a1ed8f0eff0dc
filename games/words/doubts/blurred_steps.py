"""Steps that may be another case, a correction, or for another bird than the one that was read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.lexicon import tags
from games.words.speech.clauses import ORDERING, Act, Clause

_NAMES_CARD = (tags.NUMBER, "RANK", "SUIT", "CODE")
_OTHER = "OTHER_ONE"


def blurred_steps(clauses: Sequence[Clause], text: str) -> list[str]:
    """What a further step was read from, and may say that it comes instead or elsewhere."""
    if ";" not in text:
        return []
    return [*_cases(clauses), *_corrections(clauses), *_same_bird(clauses, text)]


def _cases(clauses: Sequence[Clause]) -> list[str]:
    """A bare "if not that", with what comes "then" behind it: no further step, but a fallback."""
    return [
        one.beginning
        for one, after in pairwise(clauses)
        if one.lead == "OR" and one.act is Act.ASIDE and not one.things
        if after.act in ORDERING and after.lead == "THEN"
    ]


def _corrections(clauses: Sequence[Clause]) -> list[str]:
    """A kind named to correct the one before, taken for a reason: "or actually magpies"."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), len(clauses))
    return [
        one.beginning
        for one in clauses[first + 1 :]
        if one.lead == "CORRECT" and one.act is Act.REASON and one.has("SPECIES")
    ]


def _same_bird(clauses: Sequence[Clause], text: str) -> list[str]:
    """A card that goes "on the other one", where all cards were read onto one bird."""
    steps = [step.split() for step in text.split("; ")]
    birds = {step[-1] for step in steps if step[0] == "grow"}
    if len(birds) > 1 or steps[0][0] != "grow":
        return []
    ordering = [one for one in clauses if one.act in ORDERING]
    return [one.beginning for one in ordering[1:] if _goes_elsewhere(one)]


def _goes_elsewhere(clause: Clause) -> bool:
    """Whether it names a card and then the other one: "the 7 on the other one"."""
    kinds = [token.kind for token in clause.tokens]
    return _OTHER in kinds and any(kind in _NAMES_CARD for kind in kinds[: kinds.index(_OTHER)])
