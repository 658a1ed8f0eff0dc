"""What every service of tournaments does first and last: lock, check who asks, write the log."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, to_builtins

from games.common import clock
from games.models import Match, Member
from tournaments.models import LogEntry, Tournament
from tournaments.selectors.access import Power, power_of
from tournaments.services.errors import TournamentError

LONGEST_REASON = 300


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament under its lock: whatever changes it or its entries holds this one.

    It has a new version from then on, so that no page shows what was reckoned before.
    """
    row = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament_id)
    row.version += 1
    row.save(update_fields=["version"])
    return row


def check_organiser(tournament: Tournament, member: Member, least: Power = Power.ORGANISE) -> None:
    """Raises TournamentError `not-organiser` unless the member has so much of its tools."""
    power = power_of(tournament, member)
    if power is None or power < least:
        raise TournamentError("not-organiser")


def log(
    tournament: Tournament,
    action: LogEntry.Action,
    *,
    by: Member | None = None,
    round_number: int | None = None,
    match: Match | None = None,
    params: Struct | Mapping[str, object] | None = None,
    reason: str = "",
    at: datetime | None = None,
) -> LogEntry:
    """Write down what was done; `by` None: the tournament's own clock did it."""
    lines = [" ".join(line.split()) for line in reason.replace("\0", " ").splitlines()]
    # An announcement is read by its lines.
    joint = "\n" if action == LogEntry.Action.NOTICE else " "
    return LogEntry.objects.create(
        tournament=tournament,
        at=at or clock.now(),
        by=by,
        action=action,
        round=round_number,
        match=match,
        params=to_builtins(params or {}, str_keys=True),
        reason=joint.join(lines).strip()[:LONGEST_REASON],
    )
