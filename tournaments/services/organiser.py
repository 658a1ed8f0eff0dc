"""What an organiser may do while a tournament runs: logged with its reason, and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.common import clock
from games.models import Member
from tournaments.models import Entry, LogEntry, Pairing, PairingSeat, Round, Tournament
from tournaments.selectors.log_params import (
    CorrectedParams,
    ExtendedParams,
    ForfeitedParams,
    ResumedParams,
    SeededParams,
)
from tournaments.selectors.tournament_state import tournament_state
from tournaments.services import running_seats
from tournaments.services.corrections import would_have_dealt_otherwise
from tournaments.services.endings import call_off_tournament, write_places
from tournaments.services.errors import TournamentError
from tournaments.services.log_and_locks import check_organiser, lock_tournament, log
from tournaments.services.rulings import (
    check_extension,
    lock_for_ruling,
    move_deadlines,
    open_pairings,
    rule,
    seat_at,
)
from tournaments.services.terms import check_unstarted
from tournaments.values.setup import Seeding

Action = LogEntry.Action


def pause_tournament(*, tournament: Tournament, by: Member, reason: str) -> Tournament:
    """Nothing is dealt and no round's time runs out until it goes on; matches play on.

    Raises TournamentError: `not-organiser`, `no-reason`, `not-running`, `paused`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason)
        if locked.paused_at is not None:
            raise TournamentError("paused")
        locked.paused_at = clock.now()
        locked.wake_at = None
        locked.save(update_fields=["paused_at", "wake_at"])
        rule(locked, Action.PAUSED, by, reason)
    return locked


def resume_tournament(*, tournament: Tournament, by: Member, reason: str = "") -> Tournament:
    """Go on; the deadlines of open rounds move by as long as the pause was.

    Raises TournamentError: `not-organiser`, `not-running`, `not-paused`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason or "-")
        if locked.paused_at is None:
            raise TournamentError("not-paused")
        now = clock.now()
        pause = now - locked.paused_at
        move_deadlines(open_pairings(locked), pause)
        locked.paused_at, locked.wake_at = None, now
        locked.save(update_fields=["paused_at", "wake_at"])
        params = ResumedParams(int(pause.total_seconds()))
        rule(locked, Action.RESUMED, by, reason, params=params)
    return locked


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
        locked = lock_for_ruling(tournament, by, reason)
        pairings = open_pairings(locked).filter(pk=pairing.pk)
        if not pairings.exists():
            raise TournamentError("round-closed", number=pairing.round.number)
        _extend(locked, pairings, extension, by, reason)
    pairing.refresh_from_db()
    return pairing


def forfeit_pairing(*, pairing: Pairing, entry: Entry, by: Member, reason: str) -> Pairing:
    """Rule that an entry has forfeited a match: a last place there, whenever it is ruled.

    A bot plays a running seat to the end; where nobody would be left to play against, the match
    ends at once. Of a match that has ended the places are reckoned anew; what was dealt stands.
    Raises TournamentError: `not-organiser`, `no-reason`, `not-running`, `not-at-the-table`,
    `is-bye`, `forfeited`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(pairing.round.tournament, by, reason)
        row = Pairing.objects.select_related("round", "match").get(pk=pairing.pk)
        seat = seat_at(row, entry)
        if seat.is_forfeit:
            raise TournamentError("forfeited")
        if row.decided_at is None:
            for player in running_seats.running_seats(entry):
                if player.match_id == row.match_id:
                    running_seats.give_up_seat(player)
        else:
            _forfeit_decided(row, seat)
        params = ForfeitedParams(entry.pk, entry.member.name, row.number)
        _rule_at(locked, row, Action.FORFEITED, by, reason, params)
        _reckon_again(locked)
    return row


def correct_result(
    *,
    pairing: Pairing,
    places: Mapping[int, int],
    by: Member,
    reason: str,
    is_forced: bool = False,
) -> Pairing:
    """Set the places of a match that has ended, by entry; later rounds that are dealt stand.

    Standings follow from it at once. Where tables dealt since would have been others, as in a
    bracket whose next match is dealt, it is refused unless forced. The ratings keep the match as it
    was played. Raises TournamentError: `not-organiser`, `no-reason`, `not-running`, `is-bye`,
    `still-open`, `bad-places`, `dealt-since`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(pairing.round.tournament, by, reason, over_too=True)
        row = Pairing.objects.select_related("round", "match").get(pk=pairing.pk)
        if row.match_id is None:
            raise TournamentError("is-bye")
        if row.decided_at is None:
            raise TournamentError("still-open")
        tables = list(row.seats.all())
        _check_places(tables, places)
        state = tournament_state(locked)
        if not is_forced and would_have_dealt_otherwise(state, row, places):
            raise TournamentError("dealt-since")
        before = {seat.entry_id: seat.place for seat in tables}
        for seat in tables:
            seat.place, seat.is_forfeit = places[seat.entry_id], False
        PairingSeat.objects.bulk_update(tables, ["place", "is_forfeit"])
        row.decided = Pairing.Decided.CORRECTED
        row.save(update_fields=["decided"])
        params = CorrectedParams(row.number, before, dict(places))
        _rule_at(locked, row, Action.CORRECTED, by, reason, params)
        _reckon_again(locked)
    return row


def cancel_tournament(*, tournament: Tournament, by: Member, reason: str) -> Tournament:
    """Call it off for good; running matches play on for themselves.

    Raises TournamentError: `not-organiser`, `no-reason`, `over`.
    """
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by)
        if locked.is_over:
            raise TournamentError("over", status=locked.status)
        if not reason.strip():
            raise TournamentError("no-reason")
        locked.wake_at = None
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


def wind_up_tournament(*, tournament: Tournament, by: Member, reason: str) -> Tournament:
    """Let a league or ladder without end finish with the season or round that is dealt.

    Raises TournamentError: `not-organiser`, `no-reason`, `not-running`, `ends-by-itself`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason)
        state = tournament_state(locked)
        last = state.format.terms_to_end(state.setup, state.entries, state.results)
        if not last:
            raise TournamentError("ends-by-itself")
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


def _forfeit_decided(pairing: Pairing, seat: PairingSeat) -> None:
    """Whoever forfeits comes after all who did not, who keep their order among themselves."""
    table = list(pairing.seats.all())
    lost = {one.pk for one in table if one.is_forfeit} | {seat.pk}
    stayed = [one for one in table if one.pk not in lost]
    if not stayed:
        raise TournamentError("nobody-left")
    before = {one.pk: one.place or 1 for one in stayed}
    for one in table:
        one.is_forfeit = one.pk in lost
        one.place = len(stayed) + 1
        if one.pk in before:
            one.place = 1 + sum(other < before[one.pk] for other in before.values())
    PairingSeat.objects.bulk_update(table, ["place", "is_forfeit"])
    pairing.decided = Pairing.Decided.FORFEIT
    pairing.save(update_fields=["decided"])


def _check_places(table: Sequence[PairingSeat], places: Mapping[int, int]) -> None:
    """Places as a game gives them: 1 for the best, equals share, and skip as many."""
    given = sorted(places.values())
    is_ranking = all(place == 1 + sum(one < place for one in given) for place in given)
    if set(places) != {seat.entry_id for seat in table} or not is_ranking:
        raise TournamentError("bad-places")


def _rule_at(
    tournament: Tournament,
    pairing: Pairing,
    action: LogEntry.Action,
    by: Member,
    reason: str,
    params: CorrectedParams | ForfeitedParams,
) -> None:
    rule(
        tournament,
        action,
        by,
        reason,
        pairings=[pairing],
        round_number=pairing.round.number,
        match=pairing.match,
        params=params,
    )


def _reckon_again(tournament: Tournament) -> None:
    """What follows from a result that was set by hand: who is out, or the final places."""
    if tournament.status == Tournament.Status.FINISHED:
        write_places(tournament_state(tournament))
        return
    tournament.wake_at = clock.now()
    tournament.save(update_fields=["wake_at"])
