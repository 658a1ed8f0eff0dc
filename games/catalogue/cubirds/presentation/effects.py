"""What an order does, as far as it is sure: what a lay takes, what a family wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import ngettext

from games.catalogue.cubirds.presentation.rows import row_in_words
from games.catalogue.cubirds.presentation.vocabulary import birds, flock, number_of_birds
from games.catalogue.cubirds.rules.cards import (
    INDEX,
    LETTER,
    SPECIES,
    Counts,
    birds_won,
    counted,
    families,
    joined,
    more,
    names,
    without,
)
from games.catalogue.cubirds.rules.laying import closed_up, enclosed, is_single
from games.catalogue.cubirds.rules.mutable_state import HAND
from games.catalogue.cubirds.rules.scoring import won_by
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.presentation.words import clauses, comma_list, number_of_cards
from games.presentation.words import gettext as _
from games.rules.protocol import Decision

MOST_NAMED = 2
"""Of more families a line tells only the number."""


def effect(decision: Decision, view: CuBirdsView, order: str) -> str:
    """What the order takes, wins or leaves, as far as the viewer can know it beforehand."""
    del decision
    verb, *values = order.split()
    return clauses(_EFFECTS[verb](view, values))


def _lay(view: CuBirdsView, values: Sequence[str]) -> list[str]:
    species, number, side = values
    place = INDEX[species]
    row = "".join(LETTER[bird] for bird in view.rows[int(number) - 1])
    held = _hand(view)
    taken = enclosed(row, LETTER[species], side)
    after = closed_up(row, LETTER[species] * held[place], taken, side)
    hand = joined(without(held, place), taken)
    if not taken:
        drawing = "" if is_single(after) else _may_draw(view, hand)
        return [_("takes nothing"), drawing, _families_in(hand)]
    takes = _("takes %(birds)s") % {"birds": flock(names(taken))}
    return [takes, _row_after(view, number, after), _families_in(hand)]


def _row_after(view: CuBirdsView, number: str, after: str) -> str:
    """What lies in the row then; one species alone is filled up while cards are left (C10)."""
    values = {"row": number, "birds": row_in_words(names(after))}
    if is_single(after) and view.deck + view.discard:
        return _("row %(row)s keeps %(birds)s and is filled up") % values
    return _("row %(row)s keeps %(birds)s") % values


def _may_draw(view: CuBirdsView, hand: Counts) -> str:
    number = min(view.deck + view.discard, 2)
    if not number:
        return "" if any(hand) else _new_hands(view, 0)
    return ngettext(
        "then you may draw %(number)s card", "then you may draw %(number)s cards", number
    ) % {"number": number}


def _families_in(hand: Counts) -> str:
    """Which families the hand can form then, with what they win; of many only how many."""
    possible = families(hand)
    if len(possible) > MOST_NAMED:
        return _("then %(number)s families are possible") % {"number": len(possible)}
    ready = [
        _("%(birds)s can win %(won)s")
        % {
            "birds": birds(SPECIES[one], hand[one]),
            "won": number_of_birds(birds_won(one, hand[one])),
        }
        for one in possible
    ]
    return _("then %(families)s") % {"families": comma_list(ready)} if ready else ""


def _draw(view: CuBirdsView, _values: Sequence[str]) -> list[str]:
    held = sum(_hand(view))
    number = min(view.deck + view.discard, 2)
    words = ngettext(
        "%(number)s unseen card: %(held)s → %(then)s in hand",
        "%(number)s unseen cards: %(held)s → %(then)s in hand",
        number,
    )
    return [words % {"number": number, "held": held, "then": held + number}]


def _stay(view: CuBirdsView, _values: Sequence[str]) -> list[str]:
    hand = _hand(view)
    if not any(hand):
        return [_new_hands(view, 0)]
    return [_kept(hand), _families_in(hand)]


def _family(view: CuBirdsView, values: Sequence[str]) -> list[str]:
    place, held = INDEX[values[0]], _hand(view)
    won = birds_won(place, held[place])
    before = view.players[view.own_seat].collection
    collection = more(_counts(before), place, won)
    size = _("big family") if won > 1 else _("small family")
    said = [
        _("%(size)s: %(birds)s, %(before)s → %(after)s in your collection")
        % {
            "size": size,
            "birds": birds(values[0], won),
            "before": sum(before.values()),
            "after": sum(collection),
        }
    ]
    if won_by(collection):
        return [*said, _("you win the match")]
    if not any(without(held, place)):
        said.append(_new_hands(view, held[place] - won))
    return said


def _done(view: CuBirdsView, _values: Sequence[str]) -> list[str]:
    return [_kept(_hand(view))]


def _kept(hand: Counts) -> str:
    return _("you keep %(cards)s") % {"cards": number_of_cards(sum(hand))}


def _new_hands(view: CuBirdsView, discarded: int) -> str:
    """What an empty hand at the end of the turn means, every other hand being discarded (C18)."""
    others = sum(player.hand for player in view.players if player.seat != view.own_seat)
    if view.deck + view.discard + others + discarded < HAND * len(view.players):
        return _("your hand is empty, and too few cards are left: the match ends")
    return _("your hand is empty: everyone gets %(number)s new cards, and you play again") % {
        "number": HAND
    }


def _hand(view: CuBirdsView) -> Counts:
    return counted("".join(LETTER[bird] for bird in view.hand or ()))


def _counts(collection: Mapping[str, int]) -> Counts:
    return tuple(collection.get(species, 0) for species in SPECIES)


_EFFECTS: dict[str, Callable[[CuBirdsView, Sequence[str]], list[str]]] = {
    "lay": _lay,
    "draw": _draw,
    "stay": _stay,
    "family": _family,
    "done": _done,
}
