"""A steady player: it looks which cards its birds can still get, and plays what promises most.

It knows its view and nothing else. A number on a bird counts what it says whether the bird ends
in profit or in loss, and every bird costs its upkeep: so a ranch is worth the numbers that are on
it or likely to come, less 18 a bird, with Ace and Crown for or against it. The shares below were
chosen by playing many matches against other ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from games.catalogue.emu_ranchers.rules.birds import Bird, bird_of, can_hatch, grown, hatched, takes
from games.catalogue.emu_ranchers.rules.cards import (
    ALL_CARDS,
    EXCUSE,
    HEIGHT,
    SUIT_BITS,
    SUITS,
    Cards,
    deck_of,
)
from games.catalogue.emu_ranchers.rules.growth import best_growth, placements
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.catalogue.emu_ranchers.rules.orders import (
    DRAW_DECK,
    DRAW_DISCARD,
    EmuOrder,
    format_order,
)
from games.catalogue.emu_ranchers.rules.scoring import EXTREME_POINTS, UPKEEP
from games.catalogue.emu_ranchers.rules.view import EmuRanchersView, Rancher
from games.rules.protocol import Decision, RandomSource

HAND_SHARE = 0.9
"""How surely a card in hand that fits a bird comes to lie there."""

UNSEEN_SHARE = 0.75
"""The same for a card that will be drawn."""

PLAN_SHARE = 0.9
"""What a bird that is not hatched yet counts."""

GIFT_SHARE = 0.25
"""What a discarded card costs if it fits one of the other's birds."""

MOST_BIRDS = 4
WILD_WORTH = 5.5

_WORTH = {card: float(height) if 2 <= height <= 9 else 0.0 for card, height in HEIGHT.items()}
_WORTH |= {card: WILD_WORTH for card in ALL_CARDS if card[0] in "PT"}
_LINES: dict[int, Cards] = {
    SUIT_BITS[suit]: tuple(card for card in ALL_CARDS if suit in card[1:]) for suit in SUITS
}
"""The cards of each suit."""

Weights = dict[str, float]


class _Sight:
    """The view, as far as the valuation needs it."""

    def __init__(self, view: EmuRanchersView) -> None:
        seat = view.own_seat
        self.hand: Cards = tuple(view.hand or ())
        self.birds = _birds(view.players[seat])
        self.others = _birds(view.players[1 - seat])
        self.unseen = _unseen(view, seat)
        hidden = len(self.unseen)
        share = view.deck / 2 / hidden if hidden else 0.0
        self.coming: Weights = dict.fromkeys(self.unseen, share * UNSEEN_SHARE)
        known = view.players[1 - seat].known
        self.coming |= dict.fromkeys(known, 0.0)

    def promise(self, birds: Sequence[Bird], hand: Sequence[str]) -> float:
        """What the ranch is worth, with one bird more if that promises more."""
        best = self._worth(birds, hand)
        if len(birds) < MOST_BIRDS and self.coming:
            for card in hand:
                if can_hatch(card):
                    rest = [one for one in hand if one != card]
                    planned = self._worth([*birds, hatched(card)], rest)
                    if planned > best:
                        best += (planned - best) * PLAN_SHARE
        return best

    def _worth(self, birds: Sequence[Bird], hand: Sequence[str]) -> float:
        weights = self.coming | dict.fromkeys(hand, HAND_SHARE)
        return sum(_bird_worth(bird, weights) for bird in birds)


def _birds(rancher: Rancher) -> tuple[Bird, ...]:
    return tuple(bird_of(bird.cards) for bird in rancher.birds)


def _unseen(view: EmuRanchersView, seat: int) -> list[str]:
    """The cards that lie in the deck or in the other's hand, as far as the seat can tell."""
    options = EmuRanchersOptions(view.years, view.options.deck, view.options.excuse)
    seen = {*(view.hand or ()), *view.discard, *view.players[1 - seat].known}
    for rancher in view.players:
        seen.update(card for bird in rancher.birds for card in bird.cards)
    return [card for card in deck_of(options) if card not in seen and card != EXCUSE]


def _bird_worth(bird: Bird, weights: Weights) -> float:
    """What a bird will be worth; the cards that it hopes for are no other bird's any more."""
    sure = sum(_WORTH[card] for card in bird.cards)
    more, hopes = 0.0, []
    for bit, line in _LINES.items():
        if bird.suits & bit:
            for rising in (True, False):
                found = _room(bird, line, weights, rising=rising)
                total = sum(_WORTH[card] * weights[card] for card in found)
                if total > more:
                    more, hopes = total, found
    total = sure + more - UPKEEP
    side = EXTREME_POINTS * max(-1.0, min(1.0, total / 5))
    for card in bird.cards:
        if card[0] in "AC":
            total += side
    for card in hopes:
        if card[0] in "AC" and side > 0:
            total += side * weights[card]
        weights[card] = 0.0
    return total


def _room(bird: Bird, line: Cards, weights: Weights, *, rising: bool) -> list[str]:
    found = []
    for card in line:
        if card in weights:
            height = HEIGHT[card]
            if rising:
                fits = height > bird.top if height else bird.top < 9
            else:
                fits = 0 < height < bird.bottom if height else bird.bottom > 2
            if fits:
                found.append(card)
    return found


class EmuSteadyBot:
    """Weighs every turn by what the ranch then promises."""

    key: ClassVar[str] = "steady"

    def order(
        self,
        view: EmuRanchersView,
        decision: Decision,
        legal: Sequence[EmuOrder],
        chance: RandomSource,
    ) -> EmuOrder:
        """The order with the highest value; chance is not needed."""
        return _ANSWERS[decision.kind](_Sight(view), view)


_LAST_DRAWS = 2
"""With so few cards in the deck the year may end before the next turn."""


def planned_turn(view: EmuRanchersView, decision: Decision) -> str:
    """The act of a steady player with the rest of the turn, "" where the act is all of it: a card
    from the deck where the pile has one to choose, too, and before a year may end, that what is
    left then grows as well as it can. A step more would wait for a later turn and draw there."""
    if decision.kind != "act":
        return ""
    act = _act(_Sight(view), view)
    later = ["draw deck"] if act.verb != "discard" and view.discard else []
    later += ["best"] if view.deck <= _LAST_DRAWS else []
    return "; ".join((format_order(act), *later)) if later else ""


def _act(sight: _Sight, view: EmuRanchersView) -> EmuOrder:
    del view
    return max(_valued_acts(sight), key=lambda each: each[0])[1]


def _valued_acts(sight: _Sight) -> list[tuple[float, EmuOrder]]:
    hand, birds = sight.hand, sight.birds
    found = []
    for card in hand:
        rest = [one for one in hand if one != card]
        if can_hatch(card):
            value = sight.promise([*birds, hatched(card)], rest)
            found.append((value, EmuOrder("hatch", (card,))))
        gift = _WORTH[card] * any(takes(bird, card) for bird in sight.others)
        value = sight.promise(birds, rest) - gift * GIFT_SHARE
        found.append((value, EmuOrder("discard", (card,))))
    for card, number in placements(birds, hand):
        rest = [one for one in hand if one != card]
        after = [*birds[: number - 1], grown(birds[number - 1], card), *birds[number:]]
        found.append((sight.promise(after, rest), EmuOrder("grow", (card,), (number,))))
    return found


def _draw(sight: _Sight, view: EmuRanchersView) -> EmuOrder:
    """The card that lies open, if it is worth more than what the deck holds on average."""
    offered = sight.promise(sight.birds, [*sight.hand, view.discard[-1]])
    blind = [sight.promise(sight.birds, [*sight.hand, card]) for card in sight.unseen]
    return DRAW_DISCARD if offered > sum(blind) / len(blind) else DRAW_DECK


def _growth(sight: _Sight, view: EmuRanchersView) -> EmuOrder:
    del view
    return best_growth(sight.birds, sight.hand)


_ANSWERS: dict[str, Callable[[_Sight, EmuRanchersView], EmuOrder]] = {
    "act": _act,
    "draw": _draw,
    "growth": _growth,
}
