"""Whether a letter about a tournament is still worth sending."""

from __future__ import annotations

from collections.abc import Callable

from games.composing.invitation_optout import is_refused_by_stranger
from games.models import Member
from tournaments.mail.background import Told
from tournaments.models import Entry, Pairing, Tournament
from tournaments.services.letters import NEWS, Letter
from tournaments.services.sweeping import MOST_TRIES

Status = Tournament.Status
BEFORE_THE_START = frozenset({Status.DRAFT, Status.ENTRIES})


def is_moot(told: Told) -> bool:
    """Whether what the letter was to tell is no longer so, or no longer wanted."""
    member = told.row.member
    if member is not None and member.mail_level == Member.MailLevel.NONE:
        return True
    if member is not None and told.name in NEWS and not member.wants_news:
        return True
    return _MOOT[told.name](told)


def _never(_told: Told) -> bool:
    return False


def _has_no_entry(told: Told, *statuses: Entry.Status) -> bool:
    entry = told.own_entry
    return entry is None or told.tournament.is_over or (entry.status not in statuses)


def _invited(told: Told) -> bool:
    if told.tournament.status not in BEFORE_THE_START:
        return True
    is_address = told.row.member_id is None
    if is_address and is_refused_by_stranger(told.row):
        return True
    return not is_address and _has_no_entry(told, Entry.Status.INVITED)


def _entered(told: Told) -> bool:
    """Also where the tournament has begun meanwhile: the letter that says so says more."""
    if _has_no_entry(told, Entry.Status.ENTERED):
        return True
    assert told.own_entry is not None
    return told.tournament.status == Status.RUNNING and told.own_entry.from_round == 1


def _check_in(told: Told) -> bool:
    if _has_no_entry(told, Entry.Status.ENTERED, Entry.Status.WAITING):
        return True
    starts = told.tournament.starts_at
    is_other = starts is None or starts.isoformat() != told.row.payload.get("starts")
    is_confirmed = told.own_entry is not None and told.own_entry.checked_in_at is not None
    return told.tournament.status != Status.ENTRIES or is_other or is_confirmed


def _tables(told: Told) -> bool:
    """Also where everything dealt has come to its end meanwhile."""
    if told.own_entry is None or told.tournament.status != Status.RUNNING:
        return True
    bye = Pairing.Decided.BYE
    return all(one.decided_at is not None and one.decided != bye for one in told.pairings)


def _adjudicated(told: Told) -> bool:
    corrected = Pairing.Decided.CORRECTED
    return told.own_entry is None or all(one.decided == corrected for one in told.pairings)


def _substitute(told: Told) -> bool:
    vacant = told.vacant
    if told.tournament.status != Status.RUNNING or _has_no_entry(told, Entry.Status.WAITING):
        return True
    return vacant is None or vacant.until_round is None or vacant.out_after is not None


def _out(told: Told) -> bool:
    entry = told.own_entry
    return told.tournament.status != Status.RUNNING or entry is None or entry.out_after is None


_MOOT: dict[Letter, Callable[[Told], bool]] = {
    Letter.INVITED: _invited,
    Letter.ENTERED: _entered,
    Letter.WAITING: lambda told: _has_no_entry(told, Entry.Status.WAITING),
    Letter.MOVED_UP: lambda told: _has_no_entry(told, Entry.Status.ENTERED),
    Letter.CHECK_IN: _check_in,
    Letter.STARTED: _tables,
    Letter.DEALT: _tables,
    Letter.ADJUDICATED: _adjudicated,
    Letter.MISSED: lambda told: _has_no_entry(told, Entry.Status.WITHDRAWN),
    Letter.SUBSTITUTE: _substitute,
    Letter.REPLACED: _never,
    Letter.REMOVED: _never,
    Letter.OUT: _out,
    Letter.FINISHED: lambda told: told.tournament.status != Status.FINISHED,
    Letter.CANCELLED: lambda told: told.tournament.status != Status.CANCELLED,
    Letter.RULING: lambda told: told.log is None,
    Letter.PARKED: lambda told: told.tournament.attempts < MOST_TRIES,
}
