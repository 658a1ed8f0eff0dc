"""Taking note of what matches have come to, and ending those whose time is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from games.models import Match, Player
from games.models.row_updates import update_rows
from games.services.adjudications import adjudicate_match
from tournaments.chance.seeding import seeded
from tournaments.letters.entering import MissedRoundsLetter
from tournaments.letters.playing import AdjudicatedLetter
from tournaments.models import Entry, LogEntry, Pairing, PairingSeat, Round
from tournaments.selectors.log_params import AdjudicatedParams, WithdrawnParams
from tournaments.selectors.tournament_state import TournamentState
from tournaments.services.audit_log import log
from tournaments.services.entries import leave_entry
from tournaments.services.letters import entry_letter, post

MISSES_UNTIL_OUT = 2
"""Matches in a row that an entry leaves to a bot until nothing more is dealt to it."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What came of a seat: its place at the table, the game's points, whether it was left."""

    place: int
    points: int
    is_forfeit: bool


def adjudicate_overdue(state: TournamentState, now: datetime) -> int:
    """End the matches whose round has had its time; returns how many."""
    due = [
        pairing.match
        for pairing in state.pairings
        if pairing.decided_at is None
        and pairing.match is not None
        and pairing.deadline_at is not None
        and pairing.deadline_at <= now
    ]
    for match in due:
        adjudicate_match(match.pk, Match.Adjudicated.DEADLINE)
        match.refresh_from_db()
    return len(due)


def collect_results(state: TournamentState, now: datetime) -> list[Pairing]:
    """Write down the result of every match that has ended; returns their pairings.

    Whoever left two matches running to a bot is withdrawn, and told.
    """
    over = [
        (pairing.match.finished_at, pairing.pk, pairing, pairing.match)
        for pairing in state.pairings
        if pairing.decided_at is None
        and pairing.match is not None
        and pairing.match.status == Match.Status.FINISHED
        and pairing.match.finished_at is not None
    ]
    if not over:
        return []
    over.sort(key=lambda one: one[:2])
    ended = [pairing for _at, _pk, pairing, _match in over]
    players = players_of(match.pk for _at, _pk, _pairing, match in over)
    ranks = {entry: rank for rank, entry in enumerate(seeded(state.setup, state.entries))}
    for _at, _pk, pairing, match in over:
        write_result(pairing, seat_results(pairing, match, players[match.pk], ranks))
        pairing.decided_at = now
        pairing.decided = _how(match)
    update_rows(ended, ["decided", "decided_at"])
    seats: list[PairingSeat] = [seat for pairing in ended for seat in pairing.seats.all()]
    update_rows(seats, ["place", "points", "is_forfeit"])
    _tell_of_adjudications(state, ended, now)
    _count_misses(state, ended, players, now)
    close_rounds(state, {pairing.round_id for pairing in ended}, now)
    return ended


def players_of(match_ids: Iterable[int]) -> dict[int, dict[int, Player]]:
    """The players of these matches by match and seat."""
    found: dict[int, dict[int, Player]] = {}
    for player in Player.objects.filter(match__in=list(match_ids)).order_by("seat"):
        if player.seat is not None:
            found.setdefault(player.match_id, {})[player.seat] = player
    return found


def seat_results(
    pairing: Pairing, match: Match, players: Mapping[int, Player], ranks: Mapping[int, int]
) -> dict[int, SeatResult]:
    """The places at a table by seat, for the tournament.

    Whoever left has a last place, unless everybody left. Where the match ended as it stood, the
    better seeding breaks what is equal: nobody goes on by chance.
    """
    left = {seat for seat, player in players.items() if player.bot}
    if len(left) == len(players):
        left = set()
    entry_of = {seat.seat: seat.entry_id for seat in pairing.seats.all()}
    by_seeding = bool(match.adjudicated_for)

    def key(seat: int) -> tuple[int, int]:
        return players[seat].place or 1, ranks.get(entry_of[seat], 0) if by_seeding else 0

    stayed = [seat for seat in players if seat not in left]
    return {
        seat: SeatResult(
            place=len(stayed) + 1
            if seat in left
            else 1 + sum(key(other) < key(seat) for other in stayed),
            points=player.score or 0,
            is_forfeit=seat in left,
        )
        for seat, player in players.items()
    }


def write_result(pairing: Pairing, standings: Mapping[int, SeatResult]) -> None:
    """Set the result on the pairing's seats; saving them is the caller's."""
    for seat in pairing.seats.all():
        came = standings[seat.seat]
        seat.place, seat.points, seat.is_forfeit = came.place, came.points, came.is_forfeit


def close_rounds(state: TournamentState, round_ids: set[int], now: datetime) -> None:
    """Note which of these rounds have no open match any more."""
    for pk in sorted(round_ids):
        tables = [pairing for pairing in state.pairings if pairing.round_id == pk]
        row = state.by_round[pk]
        if row.closed_at is None and all(one.decided_at is not None for one in tables):
            row.closed_at = now
            Round.objects.filter(pk=pk).update(closed_at=now)
            log(state.tournament, LogEntry.Action.CLOSED, round_number=row.number, at=now)


def _how(match: Match) -> Pairing.Decided:
    if match.adjudicated_for == Match.Adjudicated.RULING:
        return Pairing.Decided.FORFEIT
    return Pairing.Decided.ADJUDICATED if match.adjudicated_for else Pairing.Decided.PLAYED


def _tell_of_adjudications(state: TournamentState, ended: Iterable[Pairing], now: datetime) -> None:
    letters = []
    for pairing in ended:
        match = pairing.match
        if match is None or not match.adjudicated_for:
            continue
        log(
            state.tournament,
            LogEntry.Action.ADJUDICATED,
            round_number=state.by_round[pairing.round_id].number,
            match=match,
            params=AdjudicatedParams(match.adjudicated_for, pairing.number),
            at=now,
        )
        letters += [
            entry_letter(
                AdjudicatedLetter(pairing=pairing.pk),
                state.tournament,
                state.rows[seat.entry_id],
                now,
                f"{pairing.pk}:{seat.entry_id}",
            )
            for seat in pairing.seats.all()
        ]
    post(letters)


def _count_misses(
    state: TournamentState,
    ended: Iterable[Pairing],
    players: Mapping[int, Mapping[int, Player]],
    now: datetime,
) -> None:
    changed: dict[int, Entry] = {}
    for pairing in ended:
        for seat in pairing.seats.all():
            row = state.rows[seat.entry_id]
            is_missed = bool(players[pairing.match_id or 0][seat.seat].bot)
            if is_missed or row.missed_rounds:
                row.missed_rounds = row.missed_rounds + 1 if is_missed else 0
                changed[row.pk] = row
    update_rows(list(changed.values()), ["missed_rounds"])
    for row in changed.values():
        if row.missed_rounds >= MISSES_UNTIL_OUT and row.status == Entry.Status.ENTERED:
            leave_entry(state.tournament, row, Entry.Status.WITHDRAWN, now)
            params = WithdrawnParams(row.pk, row.member.name, missed=row.missed_rounds)
            log(state.tournament, LogEntry.Action.WITHDRAWN, params=params, at=now)
            key = f"{row.pk}:{row.until_round}"
            post([entry_letter(MissedRoundsLetter(), state.tournament, row, now, key)])
