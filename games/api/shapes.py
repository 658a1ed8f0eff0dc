"""From what the selectors show to what goes over the wire."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal, cast

from django.conf import settings
from django.urls import reverse
from msgspec import to_builtins

from games.api.schemas import (
    ChoiceOut,
    DecisionOut,
    EventOut,
    JournalOrderOut,
    JournalOut,
    MatchLineOut,
    MatchOut,
    OrderOut,
    PartOut,
    PhaseOut,
    PlayerOut,
    TermsOut,
    WaitingOut,
)
from games.models import Match
from games.presentation import presentation_for
from games.rules.protocol import Decision, TableView
from games.selectors import (
    JournalPhase,
    MatchLine,
    MatchTable,
    bank_shown,
    decider_of,
    standing_line,
)

HOUR = timedelta(hours=1)


def match_url(match: Match) -> str:
    """The page of the match."""
    return settings.SITE_URL + reverse("match", kwargs={"code": match.code})


def line_out(line: MatchLine) -> MatchLineOut:
    """A match in a list."""
    match = line.match
    return MatchLineOut(
        code=match.code,
        title=match.title,
        game=match.game,
        options=match.options,
        status=match.status,
        seats=match.seats,
        free=line.free,
        players=list(line.names),
        awaited=line.awaited,
        ordered=line.ordered,
        deadline_at=match.deadline_at,
        url=match_url(match),
    )


def match_out(table: MatchTable) -> MatchOut:
    """A match as its viewer may see it."""
    match, order = table.match, table.own_order
    return MatchOut(
        code=match.code,
        title=match.title,
        game=match.game,
        rules_version=match.rules_version,
        options=match.options,
        status=match.status,
        seats=match.seats,
        bot_accounts=cast("Literal['rated', 'unrated', 'none']", match.bot_accounts),
        players=_players(table),
        seat=table.seat,
        phase=_phase(table),
        deadline_at=table.deadline_at,
        waiting=_waiting(table),
        view=None if table.view is None else to_builtins(table.view),
        decision=_decision(table.decision, table.view, match.game),
        own_order=OrderOut(text=order.text, version=order.version, received_at=order.received_at)
        if order
        else None,
        standing=[standing_line(step) for step in table.standing],
        readiness=_readiness(table),
        terms=_terms(match),
        outcome=_outcome(table),
        commitment=match.commitment,
        url=match_url(match),
    )


def _outcome(table: MatchTable) -> dict[str, object] | None:
    """The outcome with the places of the players, among whom who gave up comes last."""
    outcome, (places, _left) = table.match.outcome, table.placing
    return outcome | {"places": list(places)} if outcome and places else outcome


def _readiness(table: MatchTable) -> Literal["done", "wait", ""]:
    viewer = next((row for row in table.players if row.seat == table.seat), None)
    if table.seat is None or viewer is None or viewer.readiness_phase != table.match.phase_number:
        return ""
    return cast("Literal['done', 'wait', '']", viewer.readiness)


def _terms(match: Match) -> TermsOut:
    values: dict[str, object] = {
        "phase_hours": match.phase_time / HOUR,
        "bank_hours": match.time_bank / HOUR,
        "respects_quiet_hours": match.respects_quiet_hours,
        "rests_on_weekends": match.rests_on_weekends,
        "respects_absences": match.respects_absences,
        "misses_allowed": match.misses_allowed,
        "reveal_policy": match.reveal_policy,
        "revise_minutes": match.revise_time / timedelta(minutes=1),
        "forced_plays": match.forced_plays,
    }
    return TermsOut.model_validate(values)


def _players(table: MatchTable) -> list[PlayerOut]:
    return [
        PlayerOut(
            seat=player.seat,
            name=name,
            bot=player.bot,
            is_bot_account=player.member is not None and player.member.is_bot_account,
            has_resigned=player.resigned_at is not None,
            place=player.place,
            score=player.score,
            bank_hours=bank_shown(table, player) / HOUR,
        )
        for player, name in zip(table.players, table.names, strict=False)
    ]


def _phase(table: MatchTable) -> PhaseOut | None:
    phase = table.phase
    if phase is None:
        return None
    return PhaseOut(
        number=phase.number, name=phase.name, round=phase.round, awaited=list(phase.awaited)
    )


def _waiting(table: MatchTable) -> WaitingOut | None:
    waiting = table.waiting
    if waiting is None:
        return None
    values: dict[str, object] = {
        "policy": waiting.policy,
        "awaited": waiting.awaited,
        "count": waiting.count,
        "names": None if waiting.names is None else list(waiting.names),
    }
    return WaitingOut.model_validate(values)


def _decision(decision: Decision | None, view: TableView | None, game: str) -> DecisionOut | None:
    if decision is None or view is None:
        return None
    presentation = presentation_for(game)
    return DecisionOut(
        kind=decision.kind,
        prompt=presentation.prompt(decision, view),
        data=to_builtins(decision.data),
        choices=[
            ChoiceOut(
                verb=choice.verb,
                parts=[
                    PartOut(
                        name=part.name,
                        least=part.least,
                        most=part.most,
                        values=list(part.values),
                    )
                    for part in choice.parts
                ],
            )
            for choice in decision.choices
        ],
        examples=presentation.examples(decision, view),
    )


def _journal_order(seat: int, text: str, source: str) -> JournalOrderOut:
    by = decider_of(source)
    return JournalOrderOut.model_validate(
        {"seat": seat, "text": text, "decided_by": "player" if by is None else str(by)}
    )


def journal_out(phase: JournalPhase, table: MatchTable) -> JournalOut:
    """A closed phase as the table's viewer may know it."""
    names = dict(enumerate(table.names))
    presentation = presentation_for(table.match.game)
    return JournalOut(
        number=phase.number,
        name=phase.name,
        round=phase.round,
        closed_at=phase.closed_at,
        reason=phase.reason,
        events=[EventOut(kind=event.kind, data=to_builtins(event.data)) for event in phase.events],
        sentences=presentation.sentences(phase.events, names, table.seat, table.placing),
        orders=[_journal_order(*order) for order in phase.orders],
    )
