"""The whole table as one figure: text with drawings beside it, laid out by `table-cubirds.css`.

Everything that a drawing says stands there in words too, visible or for screen readers, so that
nothing hangs on seeing, and nothing on colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.catalogue.cubirds.presentation.board import family_words, piles_line, title
from games.catalogue.cubirds.presentation.pictures import icon
from games.catalogue.cubirds.presentation.rows import blocks
from games.catalogue.cubirds.presentation.scene import (
    END_FIELD,
    SPECIES_FIELD,
    end_name,
    end_of,
)
from games.catalogue.cubirds.presentation.vocabulary import (
    FAMILY,
    bird_name,
    birds,
    number_of_birds,
)
from games.catalogue.cubirds.rules.cards import LETTER, SPECIES
from games.catalogue.cubirds.rules.laying import LEFT, RIGHT, enclosed
from games.catalogue.cubirds.rules.scoring import SPECIES_OF_THREE, SPECIES_TO_WIN
from games.catalogue.cubirds.rules.view import CuBirdsPlayer, CuBirdsView
from games.presentation.drawings import NOTHING, joined
from games.presentation.people import People
from games.presentation.scene import Scene
from games.presentation.words import gettext as _
from games.presentation.words import number_of_cards

CROWD = 3
MOST_DRAWN = 9


def table_picture(view: CuBirdsView, people: People, scene: Scene) -> SafeString:
    """The table of this view: the rows, the viewer's hand, the players with their collections."""
    heading = title(view, people)
    return format_html(
        '<figure class="cu-table" aria-label="{}">{}{}<ul class="cu-players">{}</ul></figure>',
        _("The table. %(title)s") % {"title": heading},
        _middle(view, heading, scene),
        _hand(view, scene),
        joined(_player(player, view, people) for player in view.players),
    )


def _middle(view: CuBirdsView, heading: str, scene: Scene) -> SafeString:
    rows = format_html(
        '<ol class="cu-rows">{}</ol><p class="cu-note">{}</p>',
        joined(_row(number, view, scene) for number in range(1, len(view.rows) + 1)),
        piles_line(view),
    )
    return scene.asked(END_FIELD, "cu-middle", heading, rows)


def _row(number: int, view: CuBirdsView, scene: Scene) -> SafeString:
    return format_html(
        '<li class="cu-row"><span class="cu-number" aria-hidden="true">{}</span>'
        '{}<ol class="cu-branch" aria-label="{}">{}</ol>{}</li>',
        number,
        _end(number, LEFT, view, scene),
        _("Row %(row)s, from left to right") % {"row": number},
        joined(_block(species, count) for species, count in blocks(view.rows[number - 1])),
        _end(number, RIGHT, view, scene),
    )


def _end(number: int, side: str, view: CuBirdsView, scene: Scene) -> SafeString:
    """An end of a row to lay birds at, with what each species in hand would take there."""
    if not scene.asks(END_FIELD):
        return NOTHING
    end = end_of(number, side)
    row = "".join(LETTER[bird] for bird in view.rows[number - 1])
    held = sorted(set(view.hand or ()))
    takes = {species: len(enclosed(row, LETTER[species], side)) for species in held}
    shown = joined(
        format_html('<span class="cu-take cu-take-{}">+{}</span>', species, count)
        for species, count in takes.items()
        if count
    )
    drawing = format_html(
        '<span class="cu-end"><span aria-hidden="true">{}</span>'
        '<span class="cu-hidden">{}</span>{}</span>',
        "▸" if side == LEFT else "◂",
        end_name(end),
        shown,
    )
    return scene.target(END_FIELD, end, drawing)


def _block(species: str, number: int) -> SafeString:
    """So many birds of a species side by side; many of them close together."""
    return format_html(
        '<li class="cu-block cu-{}"><span class="{}">{}</span><span class="cu-name">{}</span></li>',
        species,
        "cu-perched cu-crowd" if number > CROWD else "cu-perched",
        joined(icon(species, "cu-bird") for _place in range(min(number, MOST_DRAWN))),
        bird_name(species) if number == 1 else birds(species, number),
    )


def _hand(view: CuBirdsView, scene: Scene) -> SafeString:
    if view.hand is None:
        return NOTHING
    counts: Counter[str] = Counter(view.hand)
    held = format_html(
        '<ul class="cu-flock">{}</ul>',
        joined(
            format_html(
                "<li>{}</li>", scene.target(SPECIES_FIELD, species, _held(species, counts[species]))
            )
            for species in SPECIES
            if counts[species]
        ),
    )
    heading = _("Your hand: %(cards)s") % {"cards": number_of_cards(len(view.hand))}
    return scene.asked(SPECIES_FIELD, "cu-hand", heading, held)


def _held(species: str, number: int) -> SafeString:
    return format_html(
        '<span class="cu-held cu-{}">{}<span class="cu-words"><span class="cu-name">{}</span>{}'
        '<span class="cu-family">{}</span></span></span>',
        species,
        icon(species, "cu-bird"),
        birds(species, number),
        _pips(species, number),
        family_words(species, number),
    )


def _pips(species: str, number: int) -> SafeString:
    """A dot for each card of a big family: filled where it is in hand, a gap after the small."""
    small, big = FAMILY[species]
    dots = []
    for place in range(1, big + 1):
        kind = "cu-pip cu-full" if place <= number else "cu-pip"
        dots.append(
            format_html('<i class="{}"></i>', f"{kind} cu-step" if place == small else kind)
        )
    return format_html('<span class="cu-pips" aria-hidden="true">{}</span>', joined(dots))


def _player(player: CuBirdsPlayer, view: CuBirdsView, people: People) -> SafeString:
    seat = player.seat
    classes = "cu-player cu-you" if people.is_viewer(seat) else "cu-player"
    if seat == view.active and view.phase != "over":
        classes += " cu-active"
    return format_html(
        '<li class="{}"><p class="cu-heading">{}</p><p class="cu-facts">{}</p>{}{}{}</li>',
        classes,
        _heading(player, people),
        _facts(player),
        _birds(_("Collection"), player.collection, _("no birds yet")),
        _towards(player.collection),
        _seen(player),
    )


def _heading(player: CuBirdsPlayer, people: People) -> str:
    name = {"name": people.name(player.seat)}
    if player.virtual:
        return _("%(name)s (virtual player)") % name
    if people.is_viewer(player.seat):
        return _("%(name)s (you)") % name
    return people.name(player.seat)


def _facts(player: CuBirdsPlayer) -> SafeString:
    return format_html(
        '<span class="cu-fact">{}</span> <span class="cu-fact">{}</span>',
        number_of_birds(player.birds),
        _("%(cards)s in hand") % {"cards": number_of_cards(player.hand)},
    )


def _birds(label: str, counts: Mapping[str, int], nothing: str) -> SafeString:
    held = [species for species in SPECIES if counts.get(species)]
    if not held:
        return format_html('<p class="cu-note">{}</p>', nothing)
    return format_html(
        '<ul class="cu-collection" aria-label="{}">{}</ul>',
        label,
        joined(_chip(species, counts[species]) for species in held),
    )


def _chip(species: str, number: int) -> SafeString:
    return format_html(
        '<li class="cu-chip cu-{}">{}<span class="cu-count" aria-hidden="true">{}</span>'
        '<span class="cu-hidden">{}</span></li>',
        species,
        icon(species, "cu-medium"),
        number,
        birds(species, number),
    )


def _towards(collection: Mapping[str, int]) -> SafeString:
    """How far the collection is from either way to win."""
    threes = sum(number >= 3 for number in collection.values())
    words = _("%(species)s of %(seven)s species, %(threes)s of %(two)s with three birds") % {
        "species": len(collection),
        "seven": SPECIES_TO_WIN,
        "threes": threes,
        "two": SPECIES_OF_THREE,
    }
    return format_html('<p class="cu-note">{}</p>', words)


def _seen(player: CuBirdsPlayer) -> SafeString:
    """RobinBird's open hand, or what everybody saw a person take."""
    if player.open is not None:
        label, counts = _("Hand, lying open"), Counter(player.open)
    elif player.known:
        label, counts = _("Seen going into this hand"), Counter(player.known)
    else:
        return NOTHING
    return format_html(
        '<div class="cu-seen"><span class="cu-label">{}</span>{}</div>',
        label,
        _birds(label, counts, _("no cards")),
    )
