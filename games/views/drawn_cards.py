"""Cards on pages that show several games, or few cards of one: only the symbols that are used."""

from __future__ import annotations

import re

from django.utils.safestring import SafeString, mark_safe

from games.presentation import presentation_for
from games.presentation.default_presentation import Presentation
from games.presentation.drawings import joined
from games.presentation.values import UnknownWordError
from games.rules.registry import GAMES

_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>')
_USED = re.compile(r'href="#([\w-]+)"')


def symbols_of(drawings: str) -> SafeString:
    """Of all games' symbols those that the drawings use: the others would be most of the page."""
    used, symbols = set(_USED.findall(drawings)), []
    for game in GAMES:
        sprite = presentation_for(game).sprite()
        symbols += [one[0] for one in _SYMBOL.finditer(sprite) if one[1] in used]
    # Files of the program, as `sprite_of` gives them.
    hidden = '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
    return mark_safe(f"{hidden}{''.join(symbols)}</svg>")  # noqa: S308


def cards_of_order(presentation: Presentation, order: str) -> SafeString:
    """The cards that an order in the notation names, drawn; nothing where it names none."""
    drawn = []
    for word in order.split()[1:]:
        try:
            drawn.append(presentation.card(word))
        except UnknownWordError:
            continue
    return joined(drawn) if presentation.symbols is not None else SafeString("")
