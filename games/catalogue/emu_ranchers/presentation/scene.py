"""How a turn of Emu Ranchers is tapped: a card of the hand, then where it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.catalogue.emu_ranchers.presentation.questions import choice_label
from games.catalogue.emu_ranchers.presentation.vocabulary import bird_name, card_name
from games.catalogue.emu_ranchers.rules.birds import Bird, bird_from_text
from games.catalogue.emu_ranchers.rules.cards import Cards
from games.catalogue.emu_ranchers.rules.growth import bird_growths
from games.catalogue.emu_ranchers.rules.prompt import PilePrompt
from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.presentation.scene import Slot, Way
from games.presentation.words import gettext as _
from games.rules.protocol import Choice, Decision

CARD_FIELD, PLACE_FIELD = "card", "place"
NEST, PILE = "new", "discard"
"""The places beside the numbers of the own birds."""


def ways(decision: Decision, view: EmuRanchersView) -> tuple[Way, ...]:
    """A card with its place, at a year's end any cards that go together; the rest are buttons."""
    if isinstance(decision.data, PilePrompt):
        taken = _("Take %(card)s") % {"card": card_name(decision.data.discard)}
        return (Way("draw deck", _("Draw from the deck")), Way("draw discard", taken))
    if decision.kind == "growth":
        return _last_growth(decision, birds_of(view), tuple(view.hand or ()))
    found = [_way(decision, choice) for choice in decision.choices]
    return (found[0]._replace(usual=_first_places(found)), *found[1:])


def birds_of(view: EmuRanchersView) -> tuple[Bird, ...]:
    """The birds of the seat of this view."""
    return tuple(bird_from_text(" ".join(bird.cards)) for bird in view.players[view.own_seat].birds)


def bird_field(number: int) -> str:
    """The field of the cards that a bird gets at a year's end."""
    return f"bird-{number}"


def _first_places(found: Sequence[Way]) -> tuple[Mapping[str, str], ...]:
    """For each card the first place that takes it: a bird before a nest, a nest before the pile."""
    first: dict[str, str] = {}
    for way in found:
        cards, (place,) = way.slots[0].values, way.slots[1].values
        for card in cards:
            first.setdefault(card, place)
    return tuple({CARD_FIELD: card, PLACE_FIELD: place} for card, place in first.items())


def _last_growth(decision: Decision, birds: Sequence[Bird], hand: Cards) -> tuple[Way, ...]:
    """The cards that each bird may get, of one way; those that score most, and none, are others."""
    slots = []
    for number, bird in enumerate(birds, 1):
        runs = tuple(
            tuple(f"{card} {number}" for card in cards) for cards in bird_growths(bird, hand)
        )
        useful = {value for run in runs for value in run}
        values = tuple(f"{card} {number}" for card in hand if f"{card} {number}" in useful)
        words = tuple(
            _("%(card)s on %(bird)s")
            % {"card": card_name(value.split()[0]), "bird": bird_name(number)}
            for value in values
        )
        if values:
            label = _("Choose cards to place")
            slots.append(Slot(bird_field(number), label, 0, len(values), values, words, runs))
    spelled = " ".join(["grow", *(f"{{{slot.field}}}" for slot in slots)])
    label = _("Place cards")
    buttons = [_way(decision, choice) for choice in decision.choices if not choice.parts]
    return (Way(spelled, label, tuple(slots)), *buttons)


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
