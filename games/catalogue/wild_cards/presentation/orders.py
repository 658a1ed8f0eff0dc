"""Orders of the notation in words: "bid F3" as "bid forest 3"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.catalogue.wild_cards.presentation.vocabulary import (
    SPECIES,
    bid_name,
    card_names,
    is_card,
    the_animal,
)
from games.presentation.orders import ANY_OF
from games.presentation.words import and_list, or_list
from games.presentation.words import gettext as _


def _cards(values: Sequence[str]) -> list[str] | None:
    codes = [value.upper() for value in values]
    return codes if codes and all(map(is_card, codes)) else None


def _payment(values: Sequence[str]) -> str | None:
    if [value.lower() for value in values] == ["cheapest"]:
        return _("the cheapest cards")
    codes = _cards(values)
    return card_names(codes) if codes else None


def _card(values: Sequence[str]) -> str | None:
    """One card or a shorthand for it, as an object."""
    if len(values) != 1:
        return None
    shorthands = {
        "lowest": _("the lowest card"),
        "highest": _("the highest card"),
        "cheapest": _("the cheapest card"),
        "any": _("any card"),
    }
    codes = _cards(values)
    return bid_name(codes[0]) if codes else shorthands.get(values[0].lower())


def _bid(values: Sequence[str]) -> str | None:
    card = _card(values)
    if card:
        return _("bid %(card)s") % {"card": card}
    codes = _cards(values)
    if not codes or len(codes) != 2:
        return None
    return _("play %(cards)s and choose one of them later") % {
        "cards": and_list([bid_name(code) for code in codes])
    }


def _reveal(values: Sequence[str]) -> str | None:
    card = _card(values)
    return _("make %(card)s the bid") % {"card": card} if card else None


def _animals(values: Sequence[str]) -> list[str] | None:
    species = [value.lower() for value in values]
    return [the_animal(name) for name in species] if set(species) <= set(SPECIES) else None


def _swap(values: Sequence[str]) -> str | None:
    if [value.lower() for value in values] == ["none"]:
        return _("swap no animal")
    both = _animals(values)
    if not both or len(both) != 2:
        return None
    return _("give %(given)s and get %(taken)s") % {"given": both[0], "taken": both[1]}


def _refill(values: Sequence[str]) -> str | None:
    if not values:
        return _("discard nothing and refill")
    codes = _cards(values)
    return _("discard %(cards)s and refill") % {"cards": card_names(codes)} if codes else None


def _pay(values: Sequence[str]) -> str | None:
    cards = _payment(values)
    return _("pay %(cards)s") % {"cards": cards} if cards else None


def _show(values: Sequence[str]) -> str | None:
    card = _card(values)
    return _("show %(card)s") % {"card": card} if card else None


def _take(values: Sequence[str]) -> str | None:
    animal = _("any animal") if [value.lower() for value in values[:1]] == ["any"] else None
    if animal is None:
        named = _animals(values[0].split(ANY_OF)) if values else None
        animal = or_list(named) if named else None
    if animal is None:
        return None
    if len(values) == 1:
        return _("take %(animal)s") % {"animal": animal}
    cards = _payment(values[1:])
    if cards is None:
        return None
    return _("take %(animal)s and pay %(cards)s") % {"animal": animal, "cards": cards}


def _draw(values: Sequence[str]) -> str | None:
    return None if values else _("draw a card from the deck")


def _pass(values: Sequence[str]) -> str | None:
    return None if values else _("pass")


VERBS: Mapping[str, Callable[[Sequence[str]], str | None]] = {
    "bid": _bid,
    "reveal": _reveal,
    "swap": _swap,
    "refill": _refill,
    "pay": _pay,
    "show": _show,
    "take": _take,
    "draw": _draw,
    "pass": _pass,
}
