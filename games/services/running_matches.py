"""A match in hand: its row, its state and all that belongs to the open phase, read in bulk.

`Play` collects what a closing changes without touching the database; `write_plays` then writes
any number of plays with a fixed number of statements of each kind. One match and a hundred take
the same path.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import Field, Model

from games.common.signals import matches_finished
from games.models import (
    DeadlineChange,
    Match,
    Order,
    OutboundMail,
    Phase,
    Player,
    StandingOrder,
)
from games.models.fixed_queries import FixedQuery
from games.rules.game import AnyRules
from games.rules.protocol import OpenPhase
from games.rules.registry import rules_for
from games.services.digests import write_notices
from games.services.member_calendars import AbsenceBook


class StalePlayError(Exception):
    """Another process closed the phase first: what was worked out here is thrown away."""


@dataclass(slots=True)
class Play:
    """One running match under its lock, and what is to be written of it."""

    match: Match
    rules: AnyRules
    state: Any
    opened: OpenPhase | None
    players: dict[int, Player]
    row: Phase
    orders: dict[int, Order] = field(default_factory=dict)
    standing: dict[int, list[StandingOrder]] = field(default_factory=dict)
    phase_number_before: int = 0
    status_before: str = Match.Status.RUNNING

    new_phases: list[Phase] = field(default_factory=list)
    new_orders: list[Order] = field(default_factory=list)
    closed: list[Phase] = field(default_factory=list)
    ledger: list[DeadlineChange] = field(default_factory=list)
    notices: list[OutboundMail] = field(default_factory=list)
    changed_players: dict[int, Player] = field(default_factory=dict)
    spent_standing: list[int] = field(default_factory=list)
    dropped_standing: list[StandingOrder] = field(default_factory=list)
    is_rescheduled: bool = False
    absences: AbsenceBook | None = None

    @property
    def has_changed(self) -> bool:
        is_other = self.is_rescheduled or self.match.status != self.status_before
        return bool(self.closed or self.new_orders or self.new_phases or is_other)

    @property
    def missing(self) -> list[int]:
        """The awaited seats without an order."""
        return (
            [] if self.opened is None else [s for s in self.opened.awaited if s not in self.orders]
        )

    @property
    def asked(self) -> list[int]:
        """The awaited seats without an order that have a choice: those whose only legal order is
        held back are not asked, and are not late."""
        return [seat for seat in self.missing if str(seat) not in self.row.held]

    def readiness(self, seat: int) -> str:
        """What the seat has said of the open phase: `done`, `wait` or nothing."""
        player = self.players[seat]
        return player.readiness if player.readiness_phase == self.row.number else ""


def play_of(match: Match, players: Iterable[Player], row: Phase) -> Play:
    """The play of a match whose rows are at hand."""
    rules = rules_for(match.game, match.rules_version)
    state = rules.decode(match.state)
    return Play(
        match=match,
        rules=rules,
        state=state,
        opened=rules.phase(state),
        players={player.seat: player for player in players if player.seat is not None},
        row=row,
        phase_number_before=match.phase_number,
        status_before=match.status,
    )


_LOCKED = FixedQuery(lambda pk: Match.objects.select_for_update(of=("self",)).filter(pk=pk))


def lock_match(match_id: int) -> Match:
    """The match as it is now, locked until the transaction ends. Raises Match.DoesNotExist."""
    match = _LOCKED.first(match_id)
    if match is None:
        raise Match.DoesNotExist(match_id)
    return match


# `order_by()`: the models' own orders would join a table, and nothing here depends on them.
_PLAYERS = FixedQuery(
    lambda ids: Player.objects.filter(match__pk__in=ids).select_related("member").order_by()
)
_OPEN_PHASES = FixedQuery(
    lambda ids: Phase.objects.filter(match__pk__in=ids, closed_at=None, number__gt=0).order_by()
)
_ORDERS = FixedQuery(lambda ids: Order.objects.filter(phase__pk__in=ids).order_by())
_STANDING_ORDERS = FixedQuery(
    lambda ids: StandingOrder.objects.filter(player__match__pk__in=ids).order_by("position")
)


def load_plays(matches: Sequence[Match]) -> list[Play]:
    """The plays of running matches, in four queries whatever their number.

    The caller holds the matches' locks. A state that cannot be read raises as the rules do.
    """
    ids = [match.pk for match in matches]
    players: dict[int, list[Player]] = defaultdict(list)
    for player in _PLAYERS.rows(ids):
        players[player.match_id].append(player)
    rows = {row.match_id: row for row in _OPEN_PHASES.rows(ids)}
    plays = [play_of(match, players[match.pk], rows[match.pk]) for match in matches]
    by_row = {play.row.pk: play for play in plays}
    for order in _ORDERS.rows(list(by_row)):
        by_row[order.phase_id].orders[order.seat] = order
    seats = {player.pk: (play, seat) for play in plays for seat, player in play.players.items()}
    for step in _STANDING_ORDERS.rows(ids):
        play, seat = seats[step.player_id]
        play.standing.setdefault(seat, []).append(step)
    book = AbsenceBook(row.member_id for rows in players.values() for row in rows)
    for play in plays:
        play.absences = book
    return plays


MATCH_FIELDS = (
    "status",
    "seed",
    "state",
    "phase_number",
    "phase_name",
    "round",
    "deadline_at",
    "wake_at",
    "remind_at",
    "revise_until",
    "banks_open_since",
    "attempts",
    "lease_until",
    "fault",
    "outcome",
    "adjudicated_for",
    "started_at",
    "finished_at",
)


CLOSING_FIELDS = ("closed_at", "reason", "events", "shuffles")
PLAYER_FIELDS = (
    "bot",
    "missed_in_a_row",
    "away_since",
    "place",
    "score",
    "time_bank_left",
    "bank_drawn",
    "absence_used",
    "absence_drawn",
    "answer_times",
)


def write_plays(plays: Sequence[Play]) -> None:
    """Write what the plays have collected. Raises StalePlayError if one was closed meanwhile.

    The update of each match compares its phase number with the one that was read: what a row
    lock promises on PostgreSQL, this promises on every database.
    """
    matches = [play.match for play in plays]
    read = [(play.phase_number_before, play.status_before) for play in plays]
    changed = update_rows(matches, MATCH_FIELDS, if_still=("phase_number", "status"), read=read)
    if changed != len(matches):
        raise StalePlayError
    closed = [row for play in plays for row in play.closed if row.pk is not None]
    update_rows(closed, CLOSING_FIELDS)
    moved = [play.row for play in plays if play.is_rescheduled and play.row.pk is not None]
    update_rows(moved, ("deadline_at", "held"))
    Phase.objects.bulk_create([row for play in plays for row in play.new_phases])
    Order.objects.bulk_create([order for play in plays for order in play.new_orders])
    DeadlineChange.objects.bulk_create([change for play in plays for change in play.ledger])
    write_notices(notice for play in plays for notice in play.notices)
    players = [player for play in plays for player in play.changed_players.values()]
    update_rows(players, PLAYER_FIELDS)
    _write_standing(plays)
    finished = [match.pk for match in matches if match.status == Match.Status.FINISHED]
    if finished:
        transaction.on_commit(partial(_tell_finished, finished), robust=True)


def _tell_finished(match_ids: list[int]) -> None:
    matches_finished.send_robust(sender=Match, match_ids=match_ids)


def update_rows(
    rows: Sequence[Model],
    names: Sequence[str],
    *,
    if_still: Sequence[str] = (),
    read: Sequence[Sequence[Any]] = (),
) -> int:
    """Write these fields of each row, in one batch; returns how many rows were there.

    A row whose fields `if_still` no longer hold what was `read` is left as it is. Django's own
    ways are an update a row, whose making costs more than its execution, or one statement for all
    that decides by row and field, which costs more still.
    """
    if not rows:
        return 0
    kind = type(rows[0])
    fields = [_field(kind, name) for name in names]
    conditions = [_field(kind, name) for name in ("id", *if_still)]
    values = ", ".join(f"{_column(field)} = %s" for field in fields)
    known = " AND ".join(f"{_column(field)} = %s" for field in conditions)
    table = connection.ops.quote_name(kind._meta.db_table)
    parameters = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        + [
            field.get_db_prep_save(value, connection)
            for field, value in zip(conditions, (row.pk, *before), strict=True)
        ]
        for row, before in zip(rows, read or [()] * len(rows), strict=True)
    ]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET {values} WHERE {known}", parameters)  # noqa: S608
        return int(cursor.rowcount)


def _field(kind: type[Model], name: str) -> Field[Any, Any]:
    field = kind._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def _column(field: Field[Any, Any]) -> str:
    return str(connection.ops.quote_name(str(field.column)))


def _write_standing(plays: Sequence[Play]) -> None:
    spent = [pk for play in plays for pk in play.spent_standing]
    if spent:
        StandingOrder.objects.filter(pk__in=spent).delete()
    for play in plays:
        for step in play.dropped_standing:
            StandingOrder.objects.filter(pk=step.pk).update(dropped=step.dropped)
