"""A steady player: it bids what its cards are likely to take, then plays towards its bid.

It knows its view and nothing else. The figures were chosen by playing many matches against others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from games.catalogue.wizard.rules.cards import COLOURS, DECK, JESTER, VALUE, WIZARD, Cards, own_deck
from games.catalogue.wizard.rules.options import WizardOptions
from games.catalogue.wizard.rules.orders import ORDERS, WizardOrder, format_order
from games.catalogue.wizard.rules.prompt import BidPrompt, PlayPrompt
from games.catalogue.wizard.rules.tricks import takes, worth
from games.catalogue.wizard.rules.view import WizardView
from games.rules.protocol import Decision, RandomSource, Seat

TRUMP_BASE, TRUMP_RIVALS = 1.35, 0.07
SUIT_BASE, SUIT_RIVALS, SUIT_TRUMPS = 0.74, 0.28, 0.055
SUREST = 0.97
MONOCHROME_POWER = 1.05
OTHERS_BIDS = 0.6
"""How far the bids of the others pull the own one."""

WILLING = 0.4
"""How readily those still to play beat a card if they can."""

GOOD_CHANCE = 0.6


@dataclass(slots=True)
class _Sight:
    """The view, as far as the weighing needs it; `unseen` are the cards that may be anywhere."""

    seat: Seat
    seats: int
    size: int
    options: WizardOptions
    trump: str | None
    trick: Cards
    hand: Cards
    unseen: Counter[str]

    @classmethod
    def of(cls, view: WizardView) -> _Sight:
        options = view.options
        seen: Counter[str] = Counter(view.gone)
        seen.update(view.trick)
        for trick in view.tricks:
            seen.update(trick.cards)
        for player in view.players:
            seen.update(player.cards or ())
        seen.update(view.hand or ())
        if view.turned:
            seen[view.turned] += 1
        whole = Counter(DECK)
        if options.monochrome:
            whole = Counter(card for seat in range(view.seats) for card in own_deck(seat))
        return cls(
            seat=view.own_seat,
            seats=view.seats,
            size=view.cards,
            options=options,
            trump=view.trump,
            trick=tuple(view.trick),
            hand=tuple(view.hand or ()),
            unseen=whole - seen,
        )

    def rivals(self, card: str) -> tuple[int, int]:
        """How many unseen cards beat this one by rank, and how many trumps besides."""
        value, unseen = VALUE[card], self.unseen
        if self.options.monochrome:
            return sum(number for one, number in unseen.items() if VALUE[one] > value), 0
        higher = sum(
            number for one, number in unseen.items() if one[0] == card[0] and VALUE[one] > value
        )
        trumps = 0
        if card[0] != self.trump and self.trump is not None:
            trumps = sum(number for one, number in unseen.items() if one[0] == self.trump)
        return higher + unseen[WIZARD], trumps

    def density(self) -> float:
        """The chance that an unseen card is in a hand and not among those never dealt."""
        held = len(self.hand) * (self.seats - 1)
        return min(1.0, held / max(1, sum(self.unseen.values())))


def _likely(sight: _Sight, card: str) -> float:
    """How likely a card of a fresh hand takes a trick."""
    if card == JESTER:
        return 0.0
    if card == WIZARD:
        return SUREST
    if sight.options.monochrome:
        return float((VALUE[card] / 14) ** (MONOCHROME_POWER * (sight.seats - 1)))
    higher, trumps = sight.rivals(card)
    density = sight.density()
    if card[0] == sight.trump:
        likely = TRUMP_BASE - TRUMP_RIVALS * higher * density
    else:
        likely = SUIT_BASE - (SUIT_RIVALS * higher + SUIT_TRUMPS * trumps) * density
    return min(max(likely, 0.0), SUREST)


def _strength(sight: _Sight) -> float:
    return sum(_likely(sight, card) for card in sight.hand)


def _unshown_strength(sight: _Sight, shown: Sequence[Sequence[str]]) -> float:
    """What is left for the own hand, which the others see and their player does not (V6)."""
    everything = sight.unseen + Counter(card for hand in shown for card in hand)
    taken = 0.0
    for hand in shown:
        unseen = everything - Counter(hand)
        taken += _strength(replace(sight, hand=tuple(hand), unseen=unseen))
    return max(0.0, sight.size - taken)


class WizardSteadyBot:
    """Bids the tricks that its hand is worth; then takes while it must and ducks when it may."""

    key: ClassVar[str] = "steady"

    def order(
        self,
        view: WizardView,
        decision: Decision,
        legal: Sequence[WizardOrder],
        chance: RandomSource,
    ) -> WizardOrder:
        """The order with the best prospects; chance is not needed."""
        sight, allowed = _Sight.of(view), decision.choices[0].parts[0].values
        match decision.data:
            case BidPrompt():
                return _bid(sight, allowed, view)
            case PlayPrompt(bid=bid, won=won):
                return _play(sight, allowed, bid - won)
        return _trump(sight, view)


_FEW_CARDS = 2
"""With so many nothing is left to plan: the last one plays itself."""


def planned_round(view: WizardView, decision: Decision) -> str:
    """The bid of a steady player, or the first card of the round, and that each trick to come is
    played towards the bid."""
    sight, allowed = _Sight.of(view), decision.choices[0].parts[0].values
    match decision.data:
        case BidPrompt():
            first = _bid(sight, allowed, view)
        case PlayPrompt(trick=1, bid=bid, won=won) if len(view.hand or ()) > _FEW_CARDS:
            first = _play(sight, allowed, bid - won)
        case _:
            return ""
    return f"{format_order(first)}; each time, until round {view.round}: play any"


def _trump(sight: _Sight, view: WizardView) -> WizardOrder:
    hands = [player.cards for player in view.players if player.cards]

    def prospects(colour: str) -> float:
        """The own strength in this colour, or how little of it the others show."""
        own = sum(VALUE[card] + 4 for card in sight.hand if card[0] == colour)
        shown = sum(VALUE[card] + 4 for hand in hands for card in hand if card[0] == colour)
        return own - shown

    return ORDERS["trump"][max(COLOURS, key=prospects)]


def _bid(sight: _Sight, allowed: Sequence[str], view: WizardView) -> WizardOrder:
    if sight.hand:
        expected = _strength(sight)
    else:
        shown = [player.cards for player in view.players if player.cards]
        expected = _unshown_strength(sight, shown)
    bids = [player.bid for player in view.players if player.bid is not None]
    if bids:
        left = (sight.size - sum(bids)) / (sight.seats - len(bids))
        expected += OTHERS_BIDS * (max(left, 0.0) - expected) * len(bids) / sight.seats
    return ORDERS["bid"][min(allowed, key=lambda bid: abs(int(bid) - expected))]


def _play(sight: _Sight, cards: Sequence[str], wanted: int) -> WizardOrder:
    if len(cards) == 1:
        return ORDERS["play"][cards[0]]
    if sight.trick:
        taking = [c for c in cards if takes(sight.trick, c, sight.trump, sight.options)]
        ducking = [card for card in cards if card not in taking]
        chosen = (_take if wanted > 0 else _avoid)(sight, wanted, taking, ducking)
    else:
        chosen = _lead(sight, wanted, cards)
    return ORDERS["play"][chosen]


def _holds(sight: _Sight, card: str) -> float:
    """How likely a card that leads the trick now is not beaten by those still to play."""
    to_come = sight.seats - len(sight.trick) - 1
    if card == WIZARD and not sight.options.dark_wizard:
        return 1.0
    if card == JESTER or not to_come:
        return float(not to_come)
    higher, trumps = sight.rivals(card)
    cards = max(1, sum(sight.unseen.values()))
    miss = 1 - min(1.0, (higher + trumps / 2) / cards)
    return float(miss ** (WILLING * to_come * len(sight.hand)))


def _lead(sight: _Sight, wanted: int, cards: Sequence[str]) -> str:
    if wanted <= 0:
        return min(cards, key=lambda card: (_holds(sight, card), -worth(card, sight.trump)))
    best = max(cards, key=lambda card: (_holds(sight, card), -worth(card, sight.trump)))
    if wanted >= len(sight.hand) or _holds(sight, best) >= GOOD_CHANCE:
        return best
    return min(cards, key=lambda card: worth(card, sight.trump))


def _take(sight: _Sight, wanted: int, taking: Sequence[str], ducking: Sequence[str]) -> str:
    """The cheapest card that is likely to hold; otherwise throw what is not needed."""
    ranked = sorted(taking, key=lambda card: worth(card, sight.trump))
    for card in ranked:
        if _holds(sight, card) >= GOOD_CHANCE:
            return card
    if ranked and (wanted >= len(sight.hand) or not ducking):
        return max(ranked, key=lambda card: _holds(sight, card))
    by_worth = sorted(sight.hand, key=lambda card: worth(card, sight.trump))
    needed = by_worth[-wanted:]
    spare = [card for card in ducking if card not in needed] or ducking
    if wanted >= len(sight.hand) - 1:
        return min(spare, key=lambda card: worth(card, sight.trump))
    return max(spare, key=lambda card: worth(card, sight.trump))


def _avoid(sight: _Sight, wanted: int, taking: Sequence[str], ducking: Sequence[str]) -> str:
    """The highest card that stays below; if none does, the least likely to hold, or the highest."""
    if ducking:
        return max(ducking, key=lambda card: worth(card, sight.trump))
    if len(sight.trick) == sight.seats - 1:
        return max(taking, key=lambda card: worth(card, sight.trump))
    return min(taking, key=lambda card: worth(card, sight.trump))
