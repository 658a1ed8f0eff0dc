"""Cards, the table and orders for templates: `{% load cards %}`.

{% cards_sprite %}                     once a page, before the first drawing
{% card "F3" %}                        one card
{% table view names viewer %}          the whole table of a view, its game's key in it
{{ order|order_in_words }}             an order of the notation in words
{% table_styles %}                     the style sheets of the tables on the page, in the head
"""

from __future__ import annotations

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.models import Match
from games.presentation import presentation_for
from games.presentation.values import Names
from games.rules.game import Game
from games.rules.protocol import Seat, TableView
from games.rules.registry import GAMES, main_game

register = template.Library()

MAIN_GAME = main_game().key


@register.simple_tag
def cards_sprite(game: str = MAIN_GAME) -> SafeString:
    """The drawings that `card` and `table` refer to."""
    return presentation_for(game).sprite()


@register.simple_tag
def card(code: str, game: str = MAIN_GAME) -> SafeString:
    """One card as an inline SVG with its name. Raises UnknownWordError for no card."""
    return presentation_for(game).card(code)


@register.simple_tag
def table(view: TableView, names: Names, viewer: Seat | None = None) -> SafeString:
    """The whole table as a figure; `viewer` is addressed as "you"."""
    return presentation_for(view.game).table_picture(view, names, viewer)


@register.simple_tag(takes_context=True)
def table_styles(context: Context) -> SafeString:
    """Links to the games' style sheets; on the page of one match or game, to its own alone."""
    match, game = context.get("match"), context.get("rules") or context.get("game")
    if isinstance(match, Match):
        games = [GAMES[match.game]] if match.game in GAMES else []
    else:
        games = [game] if isinstance(game, Game) else [*GAMES.values()]
    sheets = [game.style for game in games if game.style]
    return format_html_join(
        "\n    ",
        '<link rel="stylesheet" href="{}">',
        ((static(sheet),) for sheet in sheets),
    )


@register.filter
def order_in_words(text: str, game: str = MAIN_GAME) -> str:
    """An order in words; what is no order stays as it is."""
    return presentation_for(game).order_in_words(text)
