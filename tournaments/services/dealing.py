"""Dealing what can be dealt now: rounds and their tables, with a match at each."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.urls import reverse

from games.models import Match
from games.services.new_matches import LONGEST_TITLE
from games.services.preseated_matches import PreseatedMatch, create_preseated_matches
from tournaments.chance.match_seeds import match_server_seed
from tournaments.models import LogEntry, Pairing, PairingSeat, Round
from tournaments.selectors.log_params import DealtParams
from tournaments.selectors.tournament_state import TournamentState, reason_kept
from tournaments.services.audit_log import log
from tournaments.services.round_review import as_reviewed
from tournaments.services.terms import match_terms_of
from tournaments.stages.reasons import RoundCounts
from tournaments.values.setup import EntryId
from tournaments.values.tables import PairingMeasures, RoundPlan, TablePlan, bye_place, opened

ALGORITHM = 1
"""Rises when the same entries and results would be paired otherwise."""

MOST_PLANS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class _Planned:
    plan: RoundPlan
    seconds: float


def deal_rounds(state: TournamentState, now: datetime) -> list[Pairing]:
    """Deal every table that is ready, in as many rounds as the format asks for at once.

    The caller holds the tournament's lock and saves it. Returns the new pairings, byes among them.
    """
    planned = _plans(state)
    if not planned:
        return []
    rounds = [_round_of(state, one, now) for one in planned]
    pairings: list[Pairing] = []
    tables: list[tuple[Pairing, RoundPlan, TablePlan]] = []
    deadline = now + state.tournament.round_time
    for row, one in zip(rounds, planned, strict=True):
        for table in one.plan.tables:
            pairing = Pairing(
                round=row,
                number=table.number,
                stage=one.plan.stage,
                dealt_at=now,
                deadline_at=None if table.is_bye else deadline,
                decided=Pairing.Decided.BYE if table.is_bye else "",
                decided_at=now if table.is_bye else None,
            )
            pairings.append(pairing)
            tables.append((pairing, one.plan, table))
    _make_matches(state, tables)
    Pairing.objects.bulk_create(pairings)
    why = {id(one.plan): _reasons_by_entry(one.plan) for one in planned}
    PairingSeat.objects.bulk_create(
        [
            PairingSeat(
                pairing=pairing,
                entry_id=entry,
                seat=seat,
                place=bye_place(table) if table.is_bye else None,
                reasons=why[id(plan)].get(entry, []),
            )
            for pairing, plan, table in tables
            for seat, entry in enumerate(table.entries)
        ]
    )
    state.tournament.review_until = state.tournament.proposal = None
    _log_dealt(state, planned, now)
    return pairings


def _reasons_by_entry(plan: RoundPlan) -> dict[EntryId | None, list[dict[str, object]]]:
    found: dict[EntryId | None, list[dict[str, object]]] = defaultdict(list)
    for reason in plan.reasons:
        found[reason.entry].append(reason_kept(reason))
    return found


def _plans(state: TournamentState) -> list[_Planned]:
    results = list(state.results)
    planned: list[_Planned] = []
    while len(planned) < MOST_PLANS_AT_ONCE:
        begun = time.perf_counter()
        plan = state.format.due(state.setup, state.entries, results)
        if plan is None:
            return planned
        plan = as_reviewed(state, plan, results)
        planned.append(_Planned(plan, time.perf_counter() - begun))
        results += opened(plan)
    raise RuntimeError(f"{state.setup.format} deals without end")


def _round_of(state: TournamentState, one: _Planned, now: datetime) -> Round:
    """The row of the plan's round; a further part of a bracket's round joins the first."""
    plan = one.plan
    deadline = now + state.tournament.round_time
    row, _is_new = Round.objects.get_or_create(
        tournament=state.tournament,
        number=plan.number,
        defaults={"stage": plan.stage, "dealt_at": now},
    )
    row.closed_at = None
    row.deadline_at = max(row.deadline_at or deadline, deadline)
    row.reasons = [*row.reasons, *_reasons_by_entry(plan)[None]]
    row.measures = msgspec.to_builtins(_measured(row, one))
    if all(table.is_bye for table in plan.tables):
        row.closed_at = now
    row.save()
    return row


def _measured(row: Round, one: _Planned) -> PairingMeasures:
    """The round's measures with those of this part of it."""
    before = msgspec.convert(row.measures, PairingMeasures)
    repeats = sum(reason.repeats for reason in one.plan.reasons if isinstance(reason, RoundCounts))
    return PairingMeasures(
        tables=before.tables + len(one.plan.tables),
        repeats=before.repeats + repeats,
        seconds=round(before.seconds + one.seconds, 3),
        algorithm=ALGORITHM,
    )


def _make_matches(
    state: TournamentState, tables: Sequence[tuple[Pairing, RoundPlan, TablePlan]]
) -> None:
    """Make the matches of all tables but the byes', and set them on their pairings."""
    tournament = state.tournament
    seated = [(pairing, plan, table) for pairing, plan, table in tables if not table.is_bye]
    terms = match_terms_of(tournament)
    page = reverse("tournament", kwargs={"code": tournament.code})
    wanted = [
        PreseatedMatch(
            game=tournament.game,
            options=tournament.options,
            members=[state.rows[entry].member for entry in table.entries],
            contributions=[state.rows[entry].contribution for entry in table.entries],
            server_seed=match_server_seed(tournament.server_seed, plan.number, table.number),
            phase_time=tournament.phase_time,
            title=match_title(tournament.name, plan.number, table.number),
            host=tournament.organiser,
            is_public=tournament.is_public,
            is_rated=tournament.is_rated,
            terms=terms,
            event_name=tournament.name,
            event_path=page,
            event_round=plan.number,
        )
        for _pairing, plan, table in seated
    ]
    matches: list[Match] = create_preseated_matches(wanted) if wanted else []
    for (pairing, _plan, _table), match in zip(seated, matches, strict=True):
        pairing.match = match


def match_title(name: str, round_number: int, table: int) -> str:
    """What a match of a tournament is called, in every language: `Autumn Cup · 3.2`."""
    mark = f" · {round_number}.{table}"
    return name[: LONGEST_TITLE - len(mark)].rstrip() + mark


def _log_dealt(state: TournamentState, planned: Sequence[_Planned], now: datetime) -> None:
    tables: dict[int, int] = defaultdict(int)
    for one in planned:
        tables[one.plan.number] += len(one.plan.tables)
    for number, count in tables.items():
        log(
            state.tournament,
            LogEntry.Action.DEALT,
            round_number=number,
            params=DealtParams(count),
            at=now,
        )
