"""The table as text: for mails, for screen readers and for terminals.

Nothing depends on columns or on a font: every line says what it is about. Members' names can hold
anything, so they are shortened and stripped of control characters first.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext, pgettext

from games.catalogue.wizard.presentation.vocabulary import (
    card_name,
    colour_name,
    group_name,
    groups,
    phase_name,
    variants,
)
from games.catalogue.wizard.rules.view import WizardPlayer, WizardView
from games.presentation.people import People
from games.presentation.text_board import text_of
from games.presentation.words import comma_list, number_of_cards, number_of_points
from games.presentation.words import gettext as _
from games.rules.protocol import Seat


def board(view: WizardView, people: People) -> str:
    """The whole table of this view in lines of at most `COLUMNS` characters."""
    blocks = [_table(view, people), _players(view, people)]
    if view.hand:
        blocks.append(_hand(view.hand, hand_title(view.hand)))
    return text_of(blocks)


def round_name(number: int) -> str:
    """`Round 4`."""
    return _("Round %(round)s") % {"round": number}


def round_label(view: WizardView) -> str:
    """`Round 4 of 15`."""
    return _("Round %(round)s of %(rounds)s") % {"round": view.round, "rounds": view.rounds}


def title(view: WizardView) -> str:
    """The round and its phase."""
    return _("%(round)s: %(phase)s") % {
        "round": round_label(view),
        "phase": phase_name(view.phase),
    }


def trump_line(view: WizardView) -> str:
    """What is trump and which card says so; empty in monochrome."""
    if view.options.monochrome:
        return ""
    turned = view.turned
    if turned is None:
        return _("Trump: none, as all cards are dealt")
    values = {"card": card_name(turned)}
    if view.trump:
        values["colour"] = colour_name(view.trump)
        return _("Trump: %(colour)s (turned up: %(card)s)") % values
    if view.phase == "trump":
        return _("Trump: to be chosen (turned up: %(card)s)") % values
    return _("Trump: none (turned up: %(card)s)") % values


def bids_line(view: WizardView) -> str:
    """How many tricks are bid and how many there are, once all bids are known."""
    bids = [player.bid for player in view.players if player.bid is not None]
    if len(bids) < view.seats or view.phase == "over":
        return ""
    return ngettext(
        "Bids: %(total)s together, for %(cards)s trick",
        "Bids: %(total)s together, for %(cards)s tricks",
        view.cards,
    ) % {"total": sum(bids), "cards": view.cards}


def trick_seats(view: WizardView) -> list[tuple[Seat, str]]:
    """The trick under way: who played which card."""
    return seated(view.leader, view.trick, view.seats)


def seated(leader: Seat, cards: Sequence[str], seats: int) -> list[tuple[Seat, str]]:
    """The cards of a trick with the seats that played them."""
    return [((leader + place) % seats, card) for place, card in enumerate(cards)]


def gone_cards(view: WizardView) -> list[str]:
    """The cards that cannot come any more: finished tricks of the round, earlier rounds for two."""
    return [*view.gone, *(card for trick in view.tricks for card in trick.cards)]


def _table(view: WizardView, people: People) -> list[str]:
    played = variants(view.options)
    lines = [title(view)]
    if played:
        lines.append(_("Variants: %(names)s") % {"names": comma_list(played)})
    lines += [trump_line(view), bids_line(view)]
    if view.phase == "play":
        lines.append(_trick_line(view, people))
    gone = gone_cards(view)
    if gone and view.phase != "over":
        lines.append(_("Played so far: %(cards)s") % {"cards": _by_colour(gone)})
    return [line for line in lines if line]


def _trick_line(view: WizardView, people: People) -> str:
    number = len(view.tricks) + 1
    if view.ahead is None:
        return _("Trick %(trick)s: %(name)s leads") % {
            "trick": number,
            "name": people.short(view.leader),
        }
    cards = [
        pgettext("a card in a trick", "%(name)s %(card)s")
        % {"name": people.short(seat), "card": card_name(card)}
        for seat, card in trick_seats(view)
    ]
    return _("Trick %(trick)s: %(plays)s; %(name)s is ahead") % {
        "trick": number,
        "plays": comma_list(cards),
        "name": people.short(view.ahead),
    }


def _by_colour(cards: Sequence[str]) -> str:
    """Codes in short, colour by colour: `R2 R9, B1, Z`."""
    return comma_list(
        [
            " ".join(sorted(held, key=lambda code: (len(code), code)))
            for _letter, held in groups(cards)
        ]
    )


def _players(view: WizardView, people: People) -> list[str]:
    lines = [_("Players:")]
    for player in view.players:
        lines.append(_player(player, view, people))
        if player.cards:
            lines.append(
                _("%(name)s holds up: %(cards)s")
                % {"name": people.short(player.seat), "cards": _by_colour(player.cards)}
            )
    return lines


def player_name(seat: Seat, name: str, people: People) -> str:
    """The name, marked where it is the reader's."""
    return _("%(name)s (you)") % {"name": name} if seat == people.viewer else name


def _player(player: WizardPlayer, view: WizardView, people: People) -> str:
    seat = player.seat
    facts = [number_of_points(player.total)]
    if view.phase != "over":
        facts += [bid_words(player), taken_words(player, view)]
        facts.append(number_of_cards(player.hand))
    if player.colour:
        facts.append(colour_name(player.colour))
    if seat == view.dealer and view.phase != "over":
        facts.append(_("dealer"))
    return _("%(name)s: %(facts)s") % {
        "name": player_name(seat, people.short(seat), people),
        "facts": comma_list([fact for fact in facts if fact]),
    }


def bid_words(player: WizardPlayer) -> str:
    """The bid as far as the viewer may know it."""
    if player.bid is not None:
        return _("bid %(bid)s") % {"bid": player.bid}
    return _("bid laid") if player.has_bid else ""


def taken_words(player: WizardPlayer, view: WizardView) -> str:
    """How many tricks a player has taken, while cards are played."""
    if view.phase != "play":
        return ""
    return _("took %(tricks)s") % {"tricks": player.tricks}


def hand_title(hand: Sequence[str]) -> str:
    """How many cards the viewer holds."""
    return _("Your hand: %(cards)s") % {"cards": number_of_cards(len(hand))}


def _hand(hand: Sequence[str], heading: str) -> list[str]:
    return [
        heading,
        *(
            _("%(group)s: %(cards)s") % {"group": group_name(letter), "cards": " ".join(cards)}
            for letter, cards in groups(hand)
        ),
    ]
