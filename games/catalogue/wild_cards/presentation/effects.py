"""What an order does, as far as it is sure: what a bid costs, what an animal brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import ngettext

from games.catalogue.wild_cards.presentation.vocabulary import REFILL, the_animal, the_leader
from games.catalogue.wild_cards.rules.cards import VALUE, is_natural, total, without
from games.catalogue.wild_cards.rules.prospects import (
    Prospect,
    after_swap,
    after_take,
    cards_after_pass,
    cards_after_refill,
    natural_bonus,
    rank_of,
)
from games.catalogue.wild_cards.rules.view import WildCardsView
from games.presentation.words import clauses, number_of_points, or_list
from games.presentation.words import gettext as _
from games.rules.protocol import Decision


def effect(decision: Decision, view: WildCardsView, order: str) -> str:
    """What the order costs, brings or draws, as far as the viewer can know it beforehand."""
    del decision
    verb, *values = order.split()
    return clauses(_EFFECTS[verb](view, values))


def _bid(view: WildCardsView, cards: Sequence[str]) -> list[str]:
    if len(cards) > 1:
        return [_("you choose one of them when the other bids are revealed")]
    if cards[0] == REFILL:
        return _refill_bid(view)
    return _cost(view, cards[0], _left(view, cards))


def _reveal(view: WildCardsView, cards: Sequence[str]) -> list[str]:
    card = cards[0]
    if card == REFILL:
        return _refill_bid(view)
    returned = [other for other in view.own_bid or () if other != card]
    hand = (*_left(view, ()), *(other for other in returned if other != REFILL))
    return [_rank(view, card), *_cost(view, card, hand)]


def _refill_bid(view: WildCardsView) -> list[str]:
    del view
    return [_("no animal this round: you discard what you like and refill your hand")]


def _rank(view: WildCardsView, card: str) -> str:
    higher, level = rank_of(view, card)
    if higher:
        return ngettext("%(number)s bid is higher", "%(number)s bids are higher", higher) % {
            "number": higher
        }
    return _("level with another bid") if level else _("the highest bid")


def _cost(view: WildCardsView, card: str, hand: tuple[str, ...]) -> list[str]:
    """What an animal costs beside the bid, and with which the bonus is within reach."""
    more = VALUE[card] - 1
    if more > len(hand):
        return [_("you cannot pay for it: you would have to pass")]
    if more:
        cost = ngettext(
            "an animal costs %(number)s more card", "an animal costs %(number)s more cards", more
        ) % {"number": more}
    else:
        cost = _("an animal costs nothing more")
    return [cost, _bonus_with(natural_bonus(view, card, hand))]


def _bonus_with(species: Sequence[str]) -> str:
    if not species:
        return ""
    return _("bonus 2 within reach with %(animals)s") % {
        "animals": or_list([the_animal(name) for name in species])
    }


def _swap(view: WildCardsView, animals: Sequence[str]) -> list[str]:
    if list(animals) == ["none"]:
        return [_("your collection stays as it is")]
    return _changes(after_swap(view, *animals))


def _take(view: WildCardsView, values: Sequence[str]) -> list[str]:
    animal, *cards = values
    payment = view.players[view.own_seat].payment or cards
    return _changes(after_take(view, animal, tuple(payment)))


def _changes(prospect: Prospect) -> list[str]:
    said = []
    if prospect.bonus:
        said.append(_("bonus %(points)s") % {"points": prospect.bonus})
    if prospect.gained:
        said.append(_("you get %(leader)s") % {"leader": the_leader(prospect.gained)})
    if prospect.lost:
        said.append(_("you lose %(leader)s") % {"leader": the_leader(prospect.lost)})
    points = number_of_points(prospect.after)
    if prospect.after == prospect.before:
        return [*said, _("you stay at %(points)s") % {"points": points}]
    return [*said, _("%(before)s → %(points)s") % {"before": prospect.before, "points": points}]


def _refill(view: WildCardsView, cards: Sequence[str]) -> list[str]:
    drawn, held, is_sure = cards_after_refill(view, len(cards))
    if not drawn:
        return [_("you draw nothing and hold %(held)s") % {"held": held}]
    if not is_sure:
        return [_("you draw what is left, up to %(held)s in hand") % {"held": held}]
    return [_drawn(drawn, held)]


def _drawn(number: int, held: int) -> str:
    return ngettext(
        "you draw %(number)s card and hold %(held)s",
        "you draw %(number)s cards and hold %(held)s",
        number,
    ) % {"number": number, "held": held}


def _pay(view: WildCardsView, cards: Sequence[str]) -> list[str]:
    [bid] = view.players[view.own_seat].open_cards
    laid = (bid, *cards)
    natural = [
        species
        for species in dict.fromkeys(animal for animal in view.market if animal)
        if is_natural(species, laid)
    ]
    said = _("bid and payment make %(total)s") % {"total": total(laid)}
    if not natural:
        return [said]
    animals = or_list([the_animal(name) for name in natural])
    return [said, _("bonus 2 with %(animals)s") % {"animals": animals}]


def _pass(view: WildCardsView, _values: Sequence[str]) -> list[str]:
    if view.phase == "pay":
        return [_("you leave the tie, take your bid back and draw up to 2 cards")]
    drawn, held = cards_after_pass(view)
    returned = _("your cards come back")
    if not drawn:
        return [returned, _("you draw nothing")]
    return [returned, _drawn(drawn, held)]


def _show(view: WildCardsView, cards: Sequence[str]) -> list[str]:
    del view
    return [_("counts %(value)s and is discarded afterwards") % {"value": VALUE[cards[0]]}]


def _draw(view: WildCardsView, _values: Sequence[str]) -> list[str]:
    del view
    return [_("an unseen card counts; your hand stays as it is")]


def _left(view: WildCardsView, cards: Sequence[str]) -> tuple[str, ...]:
    """The habitat cards in hand without these."""
    held = tuple(card for card in view.hand or () if card != REFILL)
    return without(held, cards)


_EFFECTS: dict[str, Callable[[WildCardsView, Sequence[str]], list[str]]] = {
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
