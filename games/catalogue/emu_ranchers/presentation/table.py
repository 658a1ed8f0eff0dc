"""The whole table as one figure of text and drawings, laid out by `games/table-emu-ranchers.css`.

Everything that a drawing says stands there in words too, visible or for screen readers, so that
nothing hangs on seeing, and nothing on colour.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.catalogue.emu_ranchers.presentation.board import hand_title, known_line, title
from games.catalogue.emu_ranchers.presentation.pictures import card, icon
from games.catalogue.emu_ranchers.presentation.scene import (
    CARD_FIELD,
    NEST,
    PILE,
    PLACE_FIELD,
    bird_field,
)
from games.catalogue.emu_ranchers.presentation.sums import UPKEEP, bird_sum
from games.catalogue.emu_ranchers.presentation.vocabulary import bird_name, next_card, suit_names
from games.catalogue.emu_ranchers.rules.view import (
    BirdOnTable,
    EmuRanchersView,
    Rancher,
    SeasonBird,
    SeasonSums,
)
from games.presentation.drawings import BACK, NOTHING, joined
from games.presentation.people import People
from games.presentation.scene import Scene
from games.presentation.values import signed
from games.presentation.words import gettext as _
from games.presentation.words import number_of_cards, number_of_points


def table_picture(view: EmuRanchersView, people: People, scene: Scene) -> SafeString:
    """The table of this view: the piles, the viewer's hand, both ranches, the last year's sums."""
    heading = title(view)
    return format_html(
        '<figure class="er-table" aria-label="{}">{}{}{}<ul class="er-players">{}</ul>{}</figure>',
        _("The table. %(title)s") % {"title": heading},
        _middle(view, heading),
        _places(view, scene),
        _hand(view, scene),
        joined(_rancher(rancher, view, people) for rancher in view.players),
        _seasons(view, people),
    )


def _middle(view: EmuRanchersView, heading: str) -> SafeString:
    if view.phase == "over":
        return format_html('<div class="er-middle"><p class="er-heading">{}</p></div>', heading)
    deck = card(BACK) if view.deck else NOTHING
    top = card(view.discard[-1]) if view.discard else NOTHING
    return format_html(
        '<div class="er-middle"><p class="er-heading">{}</p><ul class="er-piles">{}{}</ul></div>',
        heading,
        _pile(_("Deck"), view.deck, deck),
        _pile(_("Discard pile"), len(view.discard), top),
    )


def _pile(label: str, number: int, picture: SafeString) -> SafeString:
    words = number_of_cards(number) if number else _("empty")
    return format_html(
        '<li class="er-pile"><span class="er-spot">{}</span>'
        '<span><b>{}</b> <span class="er-note">{}</span></span></li>',
        picture,
        label,
        words,
    )


def _places(view: EmuRanchersView, scene: Scene) -> SafeString:
    """Where a card may go, side by side: the own birds by their last card, a nest, the pile."""
    if not scene.asks(PLACE_FIELD) or view.seat is None:
        return NOTHING
    tiles = [(str(bird.number), _bird_tile(bird)) for bird in view.players[view.seat].birds]
    tiles += [
        (NEST, _tile(icon("egg", "er-animal"), _("new bird"), "")),
        (PILE, _tile(card(BACK), _("discard"), "")),
    ]
    offered = {value for way in scene.ways for slot in way.slots for value in slot.values}
    shown = joined(
        scene.target(PLACE_FIELD, place, drawing)
        for place, drawing in tiles
        if place in offered or place not in (NEST, PILE)
    )
    places = format_html('<div class="er-tiles">{}</div>', shown)
    return scene.asked(PLACE_FIELD, "er-places", _("Your birds"), places)


def _bird_tile(bird: BirdOnTable) -> SafeString:
    about = _("%(suits)s, %(next)s") % {
        "suits": suit_names(bird.suits),
        "next": next_card(bird.above, bird.below),
    }
    name = _("Bird %(number)s") % {"number": bird.number}
    points = format_html(
        '<span class="er-points {}">{}</span><span class="er-hidden">{}</span>',
        "er-loss" if bird.points < 0 else "er-profit",
        signed(bird.points),
        about,
    )
    return _tile(card(bird.cards[-1]), name, points)


def _tile(picture: SafeString, name: str, more: SafeString | str) -> SafeString:
    return format_html(
        '<span class="er-tile">{}<span class="er-label">{} {}</span></span>', picture, name, more
    )


def _hand(view: EmuRanchersView, scene: Scene) -> SafeString:
    if not view.hand:
        return NOTHING
    if any(slot.runs for way in scene.ways for slot in way.slots):
        return _last_hand(view, scene)
    cards = format_html(
        '<div class="er-cards">{}</div>',
        joined(scene.target(CARD_FIELD, code, card(code)) for code in view.hand),
    )
    return scene.asked(CARD_FIELD, "er-hand", hand_title(view.hand), cards)


def _last_hand(view: EmuRanchersView, scene: Scene) -> SafeString:
    """The hand at a year's end: each card beside the birds that it may go on."""
    birds = [
        bird for bird in view.players[view.own_seat].birds if scene.asks(bird_field(bird.number))
    ]
    shown = [_growing(bird, scene) for bird in birds]
    useful = {value.split()[0] for bird in birds for value in scene.values(bird_field(bird.number))}
    rest = [code for code in view.hand or () if code not in useful]
    left = (
        format_html(
            '<div class="er-grow"><p class="er-heading">{}</p><div class="er-cards">{}</div></div>',
            _("Fits no bird"),
            joined(format_html('<span class="target-not">{}</span>', card(code)) for code in rest),
        )
        if rest
        else NOTHING
    )
    return format_html('<div class="er-hand er-grows">{}{}</div>', joined(shown), left)


def _growing(bird: BirdOnTable, scene: Scene) -> SafeString:
    field = bird_field(bird.number)
    targets = joined(
        scene.target(field, value, card(value.split()[0])) for value in scene.values(field)
    )
    cards = format_html('<div class="er-cards">{}{}</div>', _bird_tile(bird), targets)
    return scene.asked(field, "er-grow", _on_bird(bird), cards)


def _on_bird(bird: BirdOnTable) -> str:
    return _("On bird %(number)s") % {"number": bird.number}


def _rancher(rancher: Rancher, view: EmuRanchersView, people: People) -> SafeString:
    seat = rancher.seat
    own = seat == people.viewer
    over = view.phase == "over"
    birds = joined(_bird(bird, over=over) for bird in rancher.birds)
    if not rancher.birds:
        birds = format_html('<li class="er-note">{}</li>', _("no birds yet"))
    return format_html(
        '<li class="{}"><p class="er-heading">{}</p><p class="er-facts">{}</p>{}'
        '<ul class="er-birds">{}</ul></li>',
        "er-player er-you" if own else "er-player",
        _("%(name)s (you)") % {"name": people.name(seat)} if own else people.name(seat),
        _facts(rancher, view),
        _known(rancher, people),
        birds,
    )


def _facts(rancher: Rancher, view: EmuRanchersView) -> SafeString:
    points = number_of_points(view.score[rancher.seat].total)
    facts = [points]
    if view.phase != "over":
        facts = [
            _("%(points)s so far") % {"points": points},
            _("%(cards)s in hand") % {"cards": number_of_cards(rancher.hand)},
        ]
    return joined(format_html('<span class="er-fact">{}</span> ', fact) for fact in facts)


def _known(rancher: Rancher, people: People) -> SafeString:
    known = known_line(rancher, people)
    return format_html('<p class="er-note">{}</p>', known) if known else NOTHING


def _bird(bird: BirdOnTable, *, over: bool) -> SafeString:
    suits = suit_names(bird.suits)
    following = next_card(bird.above, bird.below)
    about = _("%(suits)s, %(next)s") % {"suits": suits, "next": following}
    return format_html(
        '<li class="er-bird">{}<div class="er-about"><p><b>{}</b> '
        '<span class="er-points {}">{}</span></p><p class="er-note">{}</p>'
        '<div class="er-fan">{}</div></div></li>',
        icon(_growth(bird), "er-animal"),
        _("Bird %(number)s") % {"number": bird.number},
        "er-loss" if bird.points < 0 else "er-profit",
        number_of_points(bird.points),
        suits if over else about,
        joined(card(code) for code in bird.cards),
    )


def _growth(bird: BirdOnTable) -> str:
    """An egg is a single card, a grown emu earns its upkeep."""
    if len(bird.cards) == 1:
        return "egg"
    return "emu" if bird.points >= 0 else "chick"


def _seasons(view: EmuRanchersView, people: People) -> SafeString:
    """The sums of the last finished year, folded up as long as the match goes on."""
    if not view.seasons:
        return NOTHING
    over = view.phase == "over"
    year = view.round if over else view.round - 1
    return format_html(
        '<details class="er-season"{}><summary>{}</summary><p class="er-note">{}</p>{}</details>',
        SafeString(' open=""') if over else NOTHING,
        _("Year %(year)s adds up") % {"year": year},
        _(
            "Add up the numbers of a bird and subtract the upkeep (at least "
            "%(upkeep)s). An Ace and a Crown are worth 5 each: added to a profit, "
            "taken from a loss."
        )
        % {"upkeep": UPKEEP},
        joined(_season(season, people.name(seat)) for seat, season in enumerate(view.seasons)),
    )


def _season(season: SeasonSums, name: str) -> SafeString:
    heading = _("%(name)s: %(points)s") % {
        "name": name,
        "points": number_of_points(season.points),
    }
    return format_html(
        '<p class="er-heading">{}</p><ul class="er-sums">{}{}</ul>',
        heading,
        joined(_sum(number, bird) for number, bird in enumerate(season.birds, 1)),
        _left(season.left),
    )


def _sum(number: int, bird: SeasonBird) -> SafeString:
    words = bird_sum(bird)
    if bird.let_go:
        words = _("%(sum)s, let go by the Excuse: 0") % {"sum": words}
    return format_html(
        '<li>{}: <code>{}</code> <span class="er-term">{}</span></li>',
        bird_name(number),
        " ".join(bird.cards),
        words,
    )


def _left(cards: Sequence[str]) -> SafeString:
    if not cards:
        return NOTHING
    return format_html("<li>{}: <code>{}</code></li>", _("not placed"), " ".join(cards))
