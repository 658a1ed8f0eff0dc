"""The run of a tournament: whatever is due is done, as often as it is asked, and never twice."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import connection, transaction
from django.db.models import Min

from games.common import clock
from games.models import Member
from games.rules.commitment import mixed_seed
from tournaments.formats.registry import format_of
from tournaments.letters.entering import CheckInLetter, WaitingListLetter
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.selectors.log_params import StartedParams
from tournaments.selectors.rating_pools import pool_of
from tournaments.selectors.tournament_state import TournamentState, setup_of, tournament_state
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.collecting_results import adjudicate_overdue, collect_results
from tournaments.services.dealing import deal_rounds
from tournaments.services.endings import (
    call_off_tournament,
    finish_tournament,
    note_exits,
    tell_of_tables,
)
from tournaments.services.entries import (
    fill_places,
    is_check_in_open,
    ratings_of,
)
from tournaments.services.errors import TournamentError
from tournaments.services.letters import entry_letter, post
from tournaments.services.outlooks import by_strength, expect_outlook
from tournaments.services.pauses import resume_when_due
from tournaments.services.round_review import holds_round
from tournaments.services.series import follow_season
from tournaments.values.setup import Seeding, TournamentSetupError

Status = Tournament.Status


class TournamentStuckError(RuntimeError):
    """A tournament that is not over, has no open match and deals no round: a format's fault."""


def start_tournament(*, tournament: Tournament, by: Member) -> Tournament:
    """The organiser starts it by hand: entries close and the first tables are dealt.

    Raises TournamentError: `not-organiser`, `not-open` (status), `too-few` (entries, least),
    `bad-setup` (reason and the format's figures).
    """
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by)
        if locked.status != Status.ENTRIES:
            raise TournamentError("not-open", status=locked.status)
        now = clock.now()
        refusal = _refusal_to_start(locked)
        if refusal is not None:
            raise refusal
        _begin(locked, now, by)
        _run(locked, now)
        _put_to_sleep(locked, now)
    return locked


def advance_tournament(tournament_id: int) -> bool:
    """Do whatever is due in a tournament; False where another is at it, or it is over.

    Doing it twice changes nothing. What the formats and rules raise comes through:
    `sweeping.sweep_due` turns it into a retry.
    """
    with transaction.atomic():
        tournament = (
            Tournament.objects.select_for_update(
                skip_locked=connection.features.has_select_for_update_skip_locked, of=("self",)
            )
            .filter(pk=tournament_id, status__in=[Status.DRAFT, Status.ENTRIES, Status.RUNNING])
            .first()
        )
        if tournament is None:
            return False
        tournament.version += 1
        now = clock.now()
        if tournament.status == Status.DRAFT and _has_come(tournament.opens_at, now):
            tournament.status = Status.ENTRIES
            log(tournament, LogEntry.Action.OPENED, at=now)
        if tournament.status == Status.ENTRIES:
            _before_the_start(tournament, now)
        if tournament.status == Status.RUNNING:
            resume_when_due(tournament, now)
            _run(tournament, now)
        _put_to_sleep(tournament, now)
    return True


def _has_come(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment <= now


def _put_to_sleep(tournament: Tournament, now: datetime) -> None:
    tournament.attempts, tournament.fault = 0, ""
    tournament.wake_at = _next_wake(tournament, now)
    tournament.save()


def _next_wake(tournament: Tournament, now: datetime) -> datetime | None:
    """When time alone will change something; entries, results and rulings wake it themselves."""
    if tournament.status == Status.DRAFT:
        return tournament.opens_at
    if tournament.status == Status.ENTRIES and tournament.starts_at is not None:
        opens = tournament.starts_at - tournament.check_in
        return opens if opens > now else tournament.starts_at
    if tournament.paused_at is not None:
        return tournament.paused_until
    if tournament.status == Status.RUNNING:
        open_ones = Pairing.objects.filter(round__tournament=tournament, decided_at=None)
        deadline = open_ones.aggregate(next=Min("deadline_at"))["next"]
        return min(filter(None, (deadline, tournament.review_until)), default=None)
    return None


def _before_the_start(tournament: Tournament, now: datetime) -> None:
    starts_at = tournament.starts_at
    if starts_at is None:
        return
    if starts_at > now:
        if is_check_in_open(tournament, now):
            _ask_to_check_in(tournament, starts_at, now)
        return
    if tournament.check_in:
        _unconfirmed_move_back(tournament, now)
    refusal = _refusal_to_start(tournament)
    if refusal is None:
        _begin(tournament, now, None)
    else:
        call_off_tournament(
            tournament, now, params={"code": refusal.code, **_plain(refusal.params)}
        )


def _plain(params: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in params.items() if isinstance(value, (int, str))}


def _ask_to_check_in(tournament: Tournament, starts_at: datetime, now: datetime) -> None:
    rows = tournament.entries.filter(
        status__in=[Entry.Status.ENTERED, Entry.Status.WAITING], checked_in_at=None
    ).select_related("member")
    start = starts_at.isoformat()
    post(
        entry_letter(CheckInLetter(starts=start), tournament, row, now, f"{row.pk}:{start}")
        for row in rows
    )


def _unconfirmed_move_back(tournament: Tournament, now: datetime) -> None:
    """Who has not confirmed goes to the end of the waiting list; who waits and has, moves up."""
    absent = tournament.entries.filter(status=Entry.Status.ENTERED, checked_in_at=None)
    rows = list(absent.select_related("member").order_by("entered_at", "pk"))
    for row in rows:
        row.status, row.entered_at = Entry.Status.WAITING, now
    Entry.objects.bulk_update(rows, ["status", "entered_at"])
    post(entry_letter(WaitingListLetter(), tournament, row, now) for row in rows)
    fill_places(tournament, now, confirmed_only=True)


def _refusal_to_start(tournament: Tournament) -> TournamentError | None:
    """Why so many cannot play this; None if they can."""
    entries = tournament.entries.filter(status=Entry.Status.ENTERED).count()
    if entries < tournament.least_entries:
        return TournamentError("too-few", entries=entries, least=tournament.least_entries)
    setup = setup_of(tournament)
    try:
        format_of(tournament.format).check(setup, entries)
    except TournamentSetupError as error:
        return TournamentError("bad-setup", reason=error.code, **error.figures)
    return None


def _begin(tournament: Tournament, now: datetime, by: Member | None) -> None:
    """Mix the seed from what all entrants added, note their ratings, and close the entries."""
    rows = list(tournament.entries.filter(status=Entry.Status.ENTERED).order_by("pk"))
    pool = pool_of(tournament.game, tournament.options)
    ratings = ratings_of([row.member_id for row in rows], pool)
    for row in rows:
        row.rating = ratings.get(row.member_id)
    if setup_of(tournament).seeding is Seeding.STRENGTH:
        for place, row in enumerate(by_strength(rows, pool), 1):
            row.seeding = place
    Entry.objects.bulk_update(rows, ["rating", "seeding"])
    tournament.seed = mixed_seed(tournament.server_seed, [row.contribution for row in rows])
    tournament.status = Status.RUNNING
    tournament.started_at = now
    tournament.save()
    params = StartedParams(len(rows), tournament.seed)
    log(tournament, LogEntry.Action.STARTED, by=by, params=params, at=now)


def _run(tournament: Tournament, now: datetime) -> None:
    """Take in results, end what is overdue, deal what is ready, and see who is out."""
    is_paused = tournament.paused_at is not None
    state = tournament_state(tournament)
    if not is_paused:
        adjudicate_overdue(state, now)
    if collect_results(state, now):
        # The same rows as they are now, with nothing of what was reckoned from them before.
        state = TournamentState(tournament, state.rows, state.rounds, state.pairings)
    if is_paused:
        return
    if holds_round(state, now):
        return
    dealt = deal_rounds(state, now)
    if dealt:
        state = tournament_state(tournament)
        keys = {pairing.pk for pairing in dealt}
        tell_of_tables(state, [one for one in state.pairings if one.pk in keys], now)
    if state.format.has_ended(state.setup, state.entries, state.results):
        finish_tournament(state, now)
        follow_season(tournament, now)
        return
    note_exits(state, now)
    expect_outlook(tournament)
    is_waiting = any(pairing.decided_at is None for pairing in state.pairings)
    if not is_waiting and not state.format.accepts_late:
        raise TournamentStuckError(f"{tournament.format} neither ends nor goes on")
