"""What Wild Cards refuses, in words: what was wrong, what was understood, and what would work.

A test reads the codes of `games.catalogue.wild_cards.rules` and finds any that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.wild_cards.presentation.vocabulary import (
    animal_name,
    card_name,
    card_names,
)
from games.presentation.refusals import Problems, quoted
from games.presentation.words import comma_list, number_of_cards

Params = Mapping[str, Any]


def _not_in_hand(params: Params) -> str:
    return _("Your hand does not hold what you named: %(cards)s is missing.") % {
        "cards": card_names(params["cards"])
    }


def _not_laid(params: Params) -> str:
    return _("Your bid lies there already, and %(card)s is not part of it; you laid %(laid)s.") % {
        "card": card_name(params["card"]),
        "laid": card_names(params["laid"]),
    }


def _not_in_collection(params: Params) -> str:
    return _("You have no %(animal)s to give. Your collection holds: %(animals)s.") % {
        "animal": animal_name(params["animal"]),
        "animals": comma_list([animal_name(species) for species in params["collection"]]),
    }


def _not_in_market(params: Params) -> str:
    return _("There is no %(animal)s in the market. It holds: %(animals)s.") % {
        "animal": animal_name(params["animal"]),
        "animals": comma_list([animal_name(species) for species in params["market"]]),
    }


def _wrong_payment(params: Params) -> str:
    if not params["needed"]:
        return _("There is nothing more to pay, but you named %(cards)s.") % {
            "cards": number_of_cards(params["given"])
        }
    return ngettext(
        "Your bid costs exactly %(needed)s card more, but you named %(given)s.",
        "Your bid costs exactly %(needed)s cards more, but you named %(given)s.",
        params["needed"],
    ) % {"needed": params["needed"], "given": params["given"]}


def _cannot_pay(params: Params) -> str:
    return _("Your bid costs %(cards)s more, and you hold only %(held)s: you can only pass.") % {
        "cards": number_of_cards(params["needed"]),
        "held": params["held"],
    }


def _unknown_word(params: Params) -> str:
    return _(
        "The word “%(word)s” is not known. Cards are F1 to F4, S1 to S4, M1 to M4, W1 to W4 and R;"
        " animals have their names."
    ) % {"word": quoted(params["word"])}


def _shape(params: Params) -> str:
    shapes = {
        "bid": _("“bid” wants one card; with the eagle leader it may be two different ones."),
        "reveal": _("“reveal” wants one of the two cards that you laid."),
        "swap": _("“swap” wants the animal to give and the animal to get, or the word “none”."),
        "refill": _("“refill” wants the cards to discard, or nothing after it."),
        "pay": _("“pay” wants the cards of the payment, or the word “cheapest”."),
        "show": _("“show” wants one card of your hand."),
        "draw": _("“draw” stands alone."),
        "take": _("“take” wants one animal, then the cards of the payment or “cheapest”."),
        "pass": _("“pass” stands alone."),
    }
    return shapes.get(params["verb"]) or _("These words make no order.")


PROBLEMS: Problems = {
    # Orders: words
    "unknown-word": _unknown_word,
    "no-verb": lambda _params: _(
        "The word that says what to do is missing: bid, take, pay, refill or another."
    ),
    "shape": _shape,
    "which-payment": lambda _params: _("This can be paid in more than one way."),
    # Orders: the position
    "order-form": lambda _params: _("These cards and animals make no order here."),
    "not-in-hand": _not_in_hand,
    "refill-card": lambda _params: _(
        "The Refill card (R) can only be bid: it is never paid, shown or discarded."
    ),
    "needs-eagle": lambda _params: _("Two cards can be laid only with the eagle leader."),
    "same-card-twice": lambda params: (
        _("Two cards with the eagle leader have to be different; %(card)s is there twice.")
        % {"card": card_name(params["card"])}
    ),
    "not-laid": _not_laid,
    "not-in-collection": _not_in_collection,
    "not-in-market": _not_in_market,
    "wrong-payment": _wrong_payment,
    "cannot-pay": _cannot_pay,
    "already-paid": lambda _params: _("You have paid in the tie already: name only the animal."),
    "nothing-to-draw": lambda _params: _("There is no card left to draw: show one of your hand."),
    # Set-up
    "leo-edition": lambda _params: _("Leo plays in the edition of 2022 only."),
    "leo-needed": lambda _params: _("Two players need Leo at the table."),
}
