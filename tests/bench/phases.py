"""How fast due phases are closed, whether many matches that are not due slow that down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from django.db import connection, transaction

from games.common import clock
from games.mail import outbox
from games.models import (
    DeadlineChange,
    Match,
    Member,
    Order,
    OutboundMail,
    Phase,
    Player,
    ServicePulse,
)
from games.services import notices
from games.services.deadline_sweep import CHUNK, sweep_due
from tests.bench.figures import CORES, Effort, Figure, compared
from tests.bench.population import (
    PHASE_TIME,
    Advance,
    Pattern,
    matches_copied,
    members_made,
    patterns_made,
    played_on,
)
from tests.bench.side_by_side import BY_TURNS, WARM_UP, drained_by, two_beside_one

LEAST_TARGET = 0.45
MOST_SECONDS = 120
"""For 100,000 due matches; 360 would do, at 280 a second."""

LEAST_UNMOVED = 0.8
IDLE_FOR_EACH = 10
EVENTS = [["benchmark", {"cards": ["F1", "M2", "A3"], "seat": 1}, None]] * 6
Shape: TypeAlias = dict[Any, float]
"""How many rows of each kind the sweep adds for a match, on the average."""

PLAYED_ON = 60
PHASES_PLAYED_ON = 4
LEAST_IN_PAGE = 0.7
STEPS = 6 + len(BY_TURNS) + IDLE_FOR_EACH
"""How often `phases_figures` calls `advance` for each match that is counted."""


def phases_figures(count: int, advance: Advance) -> Iterator[Figure]:
    """`count` due matches, alone, among ten times as many that are not due, and by two sweepers.

    Calls `advance` for every match that has been made or closed: STEPS × count.
    """
    members = members_made()
    patterns = patterns_made(members)
    _swept(patterns, members, WARM_UP, lambda _number: None)
    yield _updates_of_players(patterns, members, min(count, PLAYED_ON))
    alone, closed, shape = _swept(patterns, members, count, advance)
    floor = _floor(patterns, members, count, shape)
    advance(count)
    yield compared("due matches swept", alone, floor, least=LEAST_TARGET)
    yield from _together(patterns, members, count, advance)
    matches_copied(patterns, members, count * IDLE_FOR_EACH, advance=advance)
    crowded, more, _shape = _swept(patterns, members, count, advance)
    yield compared(
        f"the same among {count * IDLE_FOR_EACH:,} that are not due",
        crowded,
        alone,
        least=LEAST_UNMOVED,
    )
    all_closed = Effort(closed + more, alone.wall + crowded.wall, alone.cpu + crowded.cpu)
    yield Figure("phases closed by these sweeps", f"{all_closed.count:,}")
    yield _hundred_thousand("due matches", alone.each, floor.each)


def _hundred_thousand(
    name: str, each: float, floor: float | None = None, *, most: int | None = MOST_SECONDS
) -> Figure:
    seconds = each * 100_000 / CORES
    return Figure(
        f"100,000 {name} on two idle cores",
        f"{seconds:,.0f} s",
        "" if floor is None else f"{floor * 100_000 / CORES:,.0f} s",
        target="" if most is None else f"≤ {most} s",
        passed=None if most is None else seconds <= most,
        value=seconds,
    )


def _together(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int, advance: Advance
) -> Iterator[Figure]:
    """One and two sweepers, each in a process of its own; then one and two senders, with the mails
    of one sweep each; then those mails by digest."""
    swept, sent = ({1: Effort(), 2: Effort()} for _kind in range(2))
    for processes in BY_TURNS:
        OutboundMail.objects.all().delete()
        _made_due(patterns, members, count + WARM_UP * processes, lambda _number: None)
        advance(count)
        swept_now = drained_by(sweep_due, processes, partial(sweep_due, WARM_UP))
        if swept_now.count != count:
            raise RuntimeError(f"{swept_now.count} matches were swept, not {count}")
        swept[processes].add(swept_now)
        sent[processes].add(
            drained_by(outbox.send_due, processes, partial(outbox.send_due, WARM_UP))
        )
    yield from two_beside_one("sweepers", swept[2], swept[1])
    yield from two_beside_one("senders", sent[2], sent[1])
    mails = sent[1].each * sent[1].count / swept[1].count
    yield _hundred_thousand("matches’ mails one by one", mails, most=None)
    digests = _digests_sent(patterns, members, count, advance)
    yield _hundred_thousand("matches’ mails by digest", digests / count, mails, most=None)


def _digests_sent(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int, advance: Advance
) -> float:
    """Processor seconds to tell everybody of all their questions of one sweep in one mail each."""
    OutboundMail.objects.all().delete()
    Member.objects.update(mail_level=Member.MailLevel.DAILY)
    _made_due(patterns, members, count, advance)
    while sweep_due():
        pass
    # What is told at once was told among the mails before, too.
    OutboundMail.objects.filter(status=OutboundMail.Status.QUEUED).exclude(
        kind=OutboundMail.Kind.DIGEST
    ).delete()
    OutboundMail.objects.update(due_at=clock.now())
    Member.objects.update(mail_level=Member.MailLevel.EVERY_DECISION)
    digests = OutboundMail.objects.filter(status=OutboundMail.Status.QUEUED).count()
    warm_up = partial(outbox.send_due, min(WARM_UP, digests // 2))
    sent = drained_by(outbox.send_due, 1, warm_up)
    if not 0 < sent.count < digests <= len(members):
        raise RuntimeError(f"{sent.count} of {digests} digests were sent to {len(members)} people")
    return sent.each * digests


class Updates(NamedTuple):
    """How many rows of the matches' table were updated so far, and how many in their page."""

    all: int
    hot: int


def updates_so_far() -> Updates:
    if connection.vendor != "postgresql":
        return Updates(0, 0)
    with connection.cursor() as cursor:
        # What a session has counted is told to the others once a second at most.
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = %s",
            [Match._meta.db_table],
        )
        return Updates(*cursor.fetchone())


def _updates_of_players(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int
) -> Figure:
    """How many updates of a match stay in its page (HOT) where players close its phases."""
    made = matches_copied(patterns, members, count)
    played_on(made)
    before = updates_so_far()
    for _phase in range(PHASES_PLAYED_ON):
        played_on(made)
    after = updates_so_far()
    name = "updates of a match that stay in its page, closed by players"
    updated, hot = after.all - before.all, after.hot - before.hot
    if not updated:
        return Figure(name, "not known: for PostgreSQL alone")
    share = hot / updated
    return Figure(
        name,
        f"{share:.0%} of {updated:,}",
        target=f"≥ {LEAST_IN_PAGE:.0%}",
        passed=share >= LEAST_IN_PAGE,
        value=1 - share,
    )


def _swept(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int, advance: Advance
) -> tuple[Effort, int, Shape]:
    """The effort of sweeping so many, how many phases that closed, and the rows for each match."""
    kinds = (Phase, Order, DeadlineChange, OutboundMail)
    _made_due(patterns, members, count, advance)
    before = {kind: kind._default_manager.count() for kind in kinds}
    closed = Phase.objects.filter(closed_at__isnull=False).count()
    effort = Effort()
    with effort.timed():
        while done := sweep_due():
            effort.count += done
            advance(done)
    if effort.count != count:
        raise RuntimeError(f"{effort.count} matches were swept, not {count}")
    rows = {kind: (kind._default_manager.count() - before[kind]) / count for kind in kinds}
    return effort, Phase.objects.filter(closed_at__isnull=False).count() - closed, rows


def _made_due(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int, advance: Advance
) -> None:
    """So many matches whose deadline passed a minute ago, half of their orders in."""
    now = clock.now()
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": now})
    due = now - timedelta(minutes=1)
    matches_copied(patterns, members, count, deadline_at=due, sealed=True, advance=advance)
    settle()


def settle() -> None:
    """Statistics as a database that has stood for a while has them."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _floor(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int, shape: Shape
) -> Effort:
    """As many rows of each kind with Django's bulk methods, a transaction for every hundred."""
    made = matches_copied(patterns, members, count, sealed=True)
    ids = [match.pk for match in made]
    effort = Effort()
    with effort.timed():
        for first in range(0, count, CHUNK):
            _floor_chunk(ids[first : first + CHUNK], shape)
            effort.count += len(ids[first : first + CHUNK])
    Phase.objects.filter(match__in=ids).update(wake_at=None)
    return effort


@transaction.atomic
def _floor_chunk(ids: Sequence[int], shape: Shape) -> None:
    now = clock.now()
    rows = Match.objects.select_for_update(of=("self",)).filter(pk__in=ids).order_by("pk")
    matches = list(rows)
    players: dict[int, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(match_id__in=ids).select_related("member"):
        players[player.match_id].append(player)
    opened = list(Phase.objects.filter(match_id__in=ids, closed_at=None))
    list(Order.objects.filter(phase__in=opened))
    for match in matches:
        match.phase_number += 100
        match.deadline_at = now + PHASE_TIME
    Match.objects.bulk_update(matches, ["state", "phase_number", "deadline_at"])
    for row in opened:
        row.events = EVENTS
    Phase.objects.bulk_update(opened, ["events"])
    Phase.objects.filter(pk__in=[row.pk for row in opened]).update(
        closed_at=now, reason=Phase.Reason.DEADLINE
    )
    made = Phase.objects.bulk_create(
        Phase(
            match=match, number=match.phase_number + number, name="bid", round=1, awaited=[0, 1, 2],
            opened_at=now, deadline_at=match.deadline_at,
        )
        for match, number in _spread(matches, shape[Phase])
    )  # fmt: skip
    new = {row.match_id: row for row in made}
    Order.objects.bulk_create(
        Order(
            phase=new[match.pk], player=players[match.pk][number], seat=number, text="pass",
            source=Order.Source.DEFAULT, received_at=now,
        )
        for match, number in _spread(matches, min(shape[Order], 3))
    )  # fmt: skip
    DeadlineChange.objects.bulk_create(
        DeadlineChange(phase=new[match.pk], changed_at=now, new_deadline_at=now, why="opened")
        for match, _number in _spread(matches, shape[DeadlineChange])
    )
    OutboundMail.objects.bulk_create(
        decision
        for match, number in _spread(matches, shape[OutboundMail])
        if (decision := _mail_of(match, players[match.pk], number, now)) is not None
    )


def _mail_of(
    match: Match, players: Sequence[Player], number: int, now: datetime
) -> OutboundMail | None:
    row = notices.decision_notice(match, players[number % len(players)], now)
    if row is not None:
        row.dedupe_key = f"floor:{match.pk}:{number}"
    return row


def _spread(matches: Sequence[Match], each: float) -> Iterator[tuple[Match, int]]:
    """`each` rows a match on the average: the match of every row, and how many it has so far."""
    for row in range(round(each * len(matches))):
        yield matches[row % len(matches)], row // len(matches)
