"""How a turn of Emu Ranchers is tapped: a card of the hand, then where it goes."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.catalogue.emu_ranchers.presentation.questions import choice_label
from games.catalogue.emu_ranchers.presentation.vocabulary import bird_name, card_name
from games.catalogue.emu_ranchers.rules.prompt import PilePrompt
from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.presentation.scene import Slot, Way
from games.rules.protocol import Choice, Decision

CARD_FIELD, PLACE_FIELD = "card", "place"
NEST, PILE = "new", "discard"
"""The places beside the numbers of the own birds."""


def ways(decision: Decision, view: EmuRanchersView) -> tuple[Way, ...]:
    """A card with its place; everything else is a button."""
    del view
    if isinstance(decision.data, PilePrompt):
        taken = _("Take %(card)s") % {"card": card_name(decision.data.discard)}
        return (Way("draw deck", _("Draw from the deck")), Way("draw discard", taken))
    return tuple(_way(decision, choice) for choice in decision.choices)


def place_name(place: str) -> str:
    """Where a card goes, in words."""
    names = {NEST: _("a new bird"), PILE: _("the discard pile")}
    return names.get(place) or bird_name(int(place))


def _way(decision: Decision, choice: Choice) -> Way:
    label = choice_label(decision, choice)
    if not choice.parts:
        return Way(choice.verb, label)
    values = choice.parts[0].values
    if choice.verb == "grow":
        number = values[0].split()[1]
        cards = tuple(value.split()[0] for value in values)
        return Way(f"grow {{{CARD_FIELD}}} {number}", label, _slots(cards, number))
    place = NEST if choice.verb == "hatch" else PILE
    return Way(f"{choice.verb} {{{CARD_FIELD}}}", label, _slots(values, place))


def _slots(cards: Sequence[str], place: str) -> tuple[Slot, Slot]:
    held = tuple(cards)
    return (
        Slot(CARD_FIELD, _("Choose a card"), 1, 1, held, tuple(map(card_name, held))),
        Slot(PLACE_FIELD, _("Choose where it goes"), 1, 1, (place,), (place_name(place),)),
    )
