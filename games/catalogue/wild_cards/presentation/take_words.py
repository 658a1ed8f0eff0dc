"""Sentences for ties, for animals taken, for leaders, the clean-up and the end."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.wild_cards.presentation.vocabulary import (
    animal_name,
    bid_name,
    card_name,
    card_names,
    reason,
    the_animal,
    the_leader,
)
from games.catalogue.wild_cards.rules.events import ShownCard, TiePayment, TieRule
from games.presentation.event_words import points_at_the_end
from games.presentation.people import People
from games.presentation.words import comma_list, paragraph
from games.presentation.words import gettext as _
from games.rules.protocol import Seat


def tie(people: People, seats: Sequence[Seat], value: int) -> str:
    """`tie`: who bid the same value."""
    others = people.others(seats)
    if people.viewer in seats:
        return _("You are tied on %(value)s with %(names)s.") % {
            "names": others,
            "value": value,
        }
    return _("%(names)s are tied on %(value)s.") % {"names": others, "value": value}


def payments_revealed(people: People, payments: Sequence[TiePayment]) -> str:
    """`payments-revealed`: the payments of tied seats with their worth, or a pass."""
    return paragraph([_payment(payment.seat, payment.cards, people) for payment in payments])


def _payment(seat: Seat, cards: Sequence[str] | None, people: People) -> str:
    own = people.is_viewer(seat)
    if cards is None:
        return _("You pass.") if own else _("%(name)s passes.") % {"name": people.name(seat)}
    values = {
        "name": people.name(seat),
        "cards": card_names(cards),
        "worth": sum(int(card[1]) for card in cards),
    }
    if own:
        return _("You lay %(cards)s, worth %(worth)s.") % values
    return _("%(name)s lays %(cards)s, worth %(worth)s.") % values


def cards_shown(people: People, cards: Sequence[ShownCard]) -> str:
    """`cards-shown` (2020): the card that each seat still level drew or showed."""
    return paragraph([_shown(card, people) for card in cards])


def _shown(shown: ShownCard, people: People) -> str:
    own = people.is_viewer(shown.seat)
    values = {"name": people.name(shown.seat)}
    if shown.card is None:
        sentence = _("You have no card to show.") if own else _("%(name)s has no card to show.")
        return sentence % values
    values["card"] = card_name(shown.card)
    if shown.source == "deck":
        sentence = (
            _("You draw %(card)s from the deck.")
            if own
            else _("%(name)s draws %(card)s from the deck.")
        )
    else:
        sentence = (
            _("You show %(card)s from your hand.")
            if own
            else _("%(name)s shows %(card)s from the hand.")
        )
    return sentence % values


def tie_ordered(people: People, order: Sequence[Seat], by: TieRule) -> str:
    """`tie-ordered`: the order of the tied seats, and what decided it."""
    return paragraph(
        [
            _lion_wins(by.lion, people),
            _leo_wins(by, len(order)),
            _tie_order(by.step, people.in_order(order)),
        ]
    )


def _lion_wins(seat: Seat | None, people: People) -> str:
    if seat is None:
        return ""
    if people.is_viewer(seat):
        return _("Your lion leader wins the tie.")
    return _("%(name)s wins the tie with the lion leader.") % {"name": people.name(seat)}


def _leo_wins(by: TieRule, tied: int) -> str:
    if not by.leo:
        return ""
    if by.lion is not None:
        return _("Leo goes before the others in the tie.") if tied > 2 else ""
    return _("Leo wins the tie.")


def _tie_order(step: str, seats: str) -> str:
    order = {"order": seats}
    match step:
        case "total":
            return _("The payments decide the order: %(order)s.") % order
        case "shown":
            return _("The cards shown decide the order: %(order)s.") % order
        case "talisman":
            return _("The talisman decides the order: %(order)s.") % order
        case "lot":
            return _("A draw decides the order: %(order)s.") % order
    return _("They take in this order: %(order)s.") % order


def took(
    people: People,
    seat: Seat,
    animal: str,
    bid: str,
    payment: Sequence[str],
    bonus: int,
) -> str:
    """`took`: an animal with the cards that it cost, and the bonus of natural habitat."""
    values = {
        "name": people.name(seat),
        "animal": the_animal(animal),
        "bid": card_name(bid),
        "payment": card_names(payment),
    }
    own = people.is_viewer(seat)
    if payment:
        sentence = (
            _("You take %(animal)s with %(bid)s and pay %(payment)s.")
            if own
            else _("%(name)s takes %(animal)s with %(bid)s and pays %(payment)s.")
        )
    else:
        sentence = (
            _("You take %(animal)s with %(bid)s.")
            if own
            else _("%(name)s takes %(animal)s with %(bid)s.")
        )
    natural = _("All in its natural habitat: 2 points.") if bonus else ""
    return paragraph([sentence % values, natural])


def passed(people: People, seat: Seat, returned: Sequence[str], why: str) -> str:
    """`passed`: why, and which open cards go back to the hand."""
    own = people.is_viewer(seat)
    values = {"name": people.name(seat), "cards": card_names(returned)}
    return paragraph(
        [
            _pass_reason(why, own) % values,
            _returned(own) % values if values["cards"] else "",
        ]
    )


def _pass_reason(why: str, own: bool) -> str:
    match why:
        case "market-empty":
            return (
                _("There’s no animal left for you.")
                if own
                else _("There’s no animal left for %(name)s.")
            )
        case "cannot-pay":
            return _("You can’t pay, so you pass.") if own else _("%(name)s can’t pay and passes.")
        case "in-tie":
            return _("You passed in the tie.") if own else _("%(name)s passed in the tie.")
    return _("You pass.") if own else _("%(name)s passes.")


def _returned(own: bool) -> str:
    return _("You take %(cards)s back.") if own else _("%(name)s takes %(cards)s back.")


def leader_gained(people: People, seat: Seat, from_: Seat | None, species: str) -> str:
    """`leader-gained`: from the supply or from another seat."""
    giver = from_
    values = {"name": people.name(seat), "leader": the_leader(species)}
    own = people.is_viewer(seat)
    if giver is None:
        return (_("You get %(leader)s.") if own else _("%(name)s gets %(leader)s.")) % values
    values["giver"] = people.name(giver)
    if own:
        return _("You get %(leader)s from %(giver)s.") % values
    if people.is_viewer(giver):
        return _("%(name)s gets %(leader)s from you.") % values
    return _("%(name)s gets %(leader)s from %(giver)s.") % values


def leader_lost(people: People, seat: Seat, species: str) -> str:
    """`leader-lost`: back to the supply."""
    values = {"name": people.name(seat), "leader": the_leader(species)}
    if people.is_viewer(seat):
        return _("You put %(leader)s back into the supply.") % values
    return _("%(name)s puts %(leader)s back into the supply.") % values


def ibex_returned(people: People, seat: Seat, card: str) -> str:
    """`ibex-returned`: the bid goes back to the hand."""
    values = {"name": people.name(seat), "card": bid_name(card)}
    if people.is_viewer(seat):
        return _("Your ibex leader returns %(card)s to your hand.") % values
    return _("%(name)s takes %(card)s back to the hand (ibex leader).") % values


def market_cleared(animals: Sequence[str]) -> str:
    """`market-cleared`: what nobody took leaves the match."""
    if not animals:
        return ""
    return _("Left over, out of the match: %(animals)s.") % {
        "animals": comma_list([animal_name(species) for species in animals])
    }


def talisman_moved(people: People, from_: Seat, to: Seat) -> str:
    """`talisman-moved`: after a round in which it decided something."""
    giver, taker = from_, to
    values = {"giver": people.name(giver), "taker": people.name(taker)}
    if people.is_viewer(giver):
        return _("The talisman goes from you to %(taker)s.") % values
    if people.is_viewer(taker):
        return _("The talisman goes from %(giver)s to you.") % values
    return _("The talisman goes from %(giver)s to %(taker)s.") % values


def match_ended(people: People, scores: Sequence[int], places: Sequence[int], reason_: str) -> str:
    """`match-ended`: why, who won, and everybody's points."""
    return points_at_the_end(people, scores, places, reason(reason_))
