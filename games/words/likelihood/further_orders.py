"""Orders of several steps that nobody read, put together from what was read and named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from games.words.likelihood.judged_text import JudgedText
from games.words.likelihood.mentions import Mention, slot_of
from games.words.positions.evidence import atoms
from games.words.positions.game_words import words_of
from games.words.positions.named_things import NamedThings
from games.words.positions.scene import OrderScene

MOST_FURTHER = 300
_MOST_READ = 6
_MOST_FIRST = 10
_LIKE_THOSE_NAMED = 4


def further_orders(
    scene: OrderScene, text: JudgedText, named: Sequence[Mention]
) -> tuple[str, ...]:
    """Orders that were read, each with one thing in the place of another that is named as well:
    "the squirrel with F1, no, the eagle"; with another first step that was read; and first steps
    with what the game may have behind them, made of what is named."""
    orders = text.read[:_MOST_READ]
    found = (
        *_with_another_beginning(orders),
        *_with_another_thing(orders, named),
        *_with_plans(scene, text, named),
    )
    fresh = dict.fromkeys(one for one in found if one not in orders)
    return tuple(islice((one for one in fresh if begins_legally(scene, one)), MOST_FURTHER))


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


def _with_plans(scene: OrderScene, text: JudgedText, named: Sequence[Mention]) -> Iterator[str]:
    """What may be a first step, with what may follow it."""
    things = NamedThings.of(scene, [one.token for one in text.words])
    plans = words_of(scene.rules.key).plans
    for first in _first_steps(scene, text, named):
        yield from (f"{first}; {step}" for step in plans(scene, things, first))


def _first_steps(scene: OrderScene, text: JudgedText, named: Sequence[Mention]) -> Sequence[str]:
    """Those that were read, and legal ones that are named in full; else those named most nearly."""
    said = {one.word.token.value for one in named}
    said |= {"A"} if "1" in said else set()

    def unsaid(order: str) -> tuple[int, int]:
        every = atoms(order.partition(" ")[2])
        pieces = [one for one in every if len(one) == 1 or one.islower() or one.isdigit()]
        return sum(piece not in said for piece in pieces), -len(pieces)

    read = [one.partition("; ")[0] for one in text.read if " or " not in one]
    nearest = sorted(scene.legal(), key=unsaid)
    full = [one for one in nearest[:_MOST_FIRST] if not unsaid(one)[0]]
    found = list(dict.fromkeys((*read[:_MOST_READ], *full)))
    return found[:_MOST_FIRST] or nearest[:_LIKE_THOSE_NAMED]


def begins_legally(scene: OrderScene, order: str) -> bool:
    """Whether the first step can be done now."""
    first = order.partition("; ")[0].partition(" or ")[0]
    return scene.tried(first) == first
