"""How the steps of an order go with the sequence in which its things are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.likelihood.judged_text import JudgedText
from games.words.likelihood.mentions import Mention, names
from games.words.positions.evidence import atoms

_PARTING = frozenset(
    (
        "THEN", "IF", "OR", "AND", tags.GONE, tags.DOUBT, tags.CORRECT, tags.RETRACT, tags.BUT,
        tags.NOT,
    )
)  # fmt: skip
_MOST_LEFT = 4


class _Step(NamedTuple):
    """One alternative of a step: which step, what it is made of, and how it is written."""

    number: int
    pieces: frozenset[str]
    text: str


def shape(order: str) -> Iterator[str]:
    """How many steps it has, what may stand for another, how it ends, what is done later."""
    _first, *later = order.split("; ")
    yield f"steps {len(later)}"
    if " or " in order:
        yield "may be another"
        if order.endswith((" or pass", " or done")):
            yield "or nothing"
    verbs = {one.split()[0] for step in later for one in step.split(" or ")}
    yield from (f"later {verb}" for verb in sorted(verbs))


def of_steps(text: JudgedText, named: Sequence[Mention], order: str) -> Iterator[str]:
    """In which step each named thing stands, by the one before it and what is between them; which
    things are left over, and which steps nothing is named of. Nothing for a single step."""
    if ";" not in order and " or " not in order:
        return
    steps = [
        _Step(number, atoms(one) | {one.split()[0]}, one)
        for number, step in enumerate(order.split("; "))
        for one in step.split(" or ")
    ]
    inside = [
        (mention, [place for place, one in enumerate(steps) if names(mention, one.pieces)])
        for mention in named
    ]
    left = Counter(mention.slot for mention, places in inside if not places)
    yield f"left {min(left.total(), _MOST_LEFT)}"
    yield from (f"left {slot} {min(number, 3)}" for slot, number in left.items())
    yield f"parts {len(steps)} steps {order.count(';')}"
    reached = {place for _mention, places in inside for place in places}
    yield f"unnamed {len(steps) - len(reached)}"
    yield f"repeated {len(steps) - len({one.text for one in steps})}"
    yield f"ends {steps[-1].text if ' ' not in steps[-1].text else ''}"
    yield from _going_on(text, steps, [one for one in inside if one[1]])


def _going_on(
    text: JudgedText, steps: Sequence[_Step], inside: Sequence[tuple[Mention, list[int]]]
) -> Iterator[str]:
    """From each named thing to the next one: whether that is in the same step."""
    for (one, before), (other, behind) in pairwise(inside):
        _far, start, end = min((abs(b - a), a, b) for a in before for b in behind)
        far = max(-2, min(2, end - start))
        kind = "step" if steps[start].number != steps[end].number else "or" if far else "same"
        kinds = {text.words[place].token.kind for place in range(one.place + 1, other.place)}
        parting = " ".join(sorted(kinds & _PARTING))
        slots = f"{one.slot} {other.slot}"
        yield f"on {kind} {far}"
        yield f"on {kind} {far} {parting} {one.word.sentence == other.word.sentence}"
        yield f"on {kind} {far} {slots}"
        yield f"on {kind} {far} {slots} {parting}"
