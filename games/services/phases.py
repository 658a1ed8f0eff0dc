"""Closing a phase and opening the next, as often as nobody has to be waited for."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.models import DeadlineChange, Match, Order, Phase
from games.rules.journal import encoded_events
from games.rules.protocol import OpenPhase
from games.services import clock, notices
from games.services.answers import seats_answered
from games.services.moments import first_reminder
from games.services.plays import Play, StalePlayError, plays_load, plays_write

MISSES_UNTIL_A_BOT = 2
SUBSTITUTE_BOT = "steady"
GRACE = timedelta(seconds=2)
"""A mail is stamped and then committed. What was stamped by the deadline has this long to show
up before its phase is closed without it."""

PERSONAL_SOURCES = frozenset({Order.Source.WEB, Order.Source.MAIL, Order.Source.API})
PHASES_IN_ONE_GO = 400
"""Bots alone can play a match to its end in one transaction; this bounds how long that is."""


def match_advance(match_id: int) -> bool:
    """Close the open phase of a running match if all its orders are in or its deadline passed.

    Returns whether anything was closed. Calling it twice, or when there is nothing to do, changes
    nothing. Raises what the rules raise; `deadlines.sweep_due` turns that into a retry.
    """
    with transaction.atomic():
        match = (
            Match.objects.select_for_update(of=("self",))
            .filter(pk=match_id, status=Match.Status.RUNNING)
            .first()
        )
        if match is None:
            return False
        now = clock.now()
        (play,) = plays_load([match])
        play_advance(play, now)
        if not play.has_changed:
            return False
        try:
            plays_write([play])
        except StalePlayError:
            transaction.set_rollback(True)
            return False
        return bool(play.closed)


def play_advance(play: Play, now: datetime) -> None:
    """Answer what answers itself, close what is complete or due, and say who is asked next.

    Works on the play alone; `plays_write` makes it last.
    """
    deadline = play.match.deadline_at
    is_due = deadline is not None and deadline + GRACE <= now
    for _phase in range(PHASES_IN_ONE_GO):
        if play.opened is None:
            break
        seats_answered(play, is_due=is_due, at=now)
        if any(seat not in play.orders for seat in play.opened.awaited):
            break
        _phase_close(play, now)
        is_due = False
    if play.closed or play.new_phases:
        _ask(play, now)
    else:
        play.match.wake_at = deadline


def phase_open(play: Play, opened: OpenPhase, now: datetime) -> Phase:
    """A row for the phase that the state now waits at. The deadline is fixed here."""
    row = Phase(
        match=play.match,
        number=opened.number,
        name=opened.name,
        round=opened.round,
        awaited=list(opened.awaited),
        opened_at=now,
        deadline_at=now + play.match.phase_time,
    )
    play.new_phases.append(row)
    play.match.phase_number = opened.number
    play.match.phase_name = opened.name
    play.match.round = opened.round
    play.match.deadline_at = row.deadline_at
    return row


def _phase_close(play: Play, now: datetime) -> None:
    """Adjudicate the open phase with the orders at hand and open the next one."""
    assert play.opened is not None
    is_missed = any(order.source == Order.Source.DEFAULT for order in play.orders.values())
    for seat in play.opened.awaited:
        _count_misses(play, seat, now)
    orders = {
        seat: play.rules.parse_order(play.state, seat, play.orders[seat].text)
        for seat in play.opened.awaited
    }
    result = play.rules.adjudicate(play.state, orders)
    play.row.closed_at = now
    play.row.reason = Phase.Reason.DEADLINE if is_missed else Phase.Reason.COMPLETE
    play.row.events = encoded_events(result.events)
    play.row.shuffles = [[shuffle.pile, list(shuffle.cards)] for shuffle in result.shuffles]
    play.closed.append(play.row)
    play.state = result.state
    play.orders = {}
    play.opened = play.rules.phase(result.state)
    if play.opened is not None:
        play.row = phase_open(play, play.opened, now)


def _count_misses(play: Play, seat: int, now: datetime) -> None:
    """Two misses in a row, and a named bot keeps the seat until its player comes back to order."""
    player, source = play.players[seat], play.orders[seat].source
    if source == Order.Source.DEFAULT:
        player.missed_in_a_row += 1
        play.changed_players[seat] = player
        if player.missed_in_a_row >= MISSES_UNTIL_A_BOT and not player.bot:
            player.bot = SUBSTITUTE_BOT
            told = notices.seat_kept_notice(play.match, player, now)
            if told is not None:
                play.notices.append(told)
    elif source in PERSONAL_SOURCES and (player.missed_in_a_row or player.bot):
        player.missed_in_a_row = 0
        player.bot = player.bot if player.resigned_at is not None else ""
        play.changed_players[seat] = player


def _ask(play: Play, now: datetime) -> None:
    """Set the match's clock and fill the outbox after one or more phases have closed."""
    match = play.match
    match.state = play.rules.encode(play.state)
    match.attempts = 0
    match.fault = ""
    if play.opened is None:
        _finish(play, now)
        return
    assert match.deadline_at is not None
    missing = [play.players[seat] for seat in play.opened.awaited if seat not in play.orders]
    match.wake_at = match.deadline_at if missing else now
    match.remind_at = first_reminder(play.row, missing)
    play.ledger.append(
        DeadlineChange(
            phase=play.row,
            changed_at=now,
            new_deadline_at=match.deadline_at,
            why=DeadlineChange.Why.OPENED,
        )
    )
    asked = (notices.decision_notice(match, player, now) for player in missing)
    play.notices.extend(row for row in asked if row is not None)
    _forget_old_steps(play)


def _forget_old_steps(play: Play) -> None:
    """Standing orders die with their round."""
    assert play.opened is not None
    for steps in play.standing.values():
        play.spent_standing.extend(step.pk for step in steps if step.round != play.opened.round)


def _finish(play: Play, now: datetime) -> None:
    match = play.match
    outcome = play.rules.outcome(play.state)
    assert outcome is not None
    match.status = Match.Status.FINISHED
    match.finished_at = now
    match.deadline_at = match.wake_at = match.remind_at = None
    match.outcome = {
        "reason": outcome.reason,
        "scores": list(outcome.scores),
        "places": list(outcome.places),
        **outcome.extra,
    }
    for seat, player in play.players.items():
        player.score = outcome.scores[seat]
        player.place = outcome.places[seat]
        play.changed_players[seat] = player
    play.spent_standing.extend(step.pk for steps in play.standing.values() for step in steps)
    play.notices.extend(
        notices.table_notices(notices.Kind.FINISHED, match, play.players.values(), now)
    )
