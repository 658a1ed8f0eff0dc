"""Who is told what when tables are dealt, when somebody is out, and when all is over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from games.common.site_links import site_link
from games.models import Member
from games.services.channel_events import (
    Happening,
    round_started,
    tell_channels,
    tournament_finished,
)
from tournaments.letters.playing import (
    DealtLetter,
    OutLetter,
    TournamentCancelledLetter,
    TournamentFinishedLetter,
    TournamentStartedLetter,
)
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.selectors.log_params import FinishedParams
from tournaments.selectors.tournament_state import TournamentState
from tournaments.services.audit_log import log
from tournaments.services.letters import entry_letter, member_row, post


def tell_of_tables(state: TournamentState, dealt: Sequence[Pairing], now: datetime) -> None:
    """One letter to everybody who was dealt in, whatever the number of their tables.

    The first one explains how the tournament goes.
    """
    tables: dict[int, list[int]] = defaultdict(list)
    for pairing in dealt:
        for seat in pairing.seats.all():
            tables[seat.entry_id].append(pairing.pk)
    new = {pairing.pk for pairing in dealt}
    before = {
        seat.entry_id
        for pairing in state.pairings
        if pairing.pk not in new
        for seat in pairing.seats.all()
    }
    post(
        entry_letter(
            (DealtLetter if entry in before else TournamentStartedLetter)(pairings=pairings),
            state.tournament,
            state.rows[entry],
            now,
            f"{entry}:{pairings[0]}",
        )
        for entry, pairings in tables.items()
    )
    tell_channels(_rounds_begun(state, dealt), now)


def _rounds_begun(state: TournamentState, dealt: Sequence[Pairing]) -> Iterator[Happening]:
    """To each entrant who was dealt in: the first match of each round, none for a bye."""
    tournament = state.tournament
    numbers = {one.pk: one.number for one in state.rounds}
    told: set[tuple[int, int]] = set()
    for pairing in dealt:
        for seat in pairing.seats.all():
            member, number = state.rows[seat.entry_id].member, numbers[pairing.round_id]
            if not member.has_channels or (seat.entry_id, number) in told:
                continue
            told.add((seat.entry_id, number))
            yield round_started(
                member=member,
                name=tournament.name,
                url=site_link("tournament", code=tournament.code),
                number=number,
                match=pairing.match,
                key=str(tournament.pk),
            )


def note_exits(state: TournamentState, now: datetime) -> None:
    """Note and tell who is out; a correction may bring somebody back."""
    if not state.format.sends_out:
        return
    alive = set(state.format.qualified(state.setup, state.entries, state.results))
    if not alive:
        return
    latest = max((row.number for row in state.rounds), default=0)
    changed = []
    for entry in state.entries:
        row = state.rows[entry.id]
        if (row.out_after is None) == (entry.id in alive):
            continue
        row.out_after = None if entry.id in alive else latest
        changed.append(row)
    Entry.objects.bulk_update(changed, ["out_after"])
    post(
        entry_letter(OutLetter(), state.tournament, row, now, f"{row.pk}:{row.out_after}")
        for row in changed
        if row.out_after is not None and row.status == Entry.Status.ENTERED
    )


def finish_tournament(state: TournamentState, now: datetime) -> None:
    """Write the final places down, and tell everybody who played, and the organiser."""
    tournament = state.tournament
    played = write_places(state)
    tournament.status = Tournament.Status.FINISHED
    tournament.finished_at = now
    winners = [row.member.name for row in played if row.place == 1]
    log(tournament, LogEntry.Action.FINISHED, params=FinishedParams(winners), at=now)
    told = [row for row in played if row.status != Entry.Status.REMOVED]
    letters = [
        entry_letter(TournamentFinishedLetter(), tournament, row, now, str(row.pk)) for row in told
    ]
    host = tournament.organiser
    if host.pk not in {row.member_id for row in told}:
        letters.append(
            member_row(TournamentFinishedLetter(), tournament, host, key="organiser", at=now)
        )
    post(letters)
    url = site_link("tournament", code=tournament.code)
    news = (
        tournament_finished(
            member=row.member, name=tournament.name, url=url, key=str(tournament.pk)
        )
        for row in told
        if row.member.has_channels
    )
    tell_channels(news, now)


def write_places(state: TournamentState) -> list[Entry]:
    """Set everybody's final place, shared where nothing tells them apart; returns their rows."""
    place = 1
    for group in state.format.places(state.setup, state.entries, state.results):
        for entry in group:
            state.rows[entry].place = place
        place += len(group)
    played = [state.rows[entry.id] for entry in state.entries]
    Entry.objects.bulk_update(played, ["place"])
    return played


def call_off_tournament(
    tournament: Tournament,
    now: datetime,
    *,
    by: Member | None = None,
    reason: str = "",
    params: Mapping[str, object] | None = None,
) -> None:
    """Cancel it, and tell everybody who had to do with it but who did it; the caller saves the
    tournament.

    Matches that run are played on for themselves.
    """
    tournament.status = Tournament.Status.CANCELLED
    tournament.finished_at = now
    written = log(
        tournament, LogEntry.Action.CANCELLED, by=by, reason=reason, params=params, at=now
    )
    gone = [Entry.Status.REMOVED, Entry.Status.WITHDRAWN]
    rows = tournament.entries.exclude(status__in=gone).select_related("member")
    letter, host = TournamentCancelledLetter(log=written.pk), tournament.organiser
    doer = by.pk if by is not None else None
    told = [
        entry_letter(letter, tournament, row, now, str(row.pk))
        for row in rows
        if row.member_id not in {host.pk, doer}
    ]
    if host.pk != doer:
        told.append(member_row(letter, tournament, host, key=f"organiser:{written.pk}", at=now))
    post(told)
