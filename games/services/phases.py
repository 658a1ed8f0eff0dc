"""Closing a phase and opening the next, as often as nobody has to be waited for."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.db import transaction

from games.common import clock
from games.letters.matches import FinishedLetter
from games.models import Match, Phase
from games.models.row_updates import new_row
from games.rules.stored_json import encoded_events, encoded_outcome
from games.services import notices
from games.services.adjudications import adjudicate_play, is_deserted, places_of_who_stayed
from games.services.automatic_orders import give_automatic_orders, give_default_orders
from games.services.channel_events import decision_awaits, decision_closed, match_finished
from games.services.forced_orders import held_until, is_as_missed
from games.services.missed_deadlines import (
    MISSING_SOURCES,
    count_misses,
    settle_time_banks,
    spend_time_banks,
)
from games.services.phase_deadlines import set_deadline, settle_absences
from games.services.reminder_times import first_reminder
from games.services.reveal_times import closing_moment
from games.services.running_matches import RunningMatch, StalePlayError, running

GRACE = timedelta(seconds=2)
"""A mail is stamped and then committed. What was stamped by the deadline has this long to show
up before its phase is closed without it."""

UNNOTICED = timedelta(minutes=1)
"""A held order that is given so much late counts as given at its moment."""

PHASES_IN_ONE_GO = 400
SECONDS_IN_ONE_GO = 2.0
"""Bots alone can play a match to its end; this bounds how much of it is one transaction."""


def advance_match(match_id: int) -> bool:
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
        try:
            with running(match) as play:
                advance_play(play, now)
        except StalePlayError:
            transaction.set_rollback(True)
            return False
        return play.has_closed


RATING_TAKES = timedelta(seconds=15)
"""The mail about the end waits so long, to say what the match did to the reader's rating."""


def advance_play(play: RunningMatch, now: datetime) -> None:
    """Answer what answers itself, close what is complete or due, and say who is asked next.

    Works on the play alone; `saved_on_exit` makes it last.
    """
    is_due = _is_due(play.match, now)
    now = _release_moment(play, now)
    _close_phases(play, now, is_due=is_due)
    if not play.is_played_out and is_deserted(play):
        adjudicate_play(play, Match.Adjudicated.DESERTED, now)
        return
    if play.new.phases or play.has_closed:
        _ask(play, now)
    if not play.is_played_out:
        _wake(play, now)


def _release_moment(play: RunningMatch, now: datetime) -> datetime:
    """The moment as of which the play goes on: where held orders alone were waited for, theirs.

    The sweep comes every few seconds; an order that always came with it would tell that nobody
    gave it.
    """
    moments = [play.row.held.get(str(seat)) for seat in play.missing]
    if not moments or None in moments:
        return now
    last = max(datetime.fromisoformat(moment) for moment in moments)
    if not now - UNNOTICED < last < now:
        return now
    return max(last, play.row.opened_at, *(order.received_at for order in play.orders.values()))


def _close_phases(play: RunningMatch, now: datetime, *, is_due: bool) -> None:
    """Close one phase after the other, until somebody must be waited for or time is up."""
    ends_at = time.monotonic() + SECONDS_IN_ONE_GO
    for number in range(PHASES_IN_ONE_GO + 1):
        if play.is_played_out or is_deserted(play):
            break
        give_automatic_orders(play, at=now)
        if play.missing:
            if not is_due or spend_time_banks(play, now):
                break
            give_default_orders(play, at=now)
        if not is_due and closing_moment(play, now) is not None:
            break
        # With nobody missing, so that the sweep comes back at once for the rest.
        if number and (number == PHASES_IN_ONE_GO or time.monotonic() >= ends_at):
            break
        _close_phase(play, now)
        is_due = False


def _is_due(match: Match, now: datetime) -> bool:
    return match.deadline_at is not None and match.deadline_at + GRACE <= now


def _wake(play: RunningMatch, now: datetime) -> None:
    """Have the sweep come back when there is something to do next."""
    match = play.match
    if play.missing:
        match.revise_until = None
        held = (held_until(play, seat) for seat in play.missing)
        play.row.wake_at = min(filter(None, (match.deadline_at, *held)), default=None)
    else:
        play.row.wake_at = closing_moment(play, now) or now


def open_phase(play: RunningMatch, now: datetime) -> Phase:
    """A row for the phase that the state now waits at, with the deadline of a plain calendar."""
    opened = play.opened
    row = new_row(
        Phase,
        match=play.match,
        number=opened.number,
        name=opened.name,
        round=opened.round,
        awaited=list(opened.awaited),
        opened_at=now,
        deadline_at=now + play.match.phase_time,
    )
    play.new.phases.append(row)
    play.match.phase_number = opened.number
    play.match.phase_name = opened.name
    play.match.round = opened.round
    play.match.deadline_at = row.deadline_at
    play.match.revise_until = play.match.banks_open_since = None
    return row


def _close_phase(play: RunningMatch, now: datetime) -> None:
    """Adjudicate the open phase with the orders at hand and open the next one."""
    is_missed = any(
        order.source in MISSING_SOURCES or is_as_missed(play, order)
        for order in play.orders.values()
    )
    for seat in play.awaited:
        count_misses(play, seat, now)
    settle_time_banks(play)
    settle_absences(play, now)
    orders = {
        seat: play.rules.parse_order(play.state, seat, play.orders[seat].text)
        for seat in play.awaited
    }
    result = play.rules.adjudicate(play.state, orders)
    play.row.closed_at = now
    play.row.reason = Phase.Reason.DEADLINE if is_missed else Phase.Reason.COMPLETE
    play.row.events = encoded_events(result.events)
    play.row.shuffles = [[shuffle.pile, list(shuffle.cards)] for shuffle in result.shuffles]
    play.has_closed = True
    play.new.happenings.extend(decision_closed(play.match, play.row, play.players.values()))
    play.orders = {}
    play.go_on(result.state)
    if not play.is_played_out:
        play.row = open_phase(play, now)


def _ask(play: RunningMatch, now: datetime) -> None:
    """Set the match's clock and fill the outbox after one or more phases have closed."""
    match = play.match
    match.state = play.rules.encode(play.state)
    match.fault = ""
    if play.is_played_out:
        _finish(play, now)
        return
    play.new.ledger.append(set_deadline(play, now))
    missing = [play.players[seat] for seat in play.asked]
    play.row.remind_at = first_reminder(match, play.row, missing)
    asked = (notices.decision_notice(match, player, now) for player in missing)
    questions = [row for row in asked if row is not None]
    play.new.notices = [*notices.without_told_misses(play.new.notices, questions), *questions]
    play.new.happenings.extend(decision_awaits(match, missing))
    _forget_old_steps(play)


def _forget_old_steps(play: RunningMatch) -> None:
    """Standing orders die with the last round that they are for."""
    for steps in play.standing.values():
        play.new.spent_standing.extend(
            step.pk for step in steps if not step.is_for_round(play.opened.round)
        )


def _finish(play: RunningMatch, now: datetime) -> None:
    match = play.match
    outcome = play.outcome
    match.end(Match.Status.FINISHED, now)
    match.outcome = encoded_outcome(outcome)
    left = {seat for seat, player in play.players.items() if player.resigned_at is not None}
    places = places_of_who_stayed(outcome.places, left)
    for seat, player in play.players.items():
        player.score = outcome.scores[seat]
        player.place = places[seat]
    play.new.spent_standing.extend(step.pk for steps in play.standing.values() for step in steps)
    rows = notices.table_notices(FinishedLetter(), match, play.players.values(), now)
    for row in rows:
        if match.is_rated and row.due_at == now:
            row.due_at += RATING_TAKES
    play.new.notices.extend(rows)
    play.new.happenings.extend(match_finished(match, play.players.values()))
