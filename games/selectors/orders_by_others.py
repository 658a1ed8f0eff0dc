"""Which moves of a seat its player did not make themselves, and who or what made them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from games.models import Order
from games.models.fixed_queries import FixedQuery

EARLIER = "earlier"
"""Stands for whoever had the seat before its player."""

NOT_MEANT = frozenset((Order.Source.DEFAULT, Order.Source.BOT, EARLIER))
"""Ways in which somebody else chose for a seat's player. An only legal move leaves nothing to
choose: it stays the player's."""


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
    found: dict[int, list[DecidedOtherwise]] = defaultdict(list)
    for row in (_OF_ALL if is_whole else _SINCE_OWN).rows(list(player_ids)):
        # Behind the player's last own order a person's is that of who sat there before.
        how = EARLIER if row.source in Order.PERSONAL_SOURCES else row.source
        found[row.player_id].append(DecidedOtherwise(vars(row)["number"], row.text, how))
    return {pk: tuple(given) for pk, given in found.items()}


def _closed(player_ids: Any) -> QuerySet[Order]:
    rows = Order.objects.filter(player__pk__in=player_ids, phase__closed_at__isnull=False)
    return rows.only("player", "text", "source").order_by("phase__number")


def _told(rows: QuerySet[Order]) -> QuerySet[Order]:
    return rows.annotate(number=F("phase__number"))


_OF_ALL = FixedQuery(lambda ids: _told(_closed(ids).exclude(source__in=Order.PERSONAL_SOURCES)))
_SINCE_OWN = FixedQuery(
    lambda ids: _told(_closed(ids).filter(phase__number__gt=F("player__ordered_phase")))
)
