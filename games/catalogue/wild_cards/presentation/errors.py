"""What Wild Cards refuses, in words: what was wrong, what was understood, and what would work.

A test reads the codes of `games.catalogue.wild_cards.rules` and finds any that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext

from games.catalogue.wild_cards.presentation.vocabulary import (
    animal_name,
    card_name,
    card_names,
)
from games.presentation.refusals import Problems, quoted
from games.presentation.words import comma_list, number_of_cards
from games.presentation.words import gettext as _


def _not_in_hand(cards: Sequence[str]) -> str:
    return _("You don’t hold %(cards)s.") % {"cards": card_names(cards)}


def _not_laid(card: str, laid: Sequence[str]) -> str:
    return _("You’ve already bid %(laid)s, and %(card)s isn’t part of it.") % {
        "card": card_name(card),
        "laid": card_names(laid),
    }


def _not_in_collection(animal: str, collection: Sequence[str]) -> str:
    return _("You have no %(animal)s to give. You have: %(animals)s.") % {
        "animal": animal_name(animal),
        "animals": comma_list([animal_name(species) for species in collection]),
    }


def _not_in_market(animal: str, market: Sequence[str]) -> str:
    return _("There’s no %(animal)s in the market. It has: %(animals)s.") % {
        "animal": animal_name(animal),
        "animals": comma_list([animal_name(species) for species in market]),
    }


def _wrong_payment(needed: int, given: int) -> str:
    if not needed:
        return _("There’s nothing more to pay, but you named %(cards)s.") % {
            "cards": number_of_cards(given)
        }
    return ngettext(
        "Your bid costs exactly %(needed)s more card, but you named %(given)s.",
        "Your bid costs exactly %(needed)s more cards, but you named %(given)s.",
        needed,
    ) % {"needed": needed, "given": given}


def _cannot_pay(needed: int, held: int) -> str:
    return _("Your bid costs %(cards)s more, and you only have %(held)s: you can only pass.") % {
        "cards": number_of_cards(needed),
        "held": held,
    }


def _unknown_word(word: str) -> str:
    return _(
        "We don’t know the word “%(word)s”. Cards are F1 to F4, S1 to S4, M1 to M4, "
        "W1 to W4 and R; animals go by their names."
    ) % {"word": quoted(word)}


def _shape(verb: str) -> str:
    shapes = {
        "bid": _("“bid” takes one card, or two different ones with the eagle leader."),
        "reveal": _("“reveal” takes one of the two cards you played."),
        "swap": _("“swap” takes the animal to give and the animal to get, or “none”."),
        "refill": _("“refill” takes the cards to discard, or nothing."),
        "pay": _("“pay” takes the cards of the payment, or “cheapest”."),
        "show": _("“show” takes one card of your hand."),
        "draw": _("“draw” takes nothing after it."),
        "take": _("“take” takes one animal, then the cards of the payment or “cheapest”."),
        "pass": _("“pass” takes nothing after it."),
    }
    return shapes.get(verb) or _("We couldn’t read this as a move.")


PROBLEMS: Problems = {
    # Orders: words
    "unknown-word": _unknown_word,
    "no-verb": lambda: _("Say what to do: bid, take, pay, refill or another word."),
    "shape": _shape,
    "which-payment": lambda: _("You can pay for this in more than one way."),
    # Orders: the position
    "order-form": lambda: _("This isn’t a move here."),
    "not-in-hand": _not_in_hand,
    "refill-card": lambda: _(
        "The Refill card (R) can only be bid: it’s never paid, shown or discarded."
    ),
    "needs-eagle": lambda: _("You can only play two cards with the eagle leader."),
    "same-card-twice": lambda card: (
        _("With the eagle leader you play two different cards; %(card)s is there twice.")
        % {"card": card_name(card)}
    ),
    "not-laid": _not_laid,
    "not-in-collection": _not_in_collection,
    "not-in-market": _not_in_market,
    "wrong-payment": _wrong_payment,
    "cannot-pay": _cannot_pay,
    "already-paid": lambda: _("You’ve already paid in the tie: name only the animal."),
    "nothing-to-draw": lambda: _("There’s no card left to draw: show one from your hand."),
    # Set-up
    "leo-edition": lambda: _("Leo plays in the 2022 edition only."),
    "leo-needed": lambda: _("With two players, Leo has to play."),
}
