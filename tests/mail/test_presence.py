"""Who has a match open is not mailed what they answer there; practice is never mailed about."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import Settings

from games.common import clock
from games.mail.outbox import send_due
from games.models import Match, Member, OutboundMail, Player
from games.services.mail_preferences import set_match_mail
from games.services.presence import note_presence
from games.services.reminders import sweep_reminders
from tests import cast
from tests.sizes import few

pytestmark = pytest.mark.django_db

MINUTES = timedelta(minutes=1)


def browser(name: str) -> Client:
    client = Client()
    client.force_login(cast.member(name))
    return client


def questions_to(name: str) -> list[str]:
    """The subjects of the mails about matches that have gone to this person by now."""
    while send_due():
        pass
    address = cast.member(name).email
    return [str(one.subject) for one in mail.outbox if one.to == [address]]


def next_decision(match: Match) -> Player:
    """Play on by what silence would mean, until Anna is asked; her row."""
    for _order in range(60):
        asked = cast.awaited(match)
        others = [player for player in asked if player.name != "Anna"]
        if not others:
            return next(player for player in asked if player.name == "Anna")
        for player in others:
            cast.order(player)
    raise AssertionError("Anna was never asked alone")


@pytest.fixture
def begun() -> datetime:
    return clock.now()


def test_a_question_waits_for_who_has_the_match_open_and_goes_out_if_unanswered(
    begun: datetime,
) -> None:
    match = cast.running_match()
    questions_to("Anna")
    mail.outbox.clear()
    note_presence(cast.player(match, "Anna"))
    cast.order(cast.player(match, "Anna"))
    next_decision(match)
    assert questions_to("Anna") == []
    with clock.simulated(begun + 6 * MINUTES):
        assert len(questions_to("Anna")) == 1


def test_a_question_that_is_answered_in_time_is_never_mailed(begun: datetime) -> None:
    match = cast.running_match()
    questions_to("Anna")
    mail.outbox.clear()
    note_presence(cast.player(match, "Anna"))
    cast.order(cast.player(match, "Anna"))
    cast.order(next_decision(match))
    with clock.simulated(begun + timedelta(hours=1)):
        held = OutboundMail.objects.filter(player__member__name="Anna", phase_number=2)
        while send_due():
            pass
        assert [row.status for row in held] == ["withdrawn"]


def test_who_closed_the_page_a_while_ago_is_written_to_at_once(begun: datetime) -> None:
    match = cast.running_match()
    questions_to("Anna")
    mail.outbox.clear()
    note_presence(cast.player(match, "Anna"))
    with clock.simulated(begun + 3 * MINUTES):
        cast.order(cast.player(match, "Anna"))
        next_decision(match)
        assert len(questions_to("Anna")) == 1


def test_a_question_is_held_for_a_tenth_of_a_short_time_at_most(begun: datetime) -> None:
    match = cast.running_match(phase_time=timedelta(minutes=10))
    note_presence(cast.player(match, "Anna"))
    cast.order(cast.player(match, "Anna"))
    player = next_decision(match)
    row = OutboundMail.objects.get(player=player, kind="decision", phase_number=2)
    assert timedelta(0) < row.due_at - row.created_at <= MINUTES


def test_holding_back_can_be_turned_off(settings: Settings) -> None:
    settings.PRESENCE_MINUTES = 0
    match = cast.running_match()
    note_presence(cast.player(match, "Anna"))
    cast.order(cast.player(match, "Anna"))
    player = next_decision(match)
    row = OutboundMail.objects.get(player=player, kind="decision", phase_number=2)
    assert row.due_at == row.created_at


@pytest.mark.parametrize("name", ["match", "match-pulse"])
def test_an_open_page_is_noted_once_a_minute_and_no_look_of_others_is(
    name: str, begun: datetime
) -> None:
    match = cast.running_match()
    path = reverse(name, kwargs={"code": match.code})
    client = browser("Anna")

    def writes() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(path)
        return sum("UPDATE" in query["sql"] for query in queries)

    browser("Bo").get(path)
    assert cast.player(match, "Anna").looked_at is None
    assert [writes() for _poll in range(4)] == [1, 0, 0, 0]
    with clock.simulated(begun + 2 * MINUTES):
        assert [writes() for _poll in range(2)] == [1, 0]


def test_the_others_see_nothing_of_who_looks() -> None:
    match = cast.running_match()
    path = reverse("match", kwargs={"code": match.code})
    bo = browser("Bo")
    bo.get(path)

    def seen() -> bytes:
        with clock.simulated(match.started_at or clock.now()):
            return bo.get(reverse("match-pulse", kwargs={"code": match.code})).content

    before = seen()
    browser("Anna").get(path)
    assert seen() == before


def practice_of(name: str, game: str) -> Match:
    browser(name).post(reverse("practice"), {"game": game})
    return Match.objects.get(created_by__name=name)


@pytest.mark.parametrize("game", few(["wild-cards", "wizard", "cubirds", "emu-ranchers"], 1))
def test_a_whole_practice_match_sends_no_mail(game: str) -> None:
    match = practice_of("Anna", game)
    assert match.is_practice
    assert not match.is_rated
    for _decision in range(400):
        match.refresh_from_db()
        if match.status == Match.Status.FINISHED:
            break
        cast.order(cast.player(match, "Anna"))
    assert match.status == Match.Status.FINISHED
    assert questions_to("Anna") == []
    assert OutboundMail.objects.count() == 0


def test_nobody_is_reminded_of_practice(begun: datetime) -> None:
    match = practice_of("Anna", "wizard")
    Member.objects.update(reminders=Member.Reminders.THRICE)
    with clock.simulated(begun + match.phase_time - timedelta(hours=1)):
        sweep_reminders()
        assert questions_to("Anna") == []


def test_who_asks_for_mails_about_a_practice_match_gets_them() -> None:
    match = practice_of("Anna", "wizard")
    player = cast.player(match, "Anna")
    set_match_mail(player=player, level=Member.MailLevel.EVERY_DECISION)
    cast.order(cast.player(match, "Anna"))
    assert len(questions_to("Anna")) == 1
