"""What Wild Cards refuses, in words: what was wrong, what was understood, and what would work.

A test reads the codes of `games.catalogue.wild_cards.rules` and finds any that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.wild_cards.presentation.vocabulary import (
    animal_name,
    card_name,
    card_names,
)
from games.presentation.refusals import Problems, quoted
from games.presentation.words import comma_list, number_of_cards


def _not_in_hand(cards: Sequence[str]) -> str:
    return _("Your hand does not hold what you named: %(cards)s is missing.") % {
        "cards": card_names(cards)
    }


def _not_laid(card: str, laid: Sequence[str]) -> str:
    return _("Your bid lies there already, and %(card)s is not part of it; you laid %(laid)s.") % {
        "card": card_name(card),
        "laid": card_names(laid),
    }


def _not_in_collection(animal: str, collection: Sequence[str]) -> str:
    return _("You have no %(animal)s to give. Your collection holds: %(animals)s.") % {
        "animal": animal_name(animal),
        "animals": comma_list([animal_name(species) for species in collection]),
    }


def _not_in_market(animal: str, market: Sequence[str]) -> str:
    return _("There is no %(animal)s in the market. It holds: %(animals)s.") % {
        "animal": animal_name(animal),
        "animals": comma_list([animal_name(species) for species in market]),
    }


def _wrong_payment(needed: int, given: int) -> str:
    if not needed:
        return _("There is nothing more to pay, but you named %(cards)s.") % {
            "cards": number_of_cards(given)
        }
    return ngettext(
        "Your bid costs exactly %(needed)s card more, but you named %(given)s.",
        "Your bid costs exactly %(needed)s cards more, but you named %(given)s.",
        needed,
    ) % {"needed": needed, "given": given}


def _cannot_pay(needed: int, held: int) -> str:
    return _("Your bid costs %(cards)s more, and you hold only %(held)s: you can only pass.") % {
        "cards": number_of_cards(needed),
        "held": held,
    }


def _unknown_word(word: str) -> str:
    return _(
        "The word “%(word)s” is not known. Cards are F1 to F4, S1 to S4, M1 to M4, W1 to W4 and R;"
        " animals have their names."
    ) % {"word": quoted(word)}


def _shape(verb: str) -> str:
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
    return shapes.get(verb) or _("These words make no order.")


PROBLEMS: Problems = {
    # Orders: words
    "unknown-word": _unknown_word,
    "no-verb": lambda: _(
        "The word that says what to do is missing: bid, take, pay, refill or another."
    ),
    "shape": _shape,
    "which-payment": lambda: _("This can be paid in more than one way."),
    # Orders: the position
    "order-form": lambda: _("These cards and animals make no order here."),
    "not-in-hand": _not_in_hand,
    "refill-card": lambda: _(
        "The Refill card (R) can only be bid: it is never paid, shown or discarded."
    ),
    "needs-eagle": lambda: _("Two cards can be laid only with the eagle leader."),
    "same-card-twice": lambda card: (
        _("Two cards with the eagle leader have to be different; %(card)s is there twice.")
        % {"card": card_name(card)}
    ),
    "not-laid": _not_laid,
    "not-in-collection": _not_in_collection,
    "not-in-market": _not_in_market,
    "wrong-payment": _wrong_payment,
    "cannot-pay": _cannot_pay,
    "already-paid": lambda: _("You have paid in the tie already: name only the animal."),
    "nothing-to-draw": lambda: _("There is no card left to draw: show one of your hand."),
    # Set-up
    "leo-edition": lambda: _("Leo plays in the edition of 2022 only."),
    "leo-needed": lambda: _("Two players need Leo at the table."),
}
