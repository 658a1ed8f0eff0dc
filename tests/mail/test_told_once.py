"""Mails say each thing once, where it is looked for, and of whom it is true."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.mail import EmailMessage
from django.utils import translation

from games.common import clock
from games.common.date_words import moment
from games.composing.orders_by_others import is_told_of_others
from games.mail import joining
from games.models import InboundMail, Match, OutboundMail, Player
from games.presentation.people import People
from games.replies.html_text import html_to_text
from games.replies.reply_addresses import reply_address
from games.selectors.orders_by_others import DecidedOtherwise
from games.services.matches import fill_with_bots, invite_to_match
from tests.cast import awaited, member, open_match, order, player, running_match
from tests.mail.mailbox import outbox, plain, sent, to, written
from tests.mail.post import body
from tests.mail.test_letters import html_of, row_of
from tests.mail.test_letters import sent as composed
from tests.mail.test_who_decided import miss_deadline, newest
from tests.tournaments.run.world import QUICK, played

pytestmark = pytest.mark.django_db
Kind = OutboundMail.Kind
FROM_THE_RIGHT = "אבגד הוז"


def test_a_name_read_from_the_right_keeps_its_number_beside_it() -> None:
    people = People({0: FROM_THE_RIGHT, 1: "Łukasz"}, None, "")
    assert people.name(0) == people.short(0) == f"\u2068{FROM_THE_RIGHT}\u2069"
    assert people.name(1) == "Łukasz"


def test_a_long_name_is_cut_in_what_happened_as_it_is_at_the_table() -> None:
    long = "Bartholomew Featherstonehaugh the Third"
    match = running_match("Anna", long, **QUICK)
    while awaited(match)[0].name == long or match.phase_number < 3:
        order(awaited(match)[0])
    happened = body(row_of(player(match, "Anna"), Kind.DECISION)).partition("SINCE YOUR LAST")[2]
    assert long not in " ".join(happened.split())
    assert "Bartholomew Featherston…" in " ".join(happened.split())


@pytest.mark.parametrize(("source", "is_others"), [("forced", False), ("default", True)])
def test_an_only_legal_card_is_told_as_the_readers_own(source: str, is_others: bool) -> None:
    assert is_told_of_others([DecidedOtherwise(3, "play R4", source)]) is is_others


def missed_alone(match: Match) -> Player:
    """The one whose turn it is, who misses the deadline and is not asked again at once."""
    outbox()
    (late,) = awaited(match)
    miss_deadline(match)
    return late


def test_a_miss_that_a_mail_has_told_is_not_told_as_if_it_were_another() -> None:
    match = running_match("Anna", "Bo", **QUICK)
    late = missed_alone(match)
    told = to(member(late.name).email, outbox())
    assert "A deadline passed without a move from you." in plain(told)
    assert "If you miss 1 more deadline" in plain(told)
    order(awaited(match)[0])

    text = " ".join(body(newest(late, Kind.DECISION)).split())

    assert "deadline passed" not in text
    assert "If you miss" not in text
    reminder = " ".join(body(row_of(late, Kind.REMINDER)).split())
    assert reminder.count("If you miss 1 more deadline in a row, a bot takes over.") == 1
    assert reminder.index("If you miss") < reminder.index("THE TABLE")


@pytest.fixture
def end() -> EmailMessage:
    """What Anna reads when her last move has ended the match."""
    match = running_match("Anna", "Bo", **QUICK)
    assert played(match.pk)
    OutboundMail.objects.filter(sent_at=None).update(due_at=clock.now())
    return to(member("Anna").email, outbox())


def test_the_end_is_told_once_and_in_sums_that_can_be_read(end: EmailMessage) -> None:
    text = plain(end)
    assert text.count("The match is over.") == 1
    assert "Year 1: " in text
    assert "The turning point. " in text


def test_what_was_said_needs_no_other_words_to_answer_after_the_end(end: EmailMessage) -> None:
    bo = player(Match.objects.get(), "Bo")
    address = reply_address(bo.pk, 0)
    sent(written(member("Bo").email, "Thanks!", address))
    assert "said to the others" in plain(end)
    anna = player(Match.objects.get(), "Anna")
    again = " ".join(body(row_of(anna, Kind.FINISHED)).split())
    assert "SAID AT THE TABLE" in again
    assert "begin a line of your reply" not in again


def test_a_reminder_tells_the_deadline_once(end: EmailMessage) -> None:
    text = plain(end)
    assert "Until:" not in text
    anna = player(running_match(), "Anna")
    reminder = body(row_of(anna, Kind.REMINDER))
    assert "Until:" not in reminder
    assert "it’s still your turn, until " in " ".join(reminder.split())


def test_the_first_question_says_that_the_match_has_started() -> None:
    match = running_match()
    anna = player(match, "Anna")
    assert "The match has started. Anna, it’s your turn." in body(row_of(anna, Kind.DECISION))
    for who in awaited(match):
        order(who, "bid R")
    assert "The match has started." not in body(row_of(anna, Kind.DECISION))


def test_what_is_asked_is_the_first_that_a_list_of_mails_shows() -> None:
    html = html_of(composed(row_of(player(running_match(), "Anna"), Kind.DECISION)))
    shown = html_to_text(html.partition("<body")[2])
    first = " ".join(shown.split()).partition("reply above this line -##")[2][:200]
    assert first.lstrip("> ").startswith("On offer: ")
    assert "Until: " in first


@pytest.mark.parametrize(
    ("year", "said"), [(2027, "Tue 12 Jan, 19:30"), (2026, "Tue 12 Jan 2027, 19:30")]
)
def test_the_year_is_told_only_where_it_is_another(year: int, said: str) -> None:
    with clock.simulated(datetime(year, 12, 1, tzinfo=UTC)):
        assert moment(datetime(2027, 1, 12, 19, 30, tzinfo=UTC)) == said


def test_the_first_question_says_who_is_no_person() -> None:
    match = open_match("Anna", seats=3)
    fill_with_bots(member=member("Anna"), match=match)
    anna = player(match, "Anna")
    assert "- Hattie and Silas are bots." in body(row_of(anna, Kind.DECISION))
    order(anna, "bid R")
    assert "are bots" not in body(row_of(anna, Kind.DECISION))


def test_an_invitation_tells_what_is_otherwise_than_usual() -> None:
    options = {"bidding": "open", "dark_wizard": True}
    match = open_match("Anna", game="wizard", options=options)
    invite_to_match(member=member("Anna"), match=match, addresses=["zoe@example.net"])
    text = body(OutboundMail.objects.get(kind=Kind.INVITATION))
    assert "yes: the last wizard takes the trick" in text
    assert "one after the other" not in text


@pytest.mark.parametrize("language", ["en", "it", "es", "nl"])
def test_who_asks_for_a_name_that_is_taken_is_told_why_it_is_another(language: str) -> None:
    member("Lucia")
    row = InboundMail(raw=b"From: lucia.b@example.net\n\n")
    found = joining.joined_member(row, "lucia.b@example.net", language, "Lucia")
    with translation.override(language):
        told = " ".join(joining.welcome(found, wished="Lucia").paragraphs({}))
        content = " ".join(joining.welcome(found, wished=found.name).paragraphs({}))
    assert found.name == "lucia.b"
    assert "Lucia" in told.replace(found.name, "")
    assert "Lucia" not in content
