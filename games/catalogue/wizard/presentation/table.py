"""The whole table as one figure: text with drawings beside it, laid out by `table-wizard.css`.

Everything that a drawing says stands there in words too, visible or for screen readers, so that
nothing hangs on seeing, and nothing on colour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.catalogue.wizard.presentation.board import (
    bid_words,
    bids_line,
    gone_cards,
    hand_title,
    player_name,
    seated,
    taken_words,
    title,
    trick_seats,
    trump_line,
)
from games.catalogue.wizard.presentation.pictures import card, icon
from games.catalogue.wizard.presentation.score_sheet import score_sheet
from games.catalogue.wizard.presentation.vocabulary import colour_name, group_name, groups, variants
from games.catalogue.wizard.rules.view import WizardPlayer, WizardView
from games.presentation.drawings import NOTHING, joined
from games.presentation.people import People
from games.presentation.scene import Scene
from games.presentation.words import comma_list, number_of_cards, number_of_points
from games.presentation.words import gettext as _
from games.rules.protocol import Seat


def table_picture(view: WizardView, people: People, scene: Scene) -> SafeString:
    """The table of this view: trump, the trick, the viewer's hand, players, the score sheet."""
    return format_html(
        '<figure class="wz-table" aria-label="{}">{}{}<ul class="wz-players">{}</ul>{}{}</figure>',
        _("The table. %(title)s") % {"title": title(view)},
        _middle(view, people, scene),
        _hand(view, scene),
        joined(_player(player, view, people) for player in view.players),
        _earlier(view, people),
        score_sheet(view, people),
    )


def _note(text: str) -> SafeString:
    return format_html('<p class="wz-note">{}</p>', text) if text else NOTHING


def _middle(view: WizardView, people: People, scene: Scene) -> SafeString:
    played = variants(view.options)
    cloth = NOTHING
    if view.phase != "over":
        cloth = format_html(
            '<div class="wz-cloth">{}{}{}</div>',
            _trump(view),
            _trick(view, people),
            _asked(view, scene),
        )
    return format_html(
        '<div class="wz-middle"><p class="wz-heading">{}</p>{}{}{}</div>',
        title(view),
        _note(_("Variants: %(names)s") % {"names": comma_list(played)} if played else ""),
        cloth,
        _note(bids_line(view)),
    )


def _asked(view: WizardView, scene: Scene) -> SafeString:
    """The bids or colours to choose from, where the trick will lie."""
    field = {"bid": "number", "trump": "colour"}.get(view.phase, "")
    if not scene.asks(field):
        return NOTHING
    tokens = joined(scene.target(field, value, card(value)) for value in scene.values(field))
    fan = format_html('<div class="wz-fan">{}</div>', tokens)
    return scene.asked(field, "wz-asked", scene.labels[field], fan)


def _trump(view: WizardView) -> SafeString:
    if view.options.monochrome:
        return NOTHING
    turned = card(view.turned) if view.turned else NOTHING
    letter = view.trump
    mark = icon(letter) if letter else NOTHING
    return format_html(
        '<div class="wz-trump{}">{}<p class="wz-label">{}{}</p></div>',
        f" wz-{letter}" if letter else "",
        turned,
        mark,
        trump_line(view),
    )


def _trick(view: WizardView, people: People) -> SafeString:
    if view.phase != "play":
        return NOTHING
    lying = dict(trick_seats(view))
    places = [(view.leader + step) % view.seats for step in range(view.seats)]
    return format_html(
        '<div class="wz-trick"><p class="wz-label">{}</p><ol class="wz-plays">{}</ol></div>',
        _("Trick %(trick)s") % {"trick": len(view.tricks) + 1},
        joined(_place(seat, lying.get(seat), view, people) for seat in places),
    )


def _place(seat: Seat, code: str | None, view: WizardView, people: People) -> SafeString:
    name = player_name(seat, people.name(seat), people)
    if code is not None:
        ahead = NOTHING
        if seat == view.ahead:
            ahead = format_html(
                '<span class="wz-ahead">{}</span>', pgettext("a player in a trick", "ahead")
            )
        return format_html('<li>{}<span class="wz-who">{}</span>{}</li>', card(code), name, ahead)
    words = pgettext("a player in a trick", "to come")
    if seat in view.awaited:
        words = pgettext("a player in a trick", "plays now")
    return format_html(
        '<li><span class="wz-free">{}</span><span class="wz-who">{}</span></li>', words, name
    )


def _earlier(view: WizardView, people: People) -> SafeString:
    """The last trick and all cards that are gone, folded up."""
    gone = gone_cards(view)
    if not gone or view.phase == "over":
        return NOTHING
    last = NOTHING
    if view.tricks:
        trick = view.tricks[-1]
        last = _cards(
            _("The last trick, taken by %(name)s") % {"name": people.item(trick.winner)},
            [code for _seat, code in seated(trick.leader, trick.cards, view.seats)],
        )
    return format_html(
        '<details class="wz-earlier"><summary>{}</summary>{}{}</details>',
        _("Played so far: %(cards)s") % {"cards": number_of_cards(len(gone))},
        last,
        _grouped(gone),
    )


def _grouped(codes: Sequence[str], drawn: Callable[[str], SafeString] = card) -> SafeString:
    return format_html(
        '<ul class="wz-groups">{}</ul>',
        joined(
            format_html("<li>{}</li>", _cards(group_name(letter), held, drawn))
            for letter, held in groups(sorted(codes, key=lambda code: (len(code), code)))
        ),
    )


def _cards(
    label: str, codes: Sequence[str], drawn: Callable[[str], SafeString] = card
) -> SafeString:
    return format_html(
        '<div class="wz-cards"><span class="wz-label">{}</span>'
        '<span class="wz-fan">{}</span></div>',
        label,
        joined(drawn(code) for code in codes),
    )


def _player(player: WizardPlayer, view: WizardView, people: People) -> SafeString:
    seat = player.seat
    classes = "wz-player wz-you" if seat == people.viewer else "wz-player"
    colour = NOTHING
    if player.colour:
        colour = format_html(
            '<span class="wz-fact wz-{}">{}{}</span> ',
            player.colour,
            icon(player.colour),
            colour_name(player.colour),
        )
    return format_html(
        '<li class="{}"><p class="wz-heading">{}</p><p class="wz-facts">{}{}</p>{}{}</li>',
        classes,
        player_name(seat, people.name(seat), people),
        colour,
        joined(_fact(text) for text in _facts(player, view)),
        _bid(player, view),
        _cards(_("holds up"), player.cards) if player.cards else NOTHING,
    )


def _facts(player: WizardPlayer, view: WizardView) -> list[str]:
    facts = [number_of_points(player.total)]
    if view.phase != "over":
        facts.append(_("%(cards)s in hand") % {"cards": number_of_cards(player.hand)})
        if player.seat == view.dealer:
            facts.append(_("dealer"))
    return facts


def _fact(text: str) -> SafeString:
    return format_html('<span class="wz-fact">{}</span> ', text)


def _bid(player: WizardPlayer, view: WizardView) -> SafeString:
    """The bid and the tricks taken in words, with a mark for each trick."""
    if not player.has_bid or view.phase == "over":
        return NOTHING
    words = comma_list([text for text in (bid_words(player), taken_words(player, view)) if text])
    return format_html(
        '<p class="wz-bid">{}<span class="wz-pips" aria-hidden="true">{}</span></p>',
        words,
        joined(format_html('<span class="{}"></span>', kind) for kind in _pips(player)),
    )


def _pips(player: WizardPlayer) -> list[str]:
    tricks, bid = player.tricks, player.bid
    if bid is None:
        return ["wz-pip wz-won"] * tricks
    return (
        ["wz-pip wz-won"] * min(tricks, bid)
        + ["wz-pip"] * max(bid - tricks, 0)
        + ["wz-pip wz-over"] * max(tricks - bid, 0)
    )


def _hand(view: WizardView, scene: Scene) -> SafeString:
    hand = view.hand
    if hand is None:
        if view.seat is None:
            return NOTHING
        return format_html(
            '<div class="wz-hand">{}</div>', _note(_("Only the others can see your hand."))
        )
    if not hand:
        return NOTHING
    cards = _grouped(hand, lambda code: scene.target("card", code, card(code)))
    return scene.asked("card", "wz-hand", hand_title(hand), cards)
