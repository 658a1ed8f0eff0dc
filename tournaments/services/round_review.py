"""A round that waits for its organiser: its tables can be seen, and set otherwise with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from django.db import transaction

from games.common import clock
from games.models import Member
from tournaments.letters.officials import RoundReadyLetter
from tournaments.models import LogEntry, Tournament
from tournaments.selectors.access import Power
from tournaments.selectors.log_params import PairedParams
from tournaments.selectors.tournament_state import TournamentState, setup_of
from tournaments.services.audit_log import check_organiser, lock_tournament, log
from tournaments.services.errors import TournamentError
from tournaments.services.letters import member_row, post
from tournaments.services.rulings import lock_for_ruling, rule
from tournaments.stages.by_hand import with_tables
from tournaments.values.tables import RoundPlan, TableResult


class Proposal(msgspec.Struct):
    """The tables of the round that waits, as entries; whether somebody has set them."""

    round: int
    tables: list[list[int]]
    by_hand: bool = False

    def keep(self, tournament: Tournament) -> None:
        """Write it down; the caller saves the tournament."""
        tournament.proposal = msgspec.to_builtins(self)


def proposal_of(tournament: Tournament) -> Proposal | None:
    """The round that waits, if one does."""
    if tournament.proposal is None or tournament.review_until is None:
        return None
    return msgspec.convert(tournament.proposal, Proposal)


def holds_round(state: TournamentState, now: datetime) -> bool:
    """Whether the next round waits for its organiser; its tables are written down then.

    The caller holds the tournament's lock and saves it.
    """
    tournament, hours = state.tournament, state.setup.review_hours
    plan = state.format.due(state.setup, state.entries, state.results) if hours else None
    if plan is None:
        tournament.review_until = tournament.proposal = None
        return False
    known = proposal_of(tournament)
    if known is None or known.round != plan.number:
        tournament.review_until = now + timedelta(hours=hours)
        _proposed(plan).keep(tournament)
        _tell(tournament, plan.number, now)
        return True
    if not known.by_hand:
        _proposed(plan).keep(tournament)
    elif not _fits(known, plan):
        _proposed(plan).keep(tournament)
        log(tournament, LogEntry.Action.PAIRED, round_number=plan.number, params=PairedParams())
    return tournament.review_until is not None and tournament.review_until > now


def as_reviewed(
    state: TournamentState, plan: RoundPlan, results: Sequence[TableResult]
) -> RoundPlan:
    """The plan, or what the organiser made of it."""
    known = proposal_of(state.tournament)
    if known is None or not known.by_hand or not _fits(known, plan):
        return plan
    return with_tables(state.setup, plan, known.tables, results)


def swap_entries(
    *, tournament: Tournament, one: int, other: int, by: Member, reason: str
) -> Proposal:
    """Two change tables in the round that waits.

    Raises TournamentError: `not-organiser`, `no-reason`, `not-running`, `no-review`,
    `not-at-the-table` where one is not in the round, `same-table`.
    """
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason)
        known = _waiting(locked)
        at = {entry: table for table in known.tables for entry in table}
        if one not in at or other not in at:
            raise TournamentError("not-at-the-table")
        if at[one] is at[other]:
            raise TournamentError("same-table")
        first, second = at[one].index(one), at[other].index(other)
        at[one][first], at[other][second] = other, one
        return _set(locked, known, [at[one], at[other]], by, reason)


def set_tables(
    *, tournament: Tournament, tables: Sequence[Sequence[int]], by: Member, reason: str
) -> Proposal:
    """All tables of the round that waits, the first table first; who sits alone sits out.

    Raises TournamentError: `not-organiser`, `no-reason`, `not-running`, `no-review`, `bad-tables`
    (smallest, largest).
    """
    with transaction.atomic():
        locked = lock_for_ruling(tournament, by, reason)
        known, setup = _waiting(locked), setup_of(locked)
        sizes = sorted(len(table) for table in tables)
        is_whole = _everybody(tables) == _everybody(known.tables)
        byes = sum(len(table) == 1 for table in known.tables)
        fits = all(setup.smallest <= size <= setup.largest for size in sizes[byes:])
        if not is_whole or sizes[:byes] != [1] * byes or not fits:
            raise TournamentError("bad-tables", smallest=setup.smallest, largest=setup.largest)
        before = {frozenset(table) for table in known.tables}
        changed = [list(table) for table in tables if frozenset(table) not in before]
        known.tables = [list(table) for table in tables]
        return _set(locked, known, changed, by, reason)


def begin_round(*, tournament: Tournament, by: Member) -> Tournament:
    """The round that waits begins at once. Raises `not-organiser`, `no-review`."""
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        check_organiser(locked, by, Power.RULE)
        _waiting(locked)
        locked.review_until = locked.wake_at = clock.now()
        locked.save(update_fields=["review_until", "wake_at"])
    return locked


def _waiting(tournament: Tournament) -> Proposal:
    known = proposal_of(tournament)
    if known is None:
        raise TournamentError("no-review")
    return known


def _proposed(plan: RoundPlan) -> Proposal:
    return Proposal(plan.number, [list(table.entries) for table in plan.tables])


def _fits(known: Proposal, plan: RoundPlan) -> bool:
    """Whether the same people are to be seated, and the same sit out as they asked."""
    resting = [[one] for table in plan.tables if table.is_half_bye for one in table.entries]
    tables = [list(table.entries) for table in plan.tables]
    is_same = known.round == plan.number and _everybody(known.tables) == _everybody(tables)
    return is_same and all(one in known.tables for one in resting)


def _everybody(tables: Sequence[Sequence[int]]) -> list[int]:
    return sorted(entry for table in tables for entry in table)


def _set(
    tournament: Tournament,
    known: Proposal,
    changed: Sequence[Sequence[int]],
    by: Member,
    reason: str,
) -> Proposal:
    known.by_hand = True
    known.keep(tournament)
    tournament.save(update_fields=["proposal"])
    rows = tournament.entries.select_related("member")
    names = {row.pk: row.member.name for row in rows}
    params = PairedParams([[names[entry] for entry in table] for table in changed])
    rule(
        tournament,
        LogEntry.Action.PAIRED,
        by,
        reason,
        pairings=(),
        round_number=known.round,
        params=params,
    )
    return known


def _tell(tournament: Tournament, number: int, now: datetime) -> None:
    helpers = tournament.officials.exclude(accepted_at=None).select_related("member")
    people = [tournament.organiser, *(row.member for row in helpers if row.member is not None)]
    letter = RoundReadyLetter(round=number)
    post(member_row(letter, tournament, one, key=f"{number}:{one.pk}", at=now) for one in people)
