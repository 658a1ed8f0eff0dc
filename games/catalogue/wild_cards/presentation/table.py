"""The whole table as one figure: text with drawings beside it, laid out by `games/table.css`.

Everything that a drawing says stands there in words too, visible or for screen readers, so that
nothing hangs on seeing, and nothing on colour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.catalogue.wild_cards.presentation.board import (
    hand_groups,
    hand_title,
    piles_line,
    round_label,
)
from games.catalogue.wild_cards.presentation.pictures import card, icon
from games.catalogue.wild_cards.presentation.vocabulary import (
    HOME,
    REFILL,
    SPECIES,
    animal_name,
    animals,
    habitat_name,
    leader_power,
    phase_name,
)
from games.catalogue.wild_cards.rules.view import WildCardsPlayer, WildCardsView
from games.presentation.drawings import BACK, NOTHING, joined
from games.presentation.people import People
from games.presentation.scene import Scene
from games.presentation.words import gettext as _
from games.presentation.words import number_of_cards, number_of_points, per_language
from games.rules.protocol import Seat

LEO_IS_DONE = ("took", "passed", "refilled")


def table_picture(view: WildCardsView, people: People, scene: Scene) -> SafeString:
    """The table of this view: market, the viewer's hand, players with what lies before them."""
    title = _("%(round)s: %(phase)s") % {
        "round": round_label(view),
        "phase": phase_name(view.phase),
    }
    return format_html(
        '<figure class="wc-table" aria-label="{}">{}{}{}<ul class="wc-players">{}</ul>{}</figure>',
        _("The table. %(title)s") % {"title": title},
        _market(view, title, scene),
        _asked(view, scene),
        _hand(view, scene),
        joined(_player(player, view, people) for player in view.players),
        _leaders_left(view),
    )


def _market(view: WildCardsView, title: str, scene: Scene) -> SafeString:
    market = NOTHING
    if view.phase != "over":
        leos = _leos_choice(view)
        market = format_html(
            '<ul class="wc-market" aria-label="{}">{}</ul>',
            _("Market, the animal nearest the pile first"),
            joined(
                _slot(species, place == leos, scene) for place, species in enumerate(view.market)
            ),
        )
    return format_html(
        '<div class="wc-middle"><p class="wc-heading">{}</p>{}<p class="wc-note">{}</p></div>',
        title,
        market,
        piles_line(view),
    )


def _leos_choice(view: WildCardsView) -> int | None:
    """The slot nearest the pile, as long as Leo may still take what lies there."""
    if view.leo is None:
        return None
    leo = view.players[view.leo]
    if leo.state in LEO_IS_DONE or leo.open_cards == [REFILL]:
        return None
    return next((place for place, species in enumerate(view.market) if species), None)


def _slot(species: str | None, leos: bool, scene: Scene) -> SafeString:
    if species is None:
        return format_html('<li class="wc-slot wc-empty">{}</li>', pgettext("market", "taken"))
    drawing = _lying(species, leos)
    field = "take" if scene.asks("take") else "animal"
    return format_html(
        '<li class="wc-slot wc-{}">{}</li>', HOME[species], scene.target(field, species, drawing)
    )


@per_language
def _lying(species: str, leos: bool) -> SafeString:
    mark = NOTHING
    if leos:
        mark = format_html('<span class="wc-near">{}</span>', _("Leo takes this first"))
    habitat = HOME[species]
    return format_html(
        '<span class="wc-lying">{}<span class="wc-name">{}</span>'
        '<span class="wc-home">{}{}</span>{}</span>',
        icon(species, "wc-animal"),
        animal_name(species),
        icon(f"habitat-{habitat}", "wc-small"),
        habitat_name(habitat),
        mark,
    )


def _leaders_left(view: WildCardsView) -> SafeString:
    free = [species for species in SPECIES if view.leaders[species] is None]
    if not free:
        return NOTHING
    return format_html(
        '<p class="wc-note">{} {}</p>',
        _("Leaders nobody has:"),
        joined(_free_leader(species) for species in free),
    )


@per_language
def _free_leader(species: str) -> SafeString:
    return format_html(
        '<span class="wc-free" title="{}">{}{}</span> ',
        leader_power(species),
        icon(species, "wc-small"),
        animal_name(species),
    )


def _player(player: WildCardsPlayer, view: WildCardsView, people: People) -> SafeString:
    seat = player.seat
    classes = "wc-player wc-you" if seat == people.viewer else "wc-player"
    return format_html(
        '<li class="{}"><p class="wc-heading">{}</p><p class="wc-facts">{}</p>{}{}{}</li>',
        classes,
        _heading(player, people),
        _facts(player, view),
        _collection(player, view),
        _powers(player, view),
        _laid(player, view),
    )


def _heading(player: WildCardsPlayer, people: People) -> str:
    name = {"name": people.name(player.seat)}
    if player.leo:
        return _("%(name)s (virtual player)") % name
    if player.seat == people.viewer:
        return _("%(name)s (you)") % name
    return people.name(player.seat)


def _facts(player: WildCardsPlayer, view: WildCardsView) -> SafeString:
    seat: Seat = player.seat
    cards = number_of_cards(player.hand)
    facts = []
    if player.leo:
        facts.append(_fact("", _("%(cards)s in the pile") % {"cards": cards}))
    else:
        points = number_of_points(view.score[seat].total)
        facts.append(_fact("", _("%(points)s so far") % {"points": points}))
        facts.append(_fact("", _("%(cards)s in hand") % {"cards": cards}))
    if view.talisman == seat:
        facts.append(_fact("paw", _("talisman")))
    return joined(facts)


def _fact(sign: str, text: str) -> SafeString:
    drawing = icon(sign, "wc-small") if sign else NOTHING
    return format_html('<span class="wc-fact">{}{}</span> ', drawing, text)


def _collection(player: WildCardsPlayer, view: WildCardsView) -> SafeString:
    held = [species for species in SPECIES if player.collection[species]]
    if not held:
        return format_html('<p class="wc-note">{}</p>', _("no animals yet"))
    return format_html(
        '<ul class="wc-collection" aria-label="{}">{}</ul>',
        _("Collection"),
        joined(
            _animals(
                species,
                player.collection[species],
                view.leaders[species] == player.seat,
            )
            for species in held
        ),
    )


@per_language
def _animals(species: str, number: int, led: bool) -> SafeString:
    crown = NOTHING
    if led:
        crown = format_html(
            '{}<span class="wc-hidden">, {}</span>', icon("crown", "wc-crown"), _("leader")
        )
    return format_html(
        '<li class="wc-chip wc-{}">{}<span class="wc-count" aria-hidden="true">{}</span>'
        '<span class="wc-hidden">{}</span>{}</li>',
        HOME[species],
        icon(species, "wc-medium"),
        number,
        animals(species, number),
        crown,
    )


def _powers(player: WildCardsPlayer, view: WildCardsView) -> SafeString:
    held = [species for species in SPECIES if view.leaders[species] == player.seat]
    if not held or player.leo:
        return NOTHING
    return format_html(
        '<ul class="wc-powers" aria-label="{}">{}</ul>',
        _("Leaders"),
        joined(_power(species) for species in held),
    )


@per_language
def _power(species: str) -> SafeString:
    return format_html(
        "<li>{}<b>{}</b> {}</li>",
        icon(f"power-{species}", "wc-small"),
        animal_name(species),
        leader_power(species),
    )


def _laid(player: WildCardsPlayer, view: WildCardsView) -> SafeString:
    rows = []
    if player.bid:
        rows.append(_cards(_("Bid"), _bid_cards(player, view)))
    if player.payment:
        rows.append(_cards(_("Payment"), player.payment))
    if player.shown:
        rows.append(_cards(_("Shown"), player.shown))
    if player.took:
        took = _("took: %(animal)s") % {"animal": animal_name(player.took)}
        rows.append(format_html('<p class="wc-note">{}</p>', took))
    elif player.state == "passed":
        passed = pgettext("a player in this round", "passed")
        rows.append(format_html('<p class="wc-note">{}</p>', passed))
    return format_html('<div class="wc-laid">{}</div>', joined(rows)) if rows else NOTHING


def _bid_cards(player: WildCardsPlayer, view: WildCardsView) -> Sequence[str]:
    if player.open_cards:
        return player.open_cards
    if player.seat == view.seat and view.own_bid:
        return view.own_bid
    return [BACK] * player.hidden_cards


def _cards(
    label: str, cards: Sequence[str], drawn: Callable[[str], SafeString] = card
) -> SafeString:
    return format_html(
        '<div class="wc-cards"><span class="wc-label">{}</span>'
        '<span class="wc-fan">{}</span></div>',
        label,
        joined(drawn(code) for code in cards),
    )


def _asked(view: WildCardsView, scene: Scene) -> SafeString:
    """What lies elsewhere on the table and is chosen from: own animals to give, a laid bid."""
    if scene.asks("give"):
        animals = joined(
            scene.target("give", species, _named(species)) for species in scene.values("give")
        )
        fan = format_html('<span class="wc-fan">{}</span>', animals)
        return scene.asked("give", "wc-asked", scene.labels["give"], fan)
    if view.phase == "reveal" and scene.asks("cards"):
        laid = joined(scene.target("cards", code, card(code)) for code in scene.values("cards"))
        fan = format_html('<span class="wc-fan">{}</span>', laid)
        return scene.asked("cards", "wc-asked", scene.labels["cards"], fan)
    return NOTHING


def _named(species: str) -> SafeString:
    """An animal with its name below."""
    return format_html(
        '<span class="wc-lying">{}<span class="wc-name">{}</span></span>',
        icon(species, "wc-animal"),
        animal_name(species),
    )


def _hand(view: WildCardsView, scene: Scene) -> SafeString:
    hand = view.hand
    if hand is None:
        return NOTHING
    field = "payment" if scene.asks("payment") else "cards"
    if view.phase == "reveal" or not scene.asks(field):
        field = ""

    def drawn(code: str) -> SafeString:
        return scene.target(field, code, card(code))

    held = [*hand]
    if REFILL in scene.values(field) and REFILL not in held:
        held.append(REFILL)
    groups = [(habitat_name(letter), cards) for letter, cards in hand_groups(held)]
    if REFILL in held:
        groups.append((_("Refill"), [REFILL]))
    cards = format_html(
        '<ul class="wc-groups">{}</ul>',
        joined(format_html("<li>{}</li>", _cards(label, held, drawn)) for label, held in groups),
    )
    return scene.asked(field, "wc-hand", hand_title(hand), cards)
