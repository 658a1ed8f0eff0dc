"""The standing cast of the tests, and how they sit down to play.

Anna hosts, Bo and Carla play with her, Dirk comes late; Mallory must see nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from games.models import ApiKey, Match, Member, Order, Phase, Player
from games.rules.registry import rules_for
from games.services.matches import create_match, join_match
from games.services.orders import Receipt, submit_order

TWO_DAYS = timedelta(days=2)


def member(name: str, **fields: Any) -> Member:
    """The member of this name, created when first asked for."""
    found = Member.objects.filter(name=name).first()
    return found or Member.objects.create_user(f"{name.lower()}@example.org", name, **fields)


def key(name: str, *scopes: str) -> str:
    """A key for a program of this person's, good for everything or for these scopes."""
    return ApiKey.make(member(name), "a program", list(scopes or ApiKey.Scope.values))[1]


def open_match(*names: str, seats: int = 3, **terms: Any) -> Match:
    """A match that the first of these hosts and the others have joined; it starts when full."""
    host, *guests = [member(name) for name in names]
    options = terms.pop("options", {"edition": "2022"})
    match = create_match(
        member=host,
        game=terms.pop("game", "wild-cards"),
        options=options,
        seats=seats,
        phase_time=terms.pop("phase_time", TWO_DAYS),
        contribution=f"{host.name}'s luck",
        **terms,
    )
    for guest in guests:
        join_match(member=guest, match=match, contribution=f"{guest.name}'s luck")
    match.refresh_from_db()
    return match


def running_match(*names: str, **terms: Any) -> Match:
    """A match that has started with exactly these people."""
    names = names or ("Anna", "Bo", "Carla")
    return open_match(*names, seats=len(names), **terms)


def open_phase(match: Match) -> Phase:
    """What the match waits for, as it is stored now."""
    return match.phases.get(Phase.OPEN)


def deadlines_at(moment: datetime, matches: Iterable[int]) -> int:
    """Have the time of these matches' open phases end then; returns how many matches."""
    ids = list(matches)
    Phase.objects.filter(Phase.OPEN, match__in=ids).update(deadline_at=moment, wake_at=moment)
    return Match.objects.filter(pk__in=ids).update(deadline_at=moment)


def player(match: Match, name: str) -> Player:
    """How this person sits in the match."""
    return Player.objects.select_related("match", "member").get(match=match, member__name=name)


def awaited(match: Match) -> list[Player]:
    """Those whose order the match now awaits and does not have, in seat order."""
    match.refresh_from_db()
    phase = match.phases.filter(closed_at=None).get()
    ordered = set(phase.orders.values_list("seat", flat=True))
    rows = match.players.select_related("match", "member").filter(seat__in=phase.awaited)
    return [row for row in rows.order_by("seat") if row.seat not in ordered]


def default_text(who: Player) -> str:
    """The canonical text of what silence would mean: always legal."""
    match = Match.objects.get(pk=who.match_id)
    rules = rules_for(match.game)
    assert who.seat is not None
    return rules.format_order(rules.default_order(rules.decode(match.state), who.seat))


def legal_texts(who: Player) -> list[str]:
    """Every legal order of this player in the open phase."""
    match = Match.objects.get(pk=who.match_id)
    rules = rules_for(match.game)
    assert who.seat is not None
    state = rules.decode(match.state)
    return [rules.format_order(order) for order in rules.legal_orders(state, who.seat)]


def order(who: Player, text: str = "", **terms: Any) -> Receipt:
    """Order on the site; without a text what silence would mean."""
    source = terms.pop("source", Order.Source.WEB)
    return submit_order(player=who, text=text or default_text(who), source=source, **terms)
