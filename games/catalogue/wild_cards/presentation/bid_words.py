"""Sentences for the start of a match and a round, for bids and for refilling hands."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext

from games.catalogue.wild_cards.presentation.vocabulary import (
    REFILL,
    animal_name,
    bid_name,
    card_name,
    card_names,
    the_animal,
)
from games.catalogue.wild_cards.rules.events import RevealedBid
from games.presentation.people import People
from games.presentation.words import comma_list, number_of_cards, paragraph
from games.presentation.words import gettext as _
from games.rules.protocol import Seat


def match_began(
    people: People,
    edition: str,
    seats: int,
    leo: bool | None = None,
    talisman: Seat | None = None,
) -> str:
    """`match-began`: edition, seats, who holds the talisman."""
    values = {"edition": edition, "number": seats}
    if leo is None or leo is False:
        opening = ngettext(
            "Wild Cards, edition %(edition)s, begins with %(number)s player.",
            "Wild Cards, edition %(edition)s, begins with %(number)s players.",
            seats,
        )
    else:
        opening = ngettext(
            "Wild Cards, edition %(edition)s, begins with %(number)s player and Leo.",
            "Wild Cards, edition %(edition)s, begins with %(number)s players and Leo.",
            seats,
        )
    return paragraph([opening % values, _talisman_holder(talisman, people)])


def _talisman_holder(seat: Seat | None, people: People) -> str:
    if seat is None:
        return ""
    if people.is_viewer(seat):
        return _("You hold the talisman.")
    return _("%(name)s holds the talisman.") % {"name": people.name(seat)}


def dealt(people: People, seat: Seat, cards: Sequence[str]) -> str:
    """`dealt`: a seat's first hand."""
    values = {"name": people.name(seat), "cards": card_names(cards)}
    if people.is_viewer(seat):
        return _("You are dealt %(cards)s.") % values
    return _("%(name)s is dealt %(cards)s.") % values


def round_began(round_: int, rounds: int, market: Sequence[str]) -> str:
    """`round-began`: the round's number and the market, the animal nearest the pile first."""
    return _("Round %(round)s of %(rounds)s: the market has %(animals)s.") % {
        "round": round_,
        "rounds": rounds,
        "animals": comma_list([animal_name(species) for species in market if species]),
    }


def bids_revealed(people: People, bids: Sequence[RevealedBid]) -> str:
    """`bids-revealed`: bids from high to low, then who refills, then who has yet to choose."""
    shown = [(bid.seat, bid.cards[0]) for bid in bids if bid.cards]
    cards = [(seat, card) for seat, card in shown if card != REFILL]
    cards.sort(key=lambda bid: bid[1][1], reverse=True)
    refills = [seat for seat, card in shown if card == REFILL]
    hidden = [bid.seat for bid in bids if not bid.cards]
    return paragraph(
        [
            *(_bids(seat, card, people) for seat, card in cards),
            *_refills(refills, people),
            *(_lays_two(seat, people) for seat in hidden),
        ]
    )


def _bids(seat: Seat, card: str, people: People) -> str:
    values = {"name": people.name(seat), "card": card_name(card)}
    if people.is_viewer(seat):
        return _("You bid %(card)s.") % values
    return _("%(name)s bids %(card)s.") % values


def _refills(seats: Sequence[Seat], people: People) -> list[str]:
    sentences = []
    others = [seat for seat in seats if not people.is_viewer(seat)]
    if others:
        sentences.append(
            ngettext(
                "%(names)s bids the Refill card.", "%(names)s bid the Refill card.", len(others)
            )
            % {"names": people.others(others)}
        )
    if len(others) < len(seats):
        sentences.append(_("You bid the Refill card."))
    return sentences


def _lays_two(seat: Seat, people: People) -> str:
    if people.is_viewer(seat):
        return _("You’ve played two cards and now choose one of them (eagle leader).")
    return _("%(name)s has played two cards and now chooses one of them (eagle leader).") % {
        "name": people.name(seat)
    }


def eagle_chose(people: People, seat: Seat, card: str) -> str:
    """`eagle-chose`: the bid is settled, the other card stays unseen."""
    values = {"name": people.name(seat), "card": bid_name(card)}
    if people.is_viewer(seat):
        return _("You choose %(card)s and take your other card back unseen.") % values
    return _("%(name)s chooses %(card)s and takes the other card back unseen.") % values


def swapped(people: People, seat: Seat, give: str, take: str) -> str:
    """`swapped`: the meerkat's power used."""
    values = {
        "name": people.name(seat),
        "given": the_animal(give),
        "taken": the_animal(take),
    }
    if people.is_viewer(seat):
        return _("You give %(given)s to the market and get %(taken)s (meerkat leader).") % values
    return _("%(name)s gives %(given)s to the market and gets %(taken)s (meerkat leader).") % values


def swap_declined(people: People, seat: Seat) -> str:
    """`swap-declined`: the meerkat's power not used."""
    if people.is_viewer(seat):
        return _("You swap no animal.")
    return _("%(name)s swaps no animal.") % {"name": people.name(seat)}


def discarded(people: People, seat: Seat, cards: Sequence[str]) -> str:
    """`discarded`: what a Refill bidder threw away, nothing included."""
    values = {"name": people.name(seat), "cards": card_names(cards)}
    own = people.is_viewer(seat)
    if not cards:
        return (_("You discard nothing.") if own else _("%(name)s discards nothing.")) % values
    return (_("You discard %(cards)s.") if own else _("%(name)s discards %(cards)s.")) % values


def drew(people: People, seat: Seat, number: int) -> str:
    """`drew`: how many cards, for everybody."""
    values = {"name": people.name(seat), "cards": number_of_cards(number)}
    own = people.is_viewer(seat)
    if not number:
        return (_("You draw nothing.") if own else _("%(name)s draws nothing.")) % values
    return (_("You draw %(cards)s.") if own else _("%(name)s draws %(cards)s.")) % values


def drew_cards(people: People, cards: Sequence[str], seat: Seat) -> str:
    """`drew-cards`: which cards, for the seat itself."""
    if not cards:
        return drew(people, seat, 0)
    values = {"name": people.name(seat), "cards": card_names(cards)}
    if people.is_viewer(seat):
        return _("You draw %(cards)s.") % values
    return _("%(name)s draws %(cards)s.") % values


def leo_refilled(number: int, discarded: Sequence[str]) -> str:
    """`leo-refilled`: what was left of Leo's pile goes, a new pile comes."""
    drawn = ngettext(
        "Leo shuffles a new pile of %(number)s card and his Refill card.",
        "Leo shuffles a new pile of %(number)s cards and his Refill card.",
        number,
    ) % {"number": number}
    if not discarded:
        return drawn
    thrown = _("Leo discards %(cards)s.") % {"cards": card_names(discarded)}
    return paragraph([thrown, drawn])


def reshuffled(number: int) -> str:
    """`reshuffled`: the discard pile became the deck."""
    return ngettext(
        "The deck was empty: %(number)s discarded card is shuffled into a new one.",
        "The deck was empty: %(number)s discarded cards are shuffled into a new one.",
        number,
    ) % {"number": number}
