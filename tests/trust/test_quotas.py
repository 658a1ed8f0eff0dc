"""Nobody can be flooded through the service, and no member can flood it."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.db import connection
from django.test import Client, RequestFactory

from games.api import match_problem
from games.common import clock
from games.common.errors import MatchError
from games.common.links import has_link, without_links
from games.composing.invitation_optout import no_invitations_link
from games.mail.outbox import send_due
from games.models import Invitation, Member, OutboundMail, QuotaUse, RefusedAddress
from games.selectors.invitation_optouts import addressee
from games.services import quotas
from games.services.delivery import address_test
from games.services.matches import cancel_match, invite_to_match
from games.services.quotas import LIMITS, Deed, Limit
from games.views.refusals import WORDS
from tests.cast import member, open_match, running_match
from tests.tournaments.run.world import tournament
from tournaments.models import Entry
from tournaments.presentation import refusals as tournament_refusals
from tournaments.services.errors import TournamentError
from tournaments.services.invitations import invite_entries
from tournaments.services.organiser import send_notice

pytestmark = pytest.mark.django_db
VICTIM = "vera@example.net"


def invite(host: str, *addresses: str) -> list[Invitation]:
    """Open a match, invite these, and call it off."""
    match = open_match(host)
    rows = invite_to_match(member=member(host), match=match, addresses=addresses)
    for _chunk in range(3):
        send_due()
    cancel_match(member=member(host), match=match)
    return rows


def path_of(link: str) -> str:
    return link.removeprefix("http://127.0.0.1:8000")


def test_opening_inviting_and_cancelling_again_and_again_sends_two_mails() -> None:
    refused = []
    begun = clock.now()
    for _time in range(15):
        match = open_match("Mallory")
        try:
            invite_to_match(member=member("Mallory"), match=match, addresses=[VICTIM])
        except MatchError as error:
            refused.append((error.code, error.params["address"], error.params["again_at"]))
        send_due()
        cancel_match(member=member("Mallory"), match=match)
    assert (len(mail.outbox), len(refused)) == (2, 13)
    assert {row[:2] for row in refused} == {("quota-addressee", VICTIM)}
    week = timedelta(days=7)
    assert all(begun + week <= again_at <= clock.now() + week for *_row, again_at in refused)


def test_another_spelling_of_an_address_is_no_other_address() -> None:
    invite("Mallory", "vera.v@gmail.com")
    invite("Mallory", "VeraV+cards@googlemail.com")
    with pytest.raises(MatchError, match="quota-addressee"):
        invite("Mallory", "v.e.r.a.v+more@gmail.com")


def test_strangers_together_send_five_mails_a_day_to_one_address() -> None:
    for number in range(7):
        (row,) = invite(f"Mallory {number}", VICTIM)
        assert row.is_mailed == (number < 5)
    assert len(mail.outbox) == 5
    with clock.simulated(clock.now() + timedelta(days=1, minutes=1)):
        (row,) = invite("Mallory 8", VICTIM)
        assert row.is_mailed


def test_who_has_played_with_the_inviter_may_be_invited_more_often() -> None:
    running_match("Anna", "Bo", "Carla")
    mail.outbox.clear()
    for _time in range(10):
        (row,) = invite("Anna", "bo@example.org")
        assert row.is_mailed
    with pytest.raises(MatchError, match="quota-addressee"):
        invite("Anna", "bo@example.org")


def test_a_quota_works_again_when_the_refusal_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, Deed.MATCH, (Limit(2, timedelta(hours=3)),))
    begun = clock.now()
    with clock.simulated(begun):
        open_match("Anna")
    with clock.simulated(begun + timedelta(hours=1)):
        open_match("Anna")
        with pytest.raises(MatchError) as refused:
            open_match("Anna")
    again_at = refused.value.params["again_at"]
    assert again_at == begun + timedelta(hours=3)
    with clock.simulated(again_at - timedelta(seconds=1)), pytest.raises(MatchError):
        open_match("Anna")
    with clock.simulated(again_at):
        open_match("Anna")
    open_match("Bo")


def test_what_is_refused_uses_nothing_up() -> None:
    with pytest.raises(MatchError, match="link-in-title"):
        open_match("Anna", title="see www.example.net")
    match = open_match("Anna")
    with pytest.raises(MatchError, match="bad-address"):
        invite_to_match(member=member("Anna"), match=match, addresses=[VICTIM, "nobody"])
    assert QuotaUse.objects.count() == 1


def test_page_and_api_say_when_a_match_may_be_opened_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, Deed.MATCH, (Limit(0, timedelta(hours=3)),))
    client.force_login(member("Anna"))
    page = client.post("/practice/", {"game": "wizard"}, follow=True).content.decode()
    assert "You can create the next one from" in page

    again_at = clock.now() + timedelta(hours=1)
    error = MatchError("quota-match", most=2, again_at=again_at)
    answer = match_problem(RequestFactory().post("/api/matches"), error)
    assert answer.status_code == 429
    assert 3590 < int(answer.headers["Retry-After"]) <= 3600
    assert b"You can create the next one from" in answer.content


def test_an_organiser_writes_to_everybody_five_times_a_day() -> None:
    made = tournament(organiser="Olga")
    for number in range(5):
        send_notice(tournament=made, by=member("Olga"), text=f"Note {number}")
    with pytest.raises(TournamentError, match="quota-notice"):
        send_notice(tournament=made, by=member("Olga"), text="One more")


def test_an_address_is_tested_five_times_a_day() -> None:
    begun = clock.now()
    for number in range(5):
        with clock.simulated(begun + timedelta(hours=number)):
            address_test(member=member("Anna"))
    with (
        clock.simulated(begun + timedelta(hours=6)),
        pytest.raises(MatchError, match="quota-address-test"),
    ):
        address_test(member=member("Anna"))


def test_every_limit_has_words() -> None:
    known = {*WORDS, *tournament_refusals.ORGANISING, *tournament_refusals.ENTERING}
    assert {f"quota-{deed}" for deed in Deed} <= known
    longest = max(limit.within for limits in LIMITS.values() for limit in limits)
    assert longest <= quotas.KEPT


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_get_through_than_the_quota(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(LIMITS, Deed.MATCH, (Limit(3, timedelta(hours=3)),))
    anna, start = member("Anna"), threading.Barrier(8)
    done: list[str] = []

    def spend() -> None:
        start.wait()
        try:
            quotas.spend_quota(anna, Deed.MATCH)
            done.append("yes")
        except MatchError as error:
            done.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=spend) for _one in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == ["quota-match"] * 5 + ["yes"] * 3


@pytest.mark.parametrize(
    "text",
    [
        "win at www.example",
        "https://example.net/x",
        "EXAMPLE.NET",
        "ｅｘａｍｐｌｅ．ｎｅｔ",
        "example。net",
        "me@example",
        "10.0.0.1",
        "пример.рф",
        "javascript://x",
    ],
)
def test_a_title_with_a_link_is_refused_and_in_a_mail_holds_none(text: str) -> None:
    assert has_link(text)
    assert not has_link(without_links(text))
    with pytest.raises(MatchError, match="link-in-title"):
        open_match("Anna", title=text)


@pytest.mark.parametrize(
    "text", ["", "Anna's table No. 5", "3.5 hours", "Dr. No", "Vol. 2: back again...", "9:30"]
)
def test_plain_words_are_left_as_they_are(text: str) -> None:
    assert not has_link(text)
    assert without_links(text) == text


def test_the_inviters_name_leads_nowhere_in_a_mail_to_a_stranger() -> None:
    Member.objects.create_user("m@example.org", "cheap-pills.example.com")
    match = open_match("cheap-pills.example.com")
    invite_to_match(member=match.created_by or member("x"), match=match, addresses=[VICTIM])
    send_due()
    (sent,) = mail.outbox
    assert isinstance(sent, EmailMultiAlternatives)
    words = str(sent.body) + sent.subject + "".join(str(one[0]) for one in sent.alternatives)
    assert "cheap-pills.example" not in words
    assert "cheap-pills example com" in words


def test_a_stranger_refuses_all_further_invitations(client: Client) -> None:
    invite("Anna", VICTIM)
    (sent,) = mail.outbox
    link = no_invitations_link(VICTIM)
    assert link in str(sent.body)
    assert sent.extra_headers["List-Unsubscribe"] == f"<{link}>"
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"

    for look in (client.get, client.head):
        assert look(path_of(link)).status_code == 200
    assert not RefusedAddress.objects.exists()
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(path_of(link), {"List-Unsubscribe": "One-Click"})
    assert "We won’t send any more invitations to your address" in answer.content.decode()
    assert answer.headers["Referrer-Policy"] == "no-referrer"

    mail.outbox.clear()
    match = open_match("Bo")
    client.force_login(member("Bo"))
    page = client.post(
        f"/matches/{match.code}/invite/", {"addresses": f"{VICTIM} wim@example.net"}, follow=True
    ).content.decode()
    assert f"No mail went to {VICTIM}" in page
    assert "1 invitation is on its way" in page
    made = tournament(organiser="Olga")
    rows = invite_entries(tournament=made, by=member("Olga"), addresses=[VICTIM, "wim@example.net"])
    assert [row.address for row in rows] == ["wim@example.net"]
    send_due()
    assert {to for one in mail.outbox for to in one.to} == {"wim@example.net"}
    assert VICTIM not in str(list(RefusedAddress.objects.values()))


def test_a_refusal_reaches_the_invitation_that_waits_already() -> None:
    match = open_match("Anna")
    invite_to_match(member=member("Anna"), match=match, addresses=[VICTIM])
    made = tournament(organiser="Olga")
    invite_entries(tournament=made, by=member("Olga"), addresses=[VICTIM])
    quotas.refuse_invitations(addressee(VICTIM))
    send_due()
    assert not mail.outbox
    statuses = OutboundMail.objects.filter(address=VICTIM).values_list("status", flat=True)
    assert set(statuses) == {OutboundMail.Status.WITHDRAWN}


def test_who_joins_with_a_refused_address_is_invited_again(client: Client) -> None:
    quotas.refuse_invitations(addressee(VICTIM))
    vera = Member.objects.create_user(VICTIM, "Vera")
    assert not invite("Anna", VICTIM)[0].is_mailed  # an address that nobody has proved
    client.force_login(vera)
    assert invite("Bo", VICTIM)[0].is_mailed


def test_an_invited_member_of_a_tournament_keeps_the_place_without_the_mail() -> None:
    vera = Member.objects.create_user(VICTIM, "Vera")
    quotas.refuse_invitations(addressee(VICTIM))
    made = tournament(organiser="Olga")
    assert invite_entries(tournament=made, by=member("Olga"), addresses=[VICTIM]) == []
    assert Entry.objects.get(tournament=made, member=vera).status == Entry.Status.INVITED


@pytest.mark.parametrize("token", ["x", "a" * 16 + "-" + "a" * 16, "A" * 33, "-"])
def test_a_forged_link_is_not_found(client: Client, token: str) -> None:
    assert client.post(f"/no-invitations/{token}/").status_code == 404
    assert not RefusedAddress.objects.exists()
