"""Who decided in the reader's place, as lines above what happened."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Order, Player
from games.selectors.orders_by_others import EARLIER, NOT_MEANT, DecidedOtherwise
from games.selectors.silent_moves import SilentMove

MOST_MOVES = 6
"""So many moves are named in a line, the last."""

Source = Order.Source

_WORDS: dict[str, Promise] = {
    Source.DEFAULT: _(
        "A deadline passed without a move from you. The default move was made: %(moves)s."
    ),
    Source.MISSED: _("A deadline passed. What you had left for that was played: %(moves)s."),
    Source.STANDING: _("Played by your standing orders: %(moves)s."),
    Source.FORCED: _("Played as the only legal move: %(moves)s."),
    Source.BOT: _("Played by the bot in your seat: %(moves)s."),
    EARLIER: _("Played by whoever had this seat before you: %(moves)s."),
}


def deciders_told(
    decided: Sequence[DecidedOtherwise], order_words: Callable[[str], str]
) -> list[str]:
    """A line for each way in which moves were made for the reader."""
    moves: dict[str, list[str]] = defaultdict(list)
    for one in decided:
        moves[one.source].append(order_words(one.text))
    return [
        str(words) % {"moves": "; ".join(_last(moves[how]))}
        for how, words in _WORDS.items()
        if how in moves
    ]


def silence_told(move: SilentMove, order_words: Callable[[str], str]) -> str:
    """What is played for the reader once the deadline has passed."""
    default = _("If you don’t move, we play a safe default: %(move)s.")
    own = _("If you don’t move, we play what you left for a missed deadline: %(move)s.")
    return str(own if move.is_own else default) % {"move": order_words(move.text)}


def _last(moves: list[str]) -> list[str]:
    return moves if len(moves) <= MOST_MOVES else ["…", *moves[-MOST_MOVES:]]


def planned(decided: Sequence[DecidedOtherwise]) -> list[DecidedOtherwise]:
    """What was played as its player had wanted it, or because nothing else was legal: of what
    happened it comes after what led to it. A miss, and what others did, is told before."""
    return [one for one in decided if one.source in {Source.STANDING, Source.FORCED}]


def is_miss(one: DecidedOtherwise) -> bool:
    """Whether a deadline had passed."""
    return one.source in {Source.DEFAULT, Source.MISSED}


def is_told_of_others(decided: Sequence[DecidedOtherwise]) -> bool:
    """Whether what happened is told by name, and not to "you": somebody else made some of it."""
    return any(one.source in NOT_MEANT for one in decided)


def misses_left(player: Player | None) -> int | None:
    """How many more deadlines in a row may pass before a bot takes the seat; None where none has
    passed, or the bot sits there."""
    if player is None or player.bot or not player.missed_in_a_row:
        return None
    return max(player.match.misses_allowed - player.missed_in_a_row, 1)
