"""What a game has counted of its finished matches, read once from their last states and orders."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence

from games.models import Match, Order
from games.rules.protocol import Seat
from games.rules.registry import game_for, rules_of_record
from games.rules.traits import MOST_TRAITS
from tournaments.models import PlayedMatch

logger = logging.getLogger(__name__)

READ = " "
"""What stands in a row of which everything was read: nothing, or traits between such."""

Orders = Mapping[Seat, Sequence[str]]


def read_traits(played: Sequence[PlayedMatch]) -> None:
    """Fill in the traits of these rows, as far as they have not been read, and store them."""
    unread = [row for row in played if not row.traits]
    if not unread:
        return
    matches = {row.match_id: row.match for row in unread}
    states = dict(Match.objects.filter(pk__in=matches).values_list("pk", "state"))
    orders = _orders(list(matches.values()))
    found = {
        pk: _traits_of(match, states.get(pk, ""), orders.get(pk, {}))
        for pk, match in matches.items()
    }
    for row in unread:
        traits = found[row.match_id].get(row.seat, ())[:MOST_TRAITS]
        row.traits = READ + "".join(f"{trait} " for trait in traits)
    PlayedMatch.objects.bulk_update(unread, ["traits"], batch_size=200)


def _orders(matches: Sequence[Match]) -> Mapping[int, Orders]:
    """By match and seat: the orders of the decisions that the game looks at, the first first."""
    found: dict[int, dict[Seat, list[str]]] = defaultdict(lambda: defaultdict(list))
    by_phase = defaultdict(list)
    for match in matches:
        by_phase[game_for(match.game).load_traits().phase].append(match.pk)
    for phase, keys in by_phase.items():
        rows = Order.objects.filter(phase__match__in=keys, phase__name=phase)
        kept = rows.order_by("phase__match", "phase__number", "seat")
        for key, seat, text in kept.values_list("phase__match", "seat", "text"):
            found[key][seat].append(text)
    return found


def _traits_of(match: Match, state: str, orders: Orders) -> Mapping[Seat, Sequence[str]]:
    if not state:
        return {}
    try:
        rules = rules_of_record(match.game, match.rules_version)
        return game_for(match.game).load_traits().of(rules.decode(state), orders)
    except Exception:
        # A state of rules that are gone: the match counts without its traits.
        logger.info("no traits of a match", extra={"match": match.code}, exc_info=True)
        return {}
