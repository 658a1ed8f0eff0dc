"""What a seat is asked, the labels of an order form, and examples of an answer."""

from __future__ import annotations

from django.utils.translation import ngettext, pgettext

from games.catalogue.wizard.presentation.vocabulary import (
    card_name,
    colour_name,
    is_number,
    number_of_tricks,
)
from games.catalogue.wizard.rules.prompt import BidPrompt, PlayPrompt, TrumpPrompt
from games.catalogue.wizard.rules.view import WizardView
from games.presentation.values import UnknownWordError
from games.presentation.words import gettext as _
from games.presentation.words import paragraph, pick
from games.rules.protocol import Choice, Decision, Part


def prompt(decision: Decision, view: WizardView) -> str:
    """What the seat of this view is asked, in a sentence or two. Raises UnknownWordError."""
    match decision.data:
        case TrumpPrompt():
            return _trump_prompt(view)
        case BidPrompt() as bid:
            return _bid_prompt(bid, view)
        case PlayPrompt() as play:
            return _play_prompt(play, view)
    raise UnknownWordError(f"no prompt for the decision {decision.kind!r}")


def trump_words(view: WizardView) -> str:
    """What is trump, as a sentence; empty where the variant has none."""
    if view.options.monochrome:
        return ""
    if view.trump:
        return _("Trump is %(colour)s.") % {"colour": colour_name(view.trump)}
    return _("There is no trump.")


def _trump_prompt(view: WizardView) -> str:
    question = _("A wizard is turned up and you deal: which colour is trump this round?")
    if view.hand is None:
        return paragraph([question, _("You can only see the others’ hands.")])
    return question


def _bid_prompt(asked: BidPrompt, view: WizardView) -> str:
    question = ngettext(
        "How many tricks will you take with %(cards)s card?",
        "How many tricks will you take with %(cards)s cards?",
        asked.cards,
    ) % {"cards": asked.cards}
    parts = [trump_words(view), _bids_so_far(view), question]
    if asked.barred is not None:
        parts.append(
            _("You lead in points and bid last, so you can’t bid %(bid)s: the bids would add up.")
            % {"bid": asked.barred}
        )
    if view.hand is None:
        parts.append(_("You can only see the others’ hands."))
    return paragraph(parts)


def _bids_so_far(view: WizardView) -> str:
    made = [player.bid for player in view.players if player.bid is not None]
    if view.options.bidding != "open" or not made:
        return ""
    return _("%(tricks)s bid so far.") % {"tricks": number_of_tricks(sum(made))}


def _play_prompt(asked: PlayPrompt, view: WizardView) -> str:
    if asked.leads:
        question = _("You lead to trick %(trick)s: which card?") % {"trick": asked.trick}
    else:
        question = _("Which card do you play to trick %(trick)s?") % {"trick": asked.trick}
    suit = _("Led: %(colour)s.") % {"colour": colour_name(asked.suit)} if asked.suit else ""
    aim = _("You bid %(bid)s and have taken %(won)s.") % {"bid": asked.bid, "won": asked.won}
    return paragraph([trump_words(view), suit, aim, question])


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
