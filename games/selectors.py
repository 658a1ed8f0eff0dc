"""What may be seen: every read that a page, a mail or the API makes.

Each takes the one who looks and returns only what that one may know: views come from the rules'
`view`, events are filtered by `seen_by`, and a sealed order is shown to its own player alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from games.models import (
    DeadlineChange,
    Invitation,
    Match,
    Member,
    Order,
    Phase,
    Player,
    StandingOrder,
)
from games.rules.chance import Chance, Shuffle
from games.rules.journal import Entry
from games.rules.protocol import Decision, Event, OpenPhase, Outcome, Setup, View
from games.rules.record import make_record, write_record
from games.rules.registry import AnyRules, rules_for
from games.services.errors import NotVisibleError
from games.services.plays import decoded_events

Visible = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """What others may know of the open phase: by policy nothing, a number, or names.

    `count` and `names` speak of the orders that are in; None where the match keeps them quiet.
    """

    policy: str
    awaited: int
    count: int | None
    names: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Table:
    """One match as one viewer may see it. `seat` is None for a spectator.

    `names` are by seat, with the rules' own virtual players (Leo) after the people. `view`,
    `phase` and `waiting` are None before the match starts; `decision` only for an awaited viewer.
    """

    match: Match
    rules: AnyRules
    players: tuple[Player, ...]
    names: tuple[str, ...]
    seat: int | None
    view: View | None
    phase: OpenPhase | None
    decision: Decision | None
    own_order: Order | None
    standing: tuple[StandingOrder, ...]
    waiting: Waiting | None
    deadline_at: datetime | None
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class JournalPhase:
    """One closed phase as a viewer may know it; `orders` only where the match is over."""

    number: int
    name: str
    round: int
    closed_at: datetime
    reason: str
    events: Visible
    orders: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """What a mail to a player tells: the table, and what happened since their last order."""

    table: Table
    recent: list[JournalPhase]
    phase_number: int


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list. `awaited` and `ordered` are about the one who looks."""

    match: Match
    names: tuple[str, ...]
    free: int
    player: Player | None
    awaited: bool
    ordered: bool


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a finished match with everything open: what was asked, ordered and came of it.

    `view` is the position after it.
    """

    number: int
    name: str
    round: int
    view: View
    events: Visible
    orders: tuple[tuple[int, str, str], ...]


def seat_names(players: Iterable[Player], virtual: Sequence[str] = ()) -> tuple[str, ...]:
    """What to call each seat: the member's name, or the bot's with a number where there are two."""
    names: list[str] = []
    for player in sorted(players, key=lambda player: player.seat or 0):
        name = player.member.name if player.member else f"{player.bot.capitalize()} bot"
        number = 1
        while name in names:
            number += 1
            name = f"{player.bot.capitalize()} bot {number}"
        names.append(name)
    return (*names, *virtual)


def table(match: Match, viewer: Player | None) -> Table:
    """The table as this viewer may see it; a constant number of queries."""
    rules = rules_for(match.game)
    players = tuple(match.players.select_related("member").order_by("seat", "id"))
    seat = viewer.seat if viewer is not None else None
    if not match.state:
        names = seat_names(players)
        return Table(match, rules, players, names, seat, *(None,) * 4, (), None, None, None)
    state = rules.decode(match.state)
    view = rules.view(state, seat)
    phase = rules.phase(state) if match.status in RUNNING else None
    orders = _open_orders(match) if phase is not None else []
    awaited = phase is not None and seat is not None and seat in phase.awaited
    return Table(
        match=match,
        rules=rules,
        players=players,
        names=seat_names(players, view["virtual"]),
        seat=seat,
        view=view,
        phase=phase,
        decision=rules.decision(state, seat) if awaited and seat is not None else None,
        own_order=next((order for order in orders if order.seat == seat), None),
        standing=_standing(viewer, match),
        waiting=_waiting(match, phase, orders, players) if phase is not None else None,
        deadline_at=match.deadline_at,
        outcome=rules.outcome(state),
    )


RUNNING = frozenset({Match.Status.RUNNING, Match.Status.PARKED})


def _open_orders(match: Match) -> list[Order]:
    return list(
        Order.objects.filter(phase__match=match, phase__number=match.phase_number).order_by("seat")
    )


def _standing(viewer: Player | None, match: Match) -> tuple[StandingOrder, ...]:
    if viewer is None or match.status not in RUNNING:
        return ()
    return tuple(viewer.standing_orders.filter(round=match.round).order_by("position"))


def _waiting(
    match: Match, phase: OpenPhase, orders: Sequence[Order], players: Sequence[Player]
) -> Waiting:
    policy = match.waiting_policy
    in_seats = {order.seat for order in orders}
    names = seat_names(players)
    return Waiting(
        policy=policy,
        awaited=len(phase.awaited),
        count=None if policy == Match.Waiting.QUIET else len(in_seats),
        names=tuple(names[seat] for seat in sorted(in_seats))
        if policy == Match.Waiting.NAMES
        else None,
    )


def journal(
    match: Match,
    viewer: Player | None,
    *,
    last: int | None = None,
    since_phase: int | None = None,
    before_phase: int | None = None,
) -> list[JournalPhase]:
    """Closed phases, oldest first, with the events that the viewer may know.

    `since_phase` leaves out phases with a lower number, `before_phase` those with that or a higher
    one; `last` keeps the newest so many of the rest.
    """
    rows = match.phases.filter(closed_at__isnull=False)
    if since_phase is not None:
        rows = rows.filter(number__gte=since_phase)
    if before_phase is not None:
        rows = rows.filter(number__lt=before_phase)
    newest_first = rows.order_by("-number")
    chosen = list(newest_first[:last] if last is not None else newest_first)
    orders = _orders_of(chosen) if match.status == Match.Status.FINISHED else {}
    seat = viewer.seat if viewer is not None else None
    is_open = match.status == Match.Status.FINISHED
    return [_journal_phase(row, seat, orders.get(row.pk, ()), is_open) for row in reversed(chosen)]


def _orders_of(rows: Sequence[Phase]) -> dict[int, tuple[tuple[int, str, str], ...]]:
    found: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for order in Order.objects.filter(phase__in=rows).order_by("phase", "seat"):
        found[order.phase_id].append((order.seat, order.text, order.source))
    return {phase: tuple(orders) for phase, orders in found.items()}


def _journal_phase(
    row: Phase, seat: int | None, orders: tuple[tuple[int, str, str], ...], is_open: bool
) -> JournalPhase:
    assert row.closed_at is not None
    return JournalPhase(
        number=row.number,
        name=row.name,
        round=row.round,
        closed_at=row.closed_at,
        reason=row.reason,
        events=tuple(
            event for event in decoded_events(row.events) if is_open or _may_see(event, seat)
        ),
        orders=orders,
    )


def _may_see(event: Event, seat: int | None) -> bool:
    return event.seen_by is None or (seat is not None and seat in event.seen_by)


def since_last_order(player: Player, match: Match) -> list[JournalPhase]:
    """What happened since the phase that the player last answered in person, that one included."""
    return journal(match, player, since_phase=player.ordered_phase)


def situation(player: Player) -> Situation:
    """All that a mail to this player tells of the match."""
    match = Match.objects.select_related("created_by").get(pk=player.match_id)
    seen = table(match, player)
    return Situation(seen, since_last_order(player, match), match.phase_number)


def my_matches(member: Member, *, finished: bool = False) -> list[MatchLine]:
    """The member's matches: those that wait for them first, the nearest deadline on top."""
    mine = Match.objects.filter(players__member=member)
    if finished:
        rows = mine.filter(status=Match.Status.FINISHED).order_by("-finished_at")[:50]
    else:
        rows = mine.exclude(status__in=[Match.Status.FINISHED, Match.Status.CANCELLED]).order_by(
            F("deadline_at").asc(nulls_last=True), "-created_at"
        )[:200]
    lines = _lines(list(rows), member)
    return sorted(lines, key=lambda line: (not line.awaited or line.ordered,))


def lobby(member: Member | None) -> list[MatchLine]:
    """Public matches with a free place, newest first."""
    rows = (
        Match.objects.filter(status=Match.Status.OPEN, is_public=True)
        .annotate(taken=Count("players"))
        .filter(taken__lt=F("seats"))
        .order_by("-created_at")[:50]
    )
    return _lines(list(rows), member)


def invited_to(member: Member) -> list[MatchLine]:
    """Open matches to which the member's address was invited and not yet answered."""
    rows = Match.objects.filter(
        status=Match.Status.OPEN,
        invitations__in=_invitations_of(member),
    ).order_by("-created_at")[:50]
    return _lines(list(rows), member)


def _invitations_of(member: Member) -> QuerySet[Any]:
    return Invitation.objects.filter(
        email__iexact=member.email, player=None, declined_at=None
    ).exclude(match__players__member=member)


def running_public(limit: int = 20) -> list[MatchLine]:
    """Public matches to watch, the newest first."""
    rows = Match.objects.filter(status=Match.Status.RUNNING, is_public=True).order_by(
        "-started_at"
    )[:limit]
    return _lines(list(rows), None)


def finished(limit: int = 20, offset: int = 0) -> list[MatchLine]:
    """Finished public matches, the newest first."""
    rows = Match.objects.filter(status=Match.Status.FINISHED, is_public=True).order_by(
        "-finished_at"
    )[offset : offset + limit]
    return _lines(list(rows), None)


def _lines(matches: Sequence[Match], member: Member | None) -> list[MatchLine]:
    """List lines for these matches in three queries, whatever their number."""
    players: dict[int, list[Player]] = defaultdict(list)
    rows = Player.objects.filter(match__in=matches).select_related("member")
    for player in rows.order_by("seat", "id"):
        players[player.match_id].append(player)
    open_phases = {
        row.match_id: row.awaited
        for row in Phase.objects.filter(match__in=matches, closed_at=None, number__gt=0)
    }
    ordered = set(
        Order.objects.filter(
            phase__match__in=matches, phase__closed_at=None, player__member=member
        ).values_list("phase__match_id", flat=True)
        if member is not None
        else ()
    )
    lines = []
    for match in matches:
        mine = next(
            (row for row in players[match.pk] if member and row.member_id == member.pk), None
        )
        lines.append(
            MatchLine(
                match=match,
                names=seat_names(players[match.pk]),
                free=match.seats - len(players[match.pk]),
                player=mine,
                awaited=mine is not None and mine.seat in open_phases.get(match.pk, ()),
                ordered=match.pk in ordered,
            )
        )
    return lines


def replay(match: Match) -> list[ReplayStep]:
    """A finished match step by step, all hands open. Raises NotVisibleError while it runs."""
    rules, setup, rows = _finished_setup(match)
    orders = _orders_of(rows)
    result = rules.start(setup)
    steps = [ReplayStep(0, rows[0].name, 0, rules.reveal(result.state), result.events, ())]
    for row in rows[1:]:
        given = orders.get(row.pk, ())
        parsed = {seat: rules.parse_order(result.state, seat, text) for seat, text, _by in given}
        result = rules.adjudicate(result.state, parsed)
        view = rules.reveal(result.state)
        steps.append(ReplayStep(row.number, row.name, row.round, view, result.events, given))
    return steps


def record_line(match: Match) -> str:
    """The match record of a finished match. Raises NotVisibleError while it runs."""
    rules, setup, rows = _finished_setup(match)
    orders = _orders_of(rows)
    entries = [Entry(seat, text) for row in rows for seat, text, _source in orders.get(row.pk, ())]
    shuffles = [Shuffle(pile, tuple(cards)) for row in rows for pile, cards in row.shuffles]
    assert match.outcome is not None
    extra = {
        name: value
        for name, value in match.outcome.items()
        if name not in {"reason", "scores", "places"}
    }
    outcome = Outcome(
        match.outcome["reason"],
        tuple(match.outcome["scores"]),
        tuple(match.outcome["places"]),
        extra,
    )
    return write_record(make_record(rules, setup, shuffles, entries, outcome))


def _finished_setup(match: Match) -> tuple[AnyRules, Setup[Any], list[Phase]]:
    if match.status != Match.Status.FINISHED:
        raise NotVisibleError("not-finished", code=match.code)
    rules = rules_for(match.game)
    options = rules.options.from_mapping(match.options)
    rows = list(match.phases.filter(closed_at__isnull=False).order_by("number"))
    return rules, Setup(match.seats, options, Chance(match.seed)), rows


def ledger(match: Match) -> list[DeadlineChange]:
    """Every entry about the match's deadlines but the plain openings, oldest first."""
    return list(
        DeadlineChange.objects.filter(phase__match=match)
        .filter(~Q(why=DeadlineChange.Why.OPENED) | Q(phase__closed_at=None))
        .select_related("phase", "by")
        .order_by("id")
    )


@dataclass(frozen=True, slots=True)
class ChanceProof:
    """What anybody needs to check a match's chance; secrets are empty until the match is over.

    `contributions` are in the order of joining, `seats` says where each of them sat.
    """

    commitment: str
    attempt: int
    server_seed: str
    seed: str
    contributions: tuple[str, ...]
    seats: tuple[int | None, ...]


def chance_proof(match: Match) -> ChanceProof:
    """The commitment while the match runs, and all the rest once it is over."""
    if not match.is_over:
        return ChanceProof(match.commitment, match.attempt, "", "", (), ())
    players = list(match.players.order_by("id"))
    return ChanceProof(
        match.commitment,
        match.attempt,
        match.server_seed,
        match.seed,
        tuple(player.contribution for player in players),
        tuple(player.seat for player in players),
    )
