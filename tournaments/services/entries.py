"""Entering a tournament, waiting for a place, confirming, leaving it, and taking a place over."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from games.common import clock
from games.models import Match, Member, OutboundMail
from games.services.quotas import Deed, spend_quota
from tournaments.formats.registry import format_of
from tournaments.letters.entering import (
    EnteredLetter,
    MovedUpLetter,
    RemovedLetter,
    SubstituteWantedLetter,
    WaitingListLetter,
)
from tournaments.models import Entry, LogEntry, PairingSeat, PastResults, Rating, Tournament
from tournaments.selectors.access import Power
from tournaments.selectors.log_params import RemovedParams, WithdrawnParams
from tournaments.selectors.rating_pools import pool_of
from tournaments.services import running_seats
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.errors import TournamentError
from tournaments.services.letters import entry_letter, post
from tournaments.services.reliability import reliability
from tournaments.services.result_rulings import follow_ruling, rule_on_results
from tournaments.services.rulings import tell_of_ruling
from tournaments.services.terms import MOST_ENTRIES

MOST_CONTRIBUTED = 64
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
STARTING_RATING = 1500
MOST_ASKED = 20
"""Of those who wait, so many are asked at once whether they take a place over."""
Status = Entry.Status


def make_entry(
    *, tournament: Tournament, member: Member, contribution: str = "", token: str = ""
) -> Entry:
    """Enter: a place while there is one, else the end of the waiting list; the member is told.

    Formats that take late entries do so while the tournament runs, from its next round on.
    Raises TournamentError: `not-open` (status), `too-late`, `already-entered`, `removed`,
    `already-left`, `not-invited`, `rating` (least, most, own), `reliability` (least, own),
    `no-bot-accounts`, `quota-entry` (most, again_at).
    """
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        row = locked.entries.filter(member=member).first()
        if row is not None and row.until_round is not None:
            raise TournamentError("already-left")
        _check_taking_entries(locked)
        _check_may_enter(locked, member, row, token)
        spend_quota(member, Deed.ENTRY, refused_with=TournamentError)
        now = clock.now()
        row = row or Entry(tournament=locked, member=member)
        row.status = Status.ENTERED if _free_places(locked) else Status.WAITING
        row.contribution = _CONTROL.sub("", contribution)[:MOST_CONTRIBUTED]
        row.entered_at, row.withdrawn_at = now, None
        row.checked_in_at = now if is_check_in_open(locked, now) else None
        if locked.status == Tournament.Status.RUNNING:
            _join_late(locked, row, now)
        row.save()
        letter = EnteredLetter() if row.status == Status.ENTERED else WaitingListLetter()
        post([entry_letter(letter, locked, row, now)])
    return row


def check_in(*, entry: Entry) -> Entry:
    """Confirm that one will play, also from the waiting list. Raises `no-check-in`, `not-in`."""
    with transaction.atomic():
        locked = lock_tournament(entry.tournament_id)
        row = lock_entry(entry)
        now = clock.now()
        if not is_check_in_open(locked, now):
            raise TournamentError("no-check-in")
        if row.status not in {Status.ENTERED, Status.WAITING}:
            raise TournamentError("not-in")
        if row.checked_in_at is None:
            row.checked_in_at = now
            row.save(update_fields=["checked_in_at"])
    return row


def withdraw_entry(*, entry: Entry, plays_on: bool = True) -> Entry:
    """Leave. Before the start the place goes to the first who waits.

    After it nothing more is dealt to the entry. Its running matches are played on, or (`plays_on`
    False) given up: a bot keeps the seats to their end, and they count as forfeits.
    Raises TournamentError: `not-in`, `over`.
    """
    with transaction.atomic():
        locked = lock_tournament(entry.tournament_id)
        if locked.is_over:
            raise TournamentError("over", status=locked.status)
        row = lock_entry(entry)
        if row.status not in {Status.ENTERED, Status.WAITING, Status.INVITED}:
            raise TournamentError("not-in")
        leave_entry(locked, row, Status.WITHDRAWN, clock.now())
        if not plays_on:
            running_seats.give_up_seats(row)
        log(
            locked,
            LogEntry.Action.WITHDRAWN,
            by=row.member,
            params=WithdrawnParams(row.pk, row.member.name, plays_on),
        )
    return row


def remove_entry(
    *, entry: Entry, by: Member, reason: str, results: PastResults = PastResults.KEEP
) -> Entry:
    """The organiser takes somebody out, who cannot enter again; running seats go to a bot.

    Also after the end: final places are then written anew, and whoever is removed comes after all
    who stayed. Raises TournamentError: `not-organiser`, `no-reason`, `not-in`, `over` where it was
    called off.
    """
    with transaction.atomic():
        locked = lock_tournament(entry.tournament_id)
        check_organiser(locked, by, Power.RULE)
        row = lock_entry(entry)
        if locked.status == Tournament.Status.CANCELLED:
            raise TournamentError("over", status=locked.status)
        if not reason.strip():
            raise TournamentError("no-reason")
        if row.status == Status.REMOVED:
            raise TournamentError("not-in")
        now = clock.now()
        leave_entry(locked, row, Status.REMOVED, now)
        running_seats.give_up_seats(row)
        changed = rule_on_results(row, results)
        params = RemovedParams(row.pk, row.member.name, results)
        written = log(locked, LogEntry.Action.REMOVED, by=by, params=params, reason=reason)
        post([entry_letter(RemovedLetter(log=written.pk), locked, row, now)])
        tell_of_ruling(
            written, locked.entries.filter(seats__pairing__in=changed).exclude(pk=row.pk)
        )
        if locked.started_at is not None:
            follow_ruling(locked)
    return row


def set_contribution(*, entry: Entry, text: str) -> None:
    """Change what the entry adds to the tournament's chance. Raises `started` after the start."""
    with transaction.atomic():
        locked = lock_tournament(entry.tournament_id)
        if locked.status not in {Tournament.Status.DRAFT, Tournament.Status.ENTRIES}:
            raise TournamentError("started")
        text = _CONTROL.sub("", text)[:MOST_CONTRIBUTED]
        Entry.objects.filter(pk=entry.pk).update(contribution=text)


# What other services of tournaments do with entries, the tournament's lock held.


def leave_entry(tournament: Tournament, row: Entry, status: Entry.Status, now: datetime) -> None:
    """End the entry; whoever waits moves up before the start, or is asked for it after it."""
    had_place = row.status == Status.ENTERED
    row.status, row.withdrawn_at = status, now
    if tournament.status == Tournament.Status.RUNNING and had_place:
        row.until_round = last_dealt_to(row)
        tournament.wake_at = now
        tournament.save(update_fields=["wake_at"])
        post(substitute_letters(tournament, row, now))
    row.save(update_fields=["status", "withdrawn_at", "until_round"])
    if tournament.started_at is None and had_place:
        fill_places(tournament, now)


def fill_places(
    tournament: Tournament, now: datetime, *, confirmed_only: bool = False
) -> list[Entry]:
    """Give free places to those who wait, in their order; they are told."""
    free = _free_places(tournament)
    waiting = tournament.entries.filter(status=Status.WAITING).select_related("member")
    if confirmed_only:
        waiting = waiting.exclude(checked_in_at=None)
    moved = list(waiting.order_by("entered_at", "pk")[: max(0, free)])
    for row in moved:
        row.status = Status.ENTERED
    Entry.objects.bulk_update(moved, ["status"])
    post(entry_letter(MovedUpLetter(), tournament, row, now) for row in moved)
    return moved


def is_check_in_open(tournament: Tournament, now: datetime) -> bool:
    """Whether entrants are to confirm now that they will play."""
    if tournament.status != Tournament.Status.ENTRIES or tournament.starts_at is None:
        return False
    return bool(tournament.check_in) and now >= tournament.starts_at - tournament.check_in


def substitute_letters(
    tournament: Tournament, vacant: Entry, now: datetime
) -> Iterable[OutboundMail | None]:
    """Ask those who wait whether they take the place over: whoever comes first has it."""
    waiting = tournament.entries.filter(status=Status.WAITING).select_related("member")
    for row in waiting.order_by("entered_at", "pk")[:MOST_ASKED]:
        key = f"{vacant.pk}:{row.pk}"
        letter = SubstituteWantedLetter(vacant=vacant.pk)
        yield entry_letter(letter, tournament, row, now, key)


def last_dealt_to(row: Entry) -> int:
    """The last round in which the entry was dealt in; 0 before any."""
    rounds = PairingSeat.objects.filter(entry=row).aggregate(last=Max("pairing__round__number"))
    return rounds["last"] or 0


def last_dealt_round(tournament: Tournament) -> int:
    """The last round of which a table is dealt; 0 before any."""
    return tournament.rounds.aggregate(last=Max("number"))["last"] or 0


def ratings_of(members: Collection[int], pool: str) -> dict[int, int]:
    """The ratings in a pool in whole points, by member; who was never rated there is left out."""
    rows = Rating.objects.filter(member__in=members, pool=pool)
    return {row.member_id: round(row.thousandths / 1000) for row in rows}


def _join_late(tournament: Tournament, row: Entry, now: datetime) -> None:
    """Play from the next round on: whatever is dealt already stands."""
    row.from_round, row.until_round = last_dealt_round(tournament) + 1, None
    row.rating = ratings_of([row.member_id], pool_of(tournament.game, tournament.options)).get(
        row.member_id
    )
    tournament.wake_at = now
    tournament.save(update_fields=["wake_at"])


def lock_entry(entry: Entry) -> Entry:
    """The entry as it is now; the caller holds the tournament's lock."""
    return Entry.objects.select_related("member").get(pk=entry.pk)


def _free_places(tournament: Tournament) -> int:
    if tournament.most_entries is None:
        return MOST_ENTRIES
    return tournament.most_entries - tournament.entries.filter(status=Status.ENTERED).count()


def _check_taking_entries(tournament: Tournament) -> None:
    if tournament.status == Tournament.Status.RUNNING:
        if not format_of(tournament.format).accepts_late:
            raise TournamentError("too-late")
    elif tournament.status != Tournament.Status.ENTRIES:
        raise TournamentError("not-open", status=tournament.status)


def _check_may_enter(tournament: Tournament, member: Member, row: Entry | None, token: str) -> None:
    if row is not None and row.status in {Status.ENTERED, Status.WAITING}:
        raise TournamentError("already-entered")
    if row is not None and row.status == Status.REMOVED:
        raise TournamentError("removed")
    is_invited = row is not None and row.status == Status.INVITED
    holds_link = bool(token) and secrets.compare_digest(token, tournament.invitation_token)
    if tournament.by_invitation and not is_invited and not holds_link:
        raise TournamentError("not-invited")
    check_standing(tournament, member)


def check_standing(tournament: Tournament, member: Member) -> None:
    """Raises TournamentError `rating` or `reliability` for who is outside the limits stated, and
    `no-bot-accounts` for a bot account where none may enter."""
    takes_none = tournament.stated_bot_accounts == Match.BotAccounts.NONE
    if takes_none and member.is_bot_account:
        raise TournamentError("no-bot-accounts")
    least, most = tournament.least_rating, tournament.most_rating
    if least is not None or most is not None:
        pool = pool_of(tournament.game, tournament.options)
        own = ratings_of([member.pk], pool).get(member.pk, STARTING_RATING)
        if own < (least or 0) or (most is not None and own > most):
            raise TournamentError("rating", least=least, most=most, own=own)
    wanted = tournament.least_reliability
    if wanted is not None and (known := reliability(member.pk)) < wanted:
        raise TournamentError("reliability", least=wanted, own=known)
