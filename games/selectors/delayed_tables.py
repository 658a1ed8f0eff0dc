"""What spectators see of a table that lets them look on one turn late."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from games.models import Match, Order, Phase, Player
from games.rules.chance import Chance
from games.rules.game import AnyRules
from games.rules.protocol import Setup
from games.rules.registry import rules_of_record

KEPT = 128
"""So many positions a process remembers, in its own memory: hands are in them."""


def is_delayed(match: Match, viewer: Player | None) -> bool:
    """Whether this viewer sees the match one turn late."""
    running = match.status in {Match.Status.RUNNING, Match.Status.PARKED}
    return viewer is None and match.delays_spectators and running


def last_shown(match: Match) -> int:
    """The number of the last closed phase of which spectators may know."""
    return max(match.phase_number - 2, 0)


def state_shown(match: Match) -> str:
    """The position before the last closed phase, played again from the journal."""
    return _played_until(match.pk, match.attempt, last_shown(match))


@lru_cache(maxsize=KEPT)
def _played_until(match_id: int, attempt: int, last: int) -> str:
    match = Match.objects.get(pk=match_id)
    rules: AnyRules = rules_of_record(match.game, match.rules_version)
    options = rules.options.from_mapping(match.options)
    state = rules.start(Setup(match.seats, options, Chance(match.seed))).state
    given: dict[int, dict[int, str]] = {}
    orders = Order.objects.filter(phase__match=match, phase__number__range=(1, last))
    for number, seat, text in orders.values_list("phase__number", "seat", "text"):
        given.setdefault(number, {})[seat] = text
    for number in sorted(given):
        texts = sorted(given[number].items())
        parsed = {seat: rules.parse_order(state, seat, text) for seat, text in texts}
        state = rules.adjudicate(state, parsed).state
    encoded: str = rules.encode(state)
    return encoded


def talk_shown_until(match: Match) -> datetime | None:
    """Up to when spectators may read what was said; None: all of it."""
    if not is_delayed(match, None):
        return None
    row = Phase.objects.filter(match=match, number=last_shown(match) + 1).first()
    return row.opened_at if row is not None else match.started_at
