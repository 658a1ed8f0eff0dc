"""Which cards somebody may still play against a viewer."""

from __future__ import annotations

from collections import Counter

from games.catalogue.wizard.rules.cards import DECK, Cards, own_deck
from games.catalogue.wizard.rules.view import WizardView
from games.rules.protocol import Seat


def unseen_cards(view: WizardView) -> Cards:
    """The faces that those who still play to the trick may hold, by all that the viewer knows.

    Known are the own hand, the tricks of the round with the one under way, the card turned up and
    what left the match; in monochrome also that everybody holds one colour (V7).
    """
    if view.options.monochrome:
        return tuple(set().union(*(_own_cards_left(view, seat) for seat in _still_to_play(view))))
    played = [*view.trick, *(card for trick in view.tricks for card in trick.cards)]
    turned = [view.turned] if view.turned else []
    known = Counter((*(view.hand or ()), *played, *view.gone, *turned))
    return tuple(Counter(DECK) - known)


def _still_to_play(view: WizardView) -> list[Seat]:
    return [(view.leader + place) % view.seats for place in range(len(view.trick) + 1, view.seats)]


def _own_cards_left(view: WizardView, seat: Seat) -> set[str]:
    """A seat's own deck less what it has played in this round."""
    played = [trick.cards[(seat - trick.leader) % view.seats] for trick in view.tricks]
    return set(Counter(own_deck(seat)) - Counter(played))
