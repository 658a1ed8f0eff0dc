"""Whether a running match still looks to somebody as it did: by what their page is made of.

A look reads little, and each thing in the way in which this viewer may know it: what they may not
see must not even decide whether their page is made anew, which takes time that can be measured.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import (
    Aggregate,
    Count,
    Exists,
    F,
    Max,
    Model,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
)

from games.models import (
    DeadlineChange,
    Match,
    MatchWatch,
    Member,
    Order,
    Phase,
    Player,
    PrivateNote,
    StandingOrder,
    TableMessage,
)
from games.models.fixed_queries import FixedQuery
from games.selectors.address_health import mail_trouble
from games.selectors.delayed_tables import is_delayed
from games.selectors.match_tables import (
    Pulse,
    Waiting,
    bank_told,
    pulse_of,
    seat_names,
    standing_orders,
    waiting_of,
)
from games.selectors.talk import NOTHING_SAID, TableTalk, overheard_talk, table_talk, told_to
from games.selectors.waiting_decisions import waiting_decisions

NOT_SHOWN = frozenset(("revise_until", "banks_open_since", "fault"))
"""Columns of a match on no page of it: some of them tell that everybody's order is in."""

OF_OTHERS = ("id", "seat", "member_id", "bot", "resigned_at", "away_since")
"""Columns of a player that everybody may see."""

NOT_OF_VIEWER = frozenset(("looked_at", "last_login", "password"))


@dataclass(frozen=True, slots=True)
class MatchLook:
    """A running match with all at its table, and `shows`: two looks with the same show the same.

    `own` is what was read of the one who looks, so that a page that is made need not read it again.
    """

    match: Match
    players: tuple[Player, ...]
    player: Player | None
    orders: tuple[Order, ...]
    own: OwnRows
    shows: tuple[object, ...]


class OwnRows(NamedTuple):
    """What is a member's own at a table: what they left for later, what was said to them, how many
    decisions await them in all, and whether they have noted anything about anybody."""

    standing: tuple[StandingOrder, ...] = ()
    talk: TableTalk = NOTHING_SAID
    decisions: int = 0
    has_notes: bool = False


def match_look(code: str, viewer: Member | None) -> MatchLook | None:
    """How a running match looks to a member or a visitor who may see it.

    None where the page is not to be kept: it is told one turn late, tells the viewer what is new
    to them, or has to be asked for in another way. Three queries; for a member one more, and one
    each where there are standing orders, talk, or mail that does not reach the host's guests.
    """
    phase = _OPEN.first(code) if viewer is None else _OPEN_TO_MEMBER.first(code, viewer.pk)
    opened = _opened(phase, viewer)
    if phase is None or opened is None:
        return None
    match, players, player = opened
    if is_delayed(match, player) or (player is not None and _is_news(phase, player)):
        return None
    orders = tuple(_ORDERS.rows(phase.pk))
    own = _own_rows(phase, player, viewer) if viewer is not None else OwnRows()
    shows = (*_shown_to_all(phase, players, orders, player), *_shown_to(viewer, phase, opened, own))
    if player is not None:
        mine = [_columns(order) for order in orders if order.player_id == player.pk]
        shows = (*shows, _columns(player, NOT_OF_VIEWER), mine)
    return MatchLook(match, players, player, orders, own, shows)


class OpenTable(NamedTuple):
    """A running match with all at its table, among them who looks if they play."""

    match: Match
    players: tuple[Player, ...]
    player: Player | None


def open_pulse(code: str, viewer: Member | None) -> tuple[OpenTable, Pulse | None] | None:
    """The pulse of a running match for a member or a visitor who may see it; three queries.

    None where that has to be asked in another way.
    """
    phase = _OPEN_ALONE.first(code)
    opened = _opened(phase, viewer)
    if phase is None or opened is None:
        return None
    if is_delayed(opened.match, opened.player):
        return opened, None
    orders = _ORDERS.rows(phase.pk)
    return opened, pulse_of(phase, orders, opened.players, opened.player)


def _opened(phase: Phase | None, viewer: Member | None) -> OpenTable | None:
    if phase is None:
        return None
    match, whose = phase.match, viewer.pk if viewer is not None else None
    players = tuple(_PLAYERS.rows(match.pk))
    for one in players:
        one.match = match
    player = next((one for one in players if whose is not None and one.member_id == whose), None)
    if match.is_public or player is not None or match.created_by_id == whose is not None:
        return OpenTable(match, players, player)
    return None


def _is_news(phase: Phase, player: Player) -> bool:
    """Whether something happened since the player looked: it is shown step by step, once."""
    return player.looked_at is not None and player.looked_at < phase.opened_at


def _own_rows(phase: Phase, player: Player | None, viewer: Member) -> OwnRows:
    has_talk, has_standing, notes = _of(phase, "has_talk", "has_standing", "notes")
    matches = {phase.match_id: phase.match}
    return OwnRows(
        standing_orders([player], matches).get(player.pk, ()) if player and has_standing else (),
        table_talk(player) if player and has_talk else NOTHING_SAID,
        len(waiting_decisions(viewer)),
        bool(notes),
    )


def _shown_to_all(
    phase: Phase, players: Collection[Player], orders: Sequence[Order], player: Player | None
) -> Iterator[object]:
    match, seat = phase.match, player.seat if player is not None else None
    waiting = waiting_of(match, phase.awaited, orders, seat_names(players))
    yield from (_columns(match, NOT_SHOWN), phase.pk, phase.awaited, phase.opened_at, waiting)
    yield _of(phase, "moved")
    yield [_at_table(one, match, waiting, seat) for one in players]
    if player is not None:
        yield from (phase.held.get(str(seat), ""), _of(phase, "watchers"))


def _shown_to(
    viewer: Member | None, phase: Phase, table: OpenTable, own: OwnRows
) -> Iterator[object]:
    if viewer is not None:
        yield from (_columns(viewer, NOT_OF_VIEWER), own.decisions, own.talk)
        yield _of(phase, "is_watched", "notes", "noted_at")
        yield [_columns(row) for row in own.standing]
        if phase.match.created_by_id == viewer.pk:
            people = [one.member for one in table.players if one.member is not None]
            yield sorted(mail_trouble(people))
    if table.player is None:
        yield overheard_talk(phase.match, viewer)


def _at_table(
    player: Player, match: Match, waiting: Waiting, viewer: int | None
) -> tuple[object, ...]:
    name = player.member.name if player.member is not None else ""
    return (*_of(player, *OF_OTHERS), name, bank_told(match, waiting, viewer, player))


def _columns(row: Model, but: Collection[str] = ()) -> tuple[object, ...]:
    # No `vars`: who asks is an object that is made of a request when it is first looked at.
    names = [field.attname for field in row._meta.concrete_fields if field.attname not in but]
    return _of(row, *names)


def _of(row: Model, *names: str) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in names)


def _open_phase_alone(code: Any) -> QuerySet[Phase]:
    """The open phase of a running match, with the match."""
    rows = Phase.objects.filter(
        match__code=code, closed_at=None, match__status=Match.Status.RUNNING
    ).filter(number=F("match__phase_number"))
    return rows.select_related("match").defer("events", "shuffles").order_by()


def _open_phase(code: Any) -> QuerySet[Phase]:
    """The same with what of both lies in other tables."""
    moved = DeadlineChange.objects.filter(phase=OuterRef("pk"))
    watches = MatchWatch.objects.filter(match=OuterRef("match"))
    return _open_phase_alone(code).annotate(
        moved=Subquery(_one_of(moved, Max("id"))), watchers=Subquery(_one_of(watches, Count("id")))
    )


def _open_phase_to_member(code: Any, member: Any) -> QuerySet[Phase]:
    """The same with what there is of the member's own."""
    match, notes = OuterRef("match"), PrivateNote.objects.filter(writer=member)
    standing = StandingOrder.objects.filter(player__match=match, player__member=member)
    return _open_phase(code).annotate(
        is_watched=Exists(MatchWatch.objects.filter(match=match, member=member)),
        notes=Subquery(_one_of(notes, Count("id"))),
        noted_at=Subquery(_one_of(notes, Max("written_at"))),
        has_talk=Exists(TableMessage.objects.filter(told_to(member), match=match)),
        has_standing=Exists(standing),
    )


def _one_of(rows: QuerySet[Any], aggregate: Aggregate) -> Any:
    """One value over all of these rows, for a subquery."""
    alike = rows.order_by().annotate(alike=Value(1)).values("alike")
    return alike.annotate(one=aggregate).values("one")


_OPEN_ALONE = FixedQuery(_open_phase_alone)
_OPEN = FixedQuery(_open_phase)
_OPEN_TO_MEMBER = FixedQuery(_open_phase_to_member)
_PLAYERS = FixedQuery(
    lambda match: Player.objects.filter(match=match).select_related("member").order_by("seat", "id")
)
_ORDERS = FixedQuery(lambda phase: Order.objects.filter(phase=phase).order_by("seat"))
