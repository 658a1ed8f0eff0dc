"""The growth at the end of a year: every sequence of placements, and the best of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from games.catalogue.emu_ranchers.rules.birds import Bird, grown, takes
from games.catalogue.emu_ranchers.rules.cards import EXCUSE, Cards
from games.catalogue.emu_ranchers.rules.orders import DONE, EmuOrder
from games.catalogue.emu_ranchers.rules.scoring import points

Placement: TypeAlias = tuple[str, int]
"""A card and the number of the bird that it goes to."""


def can_place(birds: Sequence[Bird], hand: Sequence[str]) -> bool:
    """Whether any card of the hand fits any of the birds."""
    return any(takes(bird, card) for bird in birds for card in hand)


def placements(birds: Sequence[Bird], hand: Sequence[str]) -> Iterator[Placement]:
    """Every card with every bird that takes it, in the order of the hand."""
    for card in hand:
        for number, bird in enumerate(birds, 1):
            if takes(bird, card):
                yield card, number


def growth_order(placed: Iterable[Placement]) -> EmuOrder:
    """The order of these placements in this sequence; none is `done`."""
    pairs = tuple(placed)
    if not pairs:
        return DONE
    return EmuOrder("grow", tuple(card for card, _ in pairs), tuple(bird for _, bird in pairs))


def sequences(birds: Sequence[Bird], hand: Cards) -> Iterator[EmuOrder]:
    """Every legal order of growth, each once, `done` first. There can be millions: lazy."""
    yield DONE
    yield from map(growth_order, _longer(tuple(birds), hand, ()))


def _longer(
    birds: tuple[Bird, ...], hand: Cards, placed: tuple[Placement, ...]
) -> Iterator[tuple[Placement, ...]]:
    for card, number in placements(birds, hand):
        longer = (*placed, (card, number))
        yield longer
        left = tuple([one for one in hand if one != card])
        bird = grown(birds[number - 1], card)
        yield from _longer((*birds[: number - 1], bird, *birds[number:]), left, longer)


def bird_growths(bird: Bird, hand: Cards) -> list[Cards]:
    """Every set of cards that the bird may get, each once, in a sequence in which it takes them."""
    found: dict[frozenset[str], Cards] = {}
    _gather(found, bird, hand, ())
    return list(found.values())


def _gather(found: dict[frozenset[str], Cards], bird: Bird, hand: Cards, placed: Cards) -> None:
    for card in hand:
        if card not in placed and takes(bird, card):
            longer = (*placed, card)
            found.setdefault(frozenset(longer), longer)
            _gather(found, grown(bird, card), hand, longer)


class _Plan(NamedTuple):
    """Placements on the birds looked at so far, with the points of those birds."""

    points: int
    placed: tuple[Placement, ...]

    @property
    def rank(self) -> tuple[int, int]:
        return self.points, -len(self.placed)


def best_growth(birds: Sequence[Bird], hand: Cards) -> EmuOrder:
    """The growth that scores most; among equals the one of fewest cards.

    It is exact: what a bird gains depends only on which cards it gets, so the birds are looked at
    one after the other, and of all plans that use up the same cards the best goes on. With the
    Excuse in hand one bird may count nothing (E17).
    """
    may_let_go = EXCUSE in hand
    plans: dict[tuple[int, bool], _Plan] = {(0, False): _Plan(0, ())}
    for number, bird in enumerate(birds, 1):
        ways = _ways(bird, number, hand)
        following: dict[tuple[int, bool], _Plan] = {}
        for (used, let_go), plan in plans.items():
            if may_let_go and not let_go:
                _keep(following, (used, True), plan)
            for cards, way in ways.items():
                if not cards & used:
                    longer = _Plan(plan.points + way.points, plan.placed + way.placed)
                    _keep(following, (used | cards, let_go), longer)
        plans = following
    return growth_order(max(plans.values(), key=lambda plan: plan.rank).placed)


def _keep(plans: dict[tuple[int, bool], _Plan], key: tuple[int, bool], plan: _Plan) -> None:
    best = plans.get(key)
    if best is None or plan.rank > best.rank:
        plans[key] = plan


def _ways(bird: Bird, number: int, hand: Cards) -> dict[int, _Plan]:
    """By the cards used, as bits, the best way to let one bird grow; only ways that gain by it."""
    found: dict[int, _Plan] = {}
    _collect(found, bird, number, hand, 0, ())
    useful: dict[int, _Plan] = {}
    for used in sorted(found, key=int.bit_count):
        plan = found[used]
        fewer = (useful[less].points for less in useful if less & used == less)
        if not used or plan.points > max(fewer):
            useful[used] = plan
    return useful


def _collect(
    found: dict[int, _Plan],
    bird: Bird,
    number: int,
    hand: Cards,
    used: int,
    placed: tuple[Placement, ...],
) -> None:
    plan = _Plan(points(bird.cards), placed)
    if used not in found or plan.points > found[used].points:
        found[used] = plan
    for place, card in enumerate(hand):
        if not used >> place & 1 and takes(bird, card):
            longer = (*placed, (card, number))
            _collect(found, grown(bird, card), number, hand, used | 1 << place, longer)
