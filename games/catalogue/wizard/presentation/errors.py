"""What Wizard refuses, in words: what was wrong, what was understood, and what would work.

A test reads the codes of `games.catalogue.wizard.rules` and finds any that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.wizard.presentation.vocabulary import (
    COLOURS,
    a_card,
    card_name,
    colour_name,
    is_card,
)
from games.presentation.refusals import Problems, quoted

Params = Mapping[str, Any]


def _unknown_word(params: Params) -> str:
    return _(
        "The word “%(word)s” is not known. Cards are R1 to R13, B1 to B13, G1 to G13, Y1 to Y13,"
        " Z for a wizard and N for a jester."
    ) % {"word": quoted(params["word"])}


def _shape(params: Params) -> str:
    shapes = {
        "trump": _("“trump” wants one colour: R, B, G or Y. Playing without trump is no choice."),
        "bid": _("“bid” wants one number of tricks."),
        "play": _(
            "“play” wants one card of your hand, or “lowest”, “highest”, “cheapest”, “duck” or"
            " “any”."
        ),
    }
    return shapes.get(params["verb"]) or _("These words make no order.")


def _bid_range(params: Params) -> str:
    return ngettext(
        "%(bid)s tricks cannot be bid: there is only %(most)s in this round.",
        "%(bid)s tricks cannot be bid: there are only %(most)s in this round.",
        params["most"],
    ) % {"bid": quoted(str(params["bid"])), "most": params["most"]}


def _bid_even(params: Params) -> str:
    return ngettext(
        "You lead in points and bid last: with %(bid)s the bids would add up to the %(cards)s"
        " trick of this round.",
        "You lead in points and bid last: with %(bid)s the bids would add up to the %(cards)s"
        " tricks of this round.",
        params["cards"],
    ) % {"bid": params["bid"], "cards": params["cards"]}


def _none_fits(params: Params) -> str:
    word = params["word"]
    if word in COLOURS:
        return _("You have no card in %(colour)s that you may play.") % {
            "colour": colour_name(word)
        }
    return _("You have no card with the number %(number)s that you may play.") % {
        "number": quoted(str(word))
    }


def _must_follow(params: Params) -> str:
    return _(
        "%(colour)s was led and you have it, so you cannot play %(card)s. Wizards and jesters may"
        " always be played."
    ) % {
        "colour": colour_name(params["colour"]).capitalize(),
        "card": a_card(params["card"]),
    }


def _order_form(params: Params) -> str:
    del params
    return _("This is no card of the game.")


def _not_in_hand(params: Params) -> str:
    card = params["card"]
    return _("Your hand does not hold this card: %(card)s.") % {
        "card": card_name(card) if is_card(card) else quoted(str(card))
    }


def _not_a_colour(params: Params) -> str:
    return _("“%(value)s” is no colour: trump is R, B, G or Y.") % {
        "value": quoted(str(params["value"]))
    }


PROBLEMS: Problems = {
    # Orders: words
    "unknown-word": _unknown_word,
    "no-verb": lambda _params: _("The word that says what to do is missing: play, bid or trump."),
    "shape": _shape,
    "which-card": lambda _params: _("More than one of your cards fits this."),
    # Orders: the position
    "order-form": _order_form,
    "not-a-colour": _not_a_colour,
    "bid-range": _bid_range,
    "bid-even": _bid_even,
    "not-in-hand": _not_in_hand,
    "must-follow": _must_follow,
    "none-fits": _none_fits,
    "nothing-lies": lambda _params: _(
        "You lead, so there is no trick yet to take or to duck: name a card, “lowest” or “highest”."
    ),
    "cannot-take": lambda _params: _("No card that you may play takes the trick as it lies."),
    "cannot-duck": lambda _params: _("Every card that you may play takes the trick as it lies."),
    # Set-up
    "two-hide-bids": lambda _params: _("Two players always play with hidden bids."),
    "uneven-open": lambda _params: _(
        "The open sum of the bids needs open bids, one after the other."
    ),
}
