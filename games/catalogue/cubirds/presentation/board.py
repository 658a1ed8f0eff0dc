"""The table as text: for mails, for screen readers and for terminals.

Nothing depends on columns or on a font: every line says what it is about. Members' names can hold
anything, so they are shortened and stripped of control characters first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.catalogue.cubirds.presentation.rows import row_in_words
from games.catalogue.cubirds.presentation.vocabulary import (
    FAMILY,
    birds,
    counted_flock,
    flock,
    number_of_birds,
    phase_name,
)
from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.view import CuBirdsPlayer, CuBirdsView
from games.presentation.people import People
from games.presentation.text_board import text_of
from games.presentation.words import gettext as _
from games.presentation.words import number_of_cards


def board(view: CuBirdsView, people: People) -> str:
    """The whole table of this view in lines of at most `COLUMNS` characters."""
    blocks = [_table(view, people)]
    blocks += [_player(player, people) for player in view.players]
    if view.hand is not None:
        blocks.append(_hand(view.hand))
    return text_of(blocks)


def round_name(number: int) -> str:
    """`Turn 4`."""
    return _("Turn %(turn)s") % {"turn": number}


def round_label(view: CuBirdsView) -> str:
    """`Turn 12`."""
    return round_name(view.round)


def title(view: CuBirdsView, people: People) -> str:
    """Which turn it is, whose, and what is asked."""
    values = {
        "turn": round_label(view),
        "name": people.short(view.active),
        "phase": phase_name(view.phase),
    }
    if view.phase == "over":
        return _("%(turn)s: %(phase)s") % values
    if people.is_viewer(view.active):
        return _("%(turn)s, yours: %(phase)s") % values
    return _("%(turn)s, %(name)s: %(phase)s") % values


def piles_line(view: CuBirdsView) -> str:
    """How many cards the two piles hold."""
    return _("Deck: %(deck)s. Discard pile, face down: %(discard)s.") % {
        "deck": number_of_cards(view.deck),
        "discard": number_of_cards(view.discard),
    }


def _table(view: CuBirdsView, people: People) -> list[str]:
    rows = [
        _("Row %(row)s: %(birds)s") % {"row": number, "birds": row_in_words(row)}
        for number, row in enumerate(view.rows, 1)
    ]
    return [title(view, people), *rows, piles_line(view)]


def _player(player: CuBirdsPlayer, people: People) -> list[str]:
    lines = [_player_title(player, people), collection_line(player.collection)]
    if player.open:
        lines.append(_("Hand, lying open: %(birds)s") % {"birds": flock(player.open)})
    elif player.known and not (people.is_brief and people.is_viewer(player.seat)):
        lines.append(known_line(player.known))
    return lines


def _player_title(player: CuBirdsPlayer, people: People) -> str:
    values = {
        "name": people.short(player.seat),
        "birds": number_of_birds(player.birds),
        "cards": number_of_cards(player.hand),
    }
    if player.virtual:
        return _("%(name)s (virtual player): %(birds)s, %(cards)s in hand") % values
    if people.is_viewer(player.seat):
        return _("%(name)s (you): %(birds)s, %(cards)s in hand") % values
    return _("%(name)s: %(birds)s, %(cards)s in hand") % values


def collection_line(collection: Mapping[str, int]) -> str:
    """`Collection: 2 owls and 1 duck`."""
    if not collection:
        return _("Collection: none yet")
    return _("Collection: %(birds)s") % {"birds": counted_flock(collection)}


def known_line(known: Mapping[str, int]) -> str:
    """What everybody saw a player take into the hand."""
    return _("Seen going into this hand: %(birds)s") % {"birds": counted_flock(known)}


def family_words(species: str, number: int) -> str:
    """How a hand's birds of a species stand to a family."""
    small, big = FAMILY[species]
    if number >= big:
        return _("a big family, wins 2 birds")
    if number >= small:
        return _("a family, wins 1 bird; %(big)s win 2") % {"big": big}
    return _("%(small)s are a family, %(big)s a big one") % {"small": small, "big": big}


def _hand(hand: Sequence[str]) -> list[str]:
    counts = Counter(hand)
    lines = [
        _("%(birds)s (%(family)s)")
        % {
            "birds": birds(species, counts[species]),
            "family": family_words(species, counts[species]),
        }
        for species in SPECIES
        if counts[species]
    ]
    return [_("Your hand: %(cards)s") % {"cards": number_of_cards(len(hand))}, *lines]
