"""The table as text: for mails, for screen readers and for terminals.

Nothing depends on columns or on a font: every line says what it is about. Members' names can hold
anything, so they are shortened and stripped of control characters first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import pgettext

from games.catalogue.wild_cards.presentation.vocabulary import (
    HABITATS,
    REFILL,
    SPECIES,
    animal_name,
    animals,
    bid_name,
    card_names,
    habitat_name,
    leader_power,
    phase_name,
)
from games.catalogue.wild_cards.rules.view import WildCardsPlayer, WildCardsView
from games.presentation.people import People
from games.presentation.text_board import text_of
from games.presentation.words import comma_list, number_of_cards, number_of_points
from games.presentation.words import gettext as _


def board(view: WildCardsView, people: People) -> str:
    """The whole table of this view in lines of at most `COLUMNS` characters."""
    blocks = [_table(view, people)]
    blocks += [_player(player, view, people) for player in view.players]
    if view.hand is not None:
        blocks.append(_hand(view.hand))
    return text_of(blocks)


def round_name(number: int) -> str:
    """`Round 4`."""
    return _("Round %(round)s") % {"round": number}


def round_label(view: WildCardsView) -> str:
    """`Round 4 of 12`."""
    return _("Round %(round)s of %(rounds)s") % {
        "round": view.round,
        "rounds": view.rounds,
    }


def market_line(view: WildCardsView) -> str:
    """What is on offer, the animal nearest the pile first."""
    offered = [animal_name(species) for species in view.market if species]
    if not offered:
        return _("Market: empty")
    return _("Market: %(animals)s") % {"animals": comma_list(offered)}


def piles_line(view: WildCardsView) -> str:
    """How many cards the three piles hold."""
    return _("Animals to come: %(animals)s. Habitat deck: %(deck)s. Discard pile: %(discard)s.") % {
        "animals": view.animals_left,
        "deck": view.deck,
        "discard": len(view.discard),
    }


def animals_left_line(view: WildCardsView) -> str:
    """How many animals are still to come."""
    return _("Animals to come: %(animals)s") % {"animals": view.animals_left}


def _table(view: WildCardsView, people: People) -> list[str]:
    title = _("%(round)s: %(phase)s") % {
        "round": round_label(view),
        "phase": phase_name(view.phase),
    }
    piles = animals_left_line(view) if people.is_brief else piles_line(view)
    lines = [title, market_line(view), piles]
    supply = [species for species in SPECIES if view.leaders[species] is None]
    if supply:
        lines.append(
            _("Leaders nobody has: %(animals)s")
            % {"animals": comma_list([animal_name(species) for species in supply])}
        )
    if view.talisman is not None:
        lines.append(_("Talisman: %(name)s") % {"name": people.short(view.talisman)})
    return lines


def _player(player: WildCardsPlayer, view: WildCardsView, people: People) -> list[str]:
    lines = [_player_title(player, view, people), collection_line(player.collection)]
    led = [species for species in SPECIES if view.leaders[species] == player.seat]
    if led:
        # In brief one's own powers alone: they are what one may forget to use.
        is_bare = player.leo or (people.is_brief and player.seat != people.viewer)
        lines.append(_("Leaders: %(leaders)s") % {"leaders": _powers(led, is_bare=is_bare)})
    lines += laid_lines(player, view)
    return lines


def _player_title(player: WildCardsPlayer, view: WildCardsView, people: People) -> str:
    values = {"name": people.short(player.seat), "cards": number_of_cards(player.hand)}
    if player.leo:
        return _("%(name)s (virtual player): %(cards)s in the pile") % values
    values["points"] = number_of_points(view.score[player.seat].total)
    if people.is_brief and player.seat == people.viewer:
        return _("%(name)s (you): %(points)s, %(cards)s") % values
    if people.is_brief:
        return _("%(name)s: %(points)s, %(cards)s") % values
    if player.seat == people.viewer:
        return _("%(name)s (you): %(points)s so far, %(cards)s in hand") % values
    return _("%(name)s: %(points)s so far, %(cards)s in hand") % values


def collection_line(collection: Mapping[str, int]) -> str:
    """`Animals: 2 peacocks, 1 lion`."""
    held = [animals(species, collection[species]) for species in SPECIES if collection[species]]
    if not held:
        return _("Animals: none yet")
    return _("Animals: %(animals)s") % {"animals": comma_list(held)}


def _powers(led: Sequence[str], *, is_bare: bool) -> str:
    if is_bare:
        return comma_list([animal_name(species) for species in led])
    return comma_list(
        [
            _("%(animal)s (%(power)s)")
            % {"animal": animal_name(species), "power": leader_power(species)}
            for species in led
        ]
    )


def laid_lines(player: WildCardsPlayer, view: WildCardsView) -> list[str]:
    """What lies before a player in this round, each with what became of it."""
    lines = [_bid(player, view)] if player.bid else []
    if player.payment:
        lines.append(_("Payment: %(cards)s") % {"cards": card_names(player.payment)})
    if player.shown:
        lines.append(_("Shown in the tie: %(cards)s") % {"cards": card_names(player.shown)})
    if player.took:
        lines.append(_("Took: %(animal)s") % {"animal": animal_name(player.took)})
    elif player.state == "passed":
        lines.append(pgettext("a player in this round", "Passed"))
    return lines


def _bid(player: WildCardsPlayer, view: WildCardsView) -> str:
    if player.open_cards:
        return _("Bid: %(card)s") % {"card": bid_name(player.open_cards[0])}
    if player.seat == view.seat and view.own_bid:
        return _("Bid, face down: %(cards)s") % {"cards": card_names(view.own_bid)}
    return _("Bid, face down: %(cards)s") % {"cards": number_of_cards(player.hidden_cards)}


def hand_groups(hand: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The hand by habitat, those with cards only; Refill stands apart."""
    groups = [(letter, [card for card in hand if card[0] == letter]) for letter in HABITATS]
    return [(letter, cards) for letter, cards in groups if cards]


def hand_title(hand: Sequence[str]) -> str:
    """How many cards the viewer holds, and whether Refill is among them."""
    values = {"cards": number_of_cards(len(hand) - (REFILL in hand))}
    if REFILL in hand:
        return _("Your hand: %(cards)s, and R (Refill)") % values
    return _("Your hand: %(cards)s") % values


def _hand(hand: Sequence[str]) -> list[str]:
    lines = [hand_title(hand)]
    for letter, cards in hand_groups(hand):
        lines.append(
            _("%(habitat)s: %(cards)s")
            % {"habitat": habitat_name(letter), "cards": " ".join(cards)}
        )
    return lines
