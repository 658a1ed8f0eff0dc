"""Taking an entry over: with its points, its place in the bracket and its running matches."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from games.common import clock
from games.models import Member
from tournaments.letters.entering import ReplacedLetter
from tournaments.models import Entry, EntrySubstitution, LogEntry, Tournament
from tournaments.selectors.log_params import ReplacedParams
from tournaments.services import running_seats
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.entries import check_standing, last_dealt_to, lock_entry
from tournaments.services.errors import TournamentError
from tournaments.services.letters import entry_letter, post

Status = Entry.Status


def substitute_entry(
    *, entry: Entry, member: Member, by: Member | None = None, reason: str = ""
) -> Entry:
    """The member takes the entry over, running matches included; both are told.

    Somebody who waits may take a place that was left (`by` None). The organiser may replace
    anybody by anybody, with a reason. The rating loss of a seat left stays with who left it.
    Raises TournamentError: `not-running`, `not-organiser`, `no-reason`, `not-vacant`,
    `not-waiting`, `already-entered`, `removed`, `out`, `rating`, `reliability`.
    """
    with transaction.atomic():
        locked = lock_tournament(entry.tournament_id)
        if locked.status != Tournament.Status.RUNNING:
            raise TournamentError("not-running")
        row = lock_entry(entry)
        _check_may_take_over(locked, row, member, by, reason)
        former = row.member
        now = clock.now()
        locked.entries.filter(member=member).delete()
        row.member, row.status = member, Status.ENTERED
        row.until_round, row.withdrawn_at, row.missed_rounds = None, None, 0
        row.save()
        taken = EntrySubstitution.objects.create(
            entry=row, former=former, member=member, round=last_dealt_to(row), at=now
        )
        running_seats.hand_over_seats(row, member)
        locked.wake_at = now
        locked.save(update_fields=["wake_at"])
        _tell(locked, taken, by or member, reason)
    return row


def _tell(tournament: Tournament, taken: EntrySubstitution, by: Member, reason: str) -> None:
    """Log that the entry was taken over, and write to both."""
    row, former = taken.entry, taken.former
    written = log(
        tournament,
        LogEntry.Action.REPLACED,
        by=by,
        round_number=taken.round or None,
        params=ReplacedParams(row.pk, former.name, taken.member.name),
        reason=reason,
    )
    letter = ReplacedLetter(log=written.pk)
    gone = Entry(pk=row.pk, tournament=tournament, member=former, entered_at=row.entered_at)
    post(
        [
            entry_letter(letter, tournament, row, taken.at, f"{taken.pk}"),
            entry_letter(letter, tournament, gone, taken.at, f"{taken.pk}-"),
        ]
    )


def member_named(name: str) -> Member:
    """The member of that name, however it is capitalised. Raises `no-such-member` (name)."""
    name = name[:64].replace("\x00", "").strip()
    row = Member.objects.filter(name__iexact=name, is_active=True).first()
    if row is None:
        raise TournamentError("no-such-member", name=name)
    return row


def vacant_entries(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that `is_vacant` is true of."""
    rows = tournament.entries.filter(until_round__isnull=False, out_after=None)
    return rows.select_related("member").order_by("pk")


def is_vacant(entry: Entry) -> bool:
    """Whether the entry's place was left while it could still be played on."""
    return entry.until_round is not None and entry.out_after is None


def _check_may_take_over(
    tournament: Tournament, row: Entry, member: Member, by: Member | None, reason: str
) -> None:
    other = tournament.entries.filter(member=member).first()
    if other is not None and other.status == Status.REMOVED:
        raise TournamentError("removed")
    if other is not None and (other.status == Status.ENTERED or other.until_round is not None):
        raise TournamentError("already-entered")
    if row.out_after is not None:
        raise TournamentError("out")
    if by is not None:
        check_organiser(tournament, by)
        if not reason.strip():
            raise TournamentError("no-reason")
        return
    if not is_vacant(row):
        raise TournamentError("not-vacant")
    if other is None or other.status != Status.WAITING:
        raise TournamentError("not-waiting")
    check_standing(tournament, member)
