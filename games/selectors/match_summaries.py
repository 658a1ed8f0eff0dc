"""What mails tell players of their matches: read for many players at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from games.models import DeadlineChange, Match, Order, Phase, Player, StandingOrder
from games.models.fixed_queries import FixedQuery, prepared_cursor
from games.rules.game import AnyRules
from games.rules.protocol import Event
from games.rules.registry import rules_of_record
from games.rules.stored_json import decoded_events
from games.selectors.lookahead import Lookahead
from games.selectors.match_journal import NOT_TOLD, JournalPhase, journal_phase, orders_of
from games.selectors.match_tables import MatchTable, Stored, open_orders, standing_orders
from games.selectors.orders_by_others import DecidedOtherwise, decided_otherwise

Stamp = tuple[object, ...]


@dataclass(frozen=True)
class MatchSummary:
    """What a mail to a player tells: the table, and what happened since their last order.

    `moves` are the entries of the deadline ledger for the open phase; `decided` are the moves since
    their last order that somebody or something else made for them.
    """

    table: MatchTable
    phase_number: int
    read_recent: Callable[[], list[JournalPhase]]
    sealed: Callable[[int], Order | None]
    """The order of theirs that stands in the phase of this number."""

    moves: tuple[DeadlineChange, ...] = ()
    decided: tuple[DecidedOtherwise, ...] = ()

    @cached_property
    def recent(self) -> list[JournalPhase]:
        """The phases since their last order: read when a mail tells them."""
        return self.read_recent()


class MatchSummaries:
    """The situations of several players, in a constant number of queries, whatever their number.

    Everything is as it was when this was made; `is_current` says whether it still is, and is asked
    in the players' order. What only a told situation needs is read when the first is asked for.
    """

    def __init__(self, player_ids: Collection[int]) -> None:
        # The stamps first: what changes while the rest is read is then noticed, not missed.
        self._stamps = _stamps(player_ids)
        self._stamps_now = Lookahead(player_ids, _stamps)
        at_table: dict[int, list[Player]] = defaultdict(list)
        for player in _SEATED.rows(list(player_ids)):
            at_table[player.match_id].append(player)
        self.matches = {match.pk: match for match in _MATCHES.rows(list(at_table))}
        self._at_table = at_table
        self.players: dict[int, Player] = {}
        for match_id, match in self.matches.items():
            for player in at_table[match_id]:
                player.match = match
                self.players[player.pk] = player
        self._stored: dict[int, Stored] = {}
        self._events: dict[int, tuple[Event, ...]] = {}
        self._sealed: dict[int, dict[int, Order]] = {}

    def is_current(self, player_id: int) -> bool:
        """Whether nothing has changed that decides about a mail to this player; one small query
        for the next few."""
        return self.are_current([player_id])

    def are_current(self, player_ids: Collection[int | None]) -> bool:
        """The same for all of these, also in one query; False where one is None."""
        stamps = {pk: self._stamps.get(pk) for pk in player_ids if pk is not None}
        known = None not in player_ids and None not in stamps.values()
        return known and self._stamps_now.of(stamps.keys()) == stamps

    def has(self, player_id: int) -> bool:
        """Whether this player was asked for and is there."""
        return player_id in self._stamps

    def has_ordered(self, player_id: int) -> bool:
        """Whether the player's own order is in for the open phase."""
        return self._stamps[player_id][-1] is not None

    def sealed(self, player_id: int, number: int) -> Order | None:
        """The order of a player that stands in the phase of this number."""
        if number not in self._sealed:
            rows = _SEALED.rows(list(self._stamps), number)
            self._sealed[number] = {row.player_id: row for row in rows}
        return self._sealed[number].get(player_id)

    def of(self, player_id: int) -> MatchSummary:
        """One player's situation. Raises KeyError for a player who was not asked for, and what the
        rules raise for a state that they cannot read."""
        if not self.has(player_id):
            raise KeyError(player_id)
        player = self.players[player_id]
        match = self.matches[player.match_id]
        return MatchSummary(
            self._table(match, player),
            match.phase_number,
            partial(self._recent, match, player),
            partial(self.sealed, player_id),
            tuple(self._moves.get(match.pk, ())),
            self._decided.get(player.pk, ()),
        )

    def _recent(self, match: Match, player: Player) -> list[JournalPhase]:
        rules = rules_of_record(match.game, match.rules_version)
        return [
            journal_phase(
                row,
                rules,
                player.seat,
                self._given.get(row.pk, ()),
                is_open=match.status == Match.Status.FINISHED,
                events=self._events_of(row, rules),
            )
            for row in self._phases.get(match.pk, ())
            if row.number >= player.ordered_phase
        ]

    def _events_of(self, row: Phase, rules: AnyRules) -> tuple[Event, ...]:
        """All that happened in a phase: read once, whoever is told which part of it."""
        if row.pk not in self._events:
            self._events[row.pk] = decoded_events(rules, row.events)
        return self._events[row.pk]

    def _table(self, match: Match, player: Player) -> MatchTable:
        stored = self._stored.get(match.pk)
        if stored is None:
            orders = self._orders.get(match.pk, [])
            stored = Stored.of(match, self._at_table[match.pk], orders, self._standing)
            self._stored[match.pk] = stored
        return stored.seen_by(player)

    def asked(self) -> list[Player]:
        """The players who were asked for and are there."""
        return [self.players[pk] for pk in self._stamps if pk in self.players]

    @cached_property
    def _orders(self) -> dict[int, list[Order]]:
        return open_orders(self.matches.values())

    @cached_property
    def _standing(self) -> dict[int, tuple[StandingOrder, ...]]:
        return standing_orders(self.asked(), self.matches)

    @cached_property
    def _decided(self) -> dict[int, tuple[DecidedOtherwise, ...]]:
        return decided_otherwise([player.pk for player in self.asked()])

    @cached_property
    def _moves(self) -> dict[int, list[DeadlineChange]]:
        found: dict[int, list[DeadlineChange]] = defaultdict(list)
        for row in _MOVES.rows(list(self.matches)):
            found[row.phase.match_id].append(row)
        return found

    @cached_property
    def _phases(self) -> dict[int, list[Phase]]:
        """Each match's closed phases since the earliest that one of the players has answered."""
        phases: dict[int, list[Phase]] = defaultdict(list)
        for row in _PHASES.rows(list(self._stamps), list(self.matches)):
            phases[row.match_id].append(row)
        return phases

    @cached_property
    def _given(self) -> dict[int, tuple[tuple[int, str, str], ...]]:
        finished = [
            pk for pk, match in self.matches.items() if match.status == Match.Status.FINISHED
        ]
        rows = [row for pk in finished for row in self._phases.get(pk, ())]
        return orders_of(rows) if rows else {}


_NOT_TOLD_OF_PLAYERS = (
    "contribution", "joined_at", "looked_at", "resign_asked_at", "away_since", "time_used",
    "answer_times", "absence_used", "absence_drawn", "bank_drawn", "member__password",
    "member__last_login", "member__name_skeleton", "member__name_look", "member__quiet_from",
    "member__quiet_until", "member__country", "member__calendar_number", "member__calendar_digest",
    "member__joined_at", "member__erased_at", "member__reminders", "member__reminder_hours",
    "member__wants_alarms", "member__goes_to_next", "member__has_weekends_off",
)  # fmt: skip
"""Columns that no mail about a match looks at; each costs something for every row."""


def _closed(player_ids: Any, match_ids: Any) -> QuerySet[Phase]:
    answered = Player.objects.filter(
        pk__in=player_ids, match=OuterRef("match"), ordered_phase__lte=OuterRef("number")
    )
    rows = Phase.objects.filter(Exists(answered), match__pk__in=match_ids, closed_at__isnull=False)
    return rows.order_by("number").defer(*NOT_TOLD)


_PHASES = FixedQuery(_closed)
_MATCHES = FixedQuery(lambda ids: Match.objects.filter(pk__in=ids))
_SEATED = FixedQuery(
    lambda player_ids: (
        Player.objects.filter(match__in=Player.objects.filter(pk__in=player_ids).values("match"))
        .select_related("member")
        .defer(*_NOT_TOLD_OF_PLAYERS)
        .order_by("seat", "id")
    )
)
_SEALED = FixedQuery(
    lambda player_ids, number: Order.objects.filter(
        player__pk__in=player_ids, phase__number=number
    ).only("player", "text", "received_at")
)
_MOVES = FixedQuery(
    lambda match_ids: (
        DeadlineChange.objects.filter(phase__match__pk__in=match_ids, phase__closed_at=None)
        .select_related("phase", "by")
        .order_by("id")
    )
)


def match_summary(player: Player) -> MatchSummary:
    """All that a mail to this player tells of the match as it is stored now."""
    return MatchSummaries([player.pk]).of(player.pk)


def _stamps(player_ids: Collection[int]) -> dict[int, Stamp]:
    """What decides about mails to each player; of their sealed order, when it came comes last.

    Asked before every few mails, so it is spelled out: to have this query made costs more than to
    run it.
    """
    if not player_ids:
        return {}
    asked: list[Any] = list(player_ids)
    among = f"IN ({', '.join(['%s'] * len(asked))})"
    if connection.vendor == "postgresql" and len(asked) > 1:
        among, asked = "= ANY(%s::bigint[])", [asked]  # one plan for any number
    with prepared_cursor() as cursor:
        cursor.execute(_STAMPS % among, asked)
        return {row[0]: tuple(row) for row in cursor.fetchall()}


_STAMPS: str = """
    SELECT player.id, game.status, game.phase_number, game.deadline_at, player.bot,
           player.resigned_at, player.ordered_phase, member.is_active, member.mail_level,
           player.mail_level, member.talk_level, player.talk_level, player.talk_seen,
           sealed.version, sealed.received_at
    FROM games_player player
    JOIN games_match game ON game.id = player.match_id
    LEFT JOIN games_member member ON member.id = player.member_id
    LEFT JOIN games_phase phase ON phase.match_id = game.id AND phase.number = game.phase_number
    LEFT JOIN games_order sealed ON sealed.phase_id = phase.id AND sealed.player_id = player.id
    WHERE player.id %s
"""
