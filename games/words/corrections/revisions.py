"""What a correction means beside the order that it corrects, of which it may name but a part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.words.results import MOST_CHOICES, NotUnderstood, Question, Result, Understood

_SIDES = {"left": "right", "right": "left"}


def nearest_to(earlier: str, choices: Sequence[str]) -> Result:
    """The choice that changes least of the earlier order; the question where several do.

    The earlier order itself is offered last: its writer has just taken it back.
    """
    first = earlier.partition(";")[0]
    others = [choice for choice in choices if choice.partition(";")[0] != first]
    if not others:
        return Question(tuple(choices))
    likest = [_alike(first, choice.partition(";")[0]) for choice in others]
    best = max(likest)
    found = [choice for choice, alike in zip(others, likest, strict=True) if alike == best]
    if len(found) == 1:
        return Understood(found[0])
    return Question(tuple(found[:MOST_CHOICES]))


def others_than(earlier: str, legal: Sequence[str], side_only: bool) -> Result:
    """The orders that differ from the earlier one in one place: "the other end"."""
    words = earlier.partition(";")[0].split()
    later = earlier.partition(";")[1:]
    found = []
    for text in legal:
        changed = [(old, new) for old, new in zip(words, text.split(), strict=False) if old != new]
        if len(text.split()) != len(words) or len(changed) != 1 or words[0] != text.split()[0]:
            continue
        if not side_only or _SIDES.get(changed[0][0]) == changed[0][1]:
            found.append(text + "".join(later))
    if len(found) == 1:
        return Understood(found[0])
    return Question(tuple(found[:MOST_CHOICES])) if found else NotUnderstood(read=earlier)


def without(earlier: str, text: str) -> list[str]:
    """The earlier order without what the correction names, where that only names parts of it.

    "The savannah stays after all", said of two cards, may leave it or be all that is left.
    """
    verb, _space, rest = earlier.partition(";")[0].partition(" ")
    cards, (said, *named) = rest.split(), text.split()
    is_part = bool(named) and Counter(named) < Counter(cards) and said == verb
    if not is_part or not all(card[0].isupper() for card in cards):
        return []
    return [" ".join((verb, *(card for card in cards if card not in named)))]


def keeps_suit(earlier: str, text: str) -> bool:
    """Whether a correction that only names a number leaves the suits of the cards as they were."""
    words, others = earlier.partition(";")[0].split(), text.partition(";")[0].split()
    if Counter(others) < Counter(words):
        return True
    return all(
        one[0] == other[0]
        for one, other in zip(words, others, strict=False)
        if one[0].isupper() and other[0].isupper()
    )


def _alike(one: str, other: str) -> tuple[int, int]:
    """How many words, and how many letters within words, two orders share place by place."""
    words, others = one.split(), other.split()
    pairs = list(zip(words, others, strict=False))
    same = sum(first == second for first, second in pairs)
    letters = sum(a == b for first, second in pairs for a, b in zip(first, second, strict=False))
    return same, letters
