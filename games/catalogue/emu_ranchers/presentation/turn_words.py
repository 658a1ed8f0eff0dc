"""Sentences for the beginning of a match and of a year, and for turns."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext

from games.catalogue.emu_ranchers.presentation.vocabulary import bird_name, card_name, card_names
from games.presentation.people import People
from games.presentation.words import and_list, comma_list, paragraph
from games.presentation.words import gettext as _
from games.rules.protocol import Seat

FEW_CARDS = 6
"""So many cards in the deck, or fewer, are worth a word: the year will soon be over."""


def match_began(years: int, excuse: bool, deck: str) -> str:
    """`match-began`: how many years, and which cards."""
    opening = ngettext(
        "Emu Ranchers begins: %(number)s year with the basic deck.",
        "Emu Ranchers begins: %(number)s years with the basic deck.",
        years,
    ) % {"number": years}
    more = {"pawns": _("The four Pawns are in."), "courts": _("The four Courts are in.")}
    with_excuse = _("The Excuse is in.") if excuse else ""
    return paragraph([opening, more.get(deck, ""), with_excuse])


def year_began(people: People, year: int, years: int, starter: Seat) -> str:
    """`year-began`: which one, and who starts."""
    values = {
        "year": year,
        "years": years,
        "name": people.name(starter),
    }
    if people.is_viewer(starter):
        return _("Year %(year)s of %(years)s begins. You go first.") % values
    return _("Year %(year)s of %(years)s begins. %(name)s goes first.") % values


def dealt(people: People, seat: Seat, cards: Sequence[str]) -> str:
    """`dealt`: a hand, for its owner."""
    values = {"name": people.name(seat), "cards": comma_list(cards)}
    if people.is_viewer(seat):
        return _("You are dealt %(cards)s.") % values
    return _("%(name)s is dealt %(cards)s.") % values


def hatched(people: People, seat: Seat, card: str, bird: int) -> str:
    """`hatched`: a new bird with its first card."""
    values = {
        "name": people.name(seat),
        "card": card_name(card),
        "bird": bird_name(bird),
    }
    if people.is_viewer(seat):
        return _("You hatch %(bird)s with %(card)s.") % values
    return _("%(name)s hatches %(bird)s with %(card)s.") % values


def grew(people: People, seat: Seat, card: str, bird: int) -> str:
    """`grew`: a card more on a bird."""
    values = {
        "name": people.name(seat),
        "card": card_name(card),
        "bird": bird_name(bird),
    }
    if people.is_viewer(seat):
        return _("You add %(card)s to %(bird)s.") % values
    return _("%(name)s adds %(card)s to %(bird)s.") % values


def discarded(people: People, seat: Seat, card: str) -> str:
    """`discarded`: a card on the discard pile."""
    values = {"name": people.name(seat), "card": card_name(card)}
    if people.is_viewer(seat):
        return _("You discard %(card)s.") % values
    return _("%(name)s discards %(card)s.") % values


def drew(people: People, seat: Seat, left: int) -> str:
    """`drew`: a card from the deck, for everybody; a word more where the deck runs out."""
    values = {"name": people.name(seat)}
    if people.is_viewer(seat):
        drawn = _("You draw from the deck.")
    else:
        drawn = _("%(name)s draws from the deck.") % values
    return paragraph([drawn, deck_left(left)])


def deck_left(left: int) -> str:
    """How many cards are left, where they are few."""
    if not 0 < left <= FEW_CARDS:
        return ""
    return ngettext(
        "The deck holds %(number)s more card.",
        "The deck holds %(number)s more cards.",
        left,
    ) % {"number": left}


def drew_card(people: People, seat: Seat, card: str) -> str:
    """`drew-card`: which card came from the deck, for the seat itself."""
    values = {"name": people.name(seat), "card": card_name(card)}
    if people.is_viewer(seat):
        return _("You draw %(card)s from the deck.") % values
    return _("%(name)s draws %(card)s from the deck.") % values


def drew_discard(people: People, seat: Seat, card: str) -> str:
    """`drew-discard`: the top card of the discard pile, seen by everybody."""
    values = {"name": people.name(seat), "card": card_name(card)}
    if people.is_viewer(seat):
        return _("You take %(card)s from the discard pile.") % values
    return _("%(name)s takes %(card)s from the discard pile.") % values


def last_card(people: People, seat: Seat, year: int) -> str:
    """`last-card`: the deck is used up."""
    values = {"name": people.name(seat), "year": year}
    if people.is_viewer(seat):
        return _("That was the last card: the year ends after your turn (year %(year)s).") % values
    return _("That was the last card: year %(year)s ends after %(name)s’s turn.") % values


def grew_at_year_end(people: People, seat: Seat, placed: Sequence[tuple[str, int]]) -> str:
    """`grew-at-year-end`: what a seat placed from its hand."""
    values = {"name": people.name(seat), "placed": _placed(placed)}
    own = people.is_viewer(seat)
    if not placed:
        return (
            _("You place no more card.") if own else _("%(name)s places no more card.")
        ) % values
    return (_("You place %(placed)s.") if own else _("%(name)s places %(placed)s.")) % values


def _placed(placed: Sequence[tuple[str, int]]) -> str:
    """The cards by the bird that they went to."""
    birds: dict[int, list[str]] = {}
    for card, bird in placed:
        birds.setdefault(bird, []).append(card)
    return and_list(
        [
            _("%(cards)s on %(bird)s") % {"cards": card_names(cards), "bird": bird_name(bird)}
            for bird, cards in birds.items()
        ]
    )
