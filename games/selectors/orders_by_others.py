"""Which moves of a seat its player did not make themselves, and who or what made them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from django.db.models import F

from games.models import Order

EARLIER = "earlier"
"""Stands for whoever had the seat before its player."""

NOT_MEANT = frozenset((Order.Source.DEFAULT, Order.Source.BOT, Order.Source.FORCED, EARLIER))
"""Ways in which a seat moves without any word of its player's."""


class DecidedOtherwise(NamedTuple):
    """A move of the seat: in which phase, which, and how it came about."""

    phase: int
    text: str
    source: str


def decided_otherwise(
    player_ids: Collection[int], *, is_whole: bool = False
) -> dict[int, tuple[DecidedOtherwise, ...]]:
    """By player, the moves since their last own order that they did not give, oldest first; with
    `is_whole` those of the whole match. Of open phases nothing is told."""
    rows = Order.objects.filter(player__in=player_ids, phase__closed_at__isnull=False)
    if is_whole:
        rows = rows.exclude(source__in=Order.PERSONAL_SOURCES)
    else:
        rows = rows.filter(phase__number__gt=F("player__ordered_phase"))
    found: dict[int, list[DecidedOtherwise]] = defaultdict(list)
    for pk, number, text, source in rows.order_by("phase__number").values_list(
        "player_id", "phase__number", "text", "source"
    ):
        # Behind the player's last own order a person's is that of who sat there before.
        how = EARLIER if source in Order.PERSONAL_SOURCES else source
        found[pk].append(DecidedOtherwise(number, text, how))
    return {pk: tuple(given) for pk, given in found.items()}
