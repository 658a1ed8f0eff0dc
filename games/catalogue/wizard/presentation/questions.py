"""What a seat is asked, the labels of an order form, and examples of an answer."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.wizard.presentation.vocabulary import (
    card_name,
    colour_name,
    is_number,
    number_of_tricks,
)
from games.catalogue.wizard.rules.view import WizardView
from games.presentation.base import UnknownWordError
from games.presentation.words import paragraph, pick
from games.rules.protocol import Choice, Decision, Part


def prompt(decision: Decision, view: WizardView) -> str:
    """What the seat of this view is asked, in a sentence or two. Raises UnknownWordError."""
    prompts = {"trump": _trump_prompt, "bid": _bid_prompt, "play": _play_prompt}
    if decision.kind not in prompts:
        raise UnknownWordError(f"no prompt for the decision {decision.kind!r}")
    return prompts[decision.kind](decision, view)


def trump_words(view: WizardView) -> str:
    """What is trump, as a sentence; empty where the variant has none."""
    if view.options.monochrome:
        return ""
    if view.trump:
        return _("Trump is %(colour)s.") % {"colour": colour_name(view.trump)}
    return _("There is no trump.")


def _trump_prompt(decision: Decision, view: WizardView) -> str:
    del decision
    question = _("A wizard is turned up, and you deal: which colour is trump in this round?")
    if view.hand is None:
        return paragraph([question, _("You see the hands of the others only.")])
    return question


def _bid_prompt(decision: Decision, view: WizardView) -> str:
    cards, barred = decision.data["cards"], decision.data["barred"]
    question = ngettext(
        "How many tricks will you take with %(cards)s card?",
        "How many tricks will you take with %(cards)s cards?",
        cards,
    ) % {"cards": cards}
    parts = [trump_words(view), _bids_so_far(view), question]
    if barred is not None:
        parts.append(
            _("You lead in points and bid last, so %(bid)s is not allowed: the bids would add up.")
            % {"bid": barred}
        )
    if view.hand is None:
        parts.append(_("You see the hands of the others only."))
    return paragraph(parts)


def _bids_so_far(view: WizardView) -> str:
    made = [player.bid for player in view.players if player.bid is not None]
    if view.options.bidding != "open" or not made:
        return ""
    return _("%(tricks)s bid so far.") % {"tricks": number_of_tricks(sum(made))}


def _play_prompt(decision: Decision, view: WizardView) -> str:
    data = decision.data
    if data["leads"]:
        question = _("You lead to trick %(trick)s: which card?") % {"trick": data["trick"]}
    else:
        question = _("Which card do you play to trick %(trick)s?") % {"trick": data["trick"]}
    suit = ""
    if data["suit"]:
        suit = _("Led is %(colour)s.") % {"colour": colour_name(data["suit"])}
    aim = _("You bid %(bid)s and have taken %(won)s.") % {"bid": data["bid"], "won": data["won"]}
    return paragraph([trump_words(view), suit, aim, question, _ahead_words(decision, view)])


def _ahead_words(decision: Decision, view: WizardView) -> str:
    """In a round's first trick, how one message answers for the tricks after it as well."""
    if decision.data["trick"] > 1 or len(view.hand or ()) <= 2:
        return ""
    first = decision.choices[0].parts[0].values[0]
    return _("One message can play on for you: “%(order)s” goes on towards your bid.") % {
        "order": f"play {first}; play any; play any"
    }


def choice_label(decision: Decision, choice: Choice) -> str:
    """One way to answer as a form's label. Raises UnknownWordError."""
    del decision
    return pick(
        "way to answer",
        choice.verb,
        {
            "trump": _("Choose trump"),
            "bid": pgettext("way to answer", "Bid"),
            "play": _("Play this card"),
        },
    )


def part_label(part: Part) -> str:
    """What is chosen. Raises UnknownWordError for an unknown part."""
    return pick(
        "part of an order",
        part.name,
        {"colour": _("Colour"), "number": _("Tricks"), "card": _("Card")},
    )


def value_label(part: Part, value: str) -> str:
    """A card, a colour or a number in words. Raises UnknownWordError for anything else."""
    if part.name == "colour":
        return colour_name(value)
    if part.name == "number" and is_number(value):
        return number_of_tricks(int(value))
    return card_name(value)


def examples(decision: Decision, _view: WizardView) -> list[str]:
    """Up to three orders that the decision's choice spells, spread over its values."""
    return [
        f"{choice.verb} {value}"
        for choice in decision.choices
        for value in _spread(choice.parts[0].values)
    ]


def _spread(values: tuple[str, ...]) -> list[str]:
    """The first, the middle and the last value, each once."""
    return list(dict.fromkeys((values[0], values[len(values) // 2], values[-1])))
