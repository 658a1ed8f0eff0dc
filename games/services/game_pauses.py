"""Games of which no new match begins for a while: a fault in their rules is being mended."""

from __future__ import annotations

from games.common.errors import MatchError
from games.models import GamePause


def check_not_paused(game: str) -> None:
    """Raise MatchError `game-paused`, with what the operator says to players, if the game rests."""
    pause = GamePause.objects.filter(game=game).first()
    if pause is not None:
        raise MatchError("game-paused", words=pause.words)
