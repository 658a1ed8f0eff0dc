"""The deadline of a phase: fixed when it opens, from the calendars of those who decide.

Whose calendar counts must not tell who has ordered: all people who are awaited count, whether or
not an order of theirs is in already. Only where the match names those whose orders are in are they
left out. A seat that a bot keeps never counts.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import DeadlineChange, DeadlineDetail, Match, Member
from games.models.row_updates import new_row
from games.services.deadline_calculation import FairTime, fair_deadline
from games.services.member_calendars import habits_of
from games.services.running_matches import RunningMatch

NONE = timedelta(0)


def set_deadline(play: RunningMatch, now: datetime) -> DeadlineChange:
    """Set the deadline of the phase that has just opened; returns its entry of the ledger."""
    match, row = play.match, play.row
    begins = _begins(play)
    fair = _fair_times(play, begins, now)
    at = max((time.at for time in fair.values()), default=begins + match.phase_time)
    match.deadline_at = row.deadline_at = at
    _draw_absences(play, fair)
    return new_row(
        DeadlineChange,
        phase=row,
        changed_at=now,
        new_deadline_at=at,
        why=DeadlineChange.Why.OPENED,
        detail=_reasons(fair, at).as_kept(),
    )


def reset_deadline(play: RunningMatch, member: Member, now: datetime) -> DeadlineChange | None:
    """Move the open deadline for an absence that this member has just announced.

    Never to an earlier moment than was promised. None where it stays: nothing has changed then.
    """
    match = play.match
    fair = _fair_times(play, _begins(play), now)
    at = max((time.at for time in fair.values()), default=match.open_deadline)
    if at <= match.open_deadline:
        return None
    if match.banks_open_since is not None:
        match.banks_open_since = max(match.banks_open_since, at)
    return _move_deadline(play, fair, at, now, DeadlineChange.Why.ABSENCE, member)


MOST_NOTICE = timedelta(days=1)


def bring_deadline_back(play: RunningMatch, member: Member, now: datetime) -> DeadlineChange | None:
    """Bring the open deadline back after an absence of this member has ended early.

    To where the calendars now have it, but with half of the time for a decision, a day at most,
    from now on. None where it stays: nothing has changed then.
    """
    match, begins = play.match, _begins(play)
    fair = _fair_times(play, begins, now)
    notice = min(match.phase_time / 2, MOST_NOTICE)
    at = max(now + notice, *(time.at for time in fair.values()), begins + match.phase_time)
    if match.deadline_at is None or at >= match.deadline_at:
        return None
    return _move_deadline(play, fair, at, now, DeadlineChange.Why.BACK, member)


def _move_deadline(
    play: RunningMatch,
    fair: dict[int, FairTime],
    at: datetime,
    now: datetime,
    why: DeadlineChange.Why,
    member: Member,
) -> DeadlineChange:
    """Move the open deadline on account of a member; the ledger says from when, to when and why."""
    match, row = play.match, play.row
    entry = DeadlineChange(
        phase=row,
        changed_at=now,
        old_deadline_at=match.deadline_at,
        new_deadline_at=at,
        why=why,
        by=member,
        detail=_reasons(fair, at).as_kept(),
    )
    match.deadline_at = row.deadline_at = at
    _draw_absences(play, fair)
    play.new.ledger.append(entry)
    return entry


def settle_absences(play: RunningMatch, now: datetime) -> None:
    """The phase closes: what it did not need of its players' absences is theirs again."""
    deadline = play.match.deadline_at
    for player in play.players.values():
        if player.absence_drawn:
            spared = deadline - now if deadline is not None and deadline > now else NONE
            player.absence_used -= min(player.absence_drawn, spared)
            player.absence_drawn = NONE


def _begins(play: RunningMatch) -> datetime:
    """When the time for the open decision begins: at its opening, or after its clock's rest."""
    return max(play.row.opened_at, play.match.rests_until or play.row.opened_at)


def _fair_times(play: RunningMatch, opened_at: datetime, now: datetime) -> dict[int, FairTime]:
    match = play.match
    fair = {}
    for seat in play.awaited:
        player = play.players[seat]
        if player.member is None or player.bot:
            continue
        if match.waiting_policy == Match.Waiting.NAMES and seat in play.orders:
            continue
        habits = habits_of(match, player, player.member, play.absences, now)
        fair[seat] = fair_deadline(opened_at, match.phase_time, habits)
    return fair


def _draw_absences(play: RunningMatch, fair: dict[int, FairTime]) -> None:
    for seat, time in fair.items():
        player = play.players[seat]
        if time.for_absence != player.absence_drawn:
            player.absence_used += time.for_absence - player.absence_drawn
            player.absence_drawn = time.for_absence


def _reasons(fair: dict[int, FairTime], at: datetime) -> DeadlineDetail:
    """What of the calendars made the deadline what it is; seats are named for absences alone."""
    deciding = {seat: time for seat, time in fair.items() if time.at == at}
    return DeadlineDetail(
        quiet=any(time.for_quiet_hours for time in deciding.values()),
        weekend=any(time.for_weekend for time in deciding.values()),
        seats=tuple(seat for seat, time in deciding.items() if time.for_absence),
    )
