"""How a turn of CuBirds is tapped: a species of the hand, then an end of a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.catalogue.cubirds.presentation.questions import choice_label
from games.catalogue.cubirds.presentation.vocabulary import bird_name, birds, number_of_birds
from games.catalogue.cubirds.rules.laying import LEFT, SIDES
from games.catalogue.cubirds.rules.prompt import FamilyPrompt, LayPrompt, OwnFamily, TakingLay
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.presentation.scene import Slot, Way
from games.presentation.words import gettext as _
from games.rules.protocol import Decision

SPECIES_FIELD, END_FIELD = "species", "end"


def ways(decision: Decision, view: CuBirdsView) -> tuple[Way, ...]:
    """A lay by its species and its end; everything else is a button."""
    match decision.data:
        case LayPrompt(hand, takes):
            held = tuple(hand)
            ends = tuple(
                end_of(row, side) for row in range(1, len(view.rows) + 1) for side in SIDES
            )
            slots = (
                Slot(SPECIES_FIELD, _("Choose birds"), 1, 1, held, tuple(map(bird_name, held))),
                Slot(
                    END_FIELD, _("Choose an end of a row"), 1, 1, ends, tuple(map(end_name, ends))
                ),
            )
            spelled = f"lay {{{SPECIES_FIELD}}} {{{END_FIELD}}}"
            return (Way(spelled, _("Lay birds"), slots, _usual(takes)),)
        case FamilyPrompt(families):
            done = Way("done", _("Form no family"))
            return (*(Way(f"family {one.species}", _family(one)) for one in families), done)
    return tuple(Way(choice.verb, choice_label(decision, choice)) for choice in decision.choices)


def _usual(takes: Sequence[TakingLay]) -> tuple[Mapping[str, str], ...]:
    """The lays of the species that take birds at one end alone."""
    ends = Counter(lay.species for lay in takes)
    return tuple(
        {SPECIES_FIELD: lay.species, END_FIELD: end_of(lay.row, lay.side)}
        for lay in takes
        if ends[lay.species] == 1
    )


def end_of(row: int, side: str) -> str:
    """An end of a row as the notation writes it."""
    return f"{row} {side}"


def end_name(end: str) -> str:
    """An end of a row in words."""
    row, side = end.split()
    words = _("Row %(row)s, left") if side == LEFT else _("Row %(row)s, right")
    return words % {"row": row}


def _family(one: OwnFamily) -> str:
    return _("%(birds)s: win %(won)s") % {
        "birds": birds(one.species, one.number),
        "won": number_of_birds(one.birds),
    }
