"""What might come: a line of orders tried on a world that one seat could be in.

The world is made of what the seat knows and of nothing else: what it does not know is dealt anew,
and chance goes on from a source of its own. Two positions that the seat cannot tell apart make the
same world, so whatever is tried in it tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from typing import Any

import msgspec
from msgspec import structs

from games.rules.chance import Chance
from games.rules.game import AnyRules
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import Bot, Event, IllegalOrderError, OpenPhase, Seat


class NoWorldError(LookupError):
    """No world of this position can be made from what the seat knows."""


def imagined(rules: AnyRules, state: Any, seat: Seat, seed: str) -> Any:
    """A state that the seat cannot tell from this one, with nothing of the match's own chance.

    `seed` is made of what the seat knows. Raises NoWorldError where the rules find no such deal.
    """
    world = rules.resample(state, seat, Chance(f"{seed}, dealt"))
    if world is state:
        raise NoWorldError(rules.key)
    return _with_chance(world, Chance(seed))


def _with_chance(state: Any, chance: Chance) -> Any:
    """The state with its later shuffles from this chance: the match's own would tell what comes."""
    if isinstance(state, msgspec.Struct):
        return structs.replace(state, chance=chance)
    if hasattr(state, "_replace"):
        return state._replace(chance=chance)
    if is_dataclass(state) and not isinstance(state, type):
        return replace(state, chance=chance)  # type: ignore[type-var,unused-ignore]
    raise NoWorldError(type(state).__name__)


@dataclass(frozen=True, slots=True)
class TriedOrder:
    """One order of the line: whose, in which phase, and what its phase brought if it closed it."""

    seat: Seat
    text: str
    round: int
    is_assumed: bool
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A world after a line of orders: who is to order next in it, None at the end of the match.

    `given` are the orders of the open phase; they are opened when all are there.
    """

    state: Any
    phase: OpenPhase | None
    next_seat: Seat | None
    given: Mapping[Seat, Any]
    tried: tuple[TriedOrder, ...]


def opening(rules: AnyRules, world: Any, own: Seat) -> WhatIf:
    """The world before anything is tried in it."""
    return _waiting(rules, world, own, {}, ())


def tried_on(rules: AnyRules, here: WhatIf, own: Seat, text: str) -> WhatIf:
    """The world after one more order, of the seat whose turn it is.

    In a phase of several seats the own comes first. Raises what `parse_order` raises, and
    IllegalOrderError `match-over` after the end.
    """
    if here.phase is None or here.next_seat is None:
        raise IllegalOrderError("match-over", text=text)
    seat, world = here.next_seat, here.state
    order = rules.parse_order(world, seat, text)
    given = {**here.given, seat: order}
    events: tuple[Event, ...] = ()
    if len(given) == len(here.phase.awaited):
        result = rules.adjudicate(world, given)
        world, events, given = result.state, result.events, {}
    canonical = rules.format_order(order)
    one = TriedOrder(seat, canonical, here.phase.round, seat != own, events)
    return _waiting(rules, world, own, given, (*here.tried, one))


def played_on(rules: AnyRules, world: Any, own: Seat, line: Iterable[str]) -> WhatIf:
    """The world after all these orders. Raises as `tried_on`."""
    here = opening(rules, world, own)
    for text in line:
        here = tried_on(rules, here, own, text)
    return here


def others_played(rules: AnyRules, here: WhatIf, own: Seat, bot: Bot, most: int) -> WhatIf:
    """The world when it is the own turn again, the bot having ordered for all others until then.

    Stops after `most` orders in all.
    """
    while here.next_seat not in {None, own} and len(here.tried) < most:
        seat = here.next_seat
        dice = Dice("what-if", f"order {len(here.tried)}")
        order = ask_bot(rules, bot, here.state, seat, dice)
        here = tried_on(rules, here, own, rules.format_order(order))
    return here


def _waiting(
    rules: AnyRules,
    world: Any,
    own: Seat,
    given: Mapping[Seat, Any],
    tried: tuple[TriedOrder, ...],
) -> WhatIf:
    phase = rules.phase(world)
    missing = [seat for seat in phase.awaited if seat not in given] if phase is not None else []
    after = own if own in missing else next(iter(missing), None)
    return WhatIf(world, phase, after, given, tried)
