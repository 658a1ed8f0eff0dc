"""One plain sentence or two for every kind of event.

The viewer's own deeds have msgids of their own ("You bid …"): a language may change the verb.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import ngettext, pgettext

from games.catalogue.wizard.presentation.vocabulary import (
    JESTER,
    WIZARD,
    a_card,
    card_name,
    card_names,
    colour_name,
    number_of_tricks,
    reason,
    variants,
)
from games.catalogue.wizard.rules.options import WizardOptions
from games.presentation.event_words import points_at_the_end
from games.presentation.people import People
from games.presentation.values import figure, signed
from games.presentation.words import comma_list, paragraph
from games.presentation.words import gettext as _
from games.rules.protocol import Seat


def match_began(seats: int, rounds: int, options: Mapping[str, str | bool]) -> str:
    """`match-began`: seats, length, variants."""
    opening = ngettext(
        "Wizard begins with %(number)s player and lasts %(rounds)s rounds.",
        "Wizard begins with %(number)s players and lasts %(rounds)s rounds.",
        seats,
    ) % {"number": seats, "rounds": rounds}
    played = variants(WizardOptions.from_mapping(options))
    if not played:
        return opening
    return paragraph([opening, _("Variants: %(names)s.") % {"names": comma_list(played)}])


def round_began(people: People, round_: int, rounds: int, cards: int, dealer: Seat) -> str:
    """`round-began`: its number, the size of the hands, who deals."""
    values = {
        "round": round_,
        "rounds": rounds,
        "cards": cards,
        "name": people.name(dealer),
    }
    if people.is_viewer(dealer):
        return (
            ngettext(
                "Round %(round)s of %(rounds)s: %(cards)s card each, you deal.",
                "Round %(round)s of %(rounds)s: %(cards)s cards each, you deal.",
                cards,
            )
            % values
        )
    return (
        ngettext(
            "Round %(round)s of %(rounds)s: %(cards)s card each, %(name)s deals.",
            "Round %(round)s of %(rounds)s: %(cards)s cards each, %(name)s deals.",
            cards,
        )
        % values
    )


def dealt(people: People, seat: Seat, cards: Sequence[str]) -> str:
    """`dealt`: a hand, to its owner."""
    values = {"name": people.name(seat), "cards": card_names(cards)}
    if people.is_viewer(seat):
        return _("You are dealt %(cards)s.") % values
    return _("%(name)s is dealt %(cards)s.") % values


def held_up(people: People, seat: Seat, cards: Sequence[str]) -> str:
    """`held-up`: a hand that all others see (clairvoyance); its owner only when all is over."""
    values = {"name": people.name(seat), "cards": card_names(cards)}
    if people.is_viewer(seat):
        return _("You hold up %(cards)s.") % values
    return _("%(name)s holds up %(cards)s.") % values


def hand_seen(people: People, seat: Seat, cards: Sequence[str]) -> str:
    """`hand-seen`: the own hand, looked at after the bids (clairvoyance)."""
    values = {"name": people.name(seat), "cards": card_names(cards)}
    if people.is_viewer(seat):
        return _("Now you can see your hand: %(cards)s.") % values
    return _("Now %(name)s can see their hand: %(cards)s.") % values


def turned_up(people: People, card: str | None, trump: str, dealer: Seat) -> str:
    """`turned-up`: the card beside the pile and what it means."""
    if card is None:
        return _("All cards are dealt: there is no trump.")
    if card == JESTER:
        return _("A jester is turned up: there is no trump.")
    if card != WIZARD:
        return _("%(card)s is turned up: %(colour)s is trump.") % {
            "card": _capital(card_name(card)),
            "colour": colour_name(trump),
        }
    if people.is_viewer(dealer):
        return _("A wizard is turned up: you choose the trump colour.")
    return _("A wizard is turned up: %(name)s chooses the trump colour.") % {
        "name": people.name(dealer)
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def trump_chosen(people: People, seat: Seat, trump: str) -> str:
    """`trump-chosen`: the dealer's colour."""
    values = {"name": people.name(seat), "colour": colour_name(trump)}
    if people.is_viewer(seat):
        return _("You make %(colour)s trump.") % values
    return _("%(name)s makes %(colour)s trump.") % values


def bid(people: People, seat: Seat, bid: int) -> str:
    """`bid`: one open bid."""
    values = {"name": people.name(seat), "tricks": number_of_tricks(bid)}
    if people.is_viewer(seat):
        return _("You bid %(tricks)s.") % values
    return _("%(name)s bids %(tricks)s.") % values


def bids(pairs: Sequence[tuple[Seat, int]], people: People) -> str:
    """Several bids on one line."""
    return _("Bids: %(bids)s.") % {
        "bids": comma_list(
            [
                pgettext("a bid", "%(name)s %(bid)s") % {"name": people.item(seat), "bid": number}
                for seat, number in pairs
            ]
        )
    }


def bids_revealed(people: People, bids_: Sequence[int]) -> str:
    """`bids-revealed`: blind bids, all at once."""
    return bids(list(enumerate(bids_)), people)


def bids_laid() -> str:
    """`bids-laid`: hidden bids lie there unseen."""
    return _("All bids are laid face down until the round is over.")


def bids_complete(cards: int, total: int) -> str:
    """`bids-complete`: how many tricks are bid, and how many there are."""
    return ngettext(
        "Together %(total)s for %(cards)s trick.",
        "Together %(total)s for %(cards)s tricks.",
        cards,
    ) % {"total": total, "cards": cards}


def played(people: People, seat: Seat, card: str) -> str:
    """`played`: one card to a trick."""
    values = {"name": people.name(seat), "card": a_card(card)}
    if people.is_viewer(seat):
        return _("You play %(card)s.") % values
    return _("%(name)s plays %(card)s.") % values


def plays(pairs: Sequence[tuple[Seat, str]], people: People) -> str:
    """Who played what, one after the other, without a full stop."""
    return comma_list(
        [
            pgettext("a card in a trick", "%(name)s %(card)s")
            % {"name": people.item(seat), "card": card_name(card)}
            for seat, card in pairs
        ]
    )


def trick_so_far(number: int, pairs: Sequence[tuple[Seat, str]], people: People) -> str:
    """Cards of a trick that is not complete."""
    return _("To trick %(trick)s: %(plays)s.") % {"trick": number, "plays": plays(pairs, people)}


def trick_won(people: People, cards: Sequence[str], leader: Seat, trick: int, seat: Seat) -> str:
    """`trick-won`: the whole trick and who takes it."""
    seats = len(cards)
    pairs = [((leader + place) % seats, card) for place, card in enumerate(cards)]
    values = {
        "trick": trick,
        "plays": plays(pairs, people),
        "name": people.name(seat),
    }
    if people.is_viewer(seat):
        return _("Trick %(trick)s: %(plays)s. You take it.") % values
    return _("Trick %(trick)s: %(plays)s. %(name)s takes it.") % values


def round_ended(
    people: People,
    bids: Sequence[int],
    tricks: Sequence[int],
    points: Sequence[int],
    totals: Sequence[int],
    round_: int,
) -> str:
    """`round-ended`: of everybody bid, tricks, points and the new total."""
    rows = zip(bids, tricks, points, totals, strict=True)
    results = [
        pgettext(
            "a player's round", "%(name)s bid %(bid)s, took %(tricks)s: %(points)s, now %(total)s"
        )
        % {
            "name": people.item(seat),
            "bid": bid_made,
            "tricks": tricks,
            "points": signed(points),
            "total": figure(total),
        }
        for seat, (bid_made, tricks, points, total) in enumerate(rows)
    ]
    if people.is_viewer(0):  # a sentence begins with "you"; names stay as they are written
        results[0] = capfirst(results[0])
    return _("Round %(round)s is over. %(results)s.") % {
        "round": round_,
        "results": pgettext("between the results of players", "; ").join(results),
    }


def match_ended(people: People, scores: Sequence[int], places: Sequence[int], reason_: str) -> str:
    """`match-ended`: why, who won, and everybody's points."""
    return points_at_the_end(people, scores, places, reason(reason_))
