"""Who looks after talk, what a report leads to, and what is left of words when somebody goes."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.common import clock
from games.common.errors import MatchError
from games.models import Match, Member, OutboundMail, Stance, TableMessage, TalkRuling
from games.services import talk_moderation
from games.services.account_erasure import erase_member
from games.services.account_export import export_member
from games.services.following import block_member, follow_member
from games.services.talk import say_at_table
from tests import cast

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def match() -> Match:
    return cast.running_match()


@pytest.fixture
def rude(match: Match) -> TableMessage:
    return say_at_table(player=cast.player(match, "Bo"), text="You all play like sheep, Anna most")


def client(name: str) -> Client:
    browser = Client()
    browser.force_login(cast.member(name))
    return browser


def operator() -> Member:
    return cast.member("Olga", is_staff=True)


def of_tournament(match: Match, organiser: str) -> None:
    Match.objects.filter(pk=match.pk).update(
        seating="given",
        created_by=cast.member(organiser),
        event_name="Cup",
        event_path="/tournaments/cup1/",
    )
    match.refresh_from_db()


def test_a_report_goes_to_the_operators(match: Match, rude: TableMessage) -> None:
    operator()
    path = reverse("match-talk-report", kwargs={"code": match.code, "number": rude.pk})
    assert client("Anna").get(path).status_code == 200
    client("Anna").post(path, {"reason": "insults"})

    mail = OutboundMail.objects.get(kind="report")
    assert mail.member == operator()
    page = client("Olga").get(reverse("talk-reports")).content.decode()
    assert "You all play like sheep" in page
    assert "insults" in page


def test_in_a_tournament_it_goes_to_the_organiser(match: Match, rude: TableMessage) -> None:
    operator()
    of_tournament(match, "Ursula")
    rude.refresh_from_db()
    talk_moderation.report_message(member=cast.member("Anna"), message=rude)

    assert OutboundMail.objects.get(kind="report").member == cast.member("Ursula")
    assert "like sheep" in client("Ursula").get(reverse("talk-reports")).content.decode()


def test_the_mail_about_a_report_shows_the_words_until_it_is_settled(
    match: Match, rude: TableMessage
) -> None:
    from games.composing.compose import assign_message_ids, message_for

    operator()
    talk_moderation.report_message(member=cast.member("Anna"), message=rude, reason="insults")
    row = OutboundMail.objects.get(kind="report")
    assign_message_ids([row])
    message = message_for(row)
    assert message is not None
    assert "like sheep" in str(message.body)

    talk_moderation.dismiss_reports(by=operator(), message=rude)
    assert message_for(OutboundMail.objects.get(kind="report")) is None


@pytest.mark.parametrize("who", ["Anna", "Bo", "Mallory"])
def test_nobody_else_sees_or_settles_reports(match: Match, rude: TableMessage, who: str) -> None:
    talk_moderation.report_message(member=cast.member("Carla"), message=rude)
    browser = client(who)

    assert browser.get(reverse("talk-reports")).status_code == 404
    path = reverse("match-talk-rule", kwargs={"code": match.code, "number": rude.pk})
    assert browser.post(path, {"ruling": "hide"}).status_code == 404
    rude.refresh_from_db()
    assert rude.hidden_at is None


def test_the_organiser_of_another_tournament_has_no_say(match: Match, rude: TableMessage) -> None:
    of_tournament(match, "Ursula")
    rude.refresh_from_db()
    other = cast.running_match("Dirk", "Emma", "Fien")
    of_tournament(other, "Viktor")
    with pytest.raises(MatchError, match="not-moderator"):
        talk_moderation.hide_message(by=cast.member("Viktor"), message=rude)
    assert client("Viktor").get(reverse("talk-reports")).status_code == 200


def test_a_stranger_cannot_report(match: Match, rude: TableMessage) -> None:
    with pytest.raises(MatchError, match="not-in"):
        talk_moderation.report_message(member=cast.member("Mallory"), message=rude)
    path = reverse("match-talk-report", kwargs={"code": match.code, "number": rude.pk})
    assert client("Mallory").get(path).status_code == 404


def test_a_hidden_message_is_gone_for_all_and_the_log_says_who_did_it(
    match: Match, rude: TableMessage
) -> None:
    operator()
    path = reverse("match-talk-rule", kwargs={"code": match.code, "number": rude.pk})
    client("Olga").post(path, {"ruling": "hide", "reason": "No insults here"})

    for name in ("Anna", "Bo", "Carla"):
        page = client(name).get(reverse("match", kwargs={"code": match.code})).content.decode()
        assert "like sheep" not in page
        assert "No insults here" in page
    ruling = TalkRuling.objects.get()
    assert (ruling.kind, ruling.by, ruling.about) == ("hid", operator(), cast.member("Bo"))
    client("Olga").post(path, {"ruling": "show"})
    page = client("Anna").get(reverse("match", kwargs={"code": match.code})).content.decode()
    assert "like sheep" in page


def test_what_was_hidden_in_time_is_in_no_mail(match: Match, rude: TableMessage) -> None:
    from games.selectors.talk import untold_talk

    talk_moderation.hide_message(by=operator(), message=rude)
    anna = cast.player(match, "Anna")
    assert untold_talk([anna]).get(anna.pk, ()) == ()


def test_a_silence_holds_in_all_matches_of_a_tournament_and_ends(
    match: Match, rude: TableMessage
) -> None:
    of_tournament(match, "Ursula")
    rude.refresh_from_db()
    second = cast.running_match("Bo", "Dirk", "Emma")
    of_tournament(second, "Ursula")
    elsewhere = cast.running_match("Bo", "Emma", "Fien")
    ruling = talk_moderation.silence_member(
        by=cast.member("Ursula"), message=rude, time=DAY, reason="cool down"
    )

    for table in (match, second):
        with pytest.raises(MatchError, match="talk-silenced"):
            say_at_table(player=cast.player(table, "Bo"), text="But why?")
    say_at_table(player=cast.player(elsewhere, "Bo"), text="Hello here")
    say_at_table(player=cast.player(match, "Anna"), text="Peace at last")
    with clock.simulated(clock.now() + 2 * DAY):
        say_at_table(player=cast.player(match, "Bo"), text="Sorry")
    talk_moderation.lift_silence(by=cast.member("Ursula"), ruling=ruling)
    say_at_table(player=cast.player(second, "Bo"), text="Thank you")
    assert list(TalkRuling.objects.order_by("pk").values_list("kind", flat=True)) == [
        "silenced",
        "lifted",
    ]


def test_a_silence_is_one_of_those_on_offer(rude: TableMessage) -> None:
    with pytest.raises(MatchError, match="bad-silence"):
        talk_moderation.silence_member(by=operator(), message=rude, time=timedelta(days=3650))


def test_the_words_of_who_is_erased_are_gone_and_so_is_the_name_in_others_words(
    match: Match, rude: TableMessage
) -> None:
    say_at_table(player=cast.player(match, "Anna"), text="That was uncalled for, Bo")
    erase_member(member=cast.member("Bo"))

    texts = list(TableMessage.objects.values_list("text", flat=True))
    assert len(texts) == 1
    assert "Bo" not in texts[0].split()
    assert "sheep" not in texts[0]


def test_an_export_holds_ones_own_words_and_not_who_blocked_one(
    match: Match, rude: TableMessage
) -> None:
    say_at_table(player=cast.player(match, "Anna"), text="Anna's own words")
    block_member(member=cast.member("Carla"), other=cast.member("Anna"))
    follow_member(member=cast.member("Anna"), other=cast.member("Bo"))

    told = json.loads("".join(export_member(cast.member("Anna"))))
    assert [row["text"] for row in told["games.tablemessage.member"]] == ["Anna's own words"]
    assert "like sheep" not in json.dumps(told)
    assert [row["kind"] for row in told["games.stance.member"]] == ["follow"]
    assert "games.stance.other" not in told
    assert "Carla" not in json.dumps(told["games.stance.member"])


def test_who_was_blocked_can_neither_follow_nor_learn_of_it(match: Match) -> None:
    anna, bo = cast.member("Anna"), cast.member("Bo")
    follow_member(member=bo, other=anna)
    block_member(member=anna, other=bo)

    assert not Stance.objects.filter(member=bo).exists()
    with pytest.raises(MatchError, match="no-such-member"):
        follow_member(member=bo, other=anna)
