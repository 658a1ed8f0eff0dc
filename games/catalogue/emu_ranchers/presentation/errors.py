"""What Emu Ranchers refuses, in words: what was wrong, what was understood, what would work.

A test reads the codes of `games.catalogue.emu_ranchers.rules` and finds any that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

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
from games.presentation.words import gettext as _


def _card(code: str) -> str:
    return card_name(code) if is_card(code) else quoted(code)


def _not_in_hand(cards: Sequence[str]) -> str:
    cards = comma_list([_card(code) for code in cards])
    return _("You don’t hold: %(cards)s.") % {"cards": cards}


def _cannot_hatch(card: str) -> str:
    return _("A bird can’t start with %(card)s: only with an Ace, a number or a Crown.") % {
        "card": _card(card)
    }


def _cannot_grow(card: str) -> str:
    return _("No bird takes %(card)s: it has no suit.") % {"card": _card(card)}


def _no_such_bird(birds: int, bird: int) -> str:
    if not birds:
        return _("You have no bird yet: hatch one first.")
    return ngettext(
        "There’s no bird %(bird)s: you have %(birds)s bird.",
        "There’s no bird %(bird)s: you have %(birds)s birds.",
        birds,
    ) % {"bird": bird, "birds": birds}


def _no_common_suit(card: str, bird: int, suits: str) -> str:
    return _("All cards of %(bird)s share %(suits)s, so %(card)s doesn’t fit.") % {
        "card": _card(card),
        "bird": bird_name(bird),
        "suits": suit_names(suits),
    }


def _no_room(card: str, bird: int, above: int | None, below: int | None) -> str:
    return _("There’s no room for %(card)s on %(bird)s: %(next)s.") % {
        "card": _card(card),
        "bird": bird_name(bird),
        "next": next_card(above, below),
    }


def _unknown_word(word: str) -> str:
    return _(
        "We don’t know the word “%(word)s”. A card is its rank (A, 2 to 9, C; P, T, "
        "X) and its suits (M, S, V, L, Y, K): 2MK."
    ) % {"word": quoted(word)}


def _shape(verb: str) -> str:
    shapes = {
        "hatch": _("“hatch” takes one card."),
        "grow": _("“grow” takes a card and the number of a bird: “grow 5MV 1”."),
        "discard": _("“discard” takes one card."),
        "draw": _("“draw” takes the word “deck” or “discard”."),
        "done": _("“done” takes nothing after it."),
    }
    return shapes.get(verb) or _("We couldn’t read this as a move.")


def _bad_years(least: int, most: int, value: object) -> str:
    return _("The number of years must be from %(least)s to %(most)s, not %(value)s.") % {
        "least": least,
        "most": most,
        "value": quoted(str(value)),
    }


PROBLEMS: Problems = {
    # Orders: words
    "unknown-word": _unknown_word,
    "no-verb": lambda: _("Say what to do: hatch, grow, discard, draw or another word."),
    "shape": _shape,
    "which-card": lambda: _("More than one card in your hand fits that."),
    "which-bird": lambda: _("This card fits on more than one of your birds."),
    # Orders: the position
    "order-form": lambda: _("We couldn’t read this as a move here."),
    "not-in-hand": _not_in_hand,
    "cannot-hatch": _cannot_hatch,
    "cannot-grow": _cannot_grow,
    "no-such-bird": _no_such_bird,
    "no-common-suit": _no_common_suit,
    "no-room": _no_room,
    "nothing-fits": lambda: _("No card fits that."),
    "one-card": lambda: _(
        "You play one card a turn; you can place several only when the year is over."
    ),
    "card-twice": lambda: _("That names the same card twice."),
    # Set-up
    "bad-years": _bad_years,
    "wrong-seats-number": lambda needed, seats: (
        _("Emu Ranchers is a game for %(needed)s, not %(seats)s.")
        % {"needed": needed, "seats": seats}
    ),
}
