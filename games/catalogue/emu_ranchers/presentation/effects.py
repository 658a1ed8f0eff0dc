"""What an order does, as far as it is sure: what birds and a year are worth then."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.catalogue.emu_ranchers.presentation.scene import birds_of
from games.catalogue.emu_ranchers.presentation.vocabulary import (
    bird_name,
    card_name,
    next_card,
    suit_names,
)
from games.catalogue.emu_ranchers.rules.birds import (
    Bird,
    above,
    below,
    grown,
    hatched,
    takes,
)
from games.catalogue.emu_ranchers.rules.cards import suit_letters
from games.catalogue.emu_ranchers.rules.growth import Placement, best_growth
from games.catalogue.emu_ranchers.rules.scoring import points, year_points
from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.presentation.values import signed
from games.presentation.words import and_list, clauses, comma_list
from games.presentation.words import gettext as _
from games.rules.protocol import Decision


def effect(decision: Decision, view: EmuRanchersView, order: str) -> str:
    """What the order makes of the birds and the year, as far as it can be known beforehand."""
    verb, *values = order.split()
    is_last = decision.kind == "growth"
    return clauses(_GROWTH[verb](view, values) if is_last else _TURN[verb](view, values))


def _hatch(view: EmuRanchersView, values: Sequence[str]) -> list[str]:
    bird = hatched(values[0])
    number = len(birds_of(view)) + 1
    said = _("%(bird)s begins at %(points)s") % {
        "bird": bird_name(number),
        "points": signed(points(bird.cards)),
    }
    return [said, _goes_on(bird), _only_source(view)]


def _grow(view: EmuRanchersView, values: Sequence[str]) -> list[str]:
    card, number = values
    bird = birds_of(view)[int(number) - 1]
    after = grown(bird, card)
    return [_change(int(number), bird, after), _goes_on(after), _only_source(view)]


def _only_source(view: EmuRanchersView) -> str:
    """The card drawn after it, where nobody is asked for its source."""
    return "" if view.discard else _last_card(view)


def _change(number: int, before: Bird, after: Bird) -> str:
    return _("%(bird)s: %(before)s → %(after)s") % {
        "bird": bird_name(number),
        "before": signed(points(before.cards)),
        "after": signed(points(after.cards)),
    }


def _goes_on(bird: Bird) -> str:
    """The suits and the ranks that the bird takes from then on."""
    if above(bird) is None and below(bird) is None:
        return _("it takes no more cards")
    return _("%(suits)s, %(next)s") % {
        "suits": suit_names(suit_letters(bird.suits)),
        "next": next_card(above(bird), below(bird)),
    }


def _discard(view: EmuRanchersView, _values: Sequence[str]) -> list[str]:
    said = [_("your opponent may take it"), _("you draw from the deck")]
    return [*said, _last_card(view)]


def _draw(view: EmuRanchersView, values: Sequence[str]) -> list[str]:
    if values == ["deck"]:
        return [_("an unseen card"), _last_card(view)]
    card = view.discard[-1]
    return [card_name(card), _where_it_fits(view, card)]


def _last_card(view: EmuRanchersView) -> str:
    return _("it is the last card: the year ends") if view.deck == 1 else ""


def _where_it_fits(view: EmuRanchersView, card: str) -> str:
    fitting = [bird_name(n) for n, bird in enumerate(birds_of(view), 1) if takes(bird, card)]
    if not fitting:
        return _("it fits none of your birds")
    return _("it fits %(birds)s") % {"birds": and_list(fitting)}


def _last_growth(view: EmuRanchersView, values: Sequence[str]) -> list[str]:
    placed = list(zip(values[::2], map(int, values[1::2]), strict=True))
    return _year_after(view, placed)


def _best(view: EmuRanchersView, _values: Sequence[str]) -> list[str]:
    best = best_growth(birds_of(view), tuple(view.hand or ()))
    return _year_after(view, list(zip(best.cards, best.birds, strict=True)))


def _done(view: EmuRanchersView, _values: Sequence[str]) -> list[str]:
    return _year_after(view, [])


def _year_after(view: EmuRanchersView, placed: Sequence[Placement]) -> list[str]:
    """Each bird that changes, and what the year brings, the Excuse counted in (E12, E17, E18)."""
    before, hand = birds_of(view), list(view.hand or ())
    after = list(before)
    for card, number in placed:
        after[number - 1] = grown(after[number - 1], card)
        hand.remove(card)
    changed = comma_list(
        [
            _change(number, old, new)
            for number, (old, new) in enumerate(zip(before, after, strict=True), 1)
            if old != new
        ]
    )
    total, let_go = year_points([points(bird.cards) for bird in after], hand)
    year = _("this year: %(points)s") % {"points": signed(total)}
    if let_go is None:
        return [changed, year]
    excuse = _("the Excuse lets %(bird)s go") % {"bird": bird_name(let_go + 1)}
    return [changed, excuse, year]


_TURN: dict[str, Callable[[EmuRanchersView, Sequence[str]], list[str]]] = {
    "hatch": _hatch,
    "grow": _grow,
    "discard": _discard,
    "draw": _draw,
}
_GROWTH: dict[str, Callable[[EmuRanchersView, Sequence[str]], list[str]]] = {
    "grow": _last_growth,
    "best": _best,
    "done": _done,
}
