"""What a seat is asked, the labels of an order form, and examples of an answer."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext

from games.catalogue.wild_cards.presentation.vocabulary import (
    REFILL,
    SPECIES,
    animal_name,
    bid_name,
    card_name,
    is_card,
)
from games.catalogue.wild_cards.rules.prompt import (
    LayBidPrompt,
    RefillPrompt,
    RevealPrompt,
    SwapPrompt,
    TakePrompt,
    TiePrompt,
)
from games.catalogue.wild_cards.rules.view import WildCardsView
from games.presentation.values import UnknownWordError
from games.presentation.words import comma_list, number_of_cards, or_list, paragraph, pick
from games.presentation.words import gettext as _
from games.rules.protocol import Choice, Decision, Part

MOST_EXAMPLES = 4

ON_OFFER = frozenset(("bid", "swap", "take"))
"""Decisions for which one must know the market."""


def prompt(decision: Decision, view: WildCardsView) -> str:
    """What the seat of this view is asked, in a sentence or two. Raises UnknownWordError."""
    offer = _on_offer(view) if decision.kind in ON_OFFER else ""
    return paragraph([offer, question(decision, view)])


def question(decision: Decision, view: WildCardsView) -> str:
    """The same beside the table, where everybody sees the market. Raises UnknownWordError."""
    match decision.data:
        case LayBidPrompt(eagle):
            return _bid_prompt(view, has_eagle=eagle)
        case RevealPrompt(cards):
            return _reveal_prompt(cards)
        case SwapPrompt():
            return _swap_prompt()
        case RefillPrompt() as refill:
            return _refill_prompt(refill)
        case TiePrompt() as tie:
            return _pay_prompt(tie, decision) if decision.kind == "pay" else _show_prompt(decision)
        case TakePrompt() as take:
            return _take_prompt(take, decision)
    raise UnknownWordError(f"no prompt for the decision {decision.kind!r}")


def _on_offer(view: WildCardsView) -> str:
    return _("On offer: %(animals)s.") % {
        "animals": comma_list([animal_name(species) for species in view.market if species])
    }


def _bid_prompt(view: WildCardsView, *, has_eagle: bool) -> str:
    if view.hand == [REFILL]:
        question = _("You have no habitat cards, so you can only bid the Refill card.")
    elif has_eagle:
        question = _(
            "Bid a habitat card, the Refill card or, with your eagle leader, two different cards."
        )
    else:
        question = _("Bid a habitat card or the Refill card.")
    return question


def _reveal_prompt(cards: Sequence[str]) -> str:
    return _("The other bids are revealed. Which one is yours: %(cards)s?") % {
        "cards": or_list([bid_name(code) for code in cards])
    }


def _swap_prompt() -> str:
    return _("Swap one of your animals with one of these (meerkat leader)?")


def _refill_prompt(refill: RefillPrompt) -> str:
    return _(
        "You refill: discard any cards first, if you like. Then you draw up to "
        "%(number)s. You have %(held)s."
    ) % {"number": refill.limit, "held": refill.held}


def _pay_prompt(tie: TiePrompt, decision: Decision) -> str:
    if not _can(decision, "pay"):
        return _("You’re tied on %(value)s and can’t pay: you can only pass.") % {
            "value": tie.value
        }
    return ngettext(
        "You’re tied on %(value)s. Pay with a card, or pass? The higher total takes first.",
        "You’re tied on %(value)s. Pay with %(number)s cards, or pass? The higher "
        "total takes first.",
        tie.owed,
    ) % {"value": tie.value, "number": tie.owed}


def _show_prompt(decision: Decision) -> str:
    if not _can(decision, "show"):
        return _("Still tied, and you have no card to show: draw one from the deck.")
    if not _can(decision, "draw"):
        return _("Still tied. Which card do you show? The highest takes first.")
    return _(
        "Still tied. Draw a card from the deck, or show one from your hand? The "
        "highest takes first."
    )


def _take_prompt(take: TakePrompt, decision: Decision) -> str:
    if not _can(decision, "take"):
        question = _("You can’t pay for your bid: you can only pass.")
    elif take.owed:
        question = ngettext(
            "Take an animal and pay %(number)s more card, or pass?",
            "Take an animal and pay %(number)s more cards, or pass?",
            take.owed,
        ) % {"number": take.owed}
    else:
        question = _("Take an animal, or pass?")
    return question


def _can(decision: Decision, verb: str) -> bool:
    return any(choice.verb == verb for choice in decision.choices)


def _is_cards(part: Part) -> bool:
    return bool(part.values) and is_card(part.values[0])


def choice_label(decision: Decision, choice: Choice) -> str:
    """One way to answer as a form's label. Raises UnknownWordError."""
    if decision.kind == "bid" and choice.parts and choice.parts[-1].most > 1:
        return _("Bid a card, or two different cards")
    return pick(
        "way to answer",
        choice.verb,
        {
            "bid": _("Bid a card"),
            "reveal": _("Choose the bid"),
            "swap": _("Swap an animal"),
            "swap none": _("Swap no animal"),
            "refill": _("Discard as many cards as you like, then draw"),
            "pay": _("Pay"),
            "pass": _("Pass"),
            "draw": _("Draw from the deck"),
            "show": _("Show a card"),
            "take": _("Take an animal"),
        },
    )


def part_label(part: Part) -> str:
    """What is chosen, with how many. Raises UnknownWordError for an unknown part."""
    labels = {
        "animal": _("Animal"),
        "give": _("Animal to give"),
        "take": _("Animal to get"),
        "cards": _("Card") if part.most == 1 else _("Cards"),
        "payment": _("Payment"),
    }
    label = pick("part of an order", part.name, labels)
    if not _is_cards(part) or (part.least, part.most) == (1, 1):
        return label
    if part.least == part.most:
        return _("%(label)s: %(cards)s") % {
            "label": label,
            "cards": number_of_cards(part.most),
        }
    return _("%(label)s: %(least)s to %(most)s") % {
        "label": label,
        "least": part.least,
        "most": part.most,
    }


def value_label(part: Part, value: str) -> str:
    """A card or an animal in words. Raises UnknownWordError for anything else."""
    del part
    if value in SPECIES:
        return animal_name(value)
    return card_name(value)


def examples(decision: Decision, _view: WildCardsView) -> list[str]:
    """Up to four orders that the decision's choices spell, the plainest first."""
    spelled: list[str] = []
    for choice in decision.choices:
        spelled += _spellings(choice)
    return list(dict.fromkeys(spelled))[:MOST_EXAMPLES]


def _spellings(choice: Choice) -> list[str]:
    """The choice with as little as it asks for; then with another value, or one more."""
    least = [value for part in choice.parts for value in _cheapest(part, part.least)]
    spelled = [" ".join([choice.verb, *least])]
    if len(choice.parts) == 1:
        part = choice.parts[0]
        if part.least == 1:
            another = part.values[0] if part.values[-1] in least else part.values[-1]
            spelled.append(f"{choice.verb} {another}")
        if part.most > part.least:
            spelled.append(" ".join([choice.verb, *_cheapest(part, part.least + 1)]))
    return spelled


def _cheapest(part: Part, number: int) -> Sequence[str]:
    """So many values of least worth, Refill last, written in the part's own sequence.

    Different faces, where there are enough: an eagle's bid is of two.
    """
    places = sorted(range(len(part.values)), key=lambda place: _worth(part.values[place]))
    faces = {part.values[place]: place for place in reversed(places)}
    if len(faces) >= number:
        places = sorted(faces.values(), key=places.index)
    return [part.values[place] for place in sorted(places[:number])]


def _worth(value: str) -> str:
    if value == REFILL:
        return "9"
    return value[1] if is_card(value) else ""
