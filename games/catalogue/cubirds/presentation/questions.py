"""What a seat is asked, the labels of an order form, and examples of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language, ngettext

from games.catalogue.cubirds.presentation.orders import VERBS
from games.catalogue.cubirds.presentation.vocabulary import bird_name, birds, flock, number_of_birds
from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.prompt import DrawPrompt, FamilyPrompt, LayPrompt, TakingLay
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.presentation.orders import order_shown_by
from games.presentation.values import UnknownWordError
from games.presentation.words import comma_list, paragraph, pick
from games.presentation.words import gettext as _
from games.rules.protocol import Choice, Decision, Part

MOST_EXAMPLES = 4
MOST_HINTS, MOST_HINTS_IN_WORDS = 5, 2


def prompt(decision: Decision, _view: CuBirdsView) -> str:
    """What the seat is asked, in a few sentences. Raises UnknownWordError."""
    match decision.data:
        case LayPrompt() as lay:
            return _lay_words(lay)
        case DrawPrompt(number):
            return ngettext(
                "You took no birds. Draw %(number)s card?",
                "You took no birds. Draw %(number)s cards?",
                number,
            ) % {"number": number}
        case FamilyPrompt() as family:
            return _family_words(family)
    raise UnknownWordError(f"no prompt for the decision {decision.kind!r}")


def question(decision: Decision, view: CuBirdsView) -> str:
    """The same beside the table, where an order is tapped and not written."""
    if isinstance(decision.data, LayPrompt):
        return _("Which birds do you lay, and at which end of a row?")
    return prompt(decision, view)


def _lay_words(lay: LayPrompt) -> str:
    return paragraph([_("Lay birds beside which row?"), _hints(lay.takes)])


def _hints(takes: Sequence[TakingLay]) -> str:
    """What takes birds, the richest first."""
    if not takes:
        return _("Nothing you can lay takes birds.")
    # In words each is three times as long as in the notation.
    most = MOST_HINTS if get_language() == "en" else MOST_HINTS_IN_WORDS
    hints = comma_list(
        [
            _("%(order)s (%(birds)s)")
            % {"order": order_shown_by(VERBS, _spelled(take)), "birds": flock(take.birds)}
            for take in takes[:most]
        ]
    )
    if len(takes) > most:
        return _("These take birds, among others: %(lays)s.") % {"lays": hints}
    return _("These take birds: %(lays)s.") % {"lays": hints}


def _family_words(family: FamilyPrompt) -> str:
    families = [
        _("%(birds)s (wins %(won)s)")
        % {
            "birds": birds(one.species, one.number),
            "won": number_of_birds(one.birds),
        }
        for one in family.families
    ]
    return _("You can form a family: %(families)s. Do you?") % {"families": comma_list(families)}


def _spelled(take: TakingLay) -> str:
    return f"lay {take.species} {take.row} {take.side}"


def _lays(lay: LayPrompt) -> list[str]:
    """Lays to show as examples: the richest, then one of a species that there is fewest of."""
    fewest = min(lay.hand, key=lambda species: lay.hand[species])
    return [*map(_spelled, lay.takes[:2]), f"lay {fewest} 1 left", f"lay {fewest} 4 right"]


def choice_label(_decision: Decision, choice: Choice) -> str:
    """One way to answer as a form's label. Raises UnknownWordError."""
    return pick(
        "way to answer",
        choice.verb,
        {
            "lay": _("Lay birds"),
            "draw": _("Draw cards"),
            "stay": _("Draw nothing"),
            "family": _("Form a family"),
            "done": _("Form no family"),
        },
    )


def part_label(part: Part) -> str:
    """What is chosen. Raises UnknownWordError for an unknown part."""
    labels = {"species": _("Birds"), "row": _("Row, from the top"), "side": _("Side")}
    return pick("part of an order", part.name, labels)


def value_label(part: Part, value: str) -> str:
    """A bird, a row or a side in words. Raises UnknownWordError for anything else."""
    if part.name == "species":
        return bird_name(value)
    if part.name == "row" and value in ("1", "2", "3", "4"):
        return _("row %(row)s") % {"row": value}
    return pick("side", value, {"left": _("left"), "right": _("right")})


def examples(decision: Decision, _view: CuBirdsView) -> list[str]:
    """Up to four orders that the decision's choices spell, the plainest first."""
    if isinstance(decision.data, LayPrompt):
        return list(dict.fromkeys(_lays(decision.data)))[:MOST_EXAMPLES]
    spelled = []
    for choice in decision.choices:
        for part in choice.parts:
            spelled += [f"{choice.verb} {value}" for value in part.values if value in SPECIES]
        if not choice.parts:
            spelled.append(choice.verb)
    return [*spelled[: MOST_EXAMPLES - 1], spelled[-1]][: len(spelled)]
