"""What an organiser rules of results: forfeits, corrections, and matches or entries annulled.

Each reaches standings, places, who goes on and the ratings. Tables that are dealt stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction

from games.common import clock
from games.models import Member
from tournaments.models import (
    Entry,
    LogEntry,
    Pairing,
    PairingSeat,
    PastResults,
    Tournament,
)
from tournaments.selectors.log_params import AnnulledParams, CorrectedParams, ForfeitedParams
from tournaments.selectors.tournament_state import tournament_state
from tournaments.services import running_seats
from tournaments.services.corrections import would_have_dealt_otherwise
from tournaments.services.endings import write_places
from tournaments.services.errors import TournamentError
from tournaments.services.rating_revisions import revise_ratings
from tournaments.services.rulings import lock_for_ruling, rule, seat_at

Action = LogEntry.Action
Decided = Pairing.Decided


def forfeit_pairing(*, pairing: Pairing, entry: Entry, by: Member, reason: str) -> Pairing:
    """Rule that an entry has forfeited a match: a last place there, whenever it is ruled.

    A bot plays a running seat to the end; where nobody would be left to play against, the match
    ends at once. Of a match that has ended the places are reckoned anew, and the ratings with them.
    Raises TournamentError: `not-organiser`, `no-reason`, `not-running`, `not-at-the-table`,
    `is-bye`, `forfeited`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(pairing.round.tournament, by, reason, over_too=True, at=pairing)
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
            revise_ratings([row])
        params = ForfeitedParams(entry.pk, entry.member.name, row.number)
        _rule_at(locked, row, Action.FORFEITED, by, reason, params)
        follow_ruling(locked)
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

    Standings follow from it at once, and the ratings soon. Where tables dealt since would have been
    others, as in a bracket whose next match is dealt, it is refused unless forced. Raises
    TournamentError: `not-organiser`, `no-reason`, `not-running`, `is-bye`, `still-open`,
    `bad-places`, `dealt-since`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(pairing.round.tournament, by, reason, over_too=True, at=pairing)
        row = _ended_pairing(pairing)
        tables = list(row.seats.all())
        _check_places(tables, places)
        state = tournament_state(locked)
        if not is_forced and would_have_dealt_otherwise(state, row, places):
            raise TournamentError("dealt-since")
        before = {seat.entry_id: seat.place for seat in tables}
        for seat in tables:
            seat.place, seat.is_forfeit = places[seat.entry_id], False
            seat.is_annulled = False
        _write(row, tables, Decided.CORRECTED)
        revise_ratings([row])
        params = CorrectedParams(row.number, before, dict(places))
        _rule_at(locked, row, Action.CORRECTED, by, reason, params)
        follow_ruling(locked)
    return row


def annul_pairing(*, pairing: Pairing, by: Member, reason: str) -> Pairing:
    """Rule that a match that has ended does not count: no points, no ratings, nobody was met.

    Who went on from it, in a bracket, has gone on. Raises TournamentError: `not-organiser`,
    `no-reason`, `not-running`, `is-bye`, `still-open`, `annulled`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(pairing.round.tournament, by, reason, over_too=True, at=pairing)
        row = _ended_pairing(pairing)
        if row.decided == Decided.ANNULLED:
            raise TournamentError("annulled")
        tables = list(row.seats.all())
        for seat in tables:
            seat.is_annulled = True
        _write(row, tables, Decided.ANNULLED)
        revise_ratings([row])
        _rule_at(locked, row, Action.ANNULLED, by, reason, AnnulledParams(row.number))
        follow_ruling(locked)
    return row


def rule_on_results(entry: Entry, results: PastResults) -> list[Pairing]:
    """Do with the ended matches of somebody who is removed as the organiser chose; returns those
    that have changed. The caller holds the tournament's lock and tells everybody."""
    if results == PastResults.KEEP:
        return []
    rows = Pairing.objects.filter(seats__entry=entry).exclude(match=None).exclude(decided_at=None)
    changed = []
    for row in rows.select_related("round", "match").order_by("pk"):
        seat = row.seats.get(entry=entry)
        if results == PastResults.ANNUL and not seat.is_annulled:
            _annul_seat(row, seat)
        elif results == PastResults.FORFEIT and not seat.is_forfeit and _has_others(row, seat):
            _forfeit_decided(row, seat)
        else:
            continue
        changed.append(row)
    revise_ratings(changed)
    return changed


def follow_ruling(tournament: Tournament) -> None:
    """What follows from a result that was set by hand: who is out, or the final places."""
    if tournament.status == Tournament.Status.FINISHED:
        write_places(tournament_state(tournament))
        return
    tournament.wake_at = clock.now()
    tournament.save(update_fields=["wake_at"])


def _ended_pairing(pairing: Pairing) -> Pairing:
    row = Pairing.objects.select_related("round", "match").get(pk=pairing.pk)
    if row.match_id is None:
        raise TournamentError("is-bye")
    if row.decided_at is None:
        raise TournamentError("still-open")
    return row


def _write(pairing: Pairing, table: Iterable[PairingSeat], decided: Pairing.Decided) -> None:
    PairingSeat.objects.bulk_update(table, ["place", "is_forfeit", "is_annulled"])
    pairing.decided = decided
    pairing.save(update_fields=["decided"])


def _has_others(pairing: Pairing, seat: PairingSeat) -> bool:
    """Whether anybody at the table did not forfeit, and so could win by this one's forfeit."""
    return pairing.seats.exclude(pk=seat.pk).filter(is_forfeit=False).exists()


def _annul_seat(pairing: Pairing, seat: PairingSeat) -> None:
    """Nobody met this one: a last place is left of them, behind the others in their order."""
    table = list(pairing.seats.all())
    others = [one for one in table if one.pk != seat.pk]
    before = {one.pk: one.place or 1 for one in others}
    for one in table:
        if one.pk == seat.pk:
            one.place, one.is_annulled = len(table), True
        else:
            one.place = 1 + sum(other < before[one.pk] for other in before.values())
    is_void = sum(not one.is_annulled for one in table) < 2
    _write(pairing, table, Decided.ANNULLED if is_void else Decided(pairing.decided))


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
    _write(pairing, table, Decided.FORFEIT)


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
    params: CorrectedParams | ForfeitedParams | AnnulledParams,
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
