"""One match as one viewer may see it now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import F

from games.models import (
    Match,
    Order,
    Phase,
    Player,
    StandingOrder,
)
from games.models.fixed_queries import FixedQuery
from games.rules.clauses import When, clause_line
from games.rules.game import AnyRules
from games.rules.protocol import Decision, OpenPhase, Outcome, TableView
from games.rules.registry import rules_of_record
from games.selectors.bot_personas import Persona, bots_at_table
from games.selectors.delayed_tables import is_delayed, state_shown

RUNNING = frozenset({Match.Status.RUNNING, Match.Status.PARKED})


@dataclass(frozen=True, slots=True)
class Waiting:
    """What others may know of the open phase: by policy nothing, a number, or names.

    `count` and `names` speak of the orders that are in; None where the match keeps them quiet.
    `missing` names those who are waited for, as far as that tells no more.
    """

    policy: str
    awaited: int
    count: int | None
    names: tuple[str, ...] | None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pulse:
    """The little of a running match that changes while a page is open; no card is in it.

    `own_version` is that of the viewer's own order, 0 without one.
    """

    waiting: Waiting
    deadline_at: datetime | None
    own_version: int
    is_asked: bool

    @property
    def has_ordered(self) -> bool:
        """Whether the viewer's own order is in."""
        return self.own_version > 0


@dataclass(frozen=True, slots=True)
class MatchTable:
    """One match as one viewer may see it. `seat` is None for a spectator.

    `names` are by seat, with the rules' own virtual players (Leo) after the people. `view`,
    `phase` and `waiting` are None before the match starts; `decision` only for an awaited viewer.
    """

    match: Match
    rules: AnyRules
    players: tuple[Player, ...]
    names: tuple[str, ...]
    seat: int | None
    view: TableView | None
    phase: OpenPhase | None
    decision: Decision | None
    own_order: Order | None
    standing: tuple[StandingOrder, ...]
    waiting: Waiting | None
    deadline_at: datetime | None
    outcome: Outcome | None

    @property
    def bots(self) -> dict[int, Persona]:
        """Who plays the seats that are no member's, by the key of the player's row."""
        return bots_at_table(self.players)

    @property
    def placing(self) -> tuple[Sequence[int], Collection[int]]:
        """The place of every seat, and which of them were given up; nothing where none was."""
        left = {row.own_seat for row in self.players if row.resigned_at is not None}
        places = [row.place for row in self.players if row.place is not None]
        return (places, left) if left else ((), ())

    @property
    def pulse(self) -> Pulse | None:
        """What `pulse` reads without the rest of the table; None where nothing is awaited."""
        if self.waiting is None:
            return None
        version = self.own_order.version if self.own_order is not None else 0
        return Pulse(self.waiting, self.deadline_at, version, self.decision is not None)


def last_own_order(table: MatchTable) -> Order | None:
    """The last order that the viewer gave in person."""
    given = Order.objects.filter(phase__match=table.match, source__in=Order.PERSONAL_SOURCES)
    own = [row.pk for row in table.players if row.seat == table.seat]
    return given.filter(player__in=own).order_by("-phase__number").first()


def seat_names(players: Iterable[Player], virtual: Sequence[str] = ()) -> tuple[str, ...]:
    """What to call each seat: the member's name, or the bot's own, which nobody else there has."""
    seated = sorted(players, key=lambda player: player.seat or 0)
    bots = bots_at_table(seated)
    names = (player.member.name if player.member else bots[player.pk].name for player in seated)
    return (*names, *virtual)


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored of a match, as far as its table shows it: read once for all who look.

    `orders` are those of the open phase and `names` the people's, both by seat; `standing` has what
    the viewers alone have left.
    """

    match: Match
    rules: AnyRules
    players: tuple[Player, ...]
    orders: tuple[Order, ...]
    standing: Mapping[int, tuple[StandingOrder, ...]]
    state: object
    names: tuple[str, ...]

    @classmethod
    def of(
        cls,
        match: Match,
        players: Iterable[Player],
        orders: Iterable[Order],
        standing: Mapping[int, tuple[StandingOrder, ...]],
    ) -> Stored:
        """The rows with the state decoded. Raises what the rules raise for one they cannot read."""
        rules = rules_of_record(match.game, match.rules_version)
        state = rules.decode(match.state) if match.state else None
        seated = tuple(players)
        names = seat_names(seated)
        return cls(match, rules, seated, tuple(orders), standing, state, names)

    def seen_by(self, viewer: Player | None) -> MatchTable:
        """The table as this viewer may see it; asks the database nothing."""
        match, rules, state, people = self.match, self.rules, self.state, self.names
        seat = viewer.seat if viewer is not None else None
        if state is None:
            return MatchTable(
                match, rules, self.players, people, seat, *(None,) * 4, (), None, None, None
            )
        view = rules.view(state, seat)
        phase = rules.phase(state) if match.status in RUNNING else None
        orders = self.orders if phase is not None else ()
        awaited = phase is not None and seat is not None and seat in phase.awaited
        waiting = None
        if phase is not None:
            waiting = waiting_of(match, phase.awaited, orders, people)
        return MatchTable(
            match=match,
            rules=rules,
            players=self.players,
            names=(*people, *view.virtual),
            seat=seat,
            view=view,
            phase=phase,
            decision=rules.decision(state, seat) if awaited and seat is not None else None,
            own_order=next((order for order in orders if order.seat == seat), None),
            standing=self.standing.get(viewer.pk, ()) if viewer is not None else (),
            waiting=waiting,
            deadline_at=match.deadline_at,
            outcome=rules.outcome(state),
        )


def bank_shown(table: MatchTable, player: Player) -> timedelta:
    """What the viewer may know of a player's time bank; see `bank_told`."""
    return bank_told(table.match, table.waiting, table.seat, player)


def bank_told(
    match: Match, waiting: Waiting | None, viewer: int | None, player: Player
) -> timedelta:
    """All of their own to the viewer in this seat, and of others' what the bank held when the phase
    opened, unless all can see whose order is missing."""
    left = max(player.time_bank_left, timedelta(0))
    is_named = waiting is None or (
        waiting.awaited == 1 or match.waiting_policy == Match.Waiting.NAMES
    )
    if is_named or player.seat == viewer:
        return left
    return left + player.bank_drawn


@dataclass(frozen=True, slots=True)
class OwnForced:
    """The viewer's only legal order, and when it is played for them unless they give it before."""

    text: str
    played_at: datetime | None


def own_forced(table: MatchTable) -> OwnForced | None:
    """What is played for the viewer, who has no choice; None where they are asked. Their secret."""
    match, seat = table.match, table.seat
    if table.decision is None or table.own_order is not None or seat is None:
        return None
    choices = list(islice(table.rules.legal_orders(table.rules.decode(match.state), seat), 2))
    if len(choices) != 1:
        return None
    opened = match.phases.filter(number=match.phase_number, closed_at=None)
    held = opened.values_list("held", flat=True).first()
    if held is None or str(seat) not in held:
        return None
    moment = held[str(seat)]
    played_at = datetime.fromisoformat(moment) if moment is not None else match.deadline_at
    return OwnForced(table.rules.format_order(choices[0]), played_at)


def seated_players(match: Match) -> tuple[Player, ...]:
    """All players of a match with their members, by seat."""
    return tuple(match.players.select_related("member").order_by("seat", "id"))


def table(
    match: Match,
    viewer: Player | None,
    players: Sequence[Player] | None = None,
    *,
    orders: Sequence[Order] | None = None,
    standing: tuple[StandingOrder, ...] | None = None,
) -> MatchTable:
    """The table as this viewer may see it; a constant number of queries.

    `players` are the `seated_players`, `orders` those of the open phase and `standing` the
    viewer's own, where they are read already.
    """
    if players is None:
        players = seated_players(match)
    if is_delayed(match, viewer):
        return _delayed(match, tuple(players))
    running = bool(match.state) and match.status in RUNNING
    if orders is None:
        orders = open_orders([match]).get(match.pk, []) if running else []
    left: Mapping[int, tuple[StandingOrder, ...]] = {}
    if viewer is not None and standing is not None:
        left = {viewer.pk: standing}
    elif viewer is not None and running:
        left = standing_orders([viewer], {match.pk: match})
    return Stored.of(match, players, orders, left).seen_by(viewer)


def _delayed(match: Match, players: tuple[Player, ...]) -> MatchTable:
    """The table as it was before its last turn closed; nothing of what is open now."""
    rules = rules_of_record(match.game, match.rules_version)
    state = rules.decode(state_shown(match))
    stored = Stored(match, rules, players, (), {}, state, seat_names(players))
    return replace(stored.seen_by(None), waiting=None, deadline_at=None)


def open_orders(matches: Collection[Match]) -> dict[int, list[Order]]:
    """The orders of each match's phase, by seat, in one query. Not to be shown as they are."""
    numbers = {match.pk: match.phase_number for match in matches}
    # By number and not by what is open now: a match that has gone on since it was read must not
    # be shown with the orders of its next phase.
    found: dict[int, list[Order]] = defaultdict(list)
    for row in _ORDERS.rows(list(numbers), list(set(numbers.values()))):
        phase = vars(row)
        if numbers[phase["in_match"]] == phase["in_phase"]:
            found[phase["in_match"]].append(row)
    return found


_ORDERS = FixedQuery(
    lambda matches, numbers: (
        Order.objects.filter(phase__match__pk__in=matches, phase__number__in=numbers)
        .annotate(in_match=F("phase__match_id"), in_phase=F("phase__number"))
        .order_by("seat")
    )
)


def standing_orders(
    viewers: Collection[Player], matches: Mapping[int, Match]
) -> dict[int, tuple[StandingOrder, ...]]:
    """What each viewer has left for later in the round of their match, in one query."""
    rounds = {
        viewer.pk: matches[viewer.match_id].round
        for viewer in viewers
        if matches[viewer.match_id].status in RUNNING
    }
    found: dict[int, tuple[StandingOrder, ...]] = {}
    for row in _STANDING.rows(list(rounds)):
        if row.is_for_round(rounds[row.player_id]):
            found[row.player_id] = (*found.get(row.player_id, ()), row)
    return found


_STANDING = FixedQuery(
    lambda players: StandingOrder.objects.filter(player__pk__in=players).order_by(
        "-kind", "position"
    )
)


def standing_line(step: StandingOrder) -> str:
    """A standing order as its player may write it again."""
    return clause_line(When(step.kind), step.text, step.until_round)


def waiting_of(
    match: Match, awaited: Sequence[int], orders: Sequence[Order], names: Sequence[str]
) -> Waiting:
    """What others may know of these orders to a phase that awaits these seats."""
    policy = match.waiting_policy
    in_seats = {order.seat for order in orders}
    is_quiet, tells_names = policy == Match.Waiting.QUIET, policy == Match.Waiting.NAMES
    missing: Collection[int] = ()
    if tells_names or (not is_quiet and len(awaited) == 1):
        missing = [seat for seat in awaited if seat not in in_seats]
    elif len(awaited) == 1 or (not is_quiet and not in_seats):
        missing = awaited
    return Waiting(
        policy=policy,
        awaited=len(awaited),
        count=None if is_quiet else len(in_seats),
        names=tuple(names[seat] for seat in sorted(in_seats)) if tells_names else None,
        missing=tuple(names[seat] for seat in missing),
    )


def pulse(match: Match, players: Iterable[Player], viewer: Player | None) -> Pulse | None:
    """What an open page asks for now and then: two small queries.

    `players` are all of the match. None where nothing is awaited.
    """
    row = (
        match.phases.filter(number=match.phase_number, closed_at=None)
        .only("match", "awaited")
        .first()
    )
    if row is None or match.status not in RUNNING or not row.awaited or is_delayed(match, viewer):
        return None
    row.match = match
    orders = list(Order.objects.filter(phase=row).only("seat", "player_id", "version"))
    return pulse_of(row, orders, players, viewer)


def pulse_of(
    phase: Phase, orders: Sequence[Order], players: Iterable[Player], viewer: Player | None
) -> Pulse:
    """The pulse from rows that are read: the open phase with its match, and its orders."""
    version = next((each.version for each in orders if viewer and each.player_id == viewer.pk), 0)
    waiting = waiting_of(phase.match, phase.awaited, orders, seat_names(players))
    is_asked = viewer is not None and viewer.seat in phase.awaited
    return Pulse(waiting, phase.match.deadline_at, version, is_asked)
