"""Matches to measure on: a few are played, and copied as often as there are to be."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Model

from games.common import clock
from games.models import Match, Member, Order, Phase, Player, new_match_code
from games.rules.registry import rules_for
from games.services import quotas
from games.services.matches import create_match, join_match
from games.services.orders import submit_order

GAME = "wild-cards"
PHASE_TIME = timedelta(days=2)
KEPT_PHASES = 4
"""So many of the last closed phases are copied: what a mail tells of."""

BATCH = 500
PEOPLE = 200
DEPTHS = (0, 7, 20)
"""So many phases the matches were played that others are copies of."""

Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A match as it was played so far: what copies of it are made of."""

    match: Match
    players: tuple[Player, ...]
    closed: tuple[Phase, ...]
    opened: Phase
    defaults: Mapping[int, str]
    """What silence would mean, for each awaited seat."""


def members_made(number: int = PEOPLE) -> list[Member]:
    """People with addresses that belong to nobody."""
    return Member.objects.bulk_create(
        Member(email=f"bench-{person}@example.org", name=f"Bench {person}", password="!")
        for person in range(number)
    )


def match_played(
    members: Sequence[Member], phases: int, *, seed: int = 1, options: Mapping[str, Any]
) -> Match:
    """A match between these people that has gone on for so many phases of random orders."""
    chance = random.Random(f"{seed}/{len(members)}/{phases}")
    with transaction.atomic(), quotas.suspended():
        match = create_match(
            member=members[0],
            game=GAME,
            options=dict(options),
            seats=len(members),
            phase_time=PHASE_TIME,
            contribution="bench",
        )
        for member in members[1:]:
            join_match(member=member, match=match, contribution="bench")
        for _phase in range(phases):
            match.refresh_from_db()
            if match.status == Match.Status.RUNNING:
                _phase_played(match, chance)
    match.refresh_from_db()
    return match


def played_on(matches: Iterable[Match]) -> None:
    """Play one more phase of each that still runs, with random orders."""
    for match in matches:
        match.refresh_from_db()
        if match.status == Match.Status.RUNNING:
            _phase_played(match, random.Random(f"{match.pk}/{match.phase_number}"))


def _phase_played(match: Match, chance: random.Random) -> None:
    rules = rules_for(match.game, match.rules_version)
    state = rules.decode(match.state)
    opened = rules.phase(state)
    assert opened is not None
    players = {player.seat: player for player in match.players.all()}
    for seat in opened.awaited:
        some = list(islice(rules.legal_orders(state, seat), 50))
        text = rules.format_order(some[chance.randrange(len(some))])
        receipt = submit_order(player=players[seat], text=text, source=Order.Source.WEB)
        if receipt.closed:
            break


def patterns_made(members: Sequence[Member], depths: Sequence[int] = DEPTHS) -> list[Pattern]:
    """Running matches of three to five seats, just begun and well under way.

    In all of them each awaited seat has a choice: the service gives the only legal order itself,
    and would close a phase before its last seat is heard.
    """
    matches = [
        match_played(members[:seats], depth, options={"edition": edition})
        for depth in depths
        for seats, edition in ((3, "2022"), (4, "2020"), (5, "2022"))
    ]
    for match in matches:
        while not _has_choices(match):
            played_on([match])
            match.refresh_from_db()
    return [pattern_of(match) for match in matches]


def _has_choices(match: Match) -> bool:
    rules = rules_for(match.game, match.rules_version)
    state = rules.decode(match.state)
    opened = rules.phase(state)
    if opened is None:
        raise ValueError(f"Match {match.code} ended before it could be copied.")
    return all(len(list(islice(rules.legal_orders(state, seat), 2))) > 1 for seat in opened.awaited)


def pattern_of(match: Match) -> Pattern:
    """Read once what its copies will be made of."""
    rules = rules_for(match.game, match.rules_version)
    state = rules.decode(match.state)
    opened = match.phases.get(closed_at=None)
    closed = match.phases.filter(closed_at__isnull=False).order_by("-number")[:KEPT_PHASES]
    return Pattern(
        match=match,
        players=tuple(match.players.order_by("seat")),
        closed=tuple(reversed(closed)),
        opened=opened,
        defaults={
            seat: rules.format_order(rules.default_order(state, seat)) for seat in opened.awaited
        },
    )


def matches_copied(
    patterns: Sequence[Pattern],
    members: Sequence[Member],
    count: int,
    *,
    deadline_at: datetime | None = None,
    sealed: bool = False,
    advance: Advance = lambda _number: None,
) -> list[Match]:
    """So many copies, the patterns in turn, seated with the members in turn.

    `sealed`: every second awaited seat has its order in. Says in `advance` how many more there are.
    """
    deadline = deadline_at or clock.now() + PHASE_TIME
    made: list[Match] = []
    for first in range(0, count, BATCH):
        numbers = range(first, min(first + BATCH, count))
        made += _batch_copied(
            [(patterns[number % len(patterns)], number) for number in numbers],
            members,
            deadline,
            sealed,
        )
        advance(len(numbers))
    return made


def codes_drawn(count: int) -> list[str]:
    """So many codes that no match has, in an order that only their source decides.

    Of 27,000,000,000 codes two are alike among some 200,000, and with a seeded source in every run.
    """
    codes: set[str] = set()
    while len(codes) < count:
        codes |= {new_match_code() for _missing in range(count - len(codes))}
        codes -= set(Match.objects.filter(code__in=codes).values_list("code", flat=True))
    return sorted(codes)


@transaction.atomic
def _batch_copied(
    wanted: Sequence[tuple[Pattern, int]],
    members: Sequence[Member],
    deadline: datetime,
    sealed: bool,
) -> list[Match]:
    matches = Match.objects.bulk_create(
        _copy(
            pattern.match,
            code=code,
            deadline_at=deadline,
        )
        for code, (pattern, _number) in zip(codes_drawn(len(wanted)), wanted, strict=True)
    )
    players: list[Player] = []
    phases: list[Phase] = []
    for match, (pattern, number) in zip(matches, wanted, strict=True):
        recent = max(match.phase_number - KEPT_PHASES, 0)
        for player in pattern.players:
            member = members[(number * 7 + (player.seat or 0)) % len(members)]
            players.append(_copy(player, match=match, member=member, ordered_phase=recent))
        phases += (_copy(phase, match=match) for phase in pattern.closed)
        due = {"deadline_at": deadline, "wake_at": deadline, "remind_at": None}
        phases.append(_copy(pattern.opened, match=match, **due))
    Player.objects.bulk_create(players)
    Phase.objects.bulk_create(phases)
    if sealed:
        _orders_sealed(wanted, players, [row for row in phases if row.closed_at is None])
    return matches


def _orders_sealed(
    wanted: Sequence[tuple[Pattern, int]], players: Sequence[Player], opened: Sequence[Phase]
) -> None:
    seats = {(player.match_id, player.seat): player for player in players}
    Order.objects.bulk_create(
        Order(
            phase=row,
            player=seats[row.match_id, seat],
            seat=seat,
            text=text,
            source=Order.Source.WEB,
            received_at=row.opened_at,
        )
        for row, (pattern, _number) in zip(opened, wanted, strict=True)
        for seat, text in list(pattern.defaults.items())[::2]
        if len(pattern.defaults) > 1
    )


def _copy(row: Any, **changes: Any) -> Any:
    """An unsaved row with the same values but for these."""
    values = {
        field.attname: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key
    }
    kind: type[Model] = type(row)
    copy = kind(**values)
    for name, value in changes.items():
        setattr(copy, name, value)
    return copy
