"""Orders of several steps that nobody read, put together from what was read and named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from games.rules.protocol import OrderError
from games.rules.steps import split_steps
from games.words.likelihood.judged_text import JudgedText
from games.words.likelihood.mentions import Mention, slot_of
from games.words.positions.game_words import later_stages
from games.words.positions.scene import OrderScene

MOST_FURTHER = 40
_MOST_READ = 6


def further_orders(
    scene: OrderScene, text: JudgedText, named: Sequence[Mention]
) -> tuple[str, ...]:
    """Orders that were read, each with one thing in the place of another that is named as well:
    "the squirrel with F1, no, the eagle"; and with another first step that was read."""
    orders = text.read[:_MOST_READ]
    found = (*_with_another_beginning(orders), *_with_another_thing(orders, named))
    fresh = dict.fromkeys(one for one in found if one not in orders)
    return tuple(islice((one for one in fresh if _is_possible(scene, one)), MOST_FURTHER))


def _with_another_beginning(orders: Sequence[str]) -> Iterator[str]:
    """The further steps of one order behind another."""
    for one in orders:
        _first, is_long, later = one.partition("; ")
        if is_long:
            yield from (f"{other}; {later}" for other in orders if ";" not in other)


def _with_another_thing(orders: Sequence[str], named: Sequence[Mention]) -> Iterator[str]:
    things = sorted({(slot_of(one.word), one.word.token.value) for one in named})
    for order in orders:
        if ";" not in order:
            continue
        words = order.split(" ")
        for place, word in enumerate(words):
            bare = word.rstrip(";")
            for slot, value in things:
                if value == bare:
                    yield from (
                        " ".join((*words[:place], other + word[len(bare) :], *words[place + 1 :]))
                        for kind, other in things
                        if kind == slot and other != value
                    )


def _is_possible(scene: OrderScene, order: str) -> bool:
    """Whether the first step is legal and the others are steps that may come."""
    try:
        first, *later = split_steps(order)
    except OrderError:
        return False
    stages = later_stages(scene)
    is_behind = all(stages.get(one.partition(" ")[0]) for step in later for one in step)
    return is_behind and len(first) == 1 and scene.tried(first[0]) == first[0]
