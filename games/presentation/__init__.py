"""Every game in words and pictures."""

from __future__ import annotations

from games.presentation.default_presentation import Presentation
from games.presentation.values import UnknownWordError
from games.rules.registry import UnknownGameError, game_for

_PRESENTATIONS: dict[str, Presentation] = {}


def presentation_for(key: str) -> Presentation:
    """The presentation of the game with this key. Raises UnknownWordError for another."""
    try:
        game = game_for(key)
    except UnknownGameError:
        raise UnknownWordError(f"no presentation for the game {key!r}") from None
    found = _PRESENTATIONS.get(key)
    if found is None or found.game is not game:
        made: Presentation = game.load_presentation()(game)
        found = _PRESENTATIONS[key] = made
    return found
