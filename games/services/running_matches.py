"""A running match in hand: its row, its state and all that belongs to the open phase.

`RunningMatch` collects what a closing changes without touching the database. Within `running` or
`saved_on_exit` that is written at the end: the fields that differ from what was read, and the rows
that are new, with a fixed number of statements of each kind for any number of matches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, FilteredRelation, Model, Q

from games.common import clock
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
from games.models.row_updates import RowValues, changed_fields, insert_rows, row_values, update_rows
from games.rules.game import AnyRules
from games.rules.protocol import OpenPhase, Outcome
from games.rules.registry import rules_for
from games.services.channel_events import Happening, tell_channels
from games.services.digest_scheduling import write_notices
from games.services.match_news import publish_plays
from games.services.member_calendars import AbsenceBook


class StalePlayError(Exception):
    """Another process closed the phase first: what was worked out here is thrown away."""


@dataclass(slots=True)
class NewRows:
    """What is to be written of a match besides the fields of rows that were read."""

    phases: list[Phase] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    ledger: list[DeadlineChange] = field(default_factory=list)
    notices: list[OutboundMail] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)
    spent_standing: list[int] = field(default_factory=list)
    dropped_standing: list[StandingOrder] = field(default_factory=list)


class RunningMatch:
    """A match that runs, under its lock: `row` is its open phase, `state` where it stands.

    `read_at` is what the database's clock said when it was read, after the lock.

    A field of the match, of a player or of the phase is changed by setting it (a mapping or list
    inside is replaced, or changed on its own level); what is new goes to `new`.
    """

    def __init__(
        self, match: Match, rules: AnyRules, state: object, players: dict[int, Player], row: Phase
    ) -> None:
        self.match = match
        self.rules = rules
        self.players = players
        self.row = row
        self.orders: dict[int, Order] = {}
        self.standing: dict[int, list[StandingOrder]] = {}
        self.new = NewRows()
        self.has_closed = False
        self.read_at = clock.roughly_now()
        self.absences = AbsenceBook(player.member_id for player in players.values())
        self.go_on(state)
        stored = (each for each in (match, row, *players.values()) if each.pk is not None)
        self._read: dict[Model, RowValues] = {each: row_values(each) for each in stored}

    def go_on(self, state: object) -> None:
        """Stand at this state of the game."""
        self.state = state
        self._opened: OpenPhase | None = self.rules.phase(state)

    @property
    def is_played_out(self) -> bool:
        """Whether the game is over: no phase is open."""
        return self._opened is None

    @property
    def opened(self) -> OpenPhase:
        """What the game asks now. Raises LookupError where it is over."""
        if self._opened is None:
            raise LookupError(f"match {self.match.pk} has been played to its end")
        return self._opened

    @property
    def outcome(self) -> Outcome:
        """How the game has ended. Raises LookupError where it has not."""
        outcome = self.rules.outcome(self.state)
        if outcome is None:
            raise LookupError(f"match {self.match.pk} is not over")
        return outcome

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the open phase awaits; none where the game is over."""
        return () if self._opened is None else tuple(self._opened.awaited)

    @property
    def missing(self) -> list[int]:
        """The awaited seats without an order."""
        return [seat for seat in self.awaited if seat not in self.orders]

    @property
    def asked(self) -> list[int]:
        """The awaited seats without an order that have a choice: those whose only legal order is
        held back are not asked, and are not late."""
        return [seat for seat in self.missing if str(seat) not in self.row.held]

    def readiness(self, seat: int) -> str:
        """What the seat has said of the open phase: `done`, `wait` or nothing."""
        player = self.players[seat]
        return player.readiness if player.readiness_phase == self.row.number else ""

    @property
    def has_changed(self) -> bool:
        """Whether there is something to write. Standing orders that no longer fit wait for it."""
        return bool(self.new.orders or self.new.phases or any(self.changed_rows(Model)))

    def changed_rows(self, kind: type[Model]) -> Iterator[tuple[Model, set[str]]]:
        """The rows of this kind with the names of their fields that differ from what was read."""
        for row, before in self._read.items():
            if isinstance(row, kind) and (names := changed_fields(row, before)):
                yield row, names

    def as_read(self, row: Model) -> RowValues:
        """What was read of this row, or last written."""
        return self._read[row]

    def save_now(self, row: Model) -> None:
        """Write what has changed of one row at once, whatever becomes of the rest."""
        update_rows([row], sorted(changed_fields(row, self.as_read(row))))
        self._read[row] = row_values(row)


def play_of(match: Match, players: Iterable[Player], row: Phase) -> RunningMatch:
    """The running match of rows that are at hand."""
    rules = rules_for(match.game, match.rules_version)
    seated = {player.seat: player for player in players if player.seat is not None}
    return RunningMatch(match, rules, rules.decode(match.state), seated, row)


@contextmanager
def running(match: Match) -> Iterator[RunningMatch]:
    """One running match, saved at the end if it has changed; not if the block raises.

    The caller holds the match's lock. Raises StalePlayError where it was closed meanwhile.
    """
    with saved_on_exit(load_plays([match])) as (play,):
        yield play


@contextmanager
def saved_on_exit(plays: Sequence[RunningMatch]) -> Iterator[Sequence[RunningMatch]]:
    """Within the block these may change; those that have are saved at its end.

    Not if the block raises. Raises StalePlayError where one was closed meanwhile.
    """
    yield plays
    save_plays([play for play in plays if play.has_changed])


_LOCKED = FixedQuery(lambda pk: Match.objects.select_for_update(of=("self",)).filter(pk=pk))


def lock_match(match_id: int) -> Match:
    """The match as it is now, locked until the transaction ends. Raises Match.DoesNotExist."""
    match = _LOCKED.first(match_id)
    if match is None:
        raise Match.DoesNotExist(match_id)
    return match


# All that belongs to an open phase comes with the players, whatever there is of it: one statement
# costs less than the rows that it repeats. `order_by()`: the model's own order would be joined for.
_SEATED = FixedQuery(
    lambda ids: (
        Player.objects.filter(match__pk__in=ids)
        .annotate(
            open_phase=FilteredRelation(
                "match__phases",
                condition=Q(match__phases__closed_at=None, match__phases__number__gt=0),
            ),
            sealed=FilteredRelation("orders", condition=Q(orders__phase=F("open_phase"))),
            step=FilteredRelation("standing_orders"),
            read_at=clock.ClockReading(),
        )
        # The stubs know no relations that a query makes.
        .select_related("member", "open_phase", "sealed", "step")  # type: ignore[misc]
        .order_by()
    )
)


def load_plays(matches: Sequence[Match]) -> list[RunningMatch]:
    """The plays of running matches, in one query whatever their number.

    The caller holds the matches' locks. A state that cannot be read raises as the rules do, and
    LookupError a match without an open phase.
    """
    seated: dict[int, list[Player]] = defaultdict(list)
    for player in _SEATED.rows([match.pk for match in matches]):
        seated[player.match_id].append(player)
    book = AbsenceBook(player.member_id for rows in seated.values() for player in rows)
    return [_loaded(match, seated[match.pk], book) for match in matches]


def load_play(match: Match) -> RunningMatch:
    """The play of one running match, as `load_plays` reads it."""
    return load_plays([match])[0]


def _loaded(match: Match, rows: Sequence[Player], book: AbsenceBook) -> RunningMatch:
    """The play of rows of `_SEATED`: each player, once for each of their standing orders."""
    phases: list[Phase] = _joined(rows, "open_phase")
    if not phases:
        raise LookupError(f"match {match.pk} has no open phase")
    players: dict[int, Player] = {}
    for row in rows:
        players.setdefault(row.pk, row)
    play = play_of(match, players.values(), phases[0])
    play.read_at = clock.instant_read(vars(rows[0])["read_at"])
    orders: list[Order] = _joined(rows, "sealed")
    play.orders = {order.seat: order for order in orders}
    steps: list[StandingOrder] = _joined(rows, "step")
    for step in sorted(steps, key=lambda step: step.position):
        play.standing.setdefault(players[step.player_id].own_seat, []).append(step)
    play.absences = book
    return play


def _joined(rows: Sequence[Player], name: str) -> list[Any]:
    """What was joined to these rows under a name; Django sets nothing where there was nothing."""
    return [found for row in rows if (found := vars(row).get(name)) is not None]


def save_plays(plays: Sequence[RunningMatch]) -> None:
    """Write what these have collected. Raises StalePlayError if one was closed meanwhile.

    The update of each match compares its phase number with the one that was read: what a row
    lock promises on PostgreSQL, this promises on every database.
    """
    if not plays:
        return
    _save_matches(plays)
    _save_changed(plays, Phase)
    new = [play.new for play in plays]
    insert_rows([row for rows in new for row in rows.phases])
    insert_rows([order for rows in new for order in rows.orders])
    insert_rows([change for rows in new for change in rows.ledger])
    write_notices(notice for rows in new for notice in rows.notices)
    tell_channels((one for rows in new for one in rows.happenings), clock.now())
    _save_changed(plays, Player)
    spent = [pk for rows in new for pk in rows.spent_standing]
    if spent:
        StandingOrder.objects.filter(pk__in=spent).delete()
    update_rows([step for rows in new for step in rows.dropped_standing], ["dropped"])
    publish_plays(plays)
    finished = [play.match.pk for play in plays if play.match.status == Match.Status.FINISHED]
    if finished:
        transaction.on_commit(partial(_tell_finished, finished), robust=True)


def _save_matches(plays: Sequence[RunningMatch]) -> None:
    compared = ("phase_number", "status")
    read = [[play.as_read(play.match)[name] for name in compared] for play in plays]
    changed = {
        name for play in plays for _match, names in play.changed_rows(Match) for name in names
    }
    matches = [play.match for play in plays]
    names = sorted(changed | {"phase_number"})
    if update_rows(matches, names, if_still=compared, read=read) != len(matches):
        raise StalePlayError


def _save_changed(plays: Sequence[RunningMatch], kind: type[Model]) -> None:
    changed = [each for play in plays for each in play.changed_rows(kind)]
    names = {name for _row, names in changed for name in names}
    update_rows([row for row, _names in changed], sorted(names))


def _tell_finished(match_ids: list[int]) -> None:
    matches_finished.send_robust(sender=Match, match_ids=match_ids)
