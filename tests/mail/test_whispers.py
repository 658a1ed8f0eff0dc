"""What is said to one person at a table reaches nobody else, by no way."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.common import clock
from games.common.errors import MatchError
from games.common.live_news import talk_topic
from games.models import Match, Member, Player, TableMessage
from games.replies.reply_addresses import reply_address
from games.selectors.talk import newest_heard, overheard_talk, table_talk
from games.services import talk, talk_moderation
from games.services.account_erasure import erase_member
from games.services.account_export import export_member
from games.services.talk import TOLD_AFTER
from tests import cast
from tests.cast import default_text, player, running_match
from tests.mail.post import answers, delivered, letter, order_text
from tests.mail.test_talk import outbox, to

pytestmark = pytest.mark.django_db
SECRET = "shall we spare each other"


@pytest.fixture
def match() -> Match:
    found = running_match()
    Match.objects.filter(pk=found.pk).update(shows_talk=True, is_public=True)
    found.refresh_from_db()
    return found


def browser(member: Member | None) -> Client:
    client = Client()
    if member is not None:
        client.force_login(member)
    return client


def seat(match: Match, name: str) -> Player:
    return player(match, name)


@pytest.mark.parametrize("line", ["To Bo:", "a bo:", "Para Bo :", "*Aan Bo:*", "For BO:"])
def test_a_line_to_one_person_is_passed_on_to_them_alone(match: Match, line: str) -> None:
    anna = seat(match, "Anna")
    row = delivered(letter(anna, f"{line} {SECRET}"))

    assert row.verdict == "said"
    (message,) = TableMessage.objects.all()
    assert (message.text, message.only_to) == (SECRET, seat(match, "Bo").member)
    assert answers()[-1].payload["said"] == [f"→ Bo: {SECRET}"]


def test_it_stands_beside_an_order_and_words_to_all(match: Match) -> None:
    anna = seat(match, "Anna")
    order = default_text(anna)
    delivered(letter(anna, f"{order}\nTo all: good luck\nTo Carla: {SECRET}"))

    assert order_text(anna) == order
    told = list(TableMessage.objects.order_by("pk").values_list("text", "only_to__name"))
    assert told == [("good luck", None), (SECRET, "Carla")]


def test_nobody_else_reads_it_on_a_page_in_a_mail_or_by_a_program(match: Match) -> None:
    outbox()
    said = talk.say_at_table(player=seat(match, "Anna"), text=SECRET, only_to="Bo")
    carla, bo = seat(match, "Carla"), seat(match, "Bo")
    assert newest_heard(carla) == 0
    assert newest_heard(bo) == said.pk
    assert table_talk(carla).messages == ()
    assert [(one.who, one.text) for one in table_talk(bo).messages] == [("Anna → Bo", SECRET)]
    assert overheard_talk(match, None) == ()
    for member in (carla.member, None):
        look = browser(member)
        for name in ("match", "match-log", "match-record"):
            page = look.get(reverse(name, kwargs={"code": match.code}))
            assert SECRET not in page.content.decode()
    with clock.simulated(clock.now() + TOLD_AFTER):
        mails = outbox()
    assert [one.to for one in mails if SECRET in str(one.body)] == [["bo@example.org"]]
    assert "Anna → Bo: " in str(to("Bo", mails)[-1].body)


def test_its_two_alone_learn_that_something_was_said(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(talk, "publish_news", heard.extend)
    talk.say_at_table(player=seat(match, "Anna"), text=SECRET, only_to="Bo")
    assert set(heard) == {talk_topic(seat(match, name).pk) for name in ("Anna", "Bo")}


def test_nobody_else_can_report_or_mute_it(match: Match) -> None:
    said = talk.say_at_table(player=seat(match, "Anna"), text=SECRET, only_to="Bo")
    report = reverse("match-talk-report", kwargs={"code": match.code, "number": said.pk})
    statuses = {
        name: browser(seat(match, name).member).get(report).status_code
        for name in ("Anna", "Bo", "Carla")
    }
    assert statuses == {"Anna": 200, "Bo": 200, "Carla": 404}


def test_who_reads_a_report_reads_no_whispers_of_others(match: Match) -> None:
    from games.selectors.talk_reports import _reported

    anna, bo, carla = (seat(match, name) for name in ("Anna", "Bo", "Carla"))
    talk.say_at_table(player=anna, text=SECRET, only_to="Bo")
    rude = talk.say_at_table(player=carla, text="you are all fools")
    assert bo.member is not None
    report = talk_moderation.report_message(member=bo.member, message=rude)
    assert _reported((report,)).before == ()


def test_whoever_takes_the_seat_over_reads_none_of_it(match: Match) -> None:
    talk.say_at_table(player=seat(match, "Anna"), text=SECRET, only_to="Bo")
    bo = seat(match, "Bo")
    Player.objects.filter(pk=bo.pk).update(member=cast.member("Dora"))
    bo = Player.objects.get(pk=bo.pk)
    assert table_talk(bo).messages == ()


def test_the_reader_of_a_whisper_must_say_to_whom_they_reply(match: Match) -> None:
    bo = seat(match, "Bo")
    talk.say_at_table(player=seat(match, "Anna"), text=SECRET, only_to="Bo")
    delivered(letter(bo, "Yes, let us", recipient=reply_address(bo.pk, 0)))
    assert TableMessage.objects.count() == 1
    assert "you alone" in answers()[-1].payload["unsaid"]

    delivered(letter(bo, "To Anna: Yes, let us", recipient=reply_address(bo.pk, 0)))
    assert TableMessage.objects.latest("pk").only_to == seat(match, "Anna").member


def test_with_the_readers_account_goes_what_they_alone_were_told(match: Match) -> None:
    said = talk.say_at_table(player=seat(match, "Anna"), text=SECRET, only_to="Bo")
    member = seat(match, "Bo").member
    assert member is not None
    assert SECRET not in "".join(export_member(member))
    assert said.only_to == member
    erase_member(member=member)
    assert not TableMessage.objects.exists()


def test_in_a_tournament_nothing_is_said_to_one_alone(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(event_path="/tournaments/winter/")
    anna = seat(match, "Anna")
    with pytest.raises(MatchError, match="talk-whispered"):
        talk.say_at_table(player=anna, text=SECRET, only_to="Bo")
    delivered(letter(anna, f"To Bo: {SECRET}"))
    assert not TableMessage.objects.exists()
    assert "tournament" in answers()[-1].payload["unsaid"]


@pytest.mark.parametrize("name", ["Anna", "Zoe", "bo\x00", "%s" * 100])
def test_there_must_be_somebody_of_that_name(match: Match, name: str) -> None:
    with pytest.raises(MatchError, match="talk-to-nobody"):
        talk.say_at_table(player=seat(match, "Anna"), text=SECRET, only_to=name)


def test_the_form_and_the_program_say_to_whom(match: Match) -> None:
    anna = seat(match, "Anna")
    page = browser(anna.member)
    address = reverse("match-talk", kwargs={"code": match.code})
    assert 'value="Carla"' in page.get(address).content.decode()
    page.post(address, {"text": SECRET, "to": "Carla"})
    assert TableMessage.objects.get().only_to == seat(match, "Carla").member
