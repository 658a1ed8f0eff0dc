"""Orders of several steps that nobody read, put together from what was read and named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.likelihood.judged_text import JudgedText
from games.words.likelihood.mentions import Mention, slot_of
from games.words.positions.evidence import atoms, pieces_of
from games.words.positions.game_words import words_of
from games.words.positions.named_things import NamedThings, alternatives
from games.words.positions.scene import OrderScene

MOST_FURTHER = 300
_MOST_READ = 6
_MOST_FIRST = 10
_MOST_BEHIND = 90
_LIKE_THOSE_NAMED = 4
_LEAVING_OPEN = frozenset(("IF", "OR", "NONE", "THEN", tags.DOUBT, tags.GONE))
_NOTHING_DONE = ("pass", "done")


def further_orders(
    scene: OrderScene, text: JudgedText, named: Sequence[Mention]
) -> tuple[str, ...]:
    """Orders that were read, each with one thing in the place of another that is named as well:
    "the squirrel with F1, no, the eagle"; with another first step that was read; and first steps
    with what the game may have behind them or in their place, made of what is named."""
    orders = text.read[:_MOST_READ]
    things = NamedThings.of(scene, [one.token for one in text.words])
    first = _FirstSteps.of(scene, text, named, things)
    found = (
        *_with_another_beginning(orders),
        *_with_another_thing(orders, named),
        *_with_another_choice(scene, text, first),
        *_with_plans(scene, things, first.steps),
    )
    fresh = dict.fromkeys(_tidy(scene.hand, one) for one in found)
    legal = (one for one in fresh if one not in orders and begins_legally(scene, one))
    return tuple(islice(legal, MOST_FURTHER))


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


def _tidy(hand: Sequence[str], order: str) -> str:
    """The order with cards that stand together in the sequence of the hand."""
    known = {card: place for place, card in enumerate(hand)}
    steps = []
    for step in order.split("; "):
        runs = groupby(step.split(" "), lambda word: word in known)
        words = [sorted(run, key=known.__getitem__) if cards else list(run) for cards, run in runs]
        steps.append(" ".join(word for run in words for word in run))
    return "; ".join(steps)


class _FirstSteps(NamedTuple):
    """What may be done first: those steps that are named in full, by how many pieces they have and
    in the sequence in which they are named, and all of them, likeliest first."""

    full: Mapping[int, Sequence[str]]
    steps: Sequence[str]

    @classmethod
    def of(
        cls, scene: OrderScene, text: JudgedText, named: Sequence[Mention], things: NamedThings
    ) -> _FirstSteps:
        """Those that were read, and legal ones that are named in full or most nearly."""
        places: dict[str, int] = {}
        for one in named:
            places.setdefault(one.word.token.value, one.place)
        for place, card in things.cards:
            for piece in pieces_of(card):
                places.setdefault(piece, place)
        if "1" in places:
            places.setdefault("A", places["1"])
        cards = {card for _place, card in things.cards}
        pieces = {one: _pieces(one) for one in scene.legal()}

        def unsaid(order: str) -> tuple[int, int, int]:
            guessed = sum(word[0].isupper() and word not in cards for word in order.split())
            said = len(pieces[order])
            return sum(piece not in places for piece in pieces[order]), guessed, -said

        nearest = sorted(pieces, key=unsaid)
        full: defaultdict[int, list[str]] = defaultdict(list)
        for order in nearest[:_MOST_FIRST]:
            if pieces[order] and not unsaid(order)[0]:
                full[len(pieces[order])].append(order)
        for several in full.values():
            several.sort(key=lambda order: max(places[piece] for piece in pieces[order]))
        read = [order.partition("; ")[0] for order in text.read if " or " not in order]
        plain = (order for several in full.values() for order in several)
        found = dict.fromkeys((*plain, *read[:_MOST_READ], *nearest[:_LIKE_THOSE_NAMED]))
        return cls(full, list(found))


def _pieces(order: str) -> list[str]:
    """What has to be said for an order's things to be named in full."""
    every = atoms(order.partition(" ")[2])
    return [one for one in every if len(one) == 1 or one.islower() or one.isdigit()]


def _with_another_choice(scene: OrderScene, text: JudgedText, first: _FirstSteps) -> Iterator[str]:
    """One of the steps in the place of another where that cannot be, or nothing in its place."""
    if _LEAVING_OPEN.isdisjoint(one.token.kind for one in text.words):
        return
    otherwise = next((one for one in scene.legal() if one in _NOTHING_DONE), "")
    for several in first.full.values():
        yield from (one for one in alternatives(several, otherwise) if " or " in one)


def _with_plans(
    scene: OrderScene, things: NamedThings, first_steps: Sequence[str]
) -> Iterator[str]:
    """What may be a first step, with what may follow it."""
    plans = words_of(scene.rules.key).plans
    for first in first_steps:
        behind = islice(dict.fromkeys(plans(scene, things, first)), _MOST_BEHIND)
        yield from (f"{first}; {step}" for step in behind)


def begins_legally(scene: OrderScene, order: str) -> bool:
    """Whether the first step can be done now."""
    first = order.partition("; ")[0].partition(" or ")[0]
    return scene.tried(first) == first
