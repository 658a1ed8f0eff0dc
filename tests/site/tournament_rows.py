"""Tournaments of any size put into the database as rows, without a card being dealt.

What formats plan and chance results are real; the matches are names only, for pages that list
them. `world.py` beside the tests of the run plays real ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from games.models import Match, Member, Player
from games.rules.registry import rules_for
from tests.cast import member
from tests.tournaments.formats.playing import Played, play
from tournaments.models import Entry, LogEntry, Pairing, PairingSeat, Round, Tournament
from tournaments.selectors.tournament_state import reason_kept, setup_of
from tournaments.values.setup import TournamentSetup
from tournaments.values.tables import Entrant

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
DAY = timedelta(days=1)
LARGE = 100
"""With more entries all results of a round come in at once."""
Status = Tournament.Status
GAMES = {2: "emu-ranchers", 4: "cubirds"}


def stated(
    format_key: str, *, table_size: int = 2, organiser: str = "Olga", **values: Any
) -> Tournament:
    """A tournament that takes entries and has none."""
    terms = {"table_size": table_size, **values.pop("terms", {})}
    fields: dict[str, Any] = {
        "name": "Spring Cup",
        "game": GAMES[table_size],
        "options": rules_for(GAMES[table_size]).options.from_mapping({}).as_mapping(),
        "status": Status.ENTRIES,
        "server_seed": "5e" * 32,
        "commitment": "c0" * 32,
        **values,
    }
    return Tournament.objects.create(
        organiser=member(organiser), format=format_key, terms=terms, **fields
    )


def entrants(made: Tournament, count: int) -> list[Entry]:
    """So many members with a place."""
    names = [f"Entrant {number}" for number in range(1, count + 1)]
    known = set(Member.objects.filter(name__in=names).values_list("name", flat=True))
    Member.objects.bulk_create(
        Member(name=name, email=f"entrant{number}@example.org")
        for number, name in enumerate(names, 1)
        if name not in known
    )
    rows = {row.name: row for row in Member.objects.filter(name__in=names)}
    return Entry.objects.bulk_create(
        Entry(tournament=made, member=rows[name], rating=2000 - 7 * number, entered_at=START)
        for number, name in enumerate(names, 1)
    )


def played(made: Tournament, count: int, *, share: float = 1.0) -> Tournament:
    """The same tournament with so many entries, and that share of its rounds dealt.

    All rounds before the last one dealt are over; of that one every other table is.
    """
    rows = entrants(made, count)
    made.seed, made.started_at = "a5" * 32, START
    values = [Entrant(row.pk, rating=row.rating) for row in rows]
    whole = _played(setup_of(made), values)
    last = max(one.round for one in whole.results)
    upto = max(1, round(last * share))
    made.status = Status.FINISHED if share == 1.0 else Status.RUNNING
    made.finished_at = START + last * 7 * DAY if share == 1.0 else None
    made.save()
    _deal(made, whole, rows, upto, is_over=share == 1.0)
    log = [LogEntry(tournament=made, action=LogEntry.Action.STARTED, at=START)]
    log += [
        LogEntry(tournament=made, action=LogEntry.Action.DEALT, at=START, round=number)
        for number in range(1, upto + 1)
    ]
    LogEntry.objects.bulk_create(log)
    return made


_PLAYED: dict[str, Played] = {}
"""What was played in this process before: the same entries play the same."""


def _played(setup: TournamentSetup, values: list[Entrant]) -> Played:
    key = repr((setup, values))
    if key not in _PLAYED:
        _PLAYED[key] = play(setup, values, at_once=len(values) > LARGE)
    return _PLAYED[key]


def _deal(
    made: Tournament, whole: Played, rows: Sequence[Entry], upto: int, *, is_over: bool
) -> None:
    rounds = _rounds(made, whole, upto, is_over=is_over)
    pairings, seats = _pairings(made, whole, rounds)
    Match.objects.bulk_create([one.match for one in pairings if one.match is not None])
    Pairing.objects.bulk_create(pairings)
    PairingSeat.objects.bulk_create(seats)
    members = {row.pk: row.member_id for row in rows}
    Player.objects.bulk_create(
        Player(
            match=one.pairing.match,
            member_id=members[one.entry_id],
            seat=one.seat,
            place=one.place,
            score=one.points,
        )
        for one in seats
        if one.pairing.match is not None
    )


def _rounds(made: Tournament, whole: Played, upto: int, *, is_over: bool) -> dict[int, Round]:
    """The rounds as rows, by number; the last is open unless all is over."""
    rounds: dict[int, Round] = {}
    for plan in whole.plans:
        if plan.number > upto or plan.number in rounds:
            continue
        at = START + (plan.number - 1) * 7 * DAY
        is_open = not is_over and plan.number == upto
        rounds[plan.number] = Round(
            tournament=made,
            number=plan.number,
            stage=plan.stage,
            dealt_at=at,
            deadline_at=at + 21 * DAY,
            closed_at=None if is_open else at + 6 * DAY,
            reasons=[reason_kept(reason) for reason in plan.reasons if reason.entry is None],
            measures={"tables": len(plan.tables), "repeats": 0, "seconds": 0.01},
        )
    Round.objects.bulk_create(rounds.values())
    return rounds


def _pairings(
    made: Tournament, whole: Played, rounds: Mapping[int, Round]
) -> tuple[list[Pairing], list[PairingSeat]]:
    """The tables of these rounds with their seats, unsaved."""
    pairings, seats = [], []
    why = defaultdict(list)
    for plan in whole.plans:
        for reason in plan.reasons:
            why[plan.number, reason.entry].append(reason_kept(reason))
    for one in whole.results:
        if one.round not in rounds:
            continue
        row = rounds[one.round]
        is_open = row.closed_at is None and one.table % 2 == 0 and not one.is_bye
        match = None if one.is_bye else _match(made, row, one.table, is_open=is_open)
        pairing = Pairing(
            round=row,
            number=one.table,
            stage=one.stage,
            dealt_at=row.dealt_at,
            deadline_at=row.deadline_at,
            match=match,
            decided="" if is_open else "bye" if one.is_bye else "played",
            decided_at=None if is_open else row.dealt_at + 5 * DAY,
        )
        pairings.append(pairing)
        seats += [
            PairingSeat(
                pairing=pairing,
                entry_id=entry,
                seat=seat,
                place=None if is_open else one.places.get(entry, 1),
                points=None if is_open or one.is_bye else 50 - 5 * one.places[entry],
                reasons=why[row.number, entry],
            )
            for seat, entry in enumerate(one.seats)
        ]
    return pairings, seats


def _match(made: Tournament, row: Round, table: int, *, is_open: bool) -> Match:
    return Match(
        title=f"{made.name} · {row.number}.{table}",
        game=made.game,
        options=made.options,
        rules_version=rules_for(made.game).version,
        seats=made.terms["table_size"],
        seating=Match.Seating.GIVEN,
        status=Match.Status.RUNNING if is_open else Match.Status.FINISHED,
        is_public=made.is_public,
        created_by=made.organiser,
        event_name=made.name,
        event_path=f"/tournaments/{made.code}/",
        event_round=row.number,
        started_at=row.dealt_at,
        finished_at=None if is_open else row.dealt_at + 5 * DAY,
        settled_at=row.dealt_at,
        reported_at=row.dealt_at,
    )
