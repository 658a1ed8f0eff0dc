"""The table as text: for mails, for screen readers and for terminals.

Nothing depends on columns or on a font: every line says what it is about. Members' names can hold
anything, so they are shortened and stripped of control characters first.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.emu_ranchers.presentation.vocabulary import (
    SUITS,
    bird_name,
    card_name,
    next_card,
    phase_name,
    suit_name,
    suit_names,
)
from games.catalogue.emu_ranchers.rules.view import BirdOnTable, EmuRanchersView, Rancher
from games.presentation.people import People
from games.presentation.text_board import text_of
from games.presentation.words import comma_list, number_of_cards, number_of_points, paragraph
from games.presentation.words import gettext as _


def board(view: EmuRanchersView, people: People) -> str:
    """The whole table of this view in lines of at most `COLUMNS` characters."""
    blocks = [_table(view, people)]
    blocks += [_rancher(rancher, view, people) for rancher in view.players]
    if view.hand:
        blocks.append([hand_title(view.hand), " ".join(view.hand)])
    return text_of(blocks)


def round_name(number: int) -> str:
    """`Year 4`."""
    return _("Year %(year)s") % {"year": number}


def round_label(view: EmuRanchersView) -> str:
    """`Year 2 of 4`."""
    return _("Year %(year)s of %(years)s") % {"year": view.round, "years": view.years}


def title(view: EmuRanchersView) -> str:
    """The year and what is being decided."""
    return _("%(round)s: %(phase)s") % {
        "round": round_label(view),
        "phase": phase_name(view.phase),
    }


def piles_line(view: EmuRanchersView) -> str:
    """How many cards the deck and the discard pile hold, and what lies open."""
    deck = _("Deck: %(number)s.") % {"number": view.deck}
    if not view.discard:
        return paragraph([deck, _("The discard pile is empty.")])
    top = view.discard[-1]
    discard = _("Discard pile: %(number)s, on top %(code)s (%(card)s).") % {
        "number": len(view.discard),
        "code": top,
        "card": card_name(top),
    }
    return paragraph([deck, discard])


def hand_title(hand: Sequence[str]) -> str:
    """How many cards the viewer holds."""
    return _("Your hand: %(cards)s") % {"cards": number_of_cards(len(hand))}


def bird_title(bird: BirdOnTable, *, over: bool = False) -> str:
    """`Bird 1: Moons, goes on above 6, now 4 points`; only the points when the match is over."""
    values = {"number": bird.number, "points": number_of_points(bird.points)}
    if over:
        return _("Bird %(number)s: %(points)s") % values
    return _("Bird %(number)s: %(suits)s, %(next)s, now %(points)s") % {
        **values,
        "suits": suit_names(bird.suits),
        "next": next_card(bird.above, bird.below),
    }


def rancher_title(rancher: Rancher, view: EmuRanchersView, people: People) -> str:
    """The name, the points and how many cards are in hand."""
    seat = rancher.seat
    values = {
        "name": people.short(seat),
        "points": number_of_points(view.score[seat].total),
        "cards": number_of_cards(rancher.hand),
    }
    own = seat == people.viewer
    if view.phase == "over":
        return (_("%(name)s (you): %(points)s") if own else _("%(name)s: %(points)s")) % values
    if own:
        return _("%(name)s (you): %(points)s so far, %(cards)s in hand") % values
    return _("%(name)s: %(points)s so far, %(cards)s in hand") % values


def known_line(rancher: Rancher, people: People) -> str:
    """The cards in a hand that everybody has seen, or nothing."""
    if not rancher.known:
        return ""
    values = {"cards": comma_list(rancher.known)}
    if rancher.seat == people.viewer:
        return _("Your opponent knows of your hand: %(cards)s") % values
    return _("Known of this hand: %(cards)s") % values


def _table(view: EmuRanchersView, people: People) -> list[str]:
    del people
    if view.phase == "over":
        return [title(view)]
    letters = comma_list([f"{letter} {suit_name(letter)}" for letter in SUITS])
    return [title(view), piles_line(view), _("Suits: %(suits)s") % {"suits": letters}]


def _rancher(rancher: Rancher, view: EmuRanchersView, people: People) -> list[str]:
    lines = [rancher_title(rancher, view, people)]
    for bird in rancher.birds:
        lines.append(bird_title(bird, over=view.phase == "over"))
        lines.append("  " + " ".join(bird.cards))
    if not rancher.birds:
        lines.append(_("no birds yet"))
    known = known_line(rancher, people)
    return [*lines, known] if known else lines


def bird_heading(number: int, cards: Sequence[str]) -> str:
    """A bird with its cards, as the heading of a form."""
    return _("%(bird)s (%(cards)s)") % {"bird": bird_name(number), "cards": " ".join(cards)}
