"""What an order would say and do, in words, before it is given. Nothing is stored."""

from __future__ import annotations

from typing import NamedTuple

from games.presentation import presentation_for
from games.rules.game import AnyRules
from games.rules.protocol import Decision, TableView


class OrderPreview(NamedTuple):
    """An order in the notation and in words, and what it would do as far as its player can know."""

    text: str
    order: str
    effect: str


def order_preview(
    rules: AnyRules, state: str, decision: Decision, view: TableView, text: str
) -> OrderPreview:
    """The words of one step for the viewer's seat, whose decision this is. Raises OrderError."""
    presentation = presentation_for(rules.key)
    read = rules.parse_order(rules.decode(state), view.own_seat, text)
    canonical = rules.format_order(read)
    return OrderPreview(
        canonical,
        presentation.order_in_words(canonical),
        presentation.effect(decision, view, canonical),
    )
