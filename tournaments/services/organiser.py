"""What an organiser may do while a tournament runs: logged with its reason, and told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Max, QuerySet

from games.common import clock
from games.models import Member
from tournaments.models import Entry, LogEntry, Pairing, Round, Tournament
from tournaments.selectors.access import Power
from tournaments.selectors.log_params import (
    ExtendedParams,
    SeededParams,
)
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.endings import call_off_tournament
from tournaments.services.errors import TournamentError
from tournaments.services.pauses import end_rest
from tournaments.services.rulings import (
    check_extension,
    lock_for_ruling,
    move_deadlines,
    open_pairings,
    rule,
)
from tournaments.services.terms import check_unstarted
from tournaments.values.setup import Seeding

Action = LogEntry.Action
LONGEST_NOTES = 4000


def extend_round(
    *, tournament: Tournament, number: int, extension: timedelta, by: Member, reason: str
) -> Round:
    """Give a round's open matches more time until they are adjudicated.

    Raises TournamentError: `not-organiser`, `no-reason`, `not-running`, `no-such-round`,
    `round-closed`, `bad-extension` (most).
    """
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason)
        row = locked.rounds.filter(number=number).first()
        if row is None:
            raise TournamentError("no-such-round", number=number)
        pairings = open_pairings(locked).filter(round=row)
        if not pairings.exists():
            raise TournamentError("round-closed", number=number)
        _extend(locked, pairings, extension, by, reason)
    row.refresh_from_db()
    return row


def extend_pairing(*, pairing: Pairing, extension: timedelta, by: Member, reason: str) -> Pairing:
    """Give one match more time until it is adjudicated; refusals as for `extend_round`."""
    tournament = pairing.round.tournament
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason, at=pairing)
        pairings = open_pairings(locked).filter(pk=pairing.pk)
        if not pairings.exists():
            raise TournamentError("round-closed", number=pairing.round.number)
        _extend(locked, pairings, extension, by, reason)
    pairing.refresh_from_db()
    return pairing


def cancel_tournament(*, tournament: Tournament, by: Member, reason: str) -> Tournament:
    """Call it off for good; running matches play on for themselves.

    Raises TournamentError: `not-organiser`, `no-reason`, `over`.
    """
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by, Power.OWN)
        if locked.is_over:
            raise TournamentError("over", status=locked.status)
        if not reason.strip():
            raise TournamentError("no-reason")
        locked.wake_at = None
        end_rest(locked, clock.now())
        call_off_tournament(locked, clock.now(), by=by, reason=reason)
        locked.save()
    return locked


def set_seeding(*, tournament: Tournament, order: Sequence[int], by: Member) -> Tournament:
    """Seed by hand: the entries' ids, best first; whoever is not named comes after them.

    Raises TournamentError: `not-organiser`, `started`, `over`, `bad-seeding`.
    """
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by)
        check_unstarted(locked)
        rows = {row.pk: row for row in locked.entries.select_related("member")}
        if len(set(order)) != len(order) or not set(order) <= set(rows):
            raise TournamentError("bad-seeding")
        for row in rows.values():
            row.seeding = order.index(row.pk) + 1 if row.pk in order else None
        Entry.objects.bulk_update(rows.values(), ["seeding"])
        locked.terms = {**locked.terms, "seeding": Seeding.HAND.value}
        locked.save(update_fields=["terms"])
        params = SeededParams([rows[pk].member.name for pk in order])
        log(locked, Action.SEEDED, by=by, params=params)
    return locked


def send_notice(*, tournament: Tournament, by: Member, text: str) -> LogEntry:
    """Tell everybody who is in it something. Raises `not-organiser`, `no-reason`, `over`."""
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by)
        if locked.is_over:
            raise TournamentError("over", status=locked.status)
        if not text.strip():
            raise TournamentError("no-reason")
        return rule(locked, Action.NOTICE, by, text)


def keep_notes(*, tournament: Tournament, by: Member, text: str) -> None:
    """What those who run it want to remember. Raises `not-organiser`."""
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by, Power.RULE)
        locked.notes = text.replace("\0", "")[:LONGEST_NOTES]
        locked.save(update_fields=["notes"])


def may_wind_up(tournament: Tournament) -> bool:
    """Whether it runs, has dealt something, and nobody has said yet that this is the end."""
    is_running = tournament.status == Tournament.Status.RUNNING
    return is_running and _why_not_wound_up(tournament) is None


def _why_not_wound_up(tournament: Tournament) -> str | None:
    if tournament.terms.get("last_round"):
        return "wound-up"
    return None if tournament.rounds.exists() else "nothing-dealt"


def wind_up_tournament(*, tournament: Tournament, by: Member, reason: str) -> Tournament:
    """Let it end with the matches that are dealt: nothing more is, whatever was planned.

    Who is still in it then shares the places that were not played for. Raises TournamentError:
    `not-organiser`, `no-reason`, `not-running`, `nothing-dealt`, or `wound-up` where that was said
    before.
    """
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason, least=Power.ORGANISE)
        if (why_not := _why_not_wound_up(locked)) is not None:
            raise TournamentError(why_not)
        last = {"last_round": locked.rounds.aggregate(last=Max("number"))["last"]}
        locked.terms = {**locked.terms, **last}
        locked.wake_at = clock.now()
        locked.save(update_fields=["terms", "wake_at"])
        rule(locked, Action.CHANGED, by, reason, params=last)
    return locked


def _extend(
    tournament: Tournament,
    pairings: QuerySet[Pairing],
    extension: timedelta,
    by: Member,
    reason: str,
) -> None:
    check_extension(extension)
    concerned = list(pairings.select_related("round", "match"))
    old = max(one.deadline_at for one in concerned if one.deadline_at is not None)
    move_deadlines(
        open_pairings(tournament).filter(pk__in=[one.pk for one in concerned]), extension
    )
    tournament.wake_at = clock.now()
    tournament.save(update_fields=["wake_at"])
    rule(
        tournament,
        Action.EXTENDED,
        by,
        reason,
        pairings=concerned,
        round_number=concerned[0].round.number,
        match=concerned[0].match if len(concerned) == 1 else None,
        params=ExtendedParams(old.isoformat(), (old + extension).isoformat()),
    )
