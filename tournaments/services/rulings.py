"""What all rulings share: who may rule, who is told, and moving deadlines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.db.models import F, Max, QuerySet
from msgspec import Struct

from games.common import clock
from games.models import Match, Member
from games.services.quotas import Deed, spend_quota
from tournaments.letters.playing import RulingLetter
from tournaments.models import Entry, LogEntry, Pairing, PairingSeat, Round, Tournament
from tournaments.selectors.access import Power
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.errors import TournamentError
from tournaments.services.letters import entry_letter, post

LONGEST_EXTENSION = timedelta(days=60)


def lock_for_ruling(
    tournament: Tournament,
    by: Member,
    reason: str,
    *,
    over_too: bool = False,
    least: Power = Power.RULE,
    at: Pairing | None = None,
) -> Tournament:
    """The running tournament under its lock, for one who may rule and says why.

    No arbiter or co-organiser rules `at` a table of their own. Raises TournamentError
    `not-organiser`, `own-match`, `no-reason`, `not-running`.
    """
    locked = lock_tournament(tournament.pk)
    check_organiser(locked, by, least)
    helps = by.pk != locked.organiser_id and not by.is_staff
    if at is not None and helps and at.seats.filter(entry__member=by).exists():
        raise TournamentError("own-match")
    if not reason.strip():
        raise TournamentError("no-reason")
    is_finished = over_too and locked.status == Tournament.Status.FINISHED
    if locked.status != Tournament.Status.RUNNING and not is_finished:
        raise TournamentError("not-running", status=locked.status)
    return locked


def open_pairings(tournament: Tournament) -> QuerySet[Pairing]:
    """The tables whose match has not come to a result."""
    return Pairing.objects.filter(round__tournament=tournament, decided_at=None)


def move_deadlines(pairings: QuerySet[Pairing], extension: timedelta) -> None:
    """Put the deadlines of these pairings, and so of their rounds, off."""
    rounds = set(pairings.values_list("round", flat=True))
    pairings.update(deadline_at=F("deadline_at") + extension)
    for pk in rounds:
        latest = Pairing.objects.filter(round=pk).aggregate(latest=Max("deadline_at"))["latest"]
        Round.objects.filter(pk=pk).update(deadline_at=latest)


def check_extension(extension: timedelta) -> None:
    """Raises TournamentError `bad-extension` (most) for none, a step back or a very long one."""
    if not timedelta(0) < extension <= LONGEST_EXTENSION:
        raise TournamentError("bad-extension", most=LONGEST_EXTENSION.days)


def seat_at(pairing: Pairing, entry: Entry) -> PairingSeat:
    """The entry's seat at a table. Raises TournamentError `is-bye` or `not-at-the-table`."""
    if pairing.match_id is None:
        raise TournamentError("is-bye")
    seat = pairing.seats.filter(entry=entry).first()
    if seat is None:
        raise TournamentError("not-at-the-table")
    return seat


def rule(
    tournament: Tournament,
    action: LogEntry.Action,
    by: Member,
    reason: str,
    *,
    pairings: Iterable[Pairing] | None = None,
    round_number: int | None = None,
    match: Match | None = None,
    params: Struct | Mapping[str, object] | None = None,
) -> LogEntry:
    """Log a ruling, tell those concerned, and have the sweep look at what follows from it.

    Concerned are the entries at these tables; everybody who is in it where none are named.
    Raises TournamentError `quota-ruling` or `quota-notice` (most, again_at).
    """
    is_notice = action == LogEntry.Action.NOTICE
    spend_quota(by, Deed.NOTICE if is_notice else Deed.RULING, refused_with=TournamentError)
    now = clock.now()
    written = log(
        tournament,
        action,
        by=by,
        round_number=round_number,
        match=match,
        params=params,
        reason=reason,
        at=now,
    )
    rows = tournament.entries.all()
    if pairings is None:
        rows = rows.filter(status__in=[Entry.Status.ENTERED, Entry.Status.WAITING])
    else:
        seated = PairingSeat.objects.filter(pairing__in=[one.pk for one in pairings])
        rows = rows.filter(pk__in=seated.values("entry"))
    tell_of_ruling(written, rows)
    return written


def tell_of_ruling(written: LogEntry, rows: QuerySet[Entry]) -> None:
    """A letter to each of these entries, once each."""
    letter = RulingLetter(log=written.pk)
    post(
        entry_letter(letter, written.tournament, row, written.at, f"{written.pk}:{row.pk}")
        for row in rows.select_related("member").order_by("pk").distinct()
    )
