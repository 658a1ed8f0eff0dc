"""What Emu Ranchers refuses, in words: what was wrong, what was understood, what would work.

A test reads the codes of `games.catalogue.emu_ranchers.rules` and finds any that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.emu_ranchers.presentation.vocabulary import (
    bird_name,
    card_name,
    is_card,
    next_card,
    suit_names,
)
from games.presentation.refusals import Problems, quoted
from games.presentation.words import comma_list


def _card(code: str) -> str:
    return card_name(code) if is_card(code) else quoted(code)


def _not_in_hand(cards: Sequence[str]) -> str:
    cards = comma_list([_card(code) for code in cards])
    return _("Your hand does not hold what you named: %(cards)s.") % {"cards": cards}


def _cannot_hatch(card: str) -> str:
    return _("A bird cannot begin with %(card)s: only with an Ace, a number or a Crown.") % {
        "card": _card(card)
    }


def _cannot_grow(card: str) -> str:
    return _("No bird takes %(card)s: it has no suit.") % {"card": _card(card)}


def _no_such_bird(birds: int, bird: int) -> str:
    if not birds:
        return _("You have no bird yet: hatch one first.")
    return ngettext(
        "There is no bird %(bird)s: you have %(birds)s bird.",
        "There is no bird %(bird)s: you have %(birds)s birds.",
        birds,
    ) % {"bird": bird, "birds": birds}


def _no_common_suit(card: str, bird: int, suits: str) -> str:
    return _("On %(bird)s all cards share %(suits)s, so it does not take %(card)s.") % {
        "card": _card(card),
        "bird": bird_name(bird),
        "suits": suit_names(suits),
    }


def _no_room(card: str, bird: int, above: int | None, below: int | None) -> str:
    return _("There is no room for %(card)s on %(bird)s: it is this far: %(next)s.") % {
        "card": _card(card),
        "bird": bird_name(bird),
        "next": next_card(above, below),
    }


def _unknown_word(word: str) -> str:
    return _(
        "The word “%(word)s” is not known. A card is its rank (A, 2 to 9, C; P, T, X) and its suits"
        " (M, S, V, L, Y, K): 2MK."
    ) % {"word": quoted(word)}


def _shape(verb: str) -> str:
    shapes = {
        "hatch": _("“hatch” wants one card."),
        "grow": _("“grow” wants a card and the number of a bird: “grow 5MV 1”."),
        "discard": _("“discard” wants one card."),
        "draw": _("“draw” wants the word “deck” or “discard”."),
        "done": _("“done” stands alone."),
    }
    return shapes.get(verb) or _("These words make no order.")


def _bad_years(least: int, most: int, value: object) -> str:
    return _("The number of years is a whole number from %(least)s to %(most)s, not %(value)s.") % {
        "least": least,
        "most": most,
        "value": quoted(str(value)),
    }


PROBLEMS: Problems = {
    # Orders: words
    "unknown-word": _unknown_word,
    "no-verb": lambda: _(
        "The word that says what to do is missing: hatch, grow, discard, draw or another."
    ),
    "shape": _shape,
    "which-card": lambda: _("More than one card of your hand fits that."),
    "which-bird": lambda: _("More than one of your birds takes this card."),
    # Orders: the position
    "order-form": lambda: _("These cards and birds make no order here."),
    "not-in-hand": _not_in_hand,
    "cannot-hatch": _cannot_hatch,
    "cannot-grow": _cannot_grow,
    "no-such-bird": _no_such_bird,
    "no-common-suit": _no_common_suit,
    "no-room": _no_room,
    "nothing-fits": lambda: _("No card fits that."),
    "one-card": lambda: _(
        "A turn lays one card; several may be placed only when the year is over."
    ),
    "card-twice": lambda: _("The same card is named twice."),
    # Set-up
    "bad-years": _bad_years,
    "wrong-seats-number": lambda needed, seats: (
        _("Emu Ranchers is a game for %(needed)s, not for %(seats)s.")
        % {"needed": needed, "seats": seats}
    ),
}
