"""Orders of the notation in words: "grow 5MV 1" as "add 5 of Moons and Waves to bird 1"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.catalogue.emu_ranchers.presentation.vocabulary import bird_name, card_name, is_card
from games.presentation.words import and_list
from games.presentation.words import gettext as _


def _card(value: str) -> str | None:
    """A card or a shorthand for one, as an object."""
    shorthands = {
        "lowest": _("the lowest card"),
        "highest": _("the highest card"),
        "any": _("any card"),
    }
    code = value.upper()
    return card_name(code) if is_card(code) else shorthands.get(value.lower())


def _hatch(values: Sequence[str]) -> str | None:
    card = _card(values[0]) if len(values) == 1 else None
    return _("hatch %(card)s") % {"card": card} if card else None


def _discard(values: Sequence[str]) -> str | None:
    card = _card(values[0]) if len(values) == 1 else None
    return _("discard %(card)s") % {"card": card} if card else None


def _grow(values: Sequence[str]) -> str | None:
    if [value.lower() for value in values] == ["best"]:
        return _best([])
    cards = [_card(value) for value in values[::2]]
    birds = [value for value in values[1::2] if value.isascii() and value.isdigit()]
    if not cards or None in cards or len(birds) != len(cards) or max(map(len, birds)) > 2:
        return None
    placed = [
        _("%(card)s to %(bird)s") % {"card": card, "bird": bird_name(int(bird))}
        for card, bird in zip(cards, birds, strict=True)
    ]
    return _("add %(placed)s") % {"placed": and_list(placed)}


def _draw(values: Sequence[str]) -> str | None:
    sources: Mapping[tuple[str, ...], str] = {
        ("deck",): _("draw from the deck"),
        ("discard",): _("take the top card of the discard pile"),
        ("any",): _("draw from the deck"),
    }
    return sources.get(tuple(value.lower() for value in values))


def _best(values: Sequence[str]) -> str | None:
    return None if values else _("place the cards that score most")


def _done(values: Sequence[str]) -> str | None:
    return None if values else _("place nothing more")


VERBS: Mapping[str, Callable[[Sequence[str]], str | None]] = {
    "hatch": _hatch,
    "grow": _grow,
    "discard": _discard,
    "draw": _draw,
    "best": _best,
    "done": _done,
}
