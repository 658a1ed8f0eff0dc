"""What Wizard refuses, in words: what was wrong, what was understood, and what would work.

A test reads the codes of `games.catalogue.wizard.rules` and finds any that is missing.
"""

from __future__ import annotations

from django.utils.translation import ngettext

from games.catalogue.wizard.presentation.vocabulary import (
    COLOURS,
    a_card,
    card_name,
    colour_name,
    is_card,
)
from games.presentation.refusals import Problems, quoted
from games.presentation.words import gettext as _


def _unknown_word(word: str) -> str:
    return _(
        "We don’t know the word “%(word)s”. Cards are R1 to R13, B1 to B13, G1 to "
        "G13, Y1 to Y13, Z for a wizard and N for a jester."
    ) % {"word": quoted(word)}


def _shape(verb: str) -> str:
    shapes = {
        "trump": _("“trump” takes one colour: R, B, G or Y. You can’t choose no trump."),
        "bid": _("“bid” takes a number of tricks."),
        "play": _(
            "“play” takes a card of your hand, or “lowest”, “highest”, “cheapest”, “duck” or “any”."
        ),
    }
    return shapes.get(verb) or _("We couldn’t read this as a move.")


def _bid_range(most: int, bid: object) -> str:
    return ngettext(
        "You can’t bid %(bid)s: there’s only %(most)s trick in this round.",
        "You can’t bid %(bid)s: there are only %(most)s tricks in this round.",
        most,
    ) % {"bid": quoted(str(bid)), "most": most}


def _bid_even(cards: int, bid: object) -> str:
    return ngettext(
        "You lead in points and bid last: you can’t bid %(bid)s, because the bids "
        "would add up to the %(cards)s trick of this round.",
        "You lead in points and bid last: you can’t bid %(bid)s, because the bids "
        "would add up to the %(cards)s tricks of this round.",
        cards,
    ) % {"bid": bid, "cards": cards}


def _none_fits(word: str) -> str:
    if word in COLOURS:
        return _("You have no card in %(colour)s that you can play.") % {
            "colour": colour_name(word)
        }
    return _("You have no %(number)s that you can play.") % {"number": quoted(str(word))}


def _must_follow(colour: str, card: str) -> str:
    return _(
        "%(colour)s was led and you have it, so you can’t play %(card)s. You can "
        "always play wizards and jesters."
    ) % {
        "colour": colour_name(colour).capitalize(),
        "card": a_card(card),
    }


def _order_form() -> str:
    return _("This card isn’t in the game.")


def _not_in_hand(card: str) -> str:
    return _("You don’t hold %(card)s.") % {
        "card": card_name(card) if is_card(card) else quoted(str(card))
    }


def _not_a_colour(value: object) -> str:
    return _("“%(value)s” isn’t a colour: trump is R, B, G or Y.") % {"value": quoted(str(value))}


PROBLEMS: Problems = {
    # Orders: words
    "unknown-word": _unknown_word,
    "no-verb": lambda: _("Say what to do: play, bid or trump."),
    "shape": _shape,
    "which-card": lambda: _("More than one of your cards fits that."),
    # Orders: the position
    "order-form": _order_form,
    "not-a-colour": _not_a_colour,
    "bid-range": _bid_range,
    "bid-even": _bid_even,
    "not-in-hand": _not_in_hand,
    "must-follow": _must_follow,
    "none-fits": _none_fits,
    "nothing-lies": lambda: _(
        "You lead, so there’s no trick to take or duck yet: name a card, “lowest” or “highest”."
    ),
    "cannot-take": lambda: _("No card you can play takes the trick as it is."),
    "cannot-duck": lambda: _("Every card you can play takes the trick as it is."),
    # Set-up
    "two-hide-bids": lambda: _("With two players, bids are always hidden."),
    "uneven-open": lambda: _("“Open sum of the bids” needs open bids, one after the other."),
}
