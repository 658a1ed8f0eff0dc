"""What an order does, as far as it is sure: how a card stands in the trick, what a bid adds up to.

What is sure follows from the cards that the viewer has not seen: the own hand, the tricks and the
card turned up are known, who holds the others is not.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import ngettext

from games.catalogue.wizard.presentation.vocabulary import (
    JESTER,
    WIZARD,
    colour_name,
    number_of_tricks,
)
from games.catalogue.wizard.rules.scoring import points
from games.catalogue.wizard.rules.tricks import is_safe, suit_led, takes
from games.catalogue.wizard.rules.unseen import unseen_cards
from games.catalogue.wizard.rules.view import WizardView
from games.presentation.words import clauses, number_of_cards, number_of_points
from games.presentation.words import gettext as _
from games.rules.protocol import Decision


def effect(decision: Decision, view: WizardView, order: str) -> str:
    """What the bid, the card or the trump means, as far as the viewer can know it beforehand."""
    del decision
    verb, value = order.split()
    return clauses(_EFFECTS[verb](view, value))


def _trump(view: WizardView, colour: str) -> list[str]:
    if view.hand is None:
        return []
    held = sum(card[0] == colour for card in view.hand)
    return [
        _("you hold %(cards)s of %(colour)s")
        % {"cards": number_of_cards(held), "colour": colour_name(colour)}
    ]


def _bid(view: WizardView, value: str) -> list[str]:
    bid = int(value)
    worth = _("%(points)s if you take exactly that") % {
        "points": number_of_points(points(bid, bid))
    }
    if view.options.bidding == "open":
        return [worth, _sum_of_bids(view, bid)]
    if view.options.bidding == "blind":
        return [worth, _("the bids are revealed together")]
    return [worth, _("the others see it when the round is over")]


def _sum_of_bids(view: WizardView, bid: int) -> str:
    """What the bids make together, with how many are still to come."""
    made = [player.bid for player in view.players if player.bid is not None]
    left = view.seats - len(made) - 1
    total = sum(made) + bid
    tricks = number_of_tricks(view.cards)
    if not left:
        return _("all bids together: %(total)s for %(tricks)s") % {"total": total, "tricks": tricks}
    words = ngettext(
        "bids so far: %(total)s for %(tricks)s, %(left)s to come",
        "bids so far: %(total)s for %(tricks)s, %(left)s to come",
        left,
    )
    return words % {"total": total, "tricks": tricks, "left": left}


def _play(view: WizardView, card: str) -> list[str]:
    trick = tuple(view.trick)
    return [_place_in_suit(view, trick, card), *_in_the_trick(view, trick, card)]


def _place_in_suit(view: WizardView, trick: tuple[str, ...], card: str) -> str:
    """What the card is to the colour led; nothing for wizards, jesters and where none binds."""
    if view.options.monochrome:
        return ""
    suit = suit_led(trick)
    values = {"colour": colour_name(card[0]) if card not in (WIZARD, JESTER) else ""}
    if card in (WIZARD, JESTER):
        return "" if trick else _lead(card)
    if suit == card[0]:
        return _("follows %(colour)s") % values
    if suit is None:
        is_open = all(one == JESTER for one in trick)
        return _("leads %(colour)s") % values if is_open else ""
    if card[0] == view.trump:
        return _("trumps with %(colour)s") % values
    return _("throws off %(colour)s") % values


def _lead(card: str) -> str:
    if card == WIZARD:
        return _("the others may play anything")
    return _("the next card that is no jester sets the colour")


def _in_the_trick(view: WizardView, trick: tuple[str, ...], card: str) -> list[str]:
    """Whether it takes the trick: surely, as it lies now, or not."""
    won = view.players[view.own_seat].tricks
    bid = view.own_bid or 0
    if not takes(trick, card, view.trump, view.options):
        return [_("can't win this trick"), _tally(won, bid)]
    is_last = len(trick) == view.seats - 1
    unseen = unseen_cards(view)
    if is_last or is_safe((*trick, card), view.trump, view.options, unseen):
        return [_("wins this trick"), _tally(won + 1, bid)]
    if not trick:
        return [_("can be beaten")]
    return [_("beats the trick so far"), _("can still be beaten")]


def _tally(won: int, bid: int) -> str:
    """The viewer's tricks then, beside the bid."""
    return _("%(won)s, bid %(bid)s") % {"won": number_of_tricks(won), "bid": bid}


_EFFECTS: dict[str, Callable[[WizardView, str], list[str]]] = {
    "trump": _trump,
    "bid": _bid,
    "play": _play,
}
