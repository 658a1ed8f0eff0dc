"""What lateness costs: time banks first, then misses, then the seat itself for a while."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import DeadlineChange, DeadlineDetail, Match, Order, Phase
from games.services import notices
from games.services.running_matches import RunningMatch

SUBSTITUTE_BOT = "steady"
LONGEST_DRAW = timedelta(hours=24)
SHORTEST_DRAW = timedelta(minutes=1)
"""Less is left in a bank only by rounding, and moves no deadline."""

NONE = timedelta(0)
MISSING_SOURCES = frozenset({Order.Source.DEFAULT, Order.Source.MISSED})


def spend_time_banks(play: RunningMatch, now: datetime) -> bool:
    """At the deadline: move it at the cost of those who have not ordered and have time left.

    By half of the time for a decision, a day at most; each pays what it has of that. Where all
    can see whose order is missing, it moves no further than the fullest of their banks reaches;
    elsewhere that would tell whose bank it is. Returns whether it moved. What is not needed comes
    back when the phase closes (`settle_time_banks`).
    """
    match = play.match
    step = min(match.phase_time / 2, LONGEST_DRAW)
    draws = {
        seat: min(play.players[seat].time_bank_left, step)
        for seat in play.missing
        if play.players[seat].time_bank_left >= SHORTEST_DRAW
    }
    if not draws:
        return False
    for seat, draw in draws.items():
        player = play.players[seat]
        player.time_bank_left -= draw
        player.bank_drawn += draw
    is_named = tells_who_is_missing(match, play.row)
    moved = max(draws.values()) if is_named else step
    # A sweep that comes late must not eat up what the bank pays for.
    old = match.open_deadline
    new = (max(old, now) if now - old > SHORTEST_DRAW else old) + moved
    match.banks_open_since = match.banks_open_since or old
    match.deadline_at = play.row.deadline_at = new
    play.row.remind_at = now
    play.new.ledger.append(
        DeadlineChange(
            phase=play.row,
            changed_at=now,
            old_deadline_at=old,
            new_deadline_at=new,
            why=DeadlineChange.Why.BANK,
            detail=DeadlineDetail(seats=tuple(sorted(draws)) if is_named else ()).as_kept(),
        )
    )
    return True


def tells_who_is_missing(match: Match, row: Phase) -> bool:
    """Whether everybody can see who owes an order: a single seat, or a table that names them."""
    return len(row.awaited) == 1 or match.waiting_policy == Match.Waiting.NAMES


def settle_time_banks(play: RunningMatch) -> None:
    """The phase closes: each pays for the time from the old deadline to their own first order."""
    since = play.match.banks_open_since
    for seat, player in play.players.items():
        if not player.bank_drawn:
            continue
        order = play.orders.get(seat)
        came = order.first_received_at if order is not None else None
        if came is not None and since is not None:
            used = min(max(came - since, NONE), player.bank_drawn)
            player.time_bank_left += player.bank_drawn - used
        player.bank_drawn = NONE


def count_misses(play: RunningMatch, seat: int, now: datetime) -> None:
    """After too many misses in a row a named bot keeps the seat until its player orders again."""
    player, source = play.players[seat], play.orders[seat].source
    if source in MISSING_SOURCES:
        player.missed_in_a_row += 1
        if player.missed_in_a_row >= play.match.misses_allowed and not player.bot:
            player.bot = SUBSTITUTE_BOT
            player.away_since = now
            told = notices.seat_kept_notice(play.match, player, now)
            others = play.players.values()
            play.new.notices += notices.seat_left_notices(
                play.match, others, player, now, is_for_good=False
            )
        else:
            told = notices.missed_notice(play.match, player, now)
        if told is not None:
            play.new.notices.append(told)
    elif source in Order.PERSONAL_SOURCES and (player.missed_in_a_row or player.bot):
        player.missed_in_a_row = 0
        if player.resigned_at is None:
            player.bot, player.away_since = "", None


def shift_time_banks(match: Match, moved_by: timedelta) -> None:
    """The deadline moves for another reason: nobody pays for that."""
    if match.banks_open_since is not None:
        match.banks_open_since += moved_by
