"""What a player has left for decisions to come, as cards in sequence, and what may be left."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.presentation import presentation_for
from games.presentation.default_presentation import Presentation
from games.rules.clauses import StandingClause, When
from games.rules.steps import split_steps
from games.rules.stored_json import decoded_refusal
from games.selectors import MatchTable

LABELS = {
    When.ONCE: _("Once, in this round"),
    When.EACH_TIME: _("Each time"),
    When.IF_MISSED: _("If I miss a deadline"),
}
"""When an order speaks, in the sequence in which the page lists them."""


class LaterCard(NamedTuple):
    """One order: its place among all of them, its words, and its next best ones."""

    number: int
    words: str
    others: list[str]
    line: str
    until: int | None
    may_rise: bool
    may_sink: bool

    @property
    def up(self) -> str:
        """What the button that moves it up posts."""
        return f"up-{self.number}"

    @property
    def down(self) -> str:
        """What the button that moves it down posts."""
        return f"down-{self.number}"


class LaterList(NamedTuple):
    """The orders that speak at one time, first to last."""

    label: str | Promise
    cards: list[LaterCard]


class OfferedOrders(NamedTuple):
    """Orders for one kind of decision, each with its words."""

    name: str
    orders: list[tuple[str, str]]


class LaterPlan(NamedTuple):
    """All of it. `stamp` changes with what is kept; `text` is the same as lines to be written."""

    lists: list[LaterList]
    dropped: list[tuple[str, str]]
    offered: list[OfferedOrders]
    whens: dict[str, str | Promise]
    round: int
    stamp: str
    text: str


def later_plan(player: Player | None, table: MatchTable) -> LaterPlan | None:
    """The plan of the viewer; None where nothing can be left."""
    if table.phase is None or player is None or player.resigned_at is not None:
        return None
    presentation = presentation_for(table.match.game)
    kept = kept_clauses(table)
    return LaterPlan(
        lists=_lists(kept, presentation),
        dropped=_dropped(table, presentation),
        offered=_offered(table, presentation),
        whens={when.value: label for when, label in LABELS.items()},
        round=table.phase.round,
        stamp=stamp_of(kept),
        text="\n".join(clause.line for clause in kept),
    )


def kept_clauses(table: MatchTable) -> list[StandingClause]:
    """What is kept, by the time when it speaks and in sequence."""
    return [
        StandingClause(When(step.kind), split_steps(step.text)[0], step.until_round)
        for step in table.standing
        if step.dropped is None
    ]


def stamp_of(kept: Sequence[StandingClause]) -> str:
    """What tells this plan from another one."""
    return hashlib.sha256("\n".join(clause.line for clause in kept).encode()).hexdigest()[:16]


def _lists(kept: Sequence[StandingClause], presentation: Presentation) -> list[LaterList]:
    lists = []
    for when, label in LABELS.items():
        places = [place for place, clause in enumerate(kept) if clause.when is when]
        cards = [_card(place, kept[place], places, presentation) for place in places]
        if cards:
            lists.append(LaterList(label, cards))
    return lists


def _card(
    number: int, clause: StandingClause, places: Sequence[int], presentation: Presentation
) -> LaterCard:
    words, *others = map(presentation.order_in_words, clause.alternatives)
    return LaterCard(
        number,
        words,
        others,
        clause.line,
        clause.until_round,
        may_rise=number != places[0],
        may_sink=number != places[-1],
    )


def _dropped(table: MatchTable, presentation: Presentation) -> list[tuple[str, str]]:
    """What did not fit when its time came, each with the reason."""
    found = []
    for step in table.standing:
        if step.dropped is not None:
            why = decoded_refusal(step.dropped, step.text)
            found.append((presentation.order_in_words(step.text), presentation.error(why)))
    return found


def _offered(table: MatchTable, presentation: Presentation) -> list[OfferedOrders]:
    if table.view is None:
        return []
    return [
        OfferedOrders(
            decision.name,
            [(order, presentation.order_in_words(order)) for order in decision.orders],
        )
        for decision in presentation.later(table.view)
    ]
