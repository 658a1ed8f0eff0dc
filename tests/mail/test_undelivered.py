"""While mail cannot be sent nobody misses the deadline of a question that never came."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.common import clock
from games.mail import outbox
from games.models import DeadlineChange, Match, OutboundMail
from games.presentation.deadline_reasons import deadline_reason
from games.services import mail_circuit_breaker
from games.services.deadline_sweep import sweep_due
from tests.cast import deadlines_at, order, player, running_match

Status = OutboundMail.Status
Kind = OutboundMail.Kind
pytestmark = pytest.mark.django_db


def moves(match: Match) -> list[DeadlineChange]:
    return list(DeadlineChange.objects.filter(phase__match=match, why=DeadlineChange.Why.MAIL))


def swept(at: datetime) -> None:
    with clock.simulated(at):
        sweep_due()


@pytest.fixture
def match() -> Match:
    match = running_match()
    Match.objects.filter(pk=match.pk).update(time_bank=timedelta(0))
    match.players.update(time_bank_left=timedelta(0))
    return match


def test_a_deadline_of_a_question_that_could_not_be_sent_moves_instead_of_passing(
    match: Match,
) -> None:
    mail_circuit_breaker.record_server_failure("server unreachable")
    deadline, phase = match.deadline_at, match.phase_number
    assert deadline is not None
    swept(deadline - timedelta(seconds=20))
    swept(deadline + timedelta(seconds=5))

    match.refresh_from_db()
    assert match.phase_number == phase
    assert match.deadline_at is not None
    assert match.deadline_at >= deadline + timedelta(hours=1)
    (move,) = moves(match)
    assert "couldn’t be sent" in deadline_reason(move.why, move.said, [])


def test_a_deadline_passes_where_the_question_was_sent_before_the_outage(match: Match) -> None:
    OutboundMail.objects.filter(kind=Kind.DECISION).update(status=Status.SENT)
    mail_circuit_breaker.record_server_failure("server unreachable")
    phase = match.phase_number
    assert match.deadline_at is not None
    swept(match.deadline_at + timedelta(seconds=5))

    match.refresh_from_db()
    assert match.phase_number > phase
    assert moves(match) == []


def test_a_question_that_was_answered_on_the_site_holds_nobody_up(match: Match) -> None:
    OutboundMail.objects.filter(kind=Kind.DECISION).update(status=Status.SENT)
    OutboundMail.objects.filter(kind=Kind.DECISION, address="anna@example.org").update(
        status=Status.QUEUED
    )
    order(player(match, "Anna"))
    mail_circuit_breaker.record_server_failure("server unreachable")
    match.refresh_from_db()
    phase = match.phase_number
    assert match.deadline_at is not None
    swept(match.deadline_at + timedelta(seconds=5))

    match.refresh_from_db()
    assert match.phase_number > phase


def test_after_three_days_without_mail_matches_go_on_by_their_rules_for_the_late(
    match: Match,
) -> None:
    mail_circuit_breaker.record_server_failure("server unreachable")
    phase = match.phase_number
    deadlines_at(clock.now() + timedelta(days=3, hours=1), [match.pk])
    swept(clock.now() + timedelta(days=3, hours=1, seconds=5))

    match.refresh_from_db()
    assert match.phase_number > phase


def test_when_mail_flows_again_a_question_that_comes_late_gets_its_time(match: Match) -> None:
    mail_circuit_breaker.record_server_failure("server unreachable")
    now = clock.now()
    Match.objects.filter(pk=match.pk).update(deadline_at=now + timedelta(hours=2))
    with clock.simulated(now + timedelta(minutes=90)):
        while outbox.send_due():
            pass

    match.refresh_from_db()
    assert match.deadline_at is not None
    assert match.deadline_at >= now + timedelta(minutes=90) + timedelta(hours=1)
    assert len(moves(match)) == 1
    assert mail_circuit_breaker.outgoing_mail_state().opened_at is None


def test_a_minute_without_mail_moves_no_deadline_that_is_hours_away(match: Match) -> None:
    mail_circuit_breaker.record_server_failure("server unreachable")
    with clock.simulated(clock.now() + timedelta(minutes=2)):
        while outbox.send_due():
            pass
    assert moves(match) == []
