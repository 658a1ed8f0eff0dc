"""What Wizard refuses, in words: what was wrong, what was understood, and what would work.

A test reads the codes of `games.catalogue.wizard.rules` and finds any that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.wizard.presentation.orders import order_in_words
from games.catalogue.wizard.presentation.vocabulary import (
    COLOURS,
    a_card,
    card_name,
    colour_name,
    is_card,
    option_label,
    option_value_label,
    phase_name,
)
from games.presentation.refusals import Refusals, quoted
from games.presentation.words import comma_list

Params = Mapping[str, Any]


def _not_now(params: Params) -> str:
    if not params.get("verb"):
        return _("This is no order for the open decision (%(phase)s).") % {
            "phase": phase_name(params["kind"])
        }
    return _("“%(verb)s” does not answer the open decision (%(phase)s).") % {
        "verb": params["verb"],
        "phase": phase_name(params["kind"]),
    }


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


def _bad_option(params: Params) -> str:
    name = params["option"]
    return _("%(option)s: %(value)s is not possible. Possible: %(allowed)s.") % {
        "option": option_label(name),
        "value": quoted(str(params["value"])),
        "allowed": comma_list([option_value_label(name, value) for value in params["allowed"]]),
    }


def _unknown_option(params: Params) -> str:
    return _("This game has no option “%(option)s”. It has: %(known)s.") % {
        "option": quoted(str(params["option"])),
        "known": comma_list([option_label(name) for name in params["known"]]),
    }


def _seats(params: Params) -> str:
    return (
        _("With these options the game is for %(least)s to %(most)s players, not for %(seats)s.")
        % params
    )


REFUSALS = Refusals(
    {
        # Orders: words
        "unknown-word": _unknown_word,
        "no-verb": lambda _params: _(
            "The word that says what to do is missing: play, bid or trump."
        ),
        "two-verbs": lambda _params: _(
            "This says two things at once; a step says one. “;” parts steps."
        ),
        "shape": _shape,
        "which-card": lambda _params: _("More than one of your cards fits this."),
        # Orders: the position
        "not-now": _not_now,
        "order-form": _order_form,
        "not-a-colour": _not_a_colour,
        "bid-range": _bid_range,
        "bid-even": _bid_even,
        "not-in-hand": _not_in_hand,
        "must-follow": _must_follow,
        "none-fits": _none_fits,
        "nothing-lies": lambda _params: _(
            "You lead, so there is no trick yet to take or to duck: name a card, “lowest” or"
            " “highest”."
        ),
        "cannot-take": lambda _params: _("No card that you may play takes the trick as it lies."),
        "cannot-duck": lambda _params: _(
            "Every card that you may play takes the trick as it lies."
        ),
        # Set-up
        "unknown-option": _unknown_option,
        "bad-option": _bad_option,
        "too-few-seats": _seats,
        "too-many-seats": _seats,
        "two-hide-bids": lambda _params: _("Two players always play with hidden bids."),
        "uneven-open": lambda _params: _(
            "The open sum of the bids needs open bids, one after the other."
        ),
    },
    order_in_words,
)

CODES = REFUSALS.codes
