"""How a match came from the table that a viewer saw last to the one of now, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match, Player
from games.rules.chance import Chance
from games.rules.protocol import RulesError, Setup, TableView
from games.rules.registry import rules_of_record
from games.selectors.delayed_tables import is_delayed, last_shown
from games.selectors.match_journal import NOT_TOLD, Visible, journal_phase, orders_of
from games.selectors.match_tables import RUNNING

MOST_STEPS = 6
MOST_REPLAYED = 700
"""A match that has gone on for longer is not played again for this; its log is enough."""


@dataclass(frozen=True, slots=True)
class MatchStep:
    """What the closing of one phase brought, and the table before it, both as the viewer may know.

    `view` is what the rules show this seat (nobody's, for a spectator) in that position: no more
    than the page showed while it lasted.
    """

    number: int
    view: TableView
    events: Visible


def steps_since(match: Match, viewer: Player | None, since_phase: int) -> list[MatchStep]:
    """The last few of the phases that have closed since this one was open, oldest first.

    Empty where nothing has closed, the match is too long, or its orders do not lead to its state.
    """
    try:
        return _steps(match, viewer, since_phase)
    except RulesError:
        return []


def _steps(match: Match, viewer: Player | None, since_phase: int) -> list[MatchStep]:
    if match.status not in {*RUNNING, Match.Status.FINISHED} or not match.state:
        return []
    closed = match.phases.filter(closed_at__isnull=False)
    if is_delayed(match, viewer):
        closed = closed.filter(number__lte=last_shown(match))
    rows = list(closed.defer(*NOT_TOLD).order_by("number"))
    first = max(since_phase, rows[-1].number - MOST_STEPS + 1, 1) if rows else 1
    if not rows or len(rows) > MOST_REPLAYED or first > rows[-1].number:
        return []
    seat = viewer.seat if viewer is not None else None
    orders = orders_of(rows)
    rules = rules_of_record(match.game, match.rules_version)
    options = rules.options.from_mapping(match.options)
    state = rules.start(Setup(match.seats, options, Chance(match.seed))).state
    steps = []
    for row in rows[1:]:
        if row.number >= first:
            told = journal_phase(row, rules, seat, (), is_open=False)
            steps.append(MatchStep(row.number, rules.view(state, seat), told.events))
            if row is rows[-1]:
                break
        given = orders.get(row.pk, ())
        parsed = {each: rules.parse_order(state, each, text) for each, text, _by in given}
        state = rules.adjudicate(state, parsed).state
    return steps
