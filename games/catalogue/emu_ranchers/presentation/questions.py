"""What a seat is asked, the labels of an order form, and examples of an answer."""

from __future__ import annotations

from games.catalogue.emu_ranchers.presentation.board import bird_heading
from games.catalogue.emu_ranchers.presentation.orders import VERBS
from games.catalogue.emu_ranchers.presentation.vocabulary import bird_name, card_name
from games.catalogue.emu_ranchers.rules.prompt import PilePrompt, RanchPrompt
from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.presentation.orders import order_shown_by
from games.presentation.values import UnknownWordError
from games.presentation.words import gettext as _
from games.presentation.words import paragraph, pick
from games.rules.protocol import Choice, Decision, Part

MOST_EXAMPLES = 4


def prompt(decision: Decision, view: EmuRanchersView) -> str:
    """What the seat of this view is asked, in a sentence or two. Raises UnknownWordError."""
    match decision.data:
        case PilePrompt(discard):
            return _("Draw from the deck, or take %(card)s from the discard pile?") % {
                "card": card_name(discard)
            }
        case RanchPrompt() if decision.kind == "act":
            return _act_prompt(decision, view)
        case RanchPrompt():
            return _(
                "The deck is used up. Place cards from your hand on your birds; the "
                "rest is discarded. “%(best)s” places what scores most."
            ) % {"best": order_shown_by(VERBS, "best")}
    raise UnknownWordError(f"no prompt for the decision {decision.kind!r}")


def question(decision: Decision, view: EmuRanchersView) -> str:
    """The same beside the table, where an order is tapped and the pile is seen."""
    if decision.kind == "act":
        return _act_question({choice.verb for choice in decision.choices})
    if isinstance(decision.data, RanchPrompt):
        return _("The deck is used up. Do you still place cards? The rest is discarded.")
    return prompt(decision, view)


def _act_prompt(decision: Decision, view: EmuRanchersView) -> str:
    verbs = {choice.verb for choice in decision.choices}
    asked = _act_question(verbs)
    if not view.discard:
        return asked
    opened = _("On top of the discard pile: %(card)s.") % {"card": card_name(view.discard[-1])}
    ahead = _(
        "In one line: add “; %(deck)s” or “; %(discard)s” to make the whole turn at once."
    ) % {
        "deck": order_shown_by(VERBS, "draw deck"),
        "discard": order_shown_by(VERBS, "draw discard"),
    }
    return paragraph([opened, asked, "" if verbs == {"discard"} else ahead])


def _act_question(verbs: set[str]) -> str:
    if verbs == {"discard"}:
        return _("You can’t hatch or grow. Discard a card.")
    if "grow" in verbs:
        return _("Hatch a new bird, add a card to a bird, or discard.")
    return _("Hatch a new bird, or discard.")


def choice_label(decision: Decision, choice: Choice) -> str:
    """One way to answer as a form's label. Raises UnknownWordError."""
    if choice.verb == "grow" and choice.parts and isinstance(decision.data, RanchPrompt):
        number = int(choice.parts[0].values[0].split()[1])
        cards = decision.data.birds[number - 1].cards
        return _("Add a card to %(bird)s") % {"bird": bird_heading(number, cards)}
    return pick(
        "way to answer",
        choice.verb,
        {
            "hatch": _("Hatch a new bird"),
            "discard": _("Discard a card"),
            "draw": _("Draw a card"),
            "best": _("Place the cards that score most"),
            "done": _("Place nothing more"),
        },
    )


def part_label(part: Part) -> str:
    """What is chosen. Raises UnknownWordError for an unknown part."""
    labels = {"card": _("Card"), "growth": _("Card"), "source": _("From where")}
    return pick("part of an order", part.name, labels)


def value_label(part: Part, value: str) -> str:
    """A card, a card with its bird, or a pile in words. Raises UnknownWordError."""
    if part.name == "source":
        return pick("pile", value, {"deck": _("the deck"), "discard": _("the discard pile")})
    card, _blank, bird = value.partition(" ")
    if not bird:
        return card_name(card)
    return _("%(card)s on %(bird)s") % {"card": card_name(card), "bird": bird_name(int(bird))}


def examples(decision: Decision, _view: EmuRanchersView) -> list[str]:
    """Up to four orders that the decision's choices spell: one of each way, then more."""
    first: list[str] = []
    more: list[str] = []
    for choice in decision.choices:
        if not choice.parts:
            first.append(choice.verb)
            continue
        spelled = [f"{choice.verb} {value}" for value in choice.parts[0].values]
        is_new = not any(text.startswith(choice.verb) for text in first)
        (first if is_new else more).append(spelled[0])
        more += spelled[1:]
    return [*first, *more][:MOST_EXAMPLES]
